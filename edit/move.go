package edit

import (
	"errors"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/terraform"
	"iacedit/render"
	"iacedit/syntax"
)

// moves moves what an entry names in a body: attributes and keys, then nested blocks.
func (a *applier) moves(body syntax.ItemID, e *plan.Entry, p *terraform.Body) error {
	for i := range e.Places {
		place := &e.Places[i]
		*a.now = place.At
		a.budget.Step(stepsPerAttribute)
		id, err := a.follow(body, plan.Move, &place.Attribute, p)
		before := a.mark()
		if err == nil && len(place.Path) > 0 {
			err = a.moveKey(body, id, place, p)
		} else if err == nil {
			err = a.moveAttribute(body, id, place)
		}
		if err != nil {
			return err
		}
		a.noteAttribute(&place.Attribute, a.movedSince(before))
	}
	for i := range e.Changes {
		for j := range e.Changes[i].Blocks {
			if err := a.nested(body, plan.Move, &e.Changes[i].Blocks[j], p); err != nil {
				return err
			}
		}
	}
	return nil
}

// movedSince returns what a move is for a report: something moved, or stood there.
func (a *applier) movedSince(before int) Effect {
	if a.report == nil || a.d.Edits() == before {
		return EffectUnchanged
	}
	return EffectMoved
}

// moveBlock takes a block to another place in its file, or to another file.
func (a *applier) moveBlock(s *site, b blockRef, e *plan.Entry) error {
	before, doc := a.mark(), a.doc
	err := a.placeBlock(s, b, e)
	if err == nil {
		effect := EffectMoved
		if a.doc == doc {
			effect = a.movedSince(before)
		}
		a.noteBlock(e.At, effect)
	}
	return err
}

func (a *applier) placeBlock(s *site, b blockRef, e *plan.Entry) error {
	if e.ToFile != "" && e.ToFile != a.docs[b.doc].Name {
		return a.moveToFile(s, b, e)
	}
	if e.Place == nil {
		return nil
	}
	at, err := a.blockSpot(s.body, s.outer, e.Place)
	if err != nil {
		return err
	}
	*a.now = e.At
	if at.doc != b.doc {
		return a.moveToFile(s, b, e)
	}
	id := b.id
	if at.beside == id {
		return fault.At(e.Place.At, fault.InvalidRequest, "move: %s cannot stand beside itself", a.describe(s))
	}
	if err := a.moveTo(id, at, e.At); err != nil {
		return err
	}
	a.index.reorder(s.body)
	return nil
}

// moveToFile takes a block to another file, the one that the entry names or of the block that
// it is to stand beside.
func (a *applier) moveToFile(s *site, b blockRef, e *plan.Entry) error {
	a.in(b.doc)
	text, err := a.d.BlockText(b.id)
	if err != nil {
		return fault.At(e.At, fault.InvalidRequest, "move: %s: %s", a.describe(s), err)
	}
	text = slices.Clone(text)
	to := -1
	var at spot
	if e.ToFile != "" {
		to = a.make(e.ToFile)
	}
	if e.Place != nil {
		if to >= 0 {
			a.in(to)
		}
		if at, err = a.blockSpot(s.body, s.outer, e.Place); err != nil {
			return err
		}
		if to >= 0 && at.doc != to {
			return fault.At(e.Place.At, fault.BlockNotFound, "move: the block that this one is to stand beside is in %s, not in %s", excerpt.Quote(a.docs[at.doc].Name), excerpt.Quote(e.ToFile))
		}
		to = at.doc
	}
	*a.now = e.At
	a.in(b.doc)
	a.delete(b.id)
	a.in(to)
	var place render.Place
	if e.Place != nil && at.kind != plan.PlaceLast {
		place = a.beside(at)
	}
	id, err := a.d.Graft(text, place)
	if err != nil {
		return fault.At(e.At, fault.InvalidRequest, "move: %s", err)
	}
	a.index.added(id)
	if e.Place != nil {
		a.index.reorder(s.body)
		a.spots.note(at, id)
	}
	return nil
}

// moveAttribute takes an attribute to another place in its body.
func (a *applier) moveAttribute(body, id syntax.ItemID, place *plan.AttributePlace) error {
	at, err := a.attributeSpot(body, body, place, nil)
	if err != nil {
		return err
	}
	*a.now = place.At
	if at.beside == id {
		return fault.At(place.Place.At, fault.InvalidRequest, "move: %s cannot stand beside itself", place.Text)
	}
	return a.moveTo(id, at, place.At)
}

// moveTo takes an attribute or block to a spot, unless it stands there.
func (a *applier) moveTo(id syntax.ItemID, at spot, offset int) error {
	place := a.beside(at)
	if place != (render.Place{}) && place.Before != id && place.After != id {
		if err := a.d.MoveTo(id, place); err != nil {
			return fault.At(offset, fault.InvalidRequest, "move: %s", err)
		}
	}
	a.spots.note(at, id)
	return nil
}

// moveKey takes a pair to another place in its object.
func (a *applier) moveKey(body, id syntax.ItemID, place *plan.AttributePlace, p *terraform.Body) error {
	object := a.d.Item(id).Parent
	at, err := a.attributeSpot(body, object, place, p)
	if err != nil {
		return err
	}
	*a.now = place.At
	if at.beside == id {
		return fault.At(place.Place.At, fault.InvalidRequest, "%s cannot stand beside itself", place.Text)
	}
	if a.index.isRepeated(id, address.SchemaAt(p.Attribute(place.Name), place.Path[:len(place.Path)-1]).KeyMode()) {
		return fault.At(place.At, fault.InvalidRequest, "%s is there several times, and the last counts: it cannot be moved", place.Text)
	}
	after := syntax.NoItem
	switch latest := a.spots.latest(a, at); {
	case at.kind == plan.PlaceBefore:
		after = a.d.PrevItem(at.beside)
	case at.kind == plan.PlaceLast:
		after = a.d.LastItem(object)
	case latest != syntax.NoItem:
		after = latest
	case at.kind == plan.PlaceAfter:
		after = at.beside
	}
	if after != id {
		switch err := a.d.Move(id, after); {
		case errors.Is(err, render.ErrMixedLines):
			return fault.At(place.At, fault.InvalidRequest, "%s cannot be moved: in its object %s", place.Text, err)
		case err != nil:
			return fault.At(place.At, fault.InvalidRequest, "%s cannot be moved: %s", place.Text, err)
		}
	}
	a.spots.note(at, id)
	return nil
}
