package terraform

import "strings"

// TakesAny reports whether a type of resource has arguments that accept a value of any type and
// keep its type. Such arguments distinguish lists from tuples, and maps from objects.
func TakesAny(typ string) bool {
	return typ == "terraform_data" || typ == "kubernetes_manifest" || strings.HasPrefix(typ, "azapi_")
}
