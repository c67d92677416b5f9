package rename

import (
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/excerpt"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/refs"
)

// reportOutcomes reports an outcome for each renamed object, by its old name. The outcomes are in
// the order of the edits.
func (n *renamer) reportOutcomes() {
	if n.o == nil {
		return
	}
	first := len(n.o.Outcomes)
	for i := range n.blocks {
		b := &n.blocks[i]
		n.o.RecordOutcome(b.entryAt, b.block.File, b.oldAddress, "", report.Renamed)
		if !b.keepReferences && !b.isTwin && n.mayRefer(b.typ) {
			n.warnNotSearched(b.entryAt, b.block.File, b.typ, address.Of(b.typ, b.from...).String())
			n.warnOfCalls(b)
		}
	}
	for i := range n.labels {
		l := &n.labels[i]
		n.o.RecordOutcome(l.entryAt, l.block.File, l.oldAddress, "", report.Renamed)
		if typ := l.oldAddress[0].Text; l.changeReferences && n.mayReferInto(typ) {
			n.warnNotSearched(l.labelsAt, l.block.File, typ, l.oldAddress.String())
		}
	}
	for i := range n.keyed {
		k := &n.keyed[i]
		n.o.RecordOutcome(k.entryAt, k.block.File, k.oldAddress, "", report.Renamed)
	}
	for i := range n.names {
		name := &n.names[i]
		if name.implied {
			continue
		}
		if name.isBlock {
			n.o.RecordOutcome(name.attribute.At, name.block.File, name.blockAddress, "", report.Renamed)
			if again := i > 0 && n.names[i-1].isBlock && n.names[i-1].attribute.At == name.attribute.At; !again && name.needsSearch(n) && n.mayReferInto(name.blockAddress[0].Text) {
				n.warnNotSearched(name.attribute.At, name.block.File, name.blockAddress[0].Text, excerpt.Quote(name.attribute.Name))
			}
			continue
		}
		effect := report.Renamed
		if name.keepsName() {
			effect = report.Changed
		}
		n.o.RecordOutcome(name.attribute.At, name.block.File, name.blockAddress, name.attribute.Text, effect)
		if typ := name.blockAddress[0].Text; name.needsSearch(n) && len(name.attribute.Path) == 0 && n.mayReferInto(typ) {
			n.warnNotSearched(name.attribute.At, name.block.File, typ, excerpt.Quote(name.attribute.Name))
		}
	}
	for i := range n.moves {
		m := &n.moves[i]
		n.o.RecordOutcome(m.name.Attribute.At, m.block.File, m.where, m.name.Attribute.Text, report.Renamed)
		if typ := m.where[0].Text; !m.quiet && n.mayReferInto(typ) {
			n.warnNotSearched(m.name.Attribute.At, m.block.File, typ, excerpt.Quote(m.name.Attribute.Text))
		}
	}
	slices.SortStableFunc(n.o.Outcomes[first:], func(a, b report.Outcome) int { return a.At - b.At })
}

// needsSearch reports whether a warning should say which code was not searched for references to an
// item. If the edit names all blocks of a type and the request has only the code of one file, the
// edit is about that code, and needs no such warning for each of the blocks.
func (name *renamedName) needsSearch(n *renamer) bool {
	return !name.keepReferences && (n.m.Named || !name.byPattern)
}

// mayRefer reports whether a reference to a block of this type is possible. A "moved" block, for
// example, cannot be referred to.
func (n *renamer) mayRefer(typ string) bool {
	kind := refs.KindOf(typ)
	return kind != refs.Other && kind != refs.Local || typ == "output" || n.m.Language.Dialect.AnyBlock()
}

// mayReferInto reports whether a reference to an attribute of a block of this type is possible.
func (n *renamer) mayReferInto(typ string) bool {
	return typ == "locals" || typ == "resource" || typ == "data" || typ == "ephemeral" || n.m.Language.Dialect.AnyBlock()
}

// warnNotSearched warns of files that were not searched but may contain references to a renamed
// object. The last two arguments are the block type of the object and its name in messages.
func (n *renamer) warnNotSearched(at int, file *draft.File, typ, name string) {
	if n.o == nil {
		return
	}
	if n.m.Language.Dialect.AnyBlock() {
		n.o.Warn(at, report.NotSearched, fmt.Sprintf("the dialect hcl does not define references, so references to %s were not searched for", name))
		return
	}
	if !n.m.Named {
		n.o.Warn(at, report.NotSearched, fmt.Sprintf("only this code was searched for references to %s: not the module's other files, its tests, nor what calls it", name))
		return
	}
	unread, unsearched := "it does not parse, and was not searched for references to "+name, "it was not searched for references to "+name
	for _, skipped := range n.m.Skipped {
		n.m.Budget.Step(1)
		name := skipped.Position.File
		folder, _ := module.Split(name)
		if folder == file.Folder || draft.TestedBy(folder) == file.Folder || typ == "variable" || typ == "output" {
			n.o.WarnAbout(at, report.NotSearched, name, unread)
		}
	}
	for _, f := range n.m.Files {
		n.m.Budget.Step(1)
		switch {
		case f.Role != module.None, f.Folder != file.Folder && draft.TestedBy(f.Folder) != file.Folder, terraform.IsTest(f.Name):
		default:
			n.o.WarnAbout(at, report.NotSearched, f.Name, unsearched)
		}
	}
}
