package schema

import (
	"encoding/json"

	"iacedit/openapi/check/ordered"
)

type (
	object = ordered.Object
	list   = ordered.List
)

// ref is a reference to a definition.
func ref(name string) object { return object{"$ref", "#/$defs/" + name} }

// raw returns JSON text as a value.
func raw(text string) json.RawMessage { return json.RawMessage(text) }
