package rename

import (
	"fmt"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
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
		if !b.keepReferences && !b.isTwin && len(b.from) > 0 && (n.m.Named || !b.byPattern) && n.mayRefer(b.block.File, b.typ) {
			n.warnNotSearched(b.entryAt, b.block.File, b.typ, address.Of(b.typ, b.from...).String())
			n.warnOfCalls(b)
			n.warnOfComputed(b)
			n.warnOfNamesakes(b)
		}
	}
	for i := range n.labels {
		l := &n.labels[i]
		n.o.RecordOutcome(l.entryAt, l.block.File, l.oldAddress, "", report.Renamed)
		if typ := l.oldAddress[0].Text; l.changeReferences && n.mayReferInto(l.block.File, typ) {
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
			if again := i > 0 && n.names[i-1].isBlock && n.names[i-1].attribute.At == name.attribute.At; !again && name.needsSearch(n) && n.mayReferInto(name.block.File, name.blockAddress[0].Text) {
				n.warnNotSearched(name.attribute.At, name.block.File, name.blockAddress[0].Text, excerpt.Quote(name.attribute.Name))
			}
			continue
		}
		effect := report.Renamed
		if name.keepsName() {
			effect = report.Changed
		}
		n.o.RecordOutcome(name.attribute.At, name.block.File, name.blockAddress, name.attribute.Text, effect)
		if typ := name.blockAddress[0].Text; name.needsSearch(n) && len(name.attribute.Path) == 0 && n.mayReferInto(name.block.File, typ) {
			n.warnNotSearched(name.attribute.At, name.block.File, typ, excerpt.Quote(name.attribute.Name))
		}
	}
	for i := range n.moves {
		m := &n.moves[i]
		n.o.RecordOutcome(m.name.Attribute.At, m.block.File, m.where, m.name.Attribute.Text, report.Renamed)
		if typ := m.where[0].Text; !m.quiet && n.mayReferInto(m.block.File, typ) {
			n.warnNotSearched(m.name.Attribute.At, m.block.File, typ, excerpt.Quote(m.name.Attribute.Text))
		}
	}
	sequence.SortStable(n.o.Outcomes[first:], func(a, b report.Outcome) int { return a.At - b.At })
}

// needsSearch reports whether a warning should say which code was not searched for references to an
// item. If the edit names all blocks of a type and the request has only the code of one file, the
// edit is about that code, and needs no such warning for each of the blocks.
func (name *renamedName) needsSearch(n *renamer) bool {
	return !name.keepReferences && (n.m.Named || !name.byPattern)
}

// warnOfComputed warns of a renamed object that has other names than its label, which an expression
// computes.
func (n *renamer) warnOfComputed(b *renamedBlock) {
	r := n.m.Language.Dialect.References()
	if r == nil || r.Computed == "" {
		return
	}
	if id := b.block.Index.Attribute(b.block.ID, r.Computed); id != syntax.NoItem {
		n.o.WarnPlace(b.entryAt, report.KeyNotLiteral, fmt.Sprintf("its %s is an expression, and strings that have a name it makes are left as they are", r.Computed), b.block.File, b.oldAddress, b.block.Draft.Item(id).Name.From)
	}
}

// mayRefer reports whether a reference to a block of this type is possible. A "moved" block, for
// example, cannot be referred to.
func (n *renamer) mayRefer(f *draft.File, typ string) bool {
	d, role := n.m.Language.Dialect, f.Reading()
	return !d.Refers() || role.KindOf(typ) != refs.Other && !role.DeclaresAttributes(typ) || typ == "output" && !d.AnyBlock()
}

// mayReferInto reports whether a reference to an attribute of a block of this type is possible.
func (n *renamer) mayReferInto(f *draft.File, typ string) bool {
	role := f.Reading()
	return !n.m.Language.Dialect.Refers() || role.DeclaresAttributes(typ) || role.KindOf(typ).OwnsAttributes()
}

// warnNotSearched warns of files that were not searched but may contain references to a renamed
// object. The last two arguments are the block type of the object and its name in messages.
func (n *renamer) warnNotSearched(at int, file *draft.File, typ, name string) {
	if n.o == nil {
		return
	}
	d := n.m.Language.Dialect
	if !d.Refers() {
		n.o.Warn(at, report.NotSearched, fmt.Sprintf("the dialect %s does not define references, so references to %s were not searched for", d, name))
		return
	}
	if d.AnyBlock() && !n.m.Named {
		if d.Shares() {
			n.o.Warn(at, report.NotSearched, fmt.Sprintf("only this code was searched for references to %s: not the other files that %s reads", name, d.Title()))
		}
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
		folder, base := module.Split(name)
		if d.ReadsAlone(base) && !d.LinksFiles() {
			continue
		}
		if d.LinksFiles() || folder == file.Folder || uses.TestedBy(folder) == file.Folder || !d.AnyBlock() && (typ == "variable" || typ == "output") {
			n.o.WarnAbout(at, report.NotSearched, name, unread)
		}
	}
	for _, f := range n.m.Files {
		n.m.Budget.Step(1)
		switch {
		case f.Role != module.None, f.Dialect() != d, f.Folder != file.Folder && uses.TestedBy(f.Folder) != file.Folder, terraform.IsTest(f.Name):
		default:
			n.o.WarnAbout(at, report.NotSearched, f.Name, unsearched)
		}
	}
}

// warnOfNamesakes warns of blocks of other types that have the new name of a block, if strings may mean
// both.
func (n *renamer) warnOfNamesakes(b *renamedBlock) {
	if len(b.to) != 1 {
		return
	}
	for _, typ := range n.m.Language.Dialect.NamedLike(b.typ) {
		for _, f := range n.m.FilesOf(b.block.Scope()) {
			n.m.Budget.Step(1)
			for _, other := range f.BlocksAt(typ, b.to) {
				if !n.renamed[other] {
					n.o.WarnPlace(b.entryAt, report.NotSearched, fmt.Sprintf("%s gets the name of this %s: strings with the name may mean either", b.oldAddress, typ), f, address.Of(typ, b.to...), f.Draft.Item(other.ID).Name.From)
				}
			}
		}
	}
}

// keepsName reports whether an attribute or key keeps its name, and has only another value.
func (n *renamedName) keepsName() bool {
	old := n.attribute.Name
	if last := len(n.attribute.Path) - 1; last >= 0 {
		old = n.attribute.Path[last].Key
	}
	return n.newName == old
}
