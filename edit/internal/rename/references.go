package rename

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/sequence"
	"iacedit/refs"
	"iacedit/syntax"
)

// addBlockReference records that references to a renamed block must be changed. The two slices
// contain the old and the new labels.
func (n *renamer) addBlockReference(typ string, b draft.Block, from, to []string, attribute string) {
	role := b.Reading()
	kind := role.KindOf(typ)
	if kind == refs.Other || len(from) == 0 || role.DeclaresAttributes(typ) || kind.HasType() != (len(from) == 2) {
		return
	}
	r := refs.Rename{Of: refs.Address{Kind: kind, Name: from[len(from)-1]}, Attribute: attribute, Name: to[len(to)-1], Repeated: b.IsRepeated()}
	switch {
	case kind == refs.Provider:
		alias := aliasOf(b)
		r.Of.Type, r.Of.Name, r.Type, r.Name = from[0], alias, to[0], alias
	case len(from) == 2:
		r.Of.Type, r.Type = from[0], to[0]
	}
	n.addReference(b.Scope(), r, n.lastAt)
}

// addBodyReference records that references to a renamed attribute, nested block or key must be
// changed.
func (n *renamer) addBodyReference(b bodyPath, name *plan.NewName) {
	n.addTarget(b, name)
	r, ok := b.renameOf(refs.Part{Name: name.Attribute.Name}, name.Name)
	if role := b.Reading(); role.DeclaresAttributes(b.typ) && !b.keepReferences && (role.KindOf(b.typ) == refs.Local || len(name.Attribute.Path) == 0) {
		r, ok = refs.Rename{Of: refs.Address{Kind: role.KindOf(b.typ), Name: name.Attribute.Name}, Name: name.Name}, true
	}
	if !ok {
		return
	}
	for _, step := range name.Attribute.Path {
		switch last := len(r.Path) - 1; {
		case step.Kind == address.StepKey:
			r.Path = append(r.Path, refs.Part{Name: step.Key})
		case step.Kind == address.StepIndex && last >= 0 && r.Path[last].Element == 0:
			r.Path[last].Element = step.Index + 1
		default:
			if n.o != nil {
				n.o.Warn(name.Attribute.At, report.NotSearched, fmt.Sprintf("references to the key %s were not searched for, because it is not certain how they would be written", excerpt.Quote(name.Attribute.Text)))
			}
			return
		}
	}
	n.addReferenceTo(b.Scope(), r, name.Attribute.At, name)
}

// updateReferences changes the references in all files. It also makes the replacements in
// n.replacements.
func (n *renamer) updateReferences() error {
	if f, captured := n.iterators.addReplacements(n.replacements); captured != nil {
		return n.captureError(f, *captured)
	}
	if err := n.findReaders(); err != nil {
		return err
	}
	if err := n.updateModuleKeys(); err != nil {
		return err
	}
	uses := wholeUses{n: n}
	renamed := n.renamedNames()
	for _, scope := range slices.Sorted(maps.Keys(n.references)) {
		renames, err := refs.NewRenames(n.references[scope].renames)
		if err != nil {
			return fault.At(n.lastAt, fault.InvalidRequest, "rename: %s", err)
		}
		uses.setRenames(n.references[scope].renames, n.references[scope].offsets)
		names := n.references[scope].byRename()
		for _, r := range n.m.Referrers.In(scope) {
			role := r.Reading()
			n.m.Budget.Parse(len(r.Tree.Text()))
			found, captures := renames.Follow(nil, r.Tree, role, func(one refs.Followed) {
				if name := names[one.Rename]; name != nil && r.Has(one.At.From) {
					n.forms.follow(r.File, name, one)
				}
			})
			for _, c := range captures {
				if r.Has(c.At.From) {
					return n.captureError(r.File, c)
				}
			}
			uses.warn(&r, role, renames)
			for _, one := range found {
				if r.Has(one.At.From) && !renamed[fileOffset{r.File, one.At.From}] {
					n.replacements[r.File] = append(n.replacements[r.File], one)
				}
			}
		}
	}
	uses.places.warnOfMore(n.o, "")
	if err := n.forms.write(); err != nil {
		return err
	}
	for f, found := range n.replacements {
		sequence.Sort(found, func(a, b refs.Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
		if err := draft.Rewrite(f, found); err != nil {
			return err
		}
	}
	return nil
}

// A fileOffset is an offset in a file.
type fileOffset struct {
	file   *draft.File
	offset int32
}

// renamedNames returns the places of the attributes at the top level of files that get a new name. In
// some languages they declare what code refers to, and count as references as well.
func (n *renamer) renamedNames() map[fileOffset]bool {
	renamed := map[fileOffset]bool{}
	for i := range n.names {
		if name := &n.names[i]; name.body == syntax.Root && len(name.attribute.Path) == 0 {
			renamed[fileOffset{name.block.File, name.block.Draft.Item(name.id).Name.From}] = true
		}
	}
	return renamed
}
