package edit

import (
	"hash/maphash"
	"slices"

	"iacedit/syntax"
)

// manyOperations is from how many addresses in one request on an index of the code's
// blocks pays: below, looking through them is faster than making it.
const manyOperations = 8

// A blockIndex knows what is at the top level: in a request of many operations, the
// blocks by address.
type blockIndex struct {
	attributes int              // how many attributes there are
	last       map[uint64]int32 // by the hash of an address, the entry made last; nil where there is no index
	entries    []indexEntry     // entries[0] is none
}

// An indexEntry is a block, and the entry made before it for the same hash.
type indexEntry struct {
	block syntax.ItemID
	next  int32
}

var indexSeed = maphash.MakeSeed()

func (x *blockIndex) start(a *applier, operations int) {
	if operations >= manyOperations {
		x.last = make(map[uint64]int32)
		x.entries = make([]indexEntry, 1)
	}
	for id := a.d.Item(syntax.Root).First; id != syntax.NoItem; id = a.d.Item(id).Next {
		switch a.d.Item(id).Kind {
		case syntax.KindAttribute:
			x.attributes++
		case syntax.KindBlock:
			x.add(a, id)
		}
	}
}

// add notes a block.
func (x *blockIndex) add(a *applier, id syntax.ItemID) {
	if x.last == nil {
		return
	}
	key := maphash.Bytes(indexSeed, a.d.Name(id))
	for label := range a.d.Labels(id) {
		key = joinHash(key, maphash.Bytes(indexSeed, label))
	}
	x.entries = append(x.entries, indexEntry{block: id, next: x.last[key]})
	x.last[key] = int32(len(x.entries) - 1)
}

func joinHash(a, b uint64) uint64 { return a*31 + b }

// topBlocks appends the blocks at an address of the top level, in code order.
func (a *applier) topBlocks(found []syntax.ItemID, typ string, labels []string) []syntax.ItemID {
	spellings := a.options.language().Spellings(typ)
	if a.index.last == nil {
		for id := a.d.Item(syntax.Root).First; id != syntax.NoItem; id = a.d.Item(id).Next {
			if a.isAt(id, spellings, labels) {
				found = append(found, id)
			}
		}
		return found
	}
	for _, name := range spellings {
		key := maphash.String(indexSeed, name)
		for _, label := range labels {
			key = joinHash(key, maphash.String(indexSeed, label))
		}
		for i := a.index.last[key]; i > 0; i = a.index.entries[i].next {
			id := a.index.entries[i].block
			if a.isAt(id, spellings, labels) && attached(a.d, id) && !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	slices.Sort(found) // items are numbered in code order, and new blocks stand at the end
	return found
}

// isAt says whether an item is a block of one of these types with these labels.
func (a *applier) isAt(id syntax.ItemID, types, labels []string) bool {
	return a.d.Item(id).Kind == syntax.KindBlock && slices.Contains(types, string(a.d.Name(id))) && a.d.HasLabels(id, labels)
}
