package rename

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
)

// findBlockType records a new type for all nested blocks of one type in a body. The label of each
// dynamic block that generates such blocks also changes.
func (n *renamer) findBlockType(b bodyPath, body syntax.ItemID, blockAddress address.Address, typ *plan.NewName) error {
	s := b.NestedSite(body, plan.Rename, typ.Attribute.Name, nil)
	dynamic := b.dynamicBlocks(body, typ.Attribute.Name)
	written := s.HasCandidates()
	if !written && len(dynamic) == 0 && b.optional {
		n.o.RecordOutcome(typ.Attribute.At, b.File, blockAddress, "", report.Absent)
	} else if !written && len(dynamic) == 0 {
		return fault.At(typ.Attribute.At, fault.BlockNotFound, "rename: no %s block; %s", typ.Attribute.Name, s.ListBlocks(draft.Block{}))
	}
	at := n.o.Blocks(s, blockAddress)
	for _, inner := range s.Candidates() {
		n.names = append(n.names, renamedName{block: b.Block, id: inner.ID, isBlock: true, attribute: typ.Attribute, newName: typ.Name, blockAddress: at.Address(inner), keepReferences: b.keepReferences, byPattern: b.byPattern})
	}
	s.Free()
	if len(dynamic) == 0 {
		return nil
	}
	s = b.NestedSite(body, plan.Rename, "dynamic", nil)
	at = n.o.Blocks(s, blockAddress)
	for _, block := range dynamic {
		n.labels = append(n.labels, renamedLabels{block: block, to: []string{typ.Name}, labelsAt: typ.Attribute.At, entryAt: typ.Attribute.At, oldAddress: at.Address(block), changeReferences: !written && !b.keepReferences})
		if !b.keepReferences {
			n.iterators.add(block, typ.Name)
		}
	}
	s.Free()
	return nil
}

// findAttribute records a new name for an attribute of a body, or for a key inside it. It returns
// an error if the body has no such attribute or key, unless the entry is optional.
func (n *renamer) findAttribute(b bodyPath, body syntax.ItemID, blockAddress address.Address, name *plan.NewName) (err error) {
	n.lastAt = name.Attribute.At
	defer budget.CatchAt(&err, name.Attribute.At)
	id, _, seen := b.ValueAt(body, &name.Attribute, nil)
	switch {
	case seen == address.There:
	case b.optional:
		n.o.RecordOutcome(name.Attribute.At, b.File, blockAddress, name.Attribute.Text, report.Absent)
		return nil
	default:
		return fault.At(name.Attribute.At, fault.AttributeNotFound, "rename: no attribute %s; %s", excerpt.Quote(name.Attribute.Text), b.AttributesOf(body, name.Attribute.Name))
	}
	n.names = append(n.names, renamedName{block: b.Block, body: body, attribute: name.Attribute, id: id, newName: name.Name, blockAddress: blockAddress, keepReferences: b.keepReferences, byPattern: b.byPattern, made: name.Made})
	if name.ChangesValue() {
		n.forms.addValue(b.Block, id, name, blockAddress)
	}
	return nil
}
