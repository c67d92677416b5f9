package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// An object is a JSON object whose members keep their order: keys and values by turns.
type object []any

// with returns the object with more members after its own.
func (o object) with(members ...any) object { return append(o[:len(o):len(o)], members...) }

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	if len(o)%2 != 0 {
		return nil, fmt.Errorf("the object %v has a key without a value", []any(o))
	}
	seen := map[any]bool{}
	var b bytes.Buffer
	b.WriteByte('{')
	for i := 0; i < len(o); i += 2 {
		if seen[o[i]] {
			return nil, fmt.Errorf("the object %v has %v twice", []any(o), o[i])
		}
		seen[o[i]] = true
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{o[i], o[i+1]} {
			text, err := marshal(v)
			if err != nil {
				return nil, err
			}
			if j == 1 {
				b.WriteByte(':')
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// marshal returns a value as JSON without escapes for HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// indented returns a value as JSON with a line for each member.
func indented(v any) ([]byte, error) {
	text, err := marshal(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// list is a JSON array.
type list = []any

// ref is a reference to a definition.
func ref(name string) object { return object{"$ref", "#/$defs/" + name} }

// raw is a value that is written in JSON.
func raw(text string) json.RawMessage { return json.RawMessage(text) }
