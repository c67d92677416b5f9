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

// tell reports an outcome for each renamed object, by its old name. The outcomes are in the order
// of the edits.
func (n *renamer) tell() {
	if n.o == nil {
		return
	}
	first := len(n.o.Outcomes)
	for i := range n.blocks {
		b := &n.blocks[i]
		n.o.RecordOutcome(b.sent, b.at.File, b.was, "", report.Renamed)
		if !b.stays && !b.twin && n.mayRefer(b.typ) {
			n.warnNotSearched(b.sent, b.at.File, b.typ, address.Of(b.typ, b.from...).String())
			n.warnOfCalls(b)
		}
	}
	for i := range n.labels {
		l := &n.labels[i]
		n.o.RecordOutcome(l.sent, l.at.File, l.was, "", report.Renamed)
		if typ := l.was[0].Text; l.refers && n.mayReferInto(typ) {
			n.warnNotSearched(l.entry, l.at.File, typ, l.was.String())
		}
	}
	for i := range n.keyed {
		k := &n.keyed[i]
		n.o.RecordOutcome(k.sent, k.at.File, k.was, "", report.Renamed)
	}
	for i := range n.names {
		name := &n.names[i]
		if name.along {
			continue
		}
		if name.typ {
			n.o.RecordOutcome(name.of.At, name.at.File, name.in, "", report.Renamed)
			if again := i > 0 && n.names[i-1].typ && n.names[i-1].of.At == name.of.At; !again && !name.stays && n.mayReferInto(name.in[0].Text) {
				n.warnNotSearched(name.of.At, name.at.File, name.in[0].Text, excerpt.Quote(name.of.Name))
			}
			continue
		}
		n.o.RecordOutcome(name.of.At, name.at.File, name.in, name.of.Text, report.Renamed)
		if typ := name.in[0].Text; !name.stays && len(name.of.Path) == 0 && n.mayReferInto(typ) {
			n.warnNotSearched(name.of.At, name.at.File, typ, excerpt.Quote(name.of.Name))
		}
	}
	slices.SortStableFunc(n.o.Outcomes[first:], func(a, b report.Outcome) int { return a.At - b.At })
}

// mayRefer reports whether a reference to a block of this type is possible. A "moved" block, for
// example, cannot be referred to.
func (n *renamer) mayRefer(typ string) bool {
	kind := refs.KindOf(typ)
	return kind != refs.Other && kind != refs.Local || typ == "output" || n.m.Language.Dialect == address.HCL
}

// mayReferInto reports whether a reference to an attribute of a block of this type is possible.
func (n *renamer) mayReferInto(typ string) bool {
	return typ == "locals" || typ == "resource" || typ == "data" || typ == "ephemeral" || n.m.Language.Dialect == address.HCL
}

// warnNotSearched warns of files that were not searched, and may contain references to a renamed
// object. The argument what names the object in messages.
func (n *renamer) warnNotSearched(at int, in *draft.File, typ, what string) {
	if n.o == nil {
		return
	}
	if n.m.Language.Dialect == address.HCL {
		n.o.Warn(at, report.NotSearched, fmt.Sprintf("what refers to what is not known in the dialect hcl: no references to %s were searched for", what))
		return
	}
	if !n.m.Named {
		n.o.Warn(at, report.NotSearched, fmt.Sprintf("only this code was searched for references to %s: not the module's other files, its tests, nor what calls it", what))
		return
	}
	unread, unsearched := "it does not parse, and was not searched for references to "+what, "it was not searched for references to "+what
	for _, skipped := range n.m.Skipped {
		n.m.Budget.Step(1)
		name := skipped.Position.File
		folder, _ := module.Split(name)
		if folder == in.Folder || testedBy(folder) == in.Folder || typ == "variable" || typ == "output" {
			n.o.WarnAbout(at, report.NotSearched, name, unread)
		}
	}
	for _, f := range n.m.Files {
		n.m.Budget.Step(1)
		switch {
		case f.Role != module.None, f.Folder != in.Folder && testedBy(f.Folder) != in.Folder, (typ == "variable" || typ == "output") && terraform.IsTest(f.Name):
		default:
			n.o.WarnAbout(at, report.NotSearched, f.Name, unsearched)
		}
	}
}
