package tidy

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/sorting"
	"iacedit/internal/base/budget"
	"iacedit/syntax"
)

// keyArguments are the arguments that a block is known by, the best first.
var keyArguments = []string{"name", "bucket", "identifier"}

// arrange puts the arguments of the selected blocks in order.
func (t *tidier) arrange() error {
	numbers := map[*draft.File]map[syntax.ItemID]int{}
	asked := false
	for i := range t.targets {
		x := &t.targets[i]
		if numbers[x.File] == nil {
			numbers[x.File] = map[syntax.ItemID]int{}
			for i, id := range topLevel(x.File) {
				numbers[x.File][id] = i
			}
		}
		x.number = numbers[x.File][x.ID]
		asked = asked || x.Has(plan.Arrange)
	}
	if !asked {
		return nil
	}
	if err := t.m.Settle(); err != nil {
		return err
	}
	blocks := map[*draft.File][]syntax.ItemID{}
	for i := range t.targets {
		x := &t.targets[i]
		if blocks[x.File] == nil {
			blocks[x.File] = topLevel(x.File)
		}
		x.ID = blocks[x.File][x.number]
		if x.Has(plan.Arrange) {
			if err := t.arrangeBlock(x); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *tidier) arrangeBlock(x *target) (err error) {
	defer budget.CatchAt(&err, x.at)
	if names := x.order(); len(names) > 1 {
		x.changed = sorting.Body(t.m, t.o, x.Block, names, x.at) || x.changed
	}
	return nil
}

// topLevel returns the blocks at the top level of a file.
func topLevel(f *draft.File) (all []syntax.ItemID) {
	for id := f.Draft.FirstItem(syntax.Root); id != syntax.NoItem; id = f.Draft.NextItem(id) {
		if f.Budget.Step(4); f.Draft.Kind(id) == syntax.KindBlock {
			all = append(all, id)
		}
	}
	return all
}

// order returns the order of the names in a block.
func (x *target) order() []string {
	if x.special == nil {
		return nil
	}
	order := append(slices.Clone(x.special.First), "provider", "providers")
	if textOf(x.Block, "for_each") == "" && !x.isPartedBelow(order) {
		for _, name := range keyArguments {
			if textOf(x.Block, name) != "" {
				order = append(order, name)
				break
			}
		}
	}
	order = append(order, address.AnyLabel)
	return slices.Concat(order, x.special.Ending, x.special.Last)
}

// isPartedBelow reports whether the block begins with arguments of the given names, and a blank line
// or a comment is below them. The argument that the block is known by would go above that line.
func (x *target) isPartedBelow(names []string) bool {
	d := x.Draft
	for id := d.FirstItem(x.ID); id != syntax.NoItem && slices.Contains(names, string(d.Name(id))); id = d.NextItem(id) {
		if d.Below(id) == syntax.NoItem {
			return true
		}
	}
	return false
}
