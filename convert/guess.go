package convert

import (
	"strings"

	"iacedit/value"
)

// usualMaps are names of arguments that are maps in most providers, and never blocks.
var usualMaps = map[string]bool{
	"annotations": true, "app_settings": true, "binary_data": true, "data": true, "environment_variables": true,
	"keepers": true, "labels": true, "node_selector": true, "parameters": true, "request_parameters": true, "request_templates": true,
	"response_parameters": true, "response_templates": true, "tags": true, "tags_all": true, "triggers": true,
	"user_labels": true, "variables": true, "vars": true,
}

// endings are endings of more names of such arguments. The name default_tags is an exception: it is
// a block.
var endings = []string{"_tags", "_labels", "_annotations", "_variables", "_parameters", "_selector"}

// isUsualMap reports whether an argument with that name usually is a map.
func isUsualMap(name string) bool {
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

// A shape says which kind of member a value could be.
type shape uint8

const (
	noBody   shape = iota // it can only be an argument
	mayBe                 // it may be the body of a block
	bodies                // it may be the bodies of several blocks
	notNames              // it would be a body, but a key is not a name
)

// shapeOf returns the shape of a value.
func shapeOf(v *value.Value) shape {
	switch v.Kind {
	case value.Object:
		if !areNames(v) {
			return notNames
		}
		return mayBe
	case value.Array:
		found := noBody
		for i := range v.Items {
			inner := &v.Items[i].Value
			if inner.Kind != value.Object {
				return noBody
			}
			if found = max(found, bodies); !areNames(inner) {
				found = notNames
			}
		}
		return found
	}
	return noBody
}

// areNames reports whether the keys of an object can be names of arguments and blocks.
func areNames(v *value.Value) bool {
	for i := range v.Items {
		if key := v.Items[i].Key; key != comment && !value.IsIdentifier(key) {
			return false
		}
	}
	return true
}

// looksLikeBlocks guesses whether a member is a block if there is no evidence.
func looksLikeBlocks(name string, v *value.Value) bool {
	switch shapeOf(v) {
	case mayBe:
		return !isUsualMap(name)
	case bodies:
		return true
	}
	return false
}
