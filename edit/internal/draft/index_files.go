package draft

import (
	"hash/maphash"
	"slices"

	"iacedit/module"
	"iacedit/syntax"
)

// A fileIndex knows which files of a module have blocks of a type, or at an address, so
// that a request of many edits does not look into every file for each.
type fileIndex struct {
	read  int                // the files before that number are in it
	files map[uint64][]*File // by the hash of a type, and by that of type and labels, in the order in which they are loaded; blocks may have gone
}

// filesWith returns the files that may have top-level blocks of one of these types, with
// these labels unless they are nil, in the order in which they are loaded.
func (m *Module) filesWith(types, labels []string) []*File {
	if m.edits < ManyEdits || len(m.Files) <= fewChildren {
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
			if f.Draft.Kind(id) == syntax.KindBlock {
				m.noteFile(f, id)
			}
		}
	}
	found := x.files[addressHash(types[0], labels)]
	for _, typ := range types[1:] {
		found = slices.Clone(found)
		for _, f := range x.files[addressHash(typ, labels)] {
			m.Budget.Step(stepsPerName)
			found = insertInOrder(found, f)
		}
	}
	return found
}

// insertInOrder inserts a file among others that are in the order in which they are loaded,
// unless it is there.
func insertInOrder(files []*File, f *File) []*File {
	at, ok := slices.BinarySearchFunc(files, f.Name, func(other *File, name string) int { return module.Compare(other.Name, name) })
	if ok {
		return files
	}
	return slices.Insert(files, at, f)
}

// noteFile notes that a file has a top-level block.
func (m *Module) noteFile(f *File, id syntax.ItemID) {
	if !f.indexed {
		return // it will be found there
	}
	x := &m.index
	key := maphash.Bytes(indexSeed, f.Draft.Name(id))
	x.files[key] = insertInOrder(x.files[key], f)
	any := false
	for label := range f.Draft.Labels(id) {
		m.Budget.Step(1)
		key, any = joinHash(key, maphash.Bytes(indexSeed, label)), true
	}
	if any {
		x.files[key] = insertInOrder(x.files[key], f)
	}
}

// addressHash returns the key of an address in a bodyIndex and a fileIndex.
func addressHash(typ string, labels []string) uint64 {
	key := maphash.String(indexSeed, typ)
	for _, label := range labels {
		key = joinHash(key, maphash.String(indexSeed, label))
	}
	return key
}
