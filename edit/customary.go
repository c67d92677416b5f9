package edit

import (
	"slices"

	"iacedit/edit/internal/plan"
	"iacedit/internal/terraform"
	"iacedit/render"
	"iacedit/syntax"
)

// customaryBlock returns where a new nested block customarily goes: before one that ends
// the block around it, as "lifecycle" does.
func (a *applier) customaryBlock(s *site) (place render.Place) {
	if !s.nested || s.outer == nil || len(s.outer.Ending) == 0 || slices.Contains(s.outer.Ending, s.typ) || s.made || len(s.candidates) > 0 {
		return place
	}
	last := a.d.LastItem(s.body)
	if last != syntax.NoItem && a.d.Kind(last) == syntax.KindBlock && slices.Contains(s.outer.Ending, string(a.d.Name(last))) {
		place.Before = last
	}
	return place
}

// entryPlace returns the place that the entry at hand has for a new attribute, or nil.
func (a *applier) entryPlace(body syntax.ItemID, attr *plan.Attribute) *plan.AttributePlace {
	if a.here.entry == nil || a.here.body != body {
		return nil
	}
	places := a.here.entry.Places
	if a.here.places == nil && len(places) > 0 {
		a.here.places = make(map[string]*plan.AttributePlace, len(places))
		for i := range places {
			a.budget.Step(1)
			if len(places[i].Path) == 0 {
				a.here.places[places[i].Name] = &places[i]
			}
		}
	}
	return a.here.places[attr.Name]
}

// customaryPlace returns where a new argument customarily goes: what is first, as "count"
// and "source" are, before all others and after those before it; any other but one that is
// last, as "depends_on" is, before one that ends the arguments.
func (a *applier) customaryPlace(body syntax.ItemID, name string) (place render.Place) {
	p := a.here.special
	if p == nil || a.here.body != body {
		return place
	}
	if rank := slices.Index(p.First, name); rank >= 0 {
		return a.placeAmongFirst(body, p, rank)
	}
	if slices.Contains(p.Last, name) {
		return place
	}
	for _, last := range p.Last {
		id := a.index.attribute(body, last)
		if id == syntax.NoItem || a.isAttribute(a.d.NextItem(id)) {
			continue
		}
		switch prev := a.d.PrevItem(id); {
		case prev == syntax.NoItem:
			place.Before = id
		case a.isAttribute(prev):
			place.After = prev
		}
	}
	return place
}

// placeAmongFirst returns where the argument of that rank among the first ones goes.
func (a *applier) placeAmongFirst(body syntax.ItemID, p *terraform.Body, rank int) (place render.Place) {
	for i := rank - 1; i >= 0; i-- {
		before := a.index.attribute(body, p.First[i])
		if before == syntax.NoItem {
			continue
		}
		if next := a.d.NextItem(before); p.Repeats(p.First[i]) && a.isAttribute(next) {
			return render.Place{Before: next} // below the blank line after "count"
		}
		return render.Place{After: before}
	}
	place.Before = a.firstOf(spot{in: body})
	return place
}

// partRepeated puts a blank line between "count" or "for_each" and the arguments that
// follow, where one of both is new and no others stood directly below it.
func (a *applier) partRepeated(id syntax.ItemID) {
	p := a.here.special
	if p == nil || len(p.First) == 0 {
		return
	}
	above := a.d.Above(id)
	switch {
	case p.Repeats(string(a.d.Name(id))):
		if !a.isAttribute(a.d.Below(id)) {
			return
		}
	case a.isAttribute(above) && p.Repeats(string(a.d.Name(above))) && !a.isAttribute(a.d.Below(id)):
		id = above
	default:
		return
	}
	_ = a.d.BlankAfter(id) // it is in the draft
}

func (a *applier) isAttribute(id syntax.ItemID) bool {
	return id != syntax.NoItem && a.d.Kind(id) == syntax.KindAttribute
}
