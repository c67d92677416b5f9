package modules

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/selection"
)

// named are the blocks that may leave their module, by their address as references have it.
type named map[string][]*taken

// named returns the blocks at an address that is names alone: nil for another, and where there
// are none. Of few addresses each is looked for by itself.
func (t *taker) named(a address.Address) []*taken {
	const few = 8
	if len(t.Blocks) <= few || slices.ContainsFunc(a, func(p address.Part) bool { return p.Kind != address.PartName }) {
		return nil
	}
	if t.names == nil {
		t.names = t.allNames()
	}
	return t.names[a.String()]
}

// allNames finds all blocks that may leave.
func (t *taker) allNames() named {
	all := named{}
	in := selection.Entry{Folder: t.Folder}
	for _, f := range t.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name) {
			continue
		}
		for _, typ := range mayLeave {
			for _, b := range f.BlocksOf(typ) {
				t.m.Budget.Step(stepsPerBlock)
				name := strings.Join(b.Labels(), ".")
				if typ != "resource" {
					name = typ + "." + name
				}
				t.m.Budget.Grow(len(name))
				all[name] = append(all[name], &taken{Block: b, typ: typ})
			}
		}
	}
	return all
}
