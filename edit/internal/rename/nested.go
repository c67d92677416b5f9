package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/syntax"
)

// newLabels records the labels that an entry gives to a block nested in a body. The argument where
// is the block's address.
func newLabels(n *renamer, of bodyOf, body syntax.ItemID, b draft.Block, where address.Address, e *plan.Entry) error {
	to := naming(e).To
	if to == nil {
		return nil
	}
	b.Budget.Step(1)
	typ, from := string(b.Draft.Name(b.ID)), b.Labels()
	switch {
	case len(from) == 0:
		return fault.At(naming(e).At, fault.InvalidRequest, `rename: the %s block has no labels`, typ)
	case len(to) > 1 && len(to) != len(from):
		return fault.At(naming(e).At, fault.InvalidRequest, `rename: "to" has %s, and the %s block has %d`, excerpt.Count(len(to), "label"), typ, len(from))
	case len(to) < len(from):
		to = append(slices.Clone(from[:len(from)-1]), to...)
	}
	if slices.Equal(from, to) {
		return nil
	}
	refers := typ == "dynamic" && len(from) == 1 && !of.stays
	if refers {
		n.iterators.add(b, to[0])
		if r, ok := of.renameIn(of.madeBy(body, b), to[0]); ok {
			n.addReference(b.Folder, r, naming(e).At)
		}
	}
	n.labels = append(n.labels, renamedLabels{at: b, to: to, entry: naming(e).At, sent: e.At, was: where, refers: refers})
	return nil
}

// naming returns the renames of an entry.
func naming(e *plan.Entry) *plan.Naming { return e.Content.(*plan.Naming) }
