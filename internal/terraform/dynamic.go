package terraform

import "strings"

// TakesAny reports whether a type of resource has arguments that keep a value of any type as
// it is, so that a list is told from a tuple, and a map from an object.
func TakesAny(typ string) bool {
	return typ == "terraform_data" || typ == "kubernetes_manifest" || strings.HasPrefix(typ, "azapi_")
}
