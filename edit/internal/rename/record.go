package rename

import (
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/refs"
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

// A referenceRenames contains the requested renames in one scope that also change references.
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

// addReference records a rename for the references in a scope (see draft.File.Scope). The rename is at the given offset
// in the JSON text of the edits.
func (n *renamer) addReference(scope string, r refs.Rename, offset int) {
	n.addReferenceTo(scope, r, offset, nil)
}

// addReferenceTo is like addReference, for a rename whose name may have a new value.
func (n *renamer) addReferenceTo(scope string, r refs.Rename, offset int, name *plan.NewName) {
	if n.references == nil {
		n.references = map[string]*referenceRenames{}
	}
	inScope := n.references[scope]
	if inScope == nil {
		inScope = new(referenceRenames)
		n.references[scope] = inScope
	}
	key := referenceKey{r.String(), r.Type, r.Name, fmt.Sprint(r.NewPath), r.Repeated}
	// Hashing the key and writing the text of the address cost steps.
	n.m.Budget.Hold(bytesPerReference + len(key.address) + len(key.path))
	n.m.Budget.Step(stepsPerReference + len(key.address)/8 + (len(key.typ)+len(key.name))/64)
	if inScope.seen[key] { // a twin, or another block with the same address, has recorded it
		return
	}
	draft.Note(&inScope.seen, key, true)
	if name != nil && (name.ChangesValue() || name.Reference != nil) {
		draft.Note(&inScope.names, len(inScope.renames), name)
	}
	inScope.renames, inScope.offsets = append(inScope.renames, r), append(inScope.offsets, offset)
}

// byRename returns the names whose values change, by their renames.
func (in *referenceRenames) byRename() map[*refs.Rename]*plan.NewName {
	names := make(map[*refs.Rename]*plan.NewName, len(in.names))
	for i, name := range in.names {
		names[&in.renames[i]] = name
	}
	return names
}
