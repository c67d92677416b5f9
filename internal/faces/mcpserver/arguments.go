package mcpserver

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"iacedit/internal/base/excerpt"
)

// arguments has a field for each argument of any tool. A call sets only the fields for the
// arguments of its tool.
type arguments struct {
	Path      string `json:"path"`
	Recursive bool   `json:"recursive"`
	Dialect   string `json:"dialect"`

	Address string `json:"address"`
	Long    bool   `json:"long"`
	Source  bool   `json:"source"`
	Unused  bool   `json:"unused"`

	Select       json.RawMessage `json:"select"`
	Comments     bool            `json:"comments"`
	LineComments bool            `json:"lineComments"`
	Ranges       bool            `json:"ranges"`

	Edits json.RawMessage `json:"edits"`
	Rule  json.RawMessage `json:"rule"`
	Token string          `json:"token"`
	Lines string          `json:"lines"`
	Text  string          `json:"text"`

	Offset int `json:"offset"`

	To         string `json:"to"`
	References *bool  `json:"references"`
	Moved      *bool  `json:"moved"`
	Value      string `json:"value"`
	Reference  string `json:"reference"`
	Callers    bool   `json:"callers"`

	File   string `json:"file"`
	Before string `json:"before"`
	After  string `json:"after"`
	Place  string `json:"place"`

	Keep  bool `json:"keep"`
	House bool `json:"house"`

	Provider     string `json:"provider"`
	From         int    `json:"from"`
	KeepDefaults bool   `json:"keepDefaults"`

	Write   bool   `json:"write"`
	Quiet   bool   `json:"quiet"`
	Version string `json:"version"`
}

// decode parses the JSON arguments of a call, and checks that the tool has these arguments and that
// their values have the right types. Its errors tell an agent what to send instead.
func (t *tool) decode(text json.RawMessage) (*arguments, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = json.RawMessage("{}")
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil || given == nil {
		return nil, invalid("the arguments of %s are a JSON object, not %s", t.name, excerpt.Line(text))
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		property, ok := t.schema.Properties[name]
		switch {
		case !ok:
			return nil, t.refuseName(name, given)
		case string(given[name]) == "null":
			delete(given, name)
		case !property.takes(given[name]):
			return nil, t.refuseValue(name, given)
		}
	}
	for _, name := range t.schema.Required {
		if given[name] == nil {
			property := t.schema.Properties[name]
			return nil, invalid("%s needs %s: %s", t.name, name, cmp.Or(property.Description, property.wanted())+t.like())
		}
	}
	a := &arguments{}
	text, err := json.Marshal(given)
	if err == nil {
		err = json.Unmarshal(text, a)
	}
	a.Edits = given["edits"] // as sent, because package edit refuses duplicate keys
	return a, err
}

// A property describes one argument in the schema of a tool.
type property struct {
	Type        string   `json:"type"`
	Enum        []string `json:"enum"`
	Description string   `json:"description"`
}

// takes reports whether the JSON text is a value of the argument's type. An object may also be sent
// as a string that contains JSON.
func (p *property) takes(text json.RawMessage) bool {
	switch first := text[0]; p.Type {
	case "string":
		var s string
		return first == '"' && json.Unmarshal(text, &s) == nil && (p.Enum == nil || slices.Contains(p.Enum, s))
	case "integer":
		n, err := strconv.Atoi(string(text))
		return err == nil && n >= 0
	case "boolean":
		return first == 't' || first == 'f'
	case "object":
		var inside string
		return first == '{' || first == '"' && json.Unmarshal(text, &inside) == nil && strings.HasPrefix(strings.TrimSpace(inside), "{")
	}
	return false
}

// wanted returns the type of the argument for a message, such as "a string" or "true or false".
func (p *property) wanted() string {
	if p.Enum != nil {
		return "one of " + strings.Join(p.Enum, ", ")
	}
	return map[string]string{"string": "a string", "boolean": "true or false", "integer": "a number from 0", "object": "a JSON object"}[p.Type]
}
