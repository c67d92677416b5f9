package project

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/syntax"
	"iacedit/value"
)

// addressed returns the blocks of a file that a target selects.
func addressed(f *syntax.File, t *address.Target, l address.Language) ([]syntax.ItemID, error) {
	return viewOf(f).Addressed(t, l)
}

// itemsAt returns the blocks or attributes of a file that an address names. If the address leads into
// a value, it returns only attributes in whose values the path leads to something.
func itemsAt(f *syntax.File, t *address.Target, l address.Language) ([]syntax.ItemID, error) {
	items, err := viewOf(f).Items(t, l)
	if len(t.Path.Steps) == 0 {
		return items, err
	}
	schema := language.BodyOf(l, t).Attribute(t.Path.Name)
	return slices.DeleteFunc(items, func(id syntax.ItemID) bool {
		_, node := t.Path.Value(f, id, schema)
		return node == 0
	}), err
}

func viewOf(f *syntax.File) *selection.View {
	view := new(selection.View)
	view.Open(f, nil, &value.Classes{}, new(syntax.Expr), 1)
	return view
}
