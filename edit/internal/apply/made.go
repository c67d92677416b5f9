package apply

import (
	"errors"
	"strconv"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/value"
)

// Made applies operations that another stage makes for an edit of the request. The value is
// an object of operations, as in the member "edits" of a request. at is the offset of the
// edit in the JSON, for errors.
func Made(m *draft.Module, at int, operations value.Value) error {
	d := plan.Decoder{Decoder: selection.Decoder{Language: m.Language, Files: m.Named, Budget: m.Budget}}
	ops, _, err := d.Decode([]value.Item{{Value: operations}})
	if err == nil {
		err = Apply(m, nil, ops)
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return fault.At(at, refused.Code, "%s", refused.Message)
	}
	return err
}

// A Values builds operations to pass to Made. The number is an offset in the JSON, which becomes
// the offset of all values of these operations.
type Values int

// On returns an operation on blocks of a type: {action: {typ: of}}.
func (at Values) On(action, typ string, of value.Value) value.Value {
	return at.Object(at.Member(action, at.Object(at.Member(typ, of))))
}

// Object returns an object.
func (at Values) Object(members ...value.Item) value.Value {
	return value.Value{Kind: value.Object, Items: members, At: int(at)}
}

// Member returns a member of an object or, if key is "", an element of a list.
func (at Values) Member(key string, v value.Value) value.Item {
	return value.Item{Key: key, Value: v}
}

// List returns a list.
func (at Values) List(elements ...value.Value) value.Value {
	v := value.Value{Kind: value.Array, At: int(at)}
	for _, element := range elements {
		v.Items = append(v.Items, at.Member("", element))
	}
	return v
}

// String returns a string.
func (at Values) String(text string) value.Value {
	return value.Value{Kind: value.String, Text: text, At: int(at)}
}

// Expression returns the string that stands for an expression: "${…}".
func (at Values) Expression(text string) value.Value { return at.String("${" + text + "}") }

// Number returns a number.
func (at Values) Number(n int) value.Value {
	return value.Value{Kind: value.Number, Text: strconv.Itoa(n), At: int(at)}
}
