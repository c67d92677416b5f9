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
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/refs"
)

// addBlockReference records that references to a renamed block must be changed. The two slices
// contain the old and the new labels.
func (n *renamer) addBlockReference(typ string, b draft.Block, from, to []string, attribute string) {
	kind := refs.KindOf(typ)
	if kind == refs.Other || kind == refs.Local || n.m.Language.Dialect.AnyBlock() {
		return
	}
	r := refs.Rename{Of: refs.Address{Kind: kind, Name: from[len(from)-1]}, Attribute: attribute, Name: to[len(to)-1], Repeated: isRepeated(b)}
	switch {
	case kind == refs.Provider:
		alias := aliasOf(b)
		r.Of.Type, r.Of.Name, r.Type, r.Name = from[0], alias, to[0], alias
	case len(from) == 2:
		r.Of.Type, r.Type = from[0], to[0]
	}
	n.addReference(b.Folder, r, n.lastAt)
}

// A referenceRenames contains the requested renames in one folder that also change references.
type referenceRenames struct {
	renames []refs.Rename
	offsets []int                 // the offset of each rename in the edits
	names   map[int]*plan.NewName // by index in renames: the names whose values change
	seen    map[referenceKey]bool
}

// A referenceKey is the address of an object and its new name. It identifies a rename in
// referenceRenames.seen.
type referenceKey struct {
	address, typ, name string
	path               string // the new path
	repeated           bool
}

// stepsPerReference is the price of recording a rename for references. bytesPerReference is the
// memory that the record needs.
const stepsPerReference, bytesPerReference = 180, 560

// addReference records a rename for the references in a folder. The rename is at the given offset
// in the JSON text of the edits.
func (n *renamer) addReference(folder string, r refs.Rename, offset int) {
	n.addReferenceTo(folder, r, offset, nil)
}

// addReferenceTo is like addReference, for a rename whose name may have a new value.
func (n *renamer) addReferenceTo(folder string, r refs.Rename, offset int, name *plan.NewName) {
	if n.references == nil {
		n.references = map[string]*referenceRenames{}
	}
	inFolder := n.references[folder]
	if inFolder == nil {
		inFolder = new(referenceRenames)
		n.references[folder] = inFolder
	}
	key := referenceKey{r.String(), r.Type, r.Name, fmt.Sprint(r.NewPath), r.Repeated}
	// Hashing the key and writing the text of the address cost steps.
	n.m.Budget.Hold(bytesPerReference)
	n.m.Budget.Step(stepsPerReference + len(key.address)/8 + (len(key.typ)+len(key.name))/64)
	if inFolder.seen[key] { // a twin, or another block with the same address, has recorded it
		return
	}
	draft.Note(&inFolder.seen, key, true)
	if name != nil && (name.ChangesValue() || name.Reference != nil) {
		draft.Note(&inFolder.names, len(inFolder.renames), name)
	}
	inFolder.renames, inFolder.offsets = append(inFolder.renames, r), append(inFolder.offsets, offset)
}

// addBodyReference records that references to a renamed attribute, nested block or key must be
// changed.
func (n *renamer) addBodyReference(b bodyPath, name *plan.NewName) {
	r, ok := b.renameOf(refs.Part{Name: name.Attribute.Name}, name.Name)
	if b.typ == "locals" && !b.keepReferences && !n.m.Language.Dialect.AnyBlock() {
		r, ok = refs.Rename{Of: refs.Address{Kind: refs.Local, Name: name.Attribute.Name}, Name: name.Name}, true
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
	n.addReferenceTo(b.Folder, r, name.Attribute.At, name)
}

// updateReferences changes the references in all files. It also makes the replacements in
// n.replacements.
func (n *renamer) updateReferences() error {
	if f, captured := n.iterators.addReplacements(n.replacements); captured != nil {
		return n.captureError(f, *captured)
	}
	uses := wholeUses{n: n}
	for _, folder := range slices.Sorted(maps.Keys(n.references)) {
		renames, err := refs.NewRenames(n.references[folder].renames)
		if err != nil {
			return fault.At(n.lastAt, fault.InvalidRequest, "rename: %s", err)
		}
		uses.setRenames(n.references[folder].renames, n.references[folder].offsets)
		names := n.references[folder].byRename()
		for _, r := range n.m.Referrers.In(folder) {
			role := refs.Configuration
			if r.HasValues() {
				role = refs.Variables
			}
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
				if r.Has(one.At.From) {
					n.replacements[r.File] = append(n.replacements[r.File], one)
				}
			}
		}
	}
	uses.warnOfMore()
	if err := n.forms.write(); err != nil {
		return err
	}
	for f, found := range n.replacements {
		slices.SortFunc(found, func(a, b refs.Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
		if err := draft.Rewrite(f, found); err != nil {
			return err
		}
	}
	return nil
}

// byRename returns the names whose values change, by their renames.
func (in *referenceRenames) byRename() map[*refs.Rename]*plan.NewName {
	names := make(map[*refs.Rename]*plan.NewName, len(in.names))
	for i, name := range in.names {
		names[&in.renames[i]] = name
	}
	return names
}

// captureError returns the error for a place where a new name would refer to something else.
func (n *renamer) captureError(f *draft.File, c refs.Capture) error {
	by := "a keyword"
	if c.By != nil {
		by = "a local name"
	}
	return draft.RefusedAt(f, n.lastAt, c.At.From, "rename", "the new name "+excerpt.Quote(c.Name)+" would be taken for "+by)
}
