// Package ordered defines JSON objects whose members keep their order.
package ordered

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// An Object is a JSON object: keys and values alternate.
type Object []any

// A List is a JSON array.
type List = []any

// With returns a copy of the object with more members at its end, given as keys and values.
func (o Object) With(members ...any) Object { return append(o[:len(o):len(o)], members...) }

// Get returns the value of a key, or nil.
func (o Object) Get(key string) any {
	for i := 0; i+1 < len(o); i += 2 {
		if o[i] == key {
			return o[i+1]
		}
	}
	return nil
}

// Set returns a copy of the object in which the key has the given value. A new key comes last; an
// old key keeps its position.
func (o Object) Set(key string, value any) Object {
	for i := 0; i+1 < len(o); i += 2 {
		if o[i] == key {
			o = append(Object(nil), o...)
			o[i+1] = value
			return o
		}
	}
	return o.With(key, value)
}

// Members yields keys and values.
func (o Object) Members(yield func(string, any) bool) {
	for i := 0; i+1 < len(o); i += 2 {
		if !yield(o[i].(string), o[i+1]) {
			return
		}
	}
}

// Walk calls the function do for each member of each object in a value, at any depth.
func Walk(v any, do func(key string, value any)) {
	switch v := v.(type) {
	case Object:
		for key, value := range v.Members {
			do(key, value)
			Walk(value, do)
		}
	case List:
		for _, value := range v {
			Walk(value, do)
		}
	}
}

// MarshalJSON implements json.Marshaler.
func (o Object) MarshalJSON() ([]byte, error) {
	if len(o)%2 != 0 {
		return nil, fmt.Errorf("the object %v has a key without a value", []any(o))
	}
	seen := map[string]bool{}
	b := []byte{'{'}
	for key, value := range o.Members {
		if seen[key] {
			return nil, fmt.Errorf("the object has %q twice", key)
		}
		seen[key] = true
		if len(b) > 1 {
			b = append(b, ',')
		}
		name, err := marshal(key)
		if err != nil {
			return nil, err
		}
		text, err := marshal(value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), text...)
	}
	return append(b, '}'), nil
}

// marshal returns a value as JSON without escapes for HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Line returns a value as JSON on one line, followed by a line end.
func Line(v any) ([]byte, error) {
	text, err := marshal(v)
	return append(text, '\n'), err
}

// Indent returns a value as JSON with a line for each member, followed by a line end.
func Indent(v any) ([]byte, error) {
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

// Parse returns the value of JSON text: Objects, Lists, strings, json.Numbers, booleans and
// nil.
func Parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return parse(d)
}

func parse(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		o := Object{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := parse(d)
			if err != nil {
				return nil, err
			}
			o = append(o, key, value)
		}
		_, err := d.Token()
		return o, err
	case json.Delim('['):
		l := List{}
		for d.More() {
			value, err := parse(d)
			if err != nil {
				return nil, err
			}
			l = append(l, value)
		}
		_, err := d.Token()
		return l, err
	}
	return token, nil
}
