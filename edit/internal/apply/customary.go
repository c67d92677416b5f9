package apply

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// customaryBlock returns where a new nested block customarily goes: before one that ends
// the block around it, as "lifecycle" does.
func customaryBlock(s *draft.Site) (place render.Place) {
	if !s.Nested || s.Outer == nil || len(s.Outer.Ending) == 0 || slices.Contains(s.Outer.Ending, s.Type) || s.Made || s.HasCandidates() {
		return place
	}
	d := s.File.Draft
	last := d.LastItem(s.Body)
	if last != syntax.NoItem && d.Kind(last) == syntax.KindBlock && slices.Contains(s.Outer.Ending, string(d.Name(last))) {
		place.Before = last
	}
	return place
}

// customaryPlace returns where a new argument customarily goes: what is first, as "count"
// and "source" are, before all others and after those before it; any other but one that is
// last, as "depends_on" is, before one that ends the arguments.
func (b *body) customaryPlace(name string) (place render.Place) {
	p := b.special
	if p == nil {
		return place
	}
	if rank := slices.Index(p.First, name); rank >= 0 {
		return b.placeAmongFirst(p, rank)
	}
	if slices.Contains(p.Last, name) {
		return place
	}
	for _, last := range p.Last {
		id := b.Index.Attribute(b.item, last)
		if id == syntax.NoItem || b.IsAttribute(b.Draft.NextItem(id)) {
			continue
		}
		switch prev := b.Draft.PrevItem(id); {
		case prev == syntax.NoItem:
			place.Before = id
		case b.IsAttribute(prev):
			place.After = prev
		}
	}
	return place
}

// placeAmongFirst returns where the argument of that rank among the first ones goes.
func (b *body) placeAmongFirst(p *terraform.Body, rank int) (place render.Place) {
	for i := rank - 1; i >= 0; i-- {
		before := b.Index.Attribute(b.item, p.First[i])
		if before == syntax.NoItem {
			continue
		}
		if next := b.Draft.NextItem(before); p.Repeats(p.First[i]) && b.IsAttribute(next) {
			return render.Place{Before: next} // below the blank line after "count"
		}
		return render.Place{After: before}
	}
	at := draft.Spot{File: b.File, In: b.item}
	place.Before = at.FirstItem()
	return place
}

// partRepeated puts a blank line between "count" or "for_each" and the arguments that
// follow, where one of both is new and no others stood directly below it.
func (b *body) partRepeated(id syntax.ItemID) {
	p := b.special
	if p == nil || len(p.First) == 0 {
		return
	}
	above := b.Draft.Above(id)
	switch {
	case p.Repeats(string(b.Draft.Name(id))):
		if !b.IsAttribute(b.Draft.Below(id)) {
			return
		}
	case b.IsAttribute(above) && p.Repeats(string(b.Draft.Name(above))) && !b.IsAttribute(b.Draft.Below(id)):
		id = above
	default:
		return
	}
	_ = b.Draft.BlankAfter(id) // it is in the draft
}
