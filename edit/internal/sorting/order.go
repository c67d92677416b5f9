package sorting

import (
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	"iacedit/value"
)

// keyOrder returns a function that compares two pairs of an object by their keys. If the keys
// cannot be compared, it returns the reason as the end of a message.
func keyOrder(d *render.Draft, all []syntax.ItemID) (order func(a, b syntax.ItemID) int, why string) {
	keys, seen := make(map[syntax.ItemID]string, len(all)), make(map[string]bool, len(all))
	for _, c := range all {
		key, ok := d.Key(c)
		switch {
		case !ok:
			return nil, "a key of it is not a plain name or string"
		case seen[key]:
			return nil, "it has the key " + excerpt.Quote(key) + " several times, and the last counts"
		}
		keys[c], seen[key] = key, true
	}
	return func(a, b syntax.ItemID) int { return strings.Compare(keys[a], keys[b]) }, ""
}

// literal is the schema for the elements of a list: their strings are text, not templates.
var literal = &value.Schema{Mode: value.Literal}

// stepsPerElement is the number of steps charged for decoding an element.
const stepsPerElement = 32

// elementOrder returns a function that compares two elements of a list. If the elements are neither
// all strings nor all numbers, it returns the reason as the end of a message.
func elementOrder(f *draft.File, all []syntax.ItemID) (order func(a, b syntax.ItemID) int, why string) {
	values := make(map[syntax.ItemID]value.Value, len(all))
	kind := value.String
	for i, c := range all {
		e := f.Expr(c)
		f.Budget.Step(stepsPerElement + 4*e.Len()) // for creating and reading nodes
		v, ok := value.Read(e, e.Root, literal)
		if !ok || v.Kind != value.String && v.Kind != value.Number {
			return nil, "an element of it is not a string or number"
		}
		if i == 0 {
			kind = v.Kind
		}
		if v.Kind != kind {
			return nil, "it has both strings and numbers"
		}
		v.Text = strings.Clone(v.Text)
		values[c] = v
	}
	if kind == value.Number {
		return func(a, b syntax.ItemID) int { return value.CompareNumbers(values[a].Text, values[b].Text) }, ""
	}
	return func(a, b syntax.ItemID) int { return strings.Compare(values[a].Text, values[b].Text) }, ""
}
