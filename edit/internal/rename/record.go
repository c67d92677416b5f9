package rename

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/fault"
)

// recordIn adds the renamed block to n.blocks. It returns an error if n.blocks already contains the
// block.
func (b renamedBlock) recordIn(n *renamer) error {
	if n.renamed[b.block] {
		return fault.At(b.labelsAt, fault.InvalidRequest, "rename: %s %s is renamed twice", b.typ, quoteLabels(b.from))
	}
	draft.Note(&n.renamed, b.block, true)
	n.blocks = append(n.blocks, b)
	return nil
}
