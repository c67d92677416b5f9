package value

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"iacedit/internal/base/jsontext"
)

// A Valuer is a Go type that converts itself to a Value.
type Valuer interface{ Value() (Value, error) }

// From converts a Go value: nil, booleans, integers, finite floats, json.Number, strings in
// UTF-8, slices, arrays, maps with string keys (in sorted order), structs with the tags of
// encoding/json, pointers and interfaces to these, types that marshal themselves as JSON or text,
// Valuers, and Values. Strings and keys are literal text (AsText), whatever they contain, except
// those of Valuers and Values.
func From(x any) (Value, error) { return from(reflect.ValueOf(x), 0) }

func from(r reflect.Value, depth int) (Value, error) {
	if depth > jsontext.MaxDepth {
		return Value{}, fmt.Errorf("nested more than %d deep", jsontext.MaxDepth)
	}
	if !r.IsValid() {
		return Value{Kind: Null}, nil
	}
	switch x := r.Interface().(type) {
	case Value:
		return x, nil
	case Valuer:
		if r.Kind() == reflect.Pointer && r.IsNil() {
			return Value{Kind: Null}, nil
		}
		return x.Value()
	case json.Number:
		if !isNumber(string(x)) {
			return Value{}, fmt.Errorf("%q is not a number", string(x))
		}
		return Value{Kind: Number, Text: string(x)}, nil
	case json.Marshaler, encoding.TextMarshaler:
		return fromJSON(x)
	}
	switch r.Kind() {
	case reflect.Struct:
		return fromStruct(r, depth)
	case reflect.Bool:
		if r.Bool() {
			return Value{Kind: True}, nil
		}
		return Value{Kind: False}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Value{Kind: Number, Text: strconv.FormatInt(r.Int(), 10)}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return Value{Kind: Number, Text: strconv.FormatUint(r.Uint(), 10)}, nil
	case reflect.Float32, reflect.Float64:
		if x := r.Float(); math.IsNaN(x) || math.IsInf(x, 0) {
			return Value{}, fmt.Errorf("%v is not a number that can be written", x)
		}
		return Value{Kind: Number, Text: strconv.FormatFloat(r.Float(), 'g', -1, r.Type().Bits())}, nil
	case reflect.String:
		if !utf8.ValidString(r.String()) {
			return Value{}, fmt.Errorf("the string %q is not UTF-8", r.String())
		}
		return Value{Kind: String, As: AsText, Text: r.String()}, nil
	case reflect.Pointer, reflect.Interface:
		return from(r.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		return fromList(r, depth)
	case reflect.Map:
		return fromMap(r, depth)
	}
	return Value{}, fmt.Errorf("a value of type %s has no JSON form", r.Type())
}

// fromJSON converts a Go value through its encoding by encoding/json.
func fromJSON(x any) (Value, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		return Value{}, err
	}
	var reader Reader
	reader.Reset(text.Bytes())
	v, err := reader.Value()
	v.markLiteral()
	return v, err
}

// markLiteral marks all strings and keys in the value as literal text (AsText).
func (v *Value) markLiteral() {
	v.As = AsText
	for i := range v.Items {
		v.Items[i].Value.markLiteral()
	}
}

func fromList(r reflect.Value, depth int) (Value, error) {
	v := Value{Kind: Array}
	for i := range r.Len() {
		item, err := from(r.Index(i), depth+1)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, Item{Value: item})
	}
	return v, nil
}

func fromMap(r reflect.Value, depth int) (Value, error) {
	if r.Type().Key().Kind() != reflect.String {
		return Value{}, fmt.Errorf("a map of type %s has keys that are not strings", r.Type())
	}
	var names []string
	for _, key := range r.MapKeys() {
		names = append(names, key.String())
	}
	slices.Sort(names)
	v := Value{Kind: Object, As: AsText}
	for _, name := range names {
		if !utf8.ValidString(name) {
			return Value{}, fmt.Errorf("the key %q is not UTF-8", name)
		}
		member, err := from(r.MapIndex(reflect.ValueOf(name).Convert(r.Type().Key())), depth+1)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, Item{Key: name, Value: member})
	}
	return v, nil
}

// Go returns the Go value that encoding/json would store in a variable of type any, with numbers
// as json.Number: nil, bool, json.Number, string, []any or map[string]any.
func (v *Value) Go() any {
	v = orNull(v)
	switch v.Kind {
	case False, True:
		return v.Kind == True
	case Number:
		return json.Number(v.Text)
	case String:
		return v.Text
	case Array:
		list := make([]any, len(v.Items))
		for i := range v.Items {
			list[i] = v.Items[i].Value.Go()
		}
		return list
	case Object:
		object := make(map[string]any, len(v.Items))
		for i := range v.Items {
			object[v.Items[i].Key] = v.Items[i].Value.Go()
		}
		return object
	}
	return nil
}
