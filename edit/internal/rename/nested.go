package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/syntax"
)

// addLabels records the labels that an entry gives to a block nested in a body. The argument
// blockAddress is the address of the nested block.
func addLabels(n *renamer, parent bodyPath, body syntax.ItemID, b draft.Block, blockAddress address.Address, e *plan.Entry) error {
	b.Budget.Step(1)
	typ, from := string(b.Draft.Name(b.ID)), b.Labels()
	to, err := n.newLabels(naming(e), b, true)
	if err != nil || slices.Equal(from, to) {
		return err
	}
	refers := typ == "dynamic" && len(from) == 1
	if refers && !parent.keepReferences {
		n.iterators.add(b, to[0])
		if r, ok := parent.renameOf(parent.generatedPart(body, b), to[0]); ok {
			n.addReference(b.Scope(), r, naming(e).At)
		}
	}
	n.labels = append(n.labels, renamedLabels{block: b, to: to, labelsAt: naming(e).At, entryAt: e.At, oldAddress: blockAddress, changeReferences: (refers || !n.m.Language.Dialect.Refers()) && !parent.keepReferences})
	return nil
}

// naming returns the renames of an entry.
func naming(e *plan.Entry) *plan.Naming { return e.Content.(*plan.Naming) }
