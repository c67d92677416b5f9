package rename

import (
	"fmt"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/links"
	"iacedit/refs"
	"iacedit/syntax"
)

// addTarget records that an attribute of a block, or a key in it, is renamed.
func (n *renamer) addTarget(b bodyPath, name *plan.NewName) {
	if b.keepReferences || b.ID == syntax.Root || !n.hasLinks() {
		return
	}
	of, inside := refs.Address{Kind: b.Reading().KindOf(b.typ), Name: name.Attribute.Name}, []string(nil)
	if !b.Reading().DeclaresAttributes(b.typ) {
		if len(b.labels) != 1 || len(b.path) > 0 {
			return
		}
		of.Name, inside = b.labels[0], append(inside, name.Attribute.Name)
	}
	for _, step := range name.Attribute.Path {
		if step.Kind != address.StepKey {
			return
		}
		inside = append(inside, step.Key)
	}
	n.addTargetAt(b.File, of, inside, renamedTarget{name: excerpt.Quote(name.Attribute.Text), at: name.Attribute.At, keepCalls: b.keepCalls}, name.Name)
}

// addTargetBlock records that a top-level block is renamed.
func (n *renamer) addTargetBlock(b *renamedBlock) {
	if b.keepReferences || b.isTwin || len(b.from) != 1 {
		return
	}
	if b.typ == "output" && b.block.Dialect() == n.m.Language.Dialect {
		if t, ok := n.m.Referrers.Links().OutputAt(b.block.Folder, b.from[0], b.to[0]); ok {
			n.targets = append(n.targets, renamedTarget{Target: t, file: b.block.File, name: b.oldAddress.String(), at: b.entryAt, keepCalls: b.keepCalls, output: b})
		}
		return
	}
	of := refs.Address{Kind: b.block.Reading().KindOf(b.typ), Name: b.from[0]}
	n.addTargetAt(b.block.File, of, nil, renamedTarget{name: b.oldAddress.String(), at: b.entryAt, keepCalls: b.keepCalls}, b.to[0])
}

func (n *renamer) addTargetAt(f *draft.File, of refs.Address, inside []string, t renamedTarget, to string) {
	if of.Kind == refs.Other {
		return
	}
	t.file, t.Target = f, n.m.Referrers.Links().TargetAt(n.m.Number(f), of, inside, to)
	n.targets = append(n.targets, t)
}

// hasLinks reports whether files of the request may refer to what other files declare.
func (n *renamer) hasLinks() bool {
	return len(n.m.Files) > 1 && n.m.HasLinks()
}

// findReaders records changes in the files that include or read a file in which something is renamed.
func (n *renamer) findReaders() error {
	if !n.hasLinks() {
		return nil
	}
	for i := range n.blocks {
		n.addTargetBlock(&n.blocks[i])
	}
	targets := make([]links.Target, len(n.targets))
	for i := range n.targets {
		targets[i] = n.targets[i].Target
	}
	if len(targets) == 0 {
		return nil
	}
	for _, u := range n.m.Referrers.Links().Uses(targets) {
		t, f := &n.targets[u.Target], n.m.InOrder()[u.File]
		why := ""
		switch {
		case u.Uncertain:
			why = "%s is left as it is: it stands for %s and for something in another file that keeps its name"
		case t.keepCalls:
			why = keyStays
		}
		if t.output != nil {
			n.findMocks(f, u.Rename.Of, t.output, why)
		}
		if why == "" {
			n.addReference(f.Scope(), u.Rename, t.at)
			continue
		}
		n.keep(f, u.Rename, t, why)
	}
	for i := range n.targets {
		if t := &n.targets[i]; t.output == nil {
			n.warnOfLost(t)
		} else {
			n.findLostUses(t)
		}
	}
	return n.warnOfKept()
}

// warnOfLost warns of code that may lead to the file of a renamed object, by a path that is computed or
// leads out of the tree.
func (n *renamer) warnOfLost(t *renamedTarget) {
	if n.o == nil {
		return
	}
	var places warnedPlaces
	for _, lost := range n.m.Referrers.Links().Lost() {
		n.m.Budget.Step(1)
		f := n.m.InOrder()[lost.File]
		why := "its path is computed: it may lead to %s, where %s was renamed"
		if !lost.Computed {
			why = "its path leads outside the files sent: it may lead to %s, where %s was renamed"
		}
		if f == t.file || !lost.Computed && lost.Name != t.file.Base() {
			continue
		}
		if places.next(t.at) {
			n.o.WarnPlace(t.at, report.NotSearched, fmt.Sprintf(why, t.file.Name, t.name), f, n.m.Language.Header(f.Tree, syntax.Root, lost.Item), lost.Offset)
		}
	}
	places.warnOfMore(n.o, " like these about "+t.name)
}
