package terraform

import (
	"strings"

	"iacedit/value"
)

// usualMaps is a set of names of arguments that are maps in most providers, and never blocks.
var usualMaps = map[string]bool{
	"annotations": true, "app_settings": true, "binary_data": true, "data": true, "environment_variables": true,
	"input_paths": true, "keepers": true, "labels": true, "limits": true, "node_selector": true, "parameters": true, "request_parameters": true,
	"request_templates": true, "requests": true,
	"response_parameters": true, "response_templates": true, "tags": true, "tags_all": true, "triggers": true,
	"user_labels": true, "variables": true, "vars": true,
}

// endings contains endings of names. An argument whose name has such an ending is usually a map.
// The name default_tags is an exception, because default_tags is a block.
var endings = []string{"_tags", "_labels", "_annotations", "_variables", "_parameters", "_selector", "_headers"}

// IsProvidersName reports whether an argument or block in a provider's schema can have the given
// name. Terraform's SDKs allow only lower-case letters, digits and "_".
func IsProvidersName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && (name[0] < '0' || name[0] > '9')
}

// IsUsualMap reports whether the argument with the given name is usually a map.
func IsUsualMap(name string) bool {
	if usualMaps[name] {
		return true
	}
	if name == "default_tags" {
		return false
	}
	for _, ending := range endings {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// MayBeBlocks reports whether a value could stand for nested blocks: it is an object whose keys can
// be names of arguments, or a nonempty list of such objects.
func MayBeBlocks(v *value.Value) bool {
	switch v.Kind {
	case value.Object:
		return areNames(v)
	case value.Array:
		for i := range v.Items {
			if inner := &v.Items[i].Value; inner.Kind != value.Object || !areNames(inner) {
				return false
			}
		}
		return len(v.Items) > 0
	}
	return false
}

// areNames reports whether the keys of an object can be names of arguments and blocks. The key "//"
// is a comment in JSON syntax.
func areNames(v *value.Value) bool {
	for i := range v.Items {
		if key := v.Items[i].Key; key != "//" && !value.IsIdentifier(key) {
			return false
		}
	}
	return true
}

// LooksLikeBlocks guesses whether a member of a provider's body is a nested block, by its name and
// its value.
func LooksLikeBlocks(name string, v *value.Value) bool {
	return MayBeBlocks(v) && (v.Kind == value.Array || !IsUsualMap(name))
}
