package draft

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// A Spot is a resolved place. Items sent to one spot keep their order.
type Spot struct {
	File   *File
	In     syntax.ItemID
	Kind   plan.PlaceKind
	Beside syntax.ItemID // for PlaceBefore and PlaceAfter
	Blocks bool          // the place of a block
}

// spots remember the item that came to each spot last, and the spot of each item.
type spots struct {
	last map[Spot]syntax.ItemID
	of   map[Block]Spot
}

// Came notes that an item came to a spot.
func (m *Module) Came(at Spot, id syntax.ItemID) {
	if m.spots.last == nil {
		m.spots.last, m.spots.of = map[Spot]syntax.ItemID{}, map[Block]Spot{}
	}
	m.spots.last[at], m.spots.of[Block{at.File, id}] = id, at
}

// Latest returns the item that came to a spot last and is there still, or NoItem.
func (m *Module) Latest(at Spot) syntax.ItemID {
	id := m.spots.last[at]
	if id == syntax.NoItem || m.spots.of[Block{at.File, id}] != at || !at.File.Draft.InFile(id) {
		return syntax.NoItem
	}
	return id
}

// Place returns the place in the draft for what is sent to a spot. The zero Place is where
// the draft puts new items by itself.
func (m *Module) Place(at Spot) render.Place {
	latest := m.Latest(at)
	switch {
	case at.Kind == plan.PlaceBefore:
		return render.Place{Before: at.Beside}
	case latest != syntax.NoItem && (at.Kind != plan.PlaceLast || at.Blocks):
		return render.Place{After: latest}
	case at.Kind == plan.PlaceAfter:
		return render.Place{After: at.Beside}
	case at.Kind == plan.PlaceFirst:
		return render.Place{Before: at.FirstItem()}
	case at.Blocks:
		return render.Place{After: at.File.Draft.LastItem(at.In)}
	}
	return render.Place{After: at.lastAttribute(latest)}
}

// FirstItem returns the first block of a spot's body, or its first item if that is an
// attribute and the spot is one of attributes; else NoItem.
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

// lastAttribute returns the last of the attributes before the first block of a spot's body,
// or NoItem. from is one of them, if it is known.
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

// BlockSpot finds the spot of a block in a body of a file, of which outer is special. Beside
// a top-level block it is in the file of that, which is looked for in a folder, "" for any.
func (m *Module) BlockSpot(f *File, folder string, body syntax.ItemID, outer *terraform.Body, place *plan.Place) (at Spot, err error) {
	defer budget.CatchAt(&err, place.At)
	at = Spot{File: f, In: body, Kind: place.Kind, Blocks: true}
	if place.Kind < plan.PlaceBefore {
		return at, nil
	}
	t := &place.Block
	var s *Site
	if body != syntax.Root {
		s = f.In(body, plan.ForPlaces, t.Type, outer)
	} else {
		s = m.At(plan.ForPlaces, t)
	}
	defer s.Leave()
	if err := s.NoAttribute(place.At); err != nil {
		return at, err
	}
	beside := &t.Entries[0]
	if m.Tree && body == syntax.Root && folder != "" && beside.Folder == "" && beside.File == "" {
		inFolder := *beside
		inFolder.Folder = folder
		beside = &inFolder
	}
	c, err := s.Choose(beside, 0)
	switch {
	case err != nil:
		return at, err
	case len(c.Blocks) > 1:
		return at, fault.At(place.At, fault.AmbiguousMatch, "place: %d blocks match %s, and a place is beside one", len(c.Blocks), s.DescribeSelected(beside))
	}
	at.File, at.Beside = c.Blocks[0].File, c.Blocks[0].ID
	return at, nil
}
