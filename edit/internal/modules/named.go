package modules

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/engine/selection"
)

// named maps addresses, such as "aws_vpc.main", to the blocks and locals that may be extracted.
type named map[string][]*extractedItem

// named returns the blocks or locals at an address, or nil. It always returns nil if the address
// has patterns or selectors, or if the request has only a few addresses; findOne then searches for
// the address.
func (t *extractor) named(a address.Address) []*extractedItem {
	const few = 8
	if len(t.Blocks) <= few || slices.ContainsFunc(a, func(p address.Part) bool { return p.Kind != address.PartName }) {
		return nil
	}
	if t.names == nil {
		t.names = t.allNames()
	}
	return t.names[a.String()]
}

// allNames finds all blocks and locals that may be extracted.
func (t *extractor) allNames() named {
	all := named{}
	add := func(name string, b *extractedItem) {
		t.m.Budget.Step(stepsPerBlock)
		t.m.Budget.Grow(len(name))
		all[name] = append(all[name], b)
	}
	in := selection.Entry{Folder: t.Folder}
	for _, f := range t.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name, f.Budget) {
			continue
		}
		for _, typ := range extractableTypes {
			for _, b := range f.BlocksOf(typ) {
				name := strings.Join(b.Labels(), ".")
				if typ != "resource" {
					name = typ + "." + name
				}
				add(name, &extractedItem{Block: b, typ: typ})
			}
		}
		for _, b := range f.BlocksOf("locals") {
			for id := range f.Tree.Attributes(b.ID) {
				name := string(f.Tree.Name(id))
				add("local."+name, &extractedItem{Block: b, local: name, attribute: id, typ: "locals"})
			}
		}
	}
	return all
}
