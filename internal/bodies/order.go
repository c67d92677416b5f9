package bodies

import (
	"slices"

	"iacedit/syntax"
)

// A disorder says how far the blocks of a body are in the order of their numbers.
type disorder uint8

const (
	ordered      disorder = iota // all are
	betweenTypes                 // those of one type are
	withinTypes                  // none need be
)

// insertedBlock notes that a block came to a place in its body. b is what is known of the
// body, nil for nothing: what is found out later is in code order.
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

// isAfterLast reports whether a block stands next behind the last known one of its type.
func (x *Index) isAfterLast(b *bodyIndex, id syntax.ItemID) bool {
	known := b.blocks[string(x.f.Name(id))]
	prev := x.nearest(x.t.Item(id).Prev, false)
	return len(known) > 0 && known[len(known)-1] == prev
}

// disordered notes a disorder of a body.
func (x *Index) disordered(body syntax.ItemID, d disorder) {
	if d <= x.disorder[body] {
		return
	}
	if x.disorder == nil {
		x.disorder = map[syntax.ItemID]disorder{}
	}
	x.disorder[body] = d
}

// sort puts blocks of so many types, which are in a body, in code order.
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
