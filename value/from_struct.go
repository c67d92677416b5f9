package value

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// fromStruct converts a struct to an Object by the struct tags of encoding/json: names,
// "omitempty", "omitzero" and "string". It includes the fields of embedded structs.
func fromStruct(r reflect.Value, depth int) (Value, error) {
	v := Value{Kind: Object, As: AsText}
	for _, f := range reflect.VisibleFields(r.Type()) {
		name, options, ok := fieldName(f)
		if !ok {
			continue
		}
		field, err := r.FieldByIndexErr(f.Index)
		if err != nil || isOmitted(field, options) {
			continue // the field is omitted, or belongs to an embedded pointer that is nil
		}
		member, err := fromField(field, depth+1)
		if err != nil {
			return Value{}, err
		}
		if strings.Contains(options, ",string,") && (member.Kind == Number || member.Kind == True || member.Kind == False) {
			text, err := member.MarshalJSON()
			if err != nil {
				return Value{}, err
			}
			member = Value{Kind: String, As: AsText, Text: string(text)}
		}
		v.Items = append(v.Items, Item{Key: name, Value: member})
	}
	return v, checkNames(r.Type(), v.Items)
}

// fromField returns a field's value. As in encoding/json, a nil slice or map is null and bytes
// are base64.
func fromField(field reflect.Value, depth int) (Value, error) {
	switch k := field.Kind(); {
	case (k == reflect.Slice || k == reflect.Map) && field.IsNil():
		return Value{Kind: Null}, nil
	case k == reflect.Slice && field.Type().Elem().Kind() == reflect.Uint8:
		return fromJSON(field.Interface())
	}
	return from(field, depth)
}

// fieldName returns the key of a field in a JSON object, and the options in its tag, such as
// ",omitempty,". It returns false for a field that is not itself a member of the JSON object, such
// as an embedded struct.
func fieldName(f reflect.StructField) (name, options string, ok bool) {
	tag := f.Tag.Get("json")
	name, options, _ = strings.Cut(tag, ",")
	embedded := f.Type
	if f.Anonymous && embedded.Kind() == reflect.Pointer {
		embedded = embedded.Elem()
	}
	switch {
	case tag == "-", !f.IsExported():
		return "", "", false
	case f.Anonymous && name == "" && embedded.Kind() == reflect.Struct:
		return "", "", false // the fields of the embedded struct are members instead
	case name == "":
		name = f.Name
	}
	return name, "," + options + ",", true
}

// isOmitted reports whether encoding/json would leave out a field because of "omitempty" or
// "omitzero".
func isOmitted(field reflect.Value, options string) bool {
	if strings.Contains(options, ",omitzero,") && field.IsZero() {
		return true
	}
	if !strings.Contains(options, ",omitempty,") {
		return false
	}
	switch field.Kind() {
	case reflect.Struct:
		return false
	case reflect.Slice, reflect.Map, reflect.Array:
		return field.Len() == 0
	}
	return field.IsZero()
}

// checkNames returns an error if two fields have the same key, or if a key is not UTF-8.
func checkNames(typ reflect.Type, items []Item) error {
	seen := make(map[string]bool, len(items))
	for i := range items {
		key := items[i].Key
		switch {
		case seen[key]:
			return fmt.Errorf("two fields of %s are %q", typ, key)
		case !utf8.ValidString(key):
			return fmt.Errorf("the key %q is not UTF-8", key)
		}
		seen[key] = true
	}
	return nil
}
