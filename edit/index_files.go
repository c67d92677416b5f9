package edit

import (
	"hash/maphash"
	"slices"

	"iacedit/syntax"
)

// A fileIndex knows which documents of a module have blocks of a type, or at an address,
// so that a request of many edits does not look into every document for each.
type fileIndex struct {
	read int              // the documents before that number are in it
	docs map[uint64][]int // by the hash of a type, and by that of type and labels, in the order in which they are loaded; blocks may have gone
}

// docsWith returns the documents that may have top-level blocks of one of these types, with
// these labels unless they are nil, in the order in which they are loaded.
func (a *applier) docsWith(types, labels []string) []int {
	if a.edits < manyEdits || len(a.docs) <= fewChildren {
		return a.order
	}
	x := &a.files
	if x.docs == nil {
		x.docs = map[uint64][]int{}
	}
	for ; x.read < len(a.docs); x.read++ {
		d := a.docs[x.read].d
		for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
			a.budget.Step(1)
			if d.Kind(id) == syntax.KindBlock {
				a.noteFile(x.read, id)
			}
		}
	}
	found := x.docs[addressHash(types[0], labels)]
	for _, typ := range types[1:] {
		found = slices.Clone(found)
		for _, doc := range x.docs[addressHash(typ, labels)] {
			a.budget.Step(stepsPerName)
			found = a.insertInOrder(found, doc)
		}
	}
	return found
}

// insertInOrder inserts a document among others that are in the order in which they are
// loaded, unless it is there.
func (a *applier) insertInOrder(docs []int, doc int) []int {
	at, ok := slices.BinarySearchFunc(docs, a.docs[doc].Name, func(other int, name string) int { return byName(a.docs[other], name) })
	if ok {
		return docs
	}
	return slices.Insert(docs, at, doc)
}

// noteFile notes that a document has a top-level block.
func (a *applier) noteFile(doc int, id syntax.ItemID) {
	if doc > a.files.read || a.files.docs == nil {
		return // it will be found there
	}
	d := a.docs[doc].d
	key := maphash.Bytes(indexSeed, d.Name(id))
	a.files.docs[key] = a.insertInOrder(a.files.docs[key], doc)
	any := false
	for label := range d.Labels(id) {
		a.budget.Step(1)
		key, any = joinHash(key, maphash.Bytes(indexSeed, label)), true
	}
	if any {
		a.files.docs[key] = a.insertInOrder(a.files.docs[key], doc)
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
