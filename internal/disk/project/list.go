package project

import (
	"fmt"
	"iter"
	"slices"

	"iacedit/address"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Listing has the blocks and attributes of one file, or the reason why they cannot be listed.
type Listing struct {
	All     []Listed
	Err     error // why the file cannot be read
	Unknown error // why an address cannot be resolved in the file
}

// What says what List yields.
type What uint8

// What List yields.
const (
	Blocks   What = iota // the blocks at the top level
	Contents             // also what is in the blocks
	OldCode              // code that is commented out
)

// List yields what is in each file, in the order of the files. If there are addresses, it yields
// only the items at these addresses, and of code that is commented out also what is inside them.
func (s *Scope) List(addresses []string, what What) (iter.Seq[Listing], error) {
	var only []address.Address
	for _, text := range addresses {
		a, err := parseAddress(text)
		if err == nil {
			err = s.refuseNumber(a)
		}
		if err != nil {
			return nil, err
		}
		only = append(only, a)
	}
	return InOrder(s.Sources, func(source workspace.Source) Listing { return s.list(source, only, what) }), nil
}

// list returns the Listing of a file.
func (s *Scope) list(source workspace.Source, only []address.Address, what What) Listing {
	file, tree, err := s.parse(source)
	if err != nil {
		return Listing{Err: err}
	}
	targets := make([]address.Target, len(only))
	for i, a := range only {
		if targets[i], err = selection.Resolve(a, tree, s.language()); err != nil {
			return Listing{Unknown: err}
		}
	}
	if what == OldCode {
		return s.listDisabled(file.Title, tree, targets)
	}
	w := walk{language: s.language(), long: what == Contents, title: file.Title}
	var wanted map[syntax.ItemID]bool
	if len(only) > 0 {
		wanted = make(map[syntax.ItemID]bool)
	}
	for i := range targets {
		items, err := itemsAt(tree, &targets[i], w.language)
		if err != nil {
			return Listing{Err: &Mistake{file, -1, fmt.Sprintf("%s: %s", only[i], err)}}
		}
		for _, id := range items {
			wanted[id] = true
		}
	}
	w.body(tree, syntax.Root, nil, wanted)
	return Listing{All: w.all}
}

// A walk lists the items of a file.
type walk struct {
	language address.Language
	long     bool
	title    string
	all      []Listed
}

// body appends to w.all the items of a body that are in the map wanted, or all items if the map is
// nil.
func (w *walk) body(f *syntax.File, body syntax.ItemID, above address.Address, wanted map[syntax.ItemID]bool) {
	for a, id := range address.Children(f, body, above, w.language) {
		block := f.Kind(id) == syntax.KindBlock
		inside := wanted
		if wanted == nil || wanted[id] {
			inside = nil
			w.all = append(w.all, describe(f, id, a, w.title))
		}
		if block && (w.long || inside != nil) {
			w.body(f, id, a, inside)
		}
	}
}

// listDisabled returns the Listing of what is commented out in a file. If there are addresses, it
// has only what is at these addresses, or inside what they mean.
func (s *Scope) listDisabled(title string, tree *syntax.File, only []address.Target) (l Listing) {
	if terraform.IsInJSON(title) {
		return l
	}
	for _, d := range selection.DisabledIn(tree, s.language(), nil) {
		if len(only) > 0 && !slices.ContainsFunc(only, func(t address.Target) bool { return d.IsAt(t.Address(), true) }) {
			continue
		}
		item := describe(d.Tree, d.ID, d.Address, title)
		item.First, item.Last = tree.Line(d.Lines.From), tree.Line(d.Lines.To-1)
		l.All = append(l.All, item)
	}
	return l
}
