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

// A renamedTarget is a renamed object, or something renamed in it, to which code in other files may
// refer by links between files.
type renamedTarget struct {
	links.Target
	file      *draft.File
	name      string // its old address, for messages
	at        int    // the offset of the rename in the edits
	keepCalls bool   // references in other files are not changed
}

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
	if b.keepReferences || b.isTwin || len(b.from) != 1 || !n.hasLinks() {
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
	return n.m.Named && len(n.m.Files) > 1 && n.m.Language.Dialect.LinksFiles()
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
		if !t.keepCalls && !u.Uncertain {
			n.addReference(f.Scope(), u.Rename, t.at)
			continue
		}
		why := "%s is left as it is, although %s was renamed"
		if u.Uncertain {
			why = "%s is left as it is: it stands for %s and for something in another file that keeps its name"
		}
		if err := n.warnOfReferences(f, u.Rename, t, why); err != nil {
			return err
		}
	}
	for i := range n.targets {
		n.warnOfLost(&n.targets[i])
	}
	return nil
}

// warnOfReferences warns of the references in a file to something that is renamed in another. The
// format of the warning has the reference and the name of what is renamed.
func (n *renamer) warnOfReferences(f *draft.File, r refs.Rename, t *renamedTarget, format string) error {
	if n.o == nil {
		return nil
	}
	renames, err := refs.NewRenames([]refs.Rename{r})
	if err != nil {
		return err
	}
	n.m.Budget.Parse(len(f.Tree.Text()))
	var places warnedPlaces
	renames.Follow(nil, f.Tree, f.Reading(), func(one refs.Followed) {
		if places.next(t.at) {
			where := n.m.Language.Header(f.Tree, syntax.Root, one.Owner.Item)
			n.o.WarnPlace(t.at, report.NotSearched, fmt.Sprintf(format, excerpt.Quote(string(f.Tree.At(one.At))), t.name), f, where, one.At.From)
		}
	})
	places.warnOfMore(n.o, " like these about "+t.name)
	return nil
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
