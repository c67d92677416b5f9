package terraform

import "strings"

// TakesAny reports whether a type of resource has arguments that accept and keep a value of
// any type, so that a list differs from a tuple, and a map from an object.
func TakesAny(typ string) bool {
	return typ == "terraform_data" || typ == "kubernetes_manifest" || strings.HasPrefix(typ, "azapi_")
}
