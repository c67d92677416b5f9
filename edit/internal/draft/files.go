package draft

import (
	"slices"

	"iacedit/internal/engine/bodies"
	"iacedit/module"
	"iacedit/syntax"
)

// A fileIndex finds the files of a module that may have certain blocks or top-level attributes.
// With it, a request with many edits need not search every file for each edit. It finds blocks by
// their type, or by type and labels, and attributes by their name. Deleted blocks stay in the
// index.
type fileIndex struct {
	read  int                // how many files are in the index
	files map[uint64][]*File // in load order; the key is a hash of a type, a type and labels, or an attribute
}

// fewFiles is the largest number of files that are searched without an index.
const fewFiles = 16

// attributeKey marks the name of a top-level attribute with "=", so that the index does not confuse
// it with a block type.
func attributeKey(name string) string { return "=" + name }

// filesWith returns the files that may have top-level blocks of any of the given types. Unless
// labels is nil, the blocks must also have these labels. To find a top-level attribute, pass the
// attributeKey of its name as a type. The files are in load order.
func (m *Module) filesWith(types, labels []string) []*File {
	if m.searches < bodies.Many || len(m.Files) <= fewFiles {
		return m.order
	}
	x := &m.index
	if x.files == nil {
		x.files = map[uint64][]*File{}
	}
	for ; x.read < len(m.Files); x.read++ {
		f := m.Files[x.read]
		f.indexed = true
		for id := f.Draft.FirstItem(syntax.Root); id != syntax.NoItem; id = f.Draft.NextItem(id) {
			m.Budget.Step(1)
			m.noteFile(f, id)
		}
	}
	found := x.files[bodies.AddressHash(types[0], labels)]
	for _, typ := range types[1:] {
		found = slices.Clone(found)
		for _, f := range x.files[bodies.AddressHash(typ, labels)] {
			m.Budget.Step(stepsPerName)
			found = insertInOrder(found, f)
		}
	}
	return found
}

// insertInOrder adds a file to a list in load order, unless the list has the file already.
func insertInOrder(files []*File, f *File) []*File {
	at, ok := slices.BinarySearchFunc(files, f, inOrder)
	if ok {
		return files
	}
	return slices.Insert(files, at, f)
}

// inOrder compares two files by load order.
func inOrder(a, b *File) int { return module.CompareIn(a.Folder, a.base, b.Folder, b.base) }

// noteFile records in the index that a file has a top-level block or attribute.
func (m *Module) noteFile(f *File, id syntax.ItemID) {
	if !f.indexed {
		return // the index reads the whole file later
	}
	x := &m.index
	switch f.Draft.Kind(id) {
	case syntax.KindAttribute:
		name := bodies.AddressHash(attributeKey(string(f.Draft.Name(id))), nil)
		x.files[name] = insertInOrder(x.files[name], f)
		return
	case syntax.KindBlock:
	default:
		return
	}
	typ, address := f.Index.BlockHash(id)
	x.files[typ] = insertInOrder(x.files[typ], f)
	if address != typ {
		x.files[address] = insertInOrder(x.files[address], f)
	}
}
