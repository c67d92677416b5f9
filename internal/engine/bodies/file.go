package bodies

import (
	"hash/maphash"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// The type file has a parsed file, the tree of the file, and the budget that is charged for reading
// items.
type file struct {
	f      *syntax.File
	t      *tree.Tree // the tree of f
	budget *budget.Budget
}

// first returns the first child of an item, or NoItem. The children of the item must have been
// created.
func (x *file) first(parent syntax.ItemID) syntax.ItemID { return x.t.Item(parent).First }

// next returns the next sibling of an item, or NoItem.
func (x *file) next(id syntax.ItemID) syntax.ItemID { return x.t.Item(id).Next }

// isIn reports whether an item is in the file: neither it nor an enclosing item was removed.
func (x *file) isIn(id syntax.ItemID) bool {
	for ; id != syntax.Root; id = x.t.Item(id).Parent {
		if id == syntax.NoItem || !x.t.Attached(id) {
			return false
		}
	}
	return true
}

// BlockHash returns two hashes of a block: the AddressHash of its type without labels, and the
// AddressHash of its type and its labels.
func (x *file) BlockHash(id syntax.ItemID) (typ, address uint64) {
	typ = maphash.Bytes(indexSeed, x.f.Name(id))
	address = typ
	for label := range x.f.Labels(id) {
		x.budget.Step(1)
		address = joinHash(address, maphash.Bytes(indexSeed, label))
	}
	return typ, address
}

// nearest returns the item itself if it is an attribute, block, pair or element. Otherwise it
// returns the nearest sibling of these kinds: after the item if the argument forwards is true, else
// before the item. If there is no such sibling, it returns NoItem.
func (x *file) nearest(id syntax.ItemID, forwards bool) syntax.ItemID {
	for id != syntax.NoItem && x.t.Item(id).Kind < syntax.KindAttribute {
		x.budget.Step(1)
		if forwards {
			id = x.t.Item(id).Next
		} else {
			id = x.t.Item(id).Prev
		}
	}
	return id
}

// mayHave reports whether the top level may have a block of one of the given types.
func (x *file) mayHave(types []string) bool { return slices.ContainsFunc(types, x.t.MayHaveType) }

// HasLabels reports whether a block has exactly the given labels. If the argument patterns is true,
// the given labels may be patterns.
func (x *file) HasLabels(block syntax.ItemID, labels []string, patterns bool) bool {
	if patterns {
		return x.fits(block, labels)
	}
	x.budget.Step(1 + len(labels))
	return x.f.HasLabels(block, labels)
}

// fits reports whether a block matches the labels of an address. Labels may be patterns.
func (x *file) fits(block syntax.ItemID, labels []string) bool {
	n := 0
	for label := range x.f.Labels(block) {
		if n == len(labels) {
			return false
		}
		x.budget.Step(1 + len(labels[n])/2 + len(label)/8) // each "*" costs a search of the label
		if !address.MatchLabel(labels[n], string(label)) {
			return false
		}
		n++
	}
	return n == len(labels)
}
