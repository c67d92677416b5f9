package bodies

import (
	"hash/maphash"
	"slices"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/tree"
	"iacedit/syntax"
)

// A file is the tree of an index. Reading its items is charged to a budget.
type file struct {
	f      *syntax.File
	t      *tree.Tree // of f
	budget *budget.Budget
}

// first returns the first child of an item whose children have been made, or NoItem.
func (x *file) first(parent syntax.ItemID) syntax.ItemID { return x.t.Item(parent).First }

// next returns the child after a child, or NoItem.
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

// BlockHash returns the AddressHash of the type of a block, and of its type and labels.
func (x *file) BlockHash(id syntax.ItemID) (typ, address uint64) {
	typ = maphash.Bytes(indexSeed, x.f.Name(id))
	address = typ
	for label := range x.f.Labels(id) {
		x.budget.Step(1)
		address = joinHash(address, maphash.Bytes(indexSeed, label))
	}
	return typ, address
}

// nearest returns the first item that holds code, from a child on, forwards or backwards.
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

// mayHave reports whether the top level may have blocks of one of these types.
func (x *file) mayHave(types []string) bool { return slices.ContainsFunc(types, x.t.MayHaveType) }

// fits reports whether a block matches the labels of an address. Labels may be patterns.
func (x *file) fits(block syntax.ItemID, labels []string) bool {
	n := 0
	for label := range x.f.Labels(block) {
		if n == len(labels) {
			return false
		}
		x.budget.Step(1 + len(labels[n])/2 + len(label)/8) // each "*" is a search
		if !address.MatchLabel(labels[n], string(label)) {
			return false
		}
		n++
	}
	return n == len(labels)
}
