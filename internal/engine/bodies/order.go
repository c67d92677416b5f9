package bodies

import (
	"slices"

	"iacedit/internal/base/grow"
	"iacedit/syntax"
)

// A disorder describes which of the indexed blocks of a body are in code order.
type disorder uint8

const (
	ordered      disorder = iota // all blocks are in code order
	betweenTypes                 // the blocks of each type are in code order, but not all blocks
	withinTypes                  // not even the blocks of each type are in code order
)

// insertedBlock records that a block was added to a body. The argument b is the index of the body,
// or nil if the body is not indexed yet. An index that is created later is in code order in any
// case.
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
			x.places.add(x, id)
		} else {
			x.sorted = syntax.NoItem
		}
	}
	x.disordered(body, now)
}

// isAfterLast reports whether a block directly follows the last indexed block of its type.
func (x *Index) isAfterLast(b *bodyIndex, id syntax.ItemID) bool {
	known := b.blocks[string(x.f.Name(id))]
	prev := x.nearest(x.t.Item(id).Prev, false)
	return len(known) > 0 && known[len(known)-1] == prev
}

// disordered records the disorder d of a body, unless a disorder as great or greater is already
// recorded.
func (x *Index) disordered(body syntax.ItemID, d disorder) {
	if d <= x.disorder[body] {
		return
	}
	if x.disorder == nil {
		x.disorder = map[syntax.ItemID]disorder{}
	}
	x.disorder[body] = d
}

// sort puts blocks of a body into code order. The argument types is the number of block types that
// were searched for.
func (x *Index) sort(body syntax.ItemID, blocks []syntax.ItemID, types int) {
	switch d := max(x.disorder[body], x.before); {
	case len(blocks) < 2 || types < 2 && d < withinTypes:
		return
	case d == ordered:
		slices.Sort(blocks)
		return
	case x.sorted != body:
		x.sorted, x.places.next = body, 0
		for id := x.first(body); id != syntax.NoItem; id = x.next(id) {
			x.budget.Step(1)
			x.places.add(x, id)
		}
	}
	x.budget.Step(len(blocks))
	slices.SortFunc(blocks, func(a, b syntax.ItemID) int { return int(x.places.indexOf[a] - x.places.indexOf[b]) })
}

// places has the position of each child of a body, as a number. If a new block may have changed the
// order, all positions are computed again, in the same memory.
type places struct {
	indexOf []int32 // the index of each item
	next    int32   // the next index, greater than all others
}

// add gives a child of the body the next position.
func (p *places) add(x *Index, id syntax.ItemID) {
	if n := x.t.Len(); int(id) >= len(p.indexOf) {
		p.indexOf = grow.Reserve(x.budget, p.indexOf, n-len(p.indexOf))[:n]
	}
	p.indexOf[id] = p.next
	p.next++
}
