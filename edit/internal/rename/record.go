package rename

import (
	"strings"

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

// A referenceKey is what a rename renames, and its new name. It identifies the rename in
// referenceRenames.seen.
type referenceKey struct {
	of               refs.Address
	attribute        string
	path, newPath    string
	newType, newName string
	repeated         bool
}

// keyOf returns the key of a rename.
func keyOf(r *refs.Rename) referenceKey {
	return referenceKey{r.Of, r.Attribute, pathKey(r.Path), pathKey(r.NewPath), r.Type, r.Name, r.Repeated}
}

// pathKey returns a path as text. It copies no single name, because the name may be long.
func pathKey(path []refs.Part) string {
	texts := make([]string, len(path))
	for i, part := range path {
		texts[i] = part.String()
	}
	return strings.Join(texts, ".")
}

// size returns the length of the texts in a key, all of which are hashed.
func (k *referenceKey) size() int {
	return len(k.of.Type) + len(k.of.Name) + len(k.attribute) + len(k.path) + len(k.newPath) + len(k.newType) + len(k.newName)
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
	key := keyOf(&r)
	n.m.Budget.Hold(bytesPerReference + len(key.path) + len(key.newPath))
	n.m.Budget.Step(stepsPerReference + key.size()/16)
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
