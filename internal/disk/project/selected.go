package project

import (
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/syntax"
	"iacedit/value"
)

// namedBlocks finds the top-level blocks that an address selects by a value, as in
// aws_vpc.*[tags.env=dev]. If the argument patterns is true, it also finds blocks that the address
// selects by a pattern, as in aws_vpc.dev*. For each of these blocks, it returns an address that
// has all labels of the block. If the address has no such selector, it returns the address
// unchanged.
func namedBlocks(a address.Address, s *Scope, patterns bool) (all []plainAddress, err error) {
	l, selects := s.language(), false
	for _, g := range grouped(s.Sources, l) {
		g.ask(l.IsValuesFile(a[0].Text))
		for _, x := range g.asked {
			file, tree, err := s.parse(x.source)
			if err != nil {
				continue // the lookup of the address reports the error
			}
			t, err := selection.Resolve(a, tree, l)
			if err != nil || len(t.Blocks) > 1 || t.Path.Name != "" || t.Any || !t.Blocks[0].Selects() && !(patterns && t.Several()) {
				continue
			}
			selects = selects || t.Blocks[0].Selects()
			blocks, err := addressed(tree, &t, l)
			if err != nil {
				return nil, &Mistake{file, 0, fmt.Sprintf("%s: %s", a, err)}
			}
			for _, id := range blocks {
				all = addEach(all, l.Header(tree, syntax.Root, id), g.number)
			}
		}
	}
	switch {
	case len(all) == 0 && selects:
		return nil, fmt.Errorf("no block matches %s", a)
	case len(all) == 0:
		all = []plainAddress{{address: a}}
	}
	return all, nil
}

// addEach adds an address whose target is in the group with the given number. If the list already
// has the address, addEach only adds the number of the group to that entry.
func addEach(all []plainAddress, a address.Address, group int) []plainAddress {
	i := slices.IndexFunc(all, func(e plainAddress) bool { return slices.Equal(a, e.address) })
	if i < 0 {
		i, all = len(all), append(all, plainAddress{address: a})
	}
	if !slices.Contains(all[i].groups, group) {
		all[i].groups = append(all[i].groups, group)
	}
	return all
}

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
