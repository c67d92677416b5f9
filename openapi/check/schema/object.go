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

// raw is a value that is written in JSON.
func raw(text string) json.RawMessage { return json.RawMessage(text) }
