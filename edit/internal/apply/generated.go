package apply

import (
	"errors"
	"strconv"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// ApplyGenerated applies operations that are not in the request, but are needed by an edit in the
// request. For example, "extract" adds a local in this way. The operations are an object, as in the
// member "edits" of a request. Errors have the given offset, which is that of the edit in the JSON.
func ApplyGenerated(m *draft.Module, at int, operations value.Value) error {
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

// Values is an offset in the JSON of a request. Its methods build operations for ApplyGenerated, in
// which all values have this offset.
type Values int

// Operation returns an operation on the blocks of a type, such as {"add": {"locals": [{…}]}}.
func (at Values) Operation(action, typ string, of value.Value) value.Value {
	return at.Object(at.Member(action, at.Object(at.Member(typ, of))))
}

// Object returns an object with the given members.
func (at Values) Object(members ...value.Item) value.Value {
	return value.Value{Kind: value.Object, Items: members, At: int(at)}
}

// Member returns an Item for a member of an object or, if the key is "", for an element of a list.
func (at Values) Member(key string, v value.Value) value.Item {
	return value.Item{Key: key, Value: v}
}

// List returns a list of the given elements.
func (at Values) List(elements ...value.Value) value.Value {
	v := value.Value{Kind: value.Array, At: int(at)}
	for _, element := range elements {
		v.Items = append(v.Items, at.Member("", element))
	}
	return v
}

// String returns a string with the given text.
func (at Values) String(text string) value.Value {
	return value.Value{Kind: value.String, Text: text, At: int(at)}
}

// Expression returns the string that stands for an expression: "${…}".
func (at Values) Expression(text string) value.Value { return at.String("${" + text + "}") }

// Number returns the number n.
func (at Values) Number(n int) value.Value {
	return value.Value{Kind: value.Number, Text: strconv.Itoa(n), At: int(at)}
}
