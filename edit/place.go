package edit

import (
	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/terraform"
	"iacedit/render"
	"iacedit/syntax"
)

// A spot is a place as it is in the code. What is sent to one spot keeps its order there.
type spot struct {
	doc    int
	in     syntax.ItemID
	kind   plan.PlaceKind
	beside syntax.ItemID // Before and After
	blocks bool          // the place of a block
}

// spots remember what came to each spot last, and where it came to.
type spots struct {
	last map[spot]syntax.ItemID
	of   map[blockRef]spot
}

func (s *spots) note(at spot, id syntax.ItemID) {
	if s.last == nil {
		s.last, s.of = map[spot]syntax.ItemID{}, map[blockRef]spot{}
	}
	s.last[at], s.of[blockRef{at.doc, id}] = id, at
}

// latest returns what came to a spot of the document at hand last and is there still, or
// NoItem.
func (s *spots) latest(a *applier, at spot) syntax.ItemID {
	id := s.last[at]
	if id == syntax.NoItem || s.of[blockRef{at.doc, id}] != at || !a.d.InFile(id) {
		return syntax.NoItem
	}
	return id
}

// beside returns where in the draft a spot is. The zero Place stands for where what is made
// goes by itself.
func (a *applier) beside(at spot) render.Place {
	latest := a.spots.latest(a, at)
	switch {
	case at.kind == plan.PlaceBefore:
		return render.Place{Before: at.beside}
	case latest != syntax.NoItem && (at.kind != plan.PlaceLast || at.blocks):
		return render.Place{After: latest}
	case at.kind == plan.PlaceAfter:
		return render.Place{After: at.beside}
	case at.kind == plan.PlaceFirst:
		return render.Place{Before: a.firstOf(at)}
	case at.blocks:
		return render.Place{After: a.d.LastItem(at.in)}
	}
	return render.Place{After: a.lastAttribute(at.in, latest)}
}

// firstOf returns the first block of a body, or its first item if that is an attribute and
// the spot is one of attributes; else NoItem.
func (a *applier) firstOf(at spot) syntax.ItemID {
	id := a.d.FirstItem(at.in)
	for at.blocks && id != syntax.NoItem && a.d.Kind(id) != syntax.KindBlock {
		a.budget.Step(1)
		id = a.d.NextItem(id)
	}
	if id != syntax.NoItem && !at.blocks && a.d.Kind(id) == syntax.KindBlock {
		return syntax.NoItem
	}
	return id
}

// lastAttribute returns the last of the attributes before a body's first block, or NoItem.
// from is one of them, if it is known.
func (a *applier) lastAttribute(body, from syntax.ItemID) (last syntax.ItemID) {
	id := from
	if id == syntax.NoItem {
		id = a.d.FirstItem(body)
	}
	for ; id != syntax.NoItem && a.d.Kind(id) == syntax.KindAttribute; id = a.d.NextItem(id) {
		a.budget.Step(1)
		last = id
	}
	return last
}

// blockSpot finds the spot of a block in a body of which p is known. Beside a top-level
// block it is in the document of that, which becomes the one at hand.
func (a *applier) blockSpot(body syntax.ItemID, p *terraform.Body, place *plan.Place) (spot, error) {
	at := spot{doc: a.doc, in: body, kind: place.Kind, blocks: true}
	if place.Kind < plan.PlaceBefore {
		return at, nil
	}
	t := &place.Block
	*a.now = place.At
	s := site{action: plan.ForPlaces, body: body, typ: t.Type, labels: t.Labels}
	types := []string{t.Type}
	if s.nested = body != syntax.Root; s.nested {
		s.special = p.Block(t.Type)
		for _, id := range a.index.blocks(nil, body, types) {
			s.candidates = append(s.candidates, blockRef{a.doc, id})
		}
	} else {
		types = a.options.language().Spellings(t.Type)
		s.special = a.options.language().Body(t.Type)
		s.any = a.wild(t.Labels)
		s.candidates = a.blocksAt(nil, &s, -1)
		a.in(at.doc)
	}
	if err := a.noAttribute(&s, types, place.At); err != nil {
		return at, err
	}
	c, err := a.choose(&s, &t.Entries[0], 0)
	switch {
	case err != nil:
		return at, err
	case len(c.blocks) > 1:
		return at, fault.At(place.At, fault.AmbiguousMatch, "place: %d blocks match %s, and a place is beside one", len(c.blocks), a.describeSelected(&s, &t.Entries[0]))
	}
	at.doc, at.beside = c.blocks[0].doc, c.blocks[0].id
	a.in(at.doc)
	return at, nil
}

