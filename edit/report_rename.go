package edit

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// handed returns the address of the block at hand, for a report.
func (a *applier) handed() address.Address {
	if a.report == nil {
		return nil
	}
	return a.report.path
}

// nestedAddress returns the address of a nested block, for a report.
func (n *renamer) nestedAddress(s *site, id syntax.ItemID) address.Address {
	if n.report == nil {
		return nil
	}
	return n.addressOf(s, id)
}

// noteRenamed notes what is renamed, by its old name, in the order of the edits.
func (n *renamer) noteRenamed() {
	if n.report == nil {
		return
	}
	first := len(n.report.outcomes)
	for i := range n.blocks {
		b := &n.blocks[i]
		n.in(b.at.doc)
		n.tell(b.sent, b.was, "", EffectRenamed)
		if !b.stays && n.mayRefer(b.typ) {
			n.warnNotSearched(b.sent, b.typ, address.Of(b.typ, b.from...).String())
		}
	}
	for i := range n.names {
		name := &n.names[i]
		n.in(name.at.doc)
		if name.typ {
			n.tell(name.of.At, name.in, "", EffectRenamed)
			continue
		}
		n.tell(name.of.At, name.in, name.of.Text, EffectRenamed)
		if typ := name.in[0].Text; !name.stays && len(name.of.Path) == 0 && n.mayReferInto(typ) {
			n.warnNotSearched(name.of.At, typ, excerpt.Quote(name.of.Name))
		}
	}
	slices.SortStableFunc(n.report.outcomes[first:], func(a, b outcome) int { return a.at - b.at })
}

// mayRefer reports whether something may refer to a block of a type.
func (n *renamer) mayRefer(typ string) bool {
	_, ok := kinds[typ]
	return ok || typ == "output" || n.options.Dialect == HCL
}

// mayReferInto reports whether something may refer to an attribute of a block of a type.
func (n *renamer) mayReferInto(typ string) bool {
	return typ == "locals" || typ == "resource" || typ == "data" || typ == "ephemeral" || n.options.Dialect == HCL
}

// noteMoved notes that a "moved" block is made or taken away, the one with that number
// where there are several.
func (t *teller) noteMoved(at, number int, result Effect) {
	if t.report == nil {
		return
	}
	where := address.Of(terraform.Block("moved").Name)
	if len(t.blocks) > 1 {
		where = append(where, address.Part{Kind: address.PartIndex, Index: number})
	}
	t.tell(at, where, "", result)
}
