package edit

import (
	"slices"
	"strings"

	"iacedit/syntax"
)

// manyOperations is from how many addresses in one request on a map of the code's
// blocks pays: below, looking through them is faster than making it.
const manyOperations = 8

// A blockIndex knows what is at the top level: in a request of many operations, the
// blocks by address.
type blockIndex struct {
	attributes int                        // how many attributes there are
	blocks     map[string][]syntax.ItemID // in code order; nil where there is no index
}

func (x *blockIndex) start(a *applier, operations int) {
	if operations >= manyOperations {
		x.blocks = make(map[string][]syntax.ItemID)
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

// add notes a block that stands after all others noted.
func (x *blockIndex) add(a *applier, id syntax.ItemID) {
	if x.blocks != nil {
		key := indexKey(a, id)
		x.blocks[key] = append(x.blocks[key], id)
	}
}

func (x *blockIndex) remove(a *applier, id syntax.ItemID) {
	if x.blocks != nil {
		key := indexKey(a, id)
		x.blocks[key] = slices.DeleteFunc(x.blocks[key], func(other syntax.ItemID) bool { return other == id })
	}
}

// indexKey joins a block's type and labels with a byte that labels rarely hold; what
// is found by it is compared in full.
func indexKey(a *applier, id syntax.ItemID) string {
	var key strings.Builder
	key.Write(a.d.Name(id))
	for label := range a.d.Labels(id) {
		key.WriteByte(0)
		key.Write(label)
	}
	return key.String()
}

// topBlocks appends the blocks at an address of the top level, in code order.
func (a *applier) topBlocks(found []syntax.ItemID, typ string, labels []string) []syntax.ItemID {
	spellings := a.spellings(typ)
	if a.index.blocks != nil {
		for _, name := range spellings {
			for _, id := range a.index.blocks[strings.Join(append([]string{name}, labels...), "\x00")] {
				if a.d.HasLabels(id, labels) {
					found = append(found, id)
				}
			}
		}
		slices.Sort(found) // the spellings of one type; items are numbered in code order
		return found
	}
	for id := a.d.Item(syntax.Root).First; id != syntax.NoItem; id = a.d.Item(id).Next {
		if a.d.Item(id).Kind == syntax.KindBlock && slices.Contains(spellings, string(a.d.Name(id))) && a.d.HasLabels(id, labels) {
			found = append(found, id)
		}
	}
	return found
}
