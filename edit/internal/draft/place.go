package draft

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// A Spot is a place that a client asked for, such as "before" a block. The address of that block
// has already been resolved to an item, the Neighbour. Items that are put at the same spot keep
// their order.
type Spot struct {
	File      *File
	In        syntax.ItemID
	Kind      plan.PlaceKind
	Neighbour syntax.ItemID // the neighbour, if Kind is PlaceBefore or PlaceAfter
	Blocks    bool          // the place is for a block, not for an attribute
}

// spots maps each spot to its last item, and each item to its spot.
type spots struct {
	last   map[Spot]syntax.ItemID
	byItem map[Block]Spot
}

// RecordAt is called after an item was put at a spot. The next item of the spot goes after this
// item.
func (m *Module) RecordAt(at Spot, id syntax.ItemID) {
	if m.spots.last == nil {
		m.spots.last, m.spots.byItem = map[Spot]syntax.ItemID{}, map[Block]Spot{}
	}
	m.spots.last[at], m.spots.byItem[Block{at.File, id}] = id, at
}

// LastAt returns the last item that was put at a spot and still exists, or NoItem.
func (m *Module) LastAt(at Spot) syntax.ItemID {
	id := m.spots.last[at]
	if id == syntax.NoItem || m.spots.byItem[Block{at.File, id}] != at || !at.File.Draft.InFile(id) {
		return syntax.NoItem
	}
	return id
}

// Place returns the place at which the draft puts the next item of a spot. The zero Place lets the
// draft choose.
func (m *Module) Place(at Spot) render.Place {
	latest := m.LastAt(at)
	switch {
	case at.Kind == plan.PlaceBefore:
		return render.Place{Before: at.Neighbour}
	case latest != syntax.NoItem && (at.Kind != plan.PlaceLast || at.Blocks):
		return render.Place{After: latest}
	case at.Kind == plan.PlaceAfter:
		return render.Place{After: at.Neighbour}
	case at.Kind == plan.PlaceFirst:
		return render.Place{Before: at.FirstItem()}
	case at.Blocks:
		return render.Place{After: at.File.Draft.LastItem(at.In)}
	}
	return render.Place{After: at.lastAttribute(latest)}
}

// FirstItem returns the item before which a new first item of the body goes. For a new block, this
// is the first block of the body. For a new attribute, it is the body's first item, provided that
// this item is an attribute. If there is no such item, FirstItem returns NoItem.
func (at *Spot) FirstItem() syntax.ItemID {
	d := at.File.Draft
	id := d.FirstItem(at.In)
	for at.Blocks && id != syntax.NoItem && d.Kind(id) != syntax.KindBlock {
		at.File.Budget.Step(1)
		id = d.NextItem(id)
	}
	if id != syntax.NoItem && !at.Blocks && d.Kind(id) == syntax.KindBlock {
		return syntax.NoItem
	}
	return id
}

// lastAttribute returns the last attribute before the first block of a spot's body, or NoItem. The
// argument is an attribute at which the search starts, or NoItem to start at the first item.
func (at *Spot) lastAttribute(from syntax.ItemID) (last syntax.ItemID) {
	d := at.File.Draft
	id := from
	if id == syntax.NoItem {
		id = d.FirstItem(at.In)
	}
	for ; id != syntax.NoItem && d.Kind(id) == syntax.KindAttribute; id = d.NextItem(id) {
		at.File.Budget.Step(1)
		last = id
	}
	return last
}