// attributeSpot finds the spot of an attribute in a body, or of a key in the object that
// the path to it leads to.
func (a *applier) attributeSpot(body, in syntax.ItemID, place *plan.AttributePlace, p *terraform.Body) (at spot, err error) {
	at = spot{doc: a.doc, in: in, kind: place.Place.Kind}
	if place.Place.Kind >= plan.PlaceBefore {
		*a.now = place.Place.At
		at.beside, err = a.follow(body, plan.ForPlaces, &place.Place.Attribute, p)
	}
	return at, err
}

// makeBlock makes the block of an entry, in its place or where such blocks customarily go.
func (a *applier) makeBlock(s *site, e *plan.Entry, typ string, labels []string) (id syntax.ItemID, err error) {
	if e.Place == nil {
		a.in(a.home(s, e))
		place := a.customaryBlock(s)
		if place == (render.Place{}) {
			id, err = a.d.Block(s.body, typ, labels)
		} else {
			id, err = a.d.BlockAt(s.body, place, typ, labels)
			a.index.reorder(s.body)
		}
		return id, unlessRefused(e.At, err)
	}
	if e.Place.Kind < plan.PlaceBefore {
		a.in(a.home(s, e))
	}
	at, err := a.blockSpot(s.body, s.outer, e.Place)
	if err != nil {
		return id, err
	}
	if name := a.docs[at.doc].Name; e.File != "" && e.File != name {
		return id, fault.At(e.Place.At, fault.BlockNotFound, "place: the block that the new one is to stand beside is in %s, not in %s", excerpt.Quote(name), excerpt.Quote(e.File))
	}
	*a.now = e.At
	place := a.beside(at)
	if place == (render.Place{}) || at.kind == plan.PlaceLast && !s.nested {
		id, err = a.d.Block(s.body, typ, labels)
	} else {
		id, err = a.d.BlockAt(s.body, place, typ, labels)
		a.index.reorder(s.body)
	}
	if err == nil {
		a.spots.note(at, id)
	}
	return id, unlessRefused(e.At, err)
}

// makeAttribute makes an attribute, in its place or where it customarily goes.
func (a *applier) makeAttribute(body syntax.ItemID, attr *plan.Attribute, text []byte) (id syntax.ItemID, err error) {
	sent := a.entryPlace(body, attr)
	var at spot
	var place render.Place
	if sent == nil {
		place = a.customaryPlace(body, attr.Name)
	} else if at, err = a.attributeSpot(body, body, sent, nil); err != nil {
		return id, err
	} else {
		place = a.beside(at)
	}
	*a.now = attr.At
	if place == (render.Place{}) {
		id, err = a.d.Attribute(body, attr.Name, text)
	} else {
		id, err = a.d.AttributeAt(body, place, attr.Name, text)
	}
	switch {
	case err != nil:
		return id, unlessRefused(attr.At, err)
	case sent != nil:
		a.spots.note(at, id)
	default:
		a.partRepeated(id)
	}
	return id, nil
}

// here is what is being changed: a body, what is special in it, and the entry that says so.
type here struct {
	body    syntax.ItemID
	special *terraform.Body
	entry   *plan.Entry
	places  map[string]*plan.AttributePlace // those of the entry, by attribute, once they are asked for
}

// newKeys returns which of an entry's places are of keys that are not there yet.
func (a *applier) newKeys(body syntax.ItemID, e *plan.Entry, p *terraform.Body) (is []bool) {
	for i := range e.Places {
		if len(e.Places[i].Path) == 0 {
			continue
		}
		if is == nil {
			is = make([]bool, len(e.Places))
		}
		_, _, seen := a.valueAt(body, &e.Places[i].Attribute, p.Attribute(e.Places[i].Name))
		is[i] = seen != address.There
	}
	return is
}

// placeKeys puts the keys that an entry made in their places. A place for what the entry
// neither finds nor makes is an error.
func (a *applier) placeKeys(body syntax.ItemID, e *plan.Entry, isNew []bool, p *terraform.Body) error {
	for i := range e.Places {
		*a.now = e.Places[i].At
		a.budget.Step(stepsPerAttribute)
		id, err := a.follow(body, plan.ForPlaces, &e.Places[i].Attribute, p)
		if err != nil {
			return err
		}
		if isNew == nil || !isNew[i] {
			continue
		}
		if err := a.moveKey(body, id, &e.Places[i], p); err != nil {
			return err
		}
	}
	return nil
}
