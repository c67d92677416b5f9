package tidy

import (
	"bytes"
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
	if names, known := x.order(); len(names) > 1 {
		x.changed = sorting.Body(t.m, t.o, x.Block, names, known, x.at) || x.changed
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

// order returns the order of the names in a block, and the name of the argument that the block is
// known by, which is "" if it stays where it is.
func (x *target) order() (order []string, known string) {
	if x.special == nil {
		return nil, ""
	}
	order = append(slices.Clone(x.special.First), "provider", "providers")
	if textOf(x.Block, "for_each") == "" && !x.isHeadedBelow(order) {
		for _, name := range keyArguments {
			if textOf(x.Block, name) != "" {
				order, known = append(order, name), name
				break
			}
		}
	}
	order = append(order, address.AnyLabel)
	return slices.Concat(order, x.special.Ending, x.special.Last), known
}

// isHeadedBelow reports whether the block begins with arguments of the given names, and a comment, or
// a blank line and a nested block, are below them. The argument that the block is known by would go
// above these.
func (x *target) isHeadedBelow(names []string) bool {
	d := x.Draft
	for id := d.FirstItem(x.ID); id != syntax.NoItem && slices.Contains(names, string(d.Name(id))); id = d.NextItem(id) {
		if d.Below(id) != syntax.NoItem {
			continue
		}
		below := d.NextItem(id)
		if below == syntax.NoItem {
			return false
		}
		gap := syntax.Span{From: d.Item(id).Tail.To, To: d.Item(below).Head.From} // the files have no edits in this block
		if len(bytes.TrimSpace(d.At(gap))) > 0 || d.Kind(below) == syntax.KindBlock || d.Heads(below) {
			return true
		}
	}
	return false
}
