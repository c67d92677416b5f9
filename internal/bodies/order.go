package bodies

import (
	"slices"

	"iacedit/syntax"
)

// A disorder says how far the indexed blocks of a body are in code order.
type disorder uint8

const (
	ordered      disorder = iota // all are
	betweenTypes                 // the blocks of each type are
	withinTypes                  // not even these are
)

// insertedBlock records a new block of a body. b is the index of the body, or nil: a later
// index is in code order.
func (x *Index) insertedBlock(b *bodyIndex, id syntax.ItemID) {
	it := x.t.Item(id)
	body, now := it.Parent, ordered
	if next := x.nearest(it.Next, true); next != syntax.NoItem {
		now = betweenTypes
		if b != nil && !x.isAfterLast(b, id) {
			now = withinTypes
		}
	}
	if x.sorted == body {
		if now == ordered {
			x.places[id] = x.nextPlace
			x.nextPlace++
		} else {
			x.sorted = syntax.NoItem
		}
	}
	x.disordered(body, now)
}

// isAfterLast reports whether a block follows the last known one of its type.
func (x *Index) isAfterLast(b *bodyIndex, id syntax.ItemID) bool {
	known := b.blocks[string(x.f.Name(id))]
	prev := x.nearest(x.t.Item(id).Prev, false)
	return len(known) > 0 && known[len(known)-1] == prev
}

// disordered records the disorder of a body.
func (x *Index) disordered(body syntax.ItemID, d disorder) {
	if d <= x.disorder[body] {
		return
	}
	if x.disorder == nil {
		x.disorder = map[syntax.ItemID]disorder{}
	}
	x.disorder[body] = d
}

// sort sorts blocks of a body in code order. types is the number of their types.
func (x *Index) sort(body syntax.ItemID, blocks []syntax.ItemID, types int) {
	switch d := max(x.disorder[body], x.before); {
	case len(blocks) < 2 || types < 2 && d < withinTypes:
		return
	case d == ordered:
		slices.Sort(blocks)
		return
	case x.sorted != body:
		x.sorted, x.places, x.nextPlace = body, map[syntax.ItemID]int{}, 0
		for id := x.first(body); id != syntax.NoItem; id = x.next(id) {
			x.budget.Step(2)
			x.places[id] = x.nextPlace
			x.nextPlace++
		}
	}
	slices.SortFunc(blocks, func(a, b syntax.ItemID) int { return x.places[a] - x.places[b] })
}
