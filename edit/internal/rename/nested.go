package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
)

// addLabels records the labels that an entry gives to a block nested in a body. The argument
// blockAddress is the address of the nested block.
func addLabels(n *renamer, parent bodyPath, body syntax.ItemID, b draft.Block, blockAddress address.Address, e *plan.Entry) error {
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
	refers := typ == "dynamic" && len(from) == 1 && !parent.keepReferences
	if refers {
		n.iterators.add(b, to[0])
		if r, ok := parent.renameOf(parent.generatedPart(body, b), to[0]); ok {
			n.addReference(b.Scope(), r, naming(e).At)
		}
	}
	n.labels = append(n.labels, renamedLabels{block: b, to: to, labelsAt: naming(e).At, entryAt: e.At, oldAddress: blockAddress, changeReferences: refers})
	return nil
}

// naming returns the renames of an entry.
func naming(e *plan.Entry) *plan.Naming { return e.Content.(*plan.Naming) }
