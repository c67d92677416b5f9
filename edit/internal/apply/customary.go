package apply

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// customaryBlock returns where a new nested block customarily goes: before what ends the
// block around it, as "lifecycle" does, and "depends_on" behind the nested blocks.
func customaryBlock(s *draft.Site) (place render.Place) {
	if !s.Nested || s.Outer == nil || s.Made || s.HasCandidates() {
		return place
	}
	d := s.File.Draft
	last := d.LastItem(s.Body)
	if last != syntax.NoItem && d.Kind(last) == syntax.KindAttribute && slices.Contains(s.Outer.Last, string(d.Name(last))) {
		if above := d.PrevItem(last); above != syntax.NoItem && d.Kind(above) == syntax.KindBlock {
			place.Before, last = last, above
		}
	}
	if last != syntax.NoItem && d.Kind(last) == syntax.KindBlock && !slices.Contains(s.Outer.Ending, s.Type) &&
		slices.Contains(s.Outer.Ending, string(d.Name(last))) {
		place.Before = last
	}
	return place
}

// customaryPlace returns where a new argument customarily goes: what is first, as "count"
// and "source" are, before all others and after those before it; "provider" below them;
// what is last, as "depends_on" is, behind the nested blocks if there are some; any other
// before a "depends_on" that ends the arguments.
func (b *body) customaryPlace(name string) (place render.Place) {
	p := b.special
	if p == nil {
		return place
	}
	if p.InOrder {
		if b.isOrdered(b.item, draft.LeastSiblings) {
			place = b.Draft.PlaceInOrder(b.item, name, draft.LeastSiblings)
		}
		return place
	}
	if p.IsEarly(name) {
		return b.placeAmongFirst(p, len(p.First))
	}
	if rank := slices.Index(p.First, name); rank >= 0 {
		return b.placeAmongFirst(p, rank)
	}
	if slices.Contains(p.Last, name) {
		if last := b.Draft.LastItem(b.item); last != syntax.NoItem && b.Draft.Kind(last) == syntax.KindBlock {
			place.After = last
		}
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

// isOrdered reports whether the attributes of a body, or the pairs of an object, were in order
// before the entry: what it makes itself shows no order.
func (b *body) isOrdered(parent syntax.ItemID, least int) bool {
	is, ok := b.ordered[parent]
	if !ok {
		is = b.Draft.IsInOrder(parent, least)
		if b.ordered == nil {
			b.ordered = map[syntax.ItemID]bool{}
		}
		b.ordered[parent] = is
	}
	return is
}

// isLate reports whether an attribute of the entry is made when the nested blocks of the
// entry are there, to stand behind them: a new "depends_on" without a place of its own.
func (b *body) isLate(c *plan.Change, attr *plan.Attribute) bool {
	p := b.special
	if p == nil || !slices.Contains(p.Last, attr.Name) || len(attr.Path) > 0 || !c.Action.Gives() || b.entryPlace(attr) != nil ||
		b.Index.Attribute(b.item, attr.Name) != syntax.NoItem {
		return false
	}
	nested := false
	for i := range b.entry.Changes {
		other := &b.entry.Changes[i]
		nested = nested || other.Action.Gives() && len(other.Blocks) > 0
		if other != c && slices.ContainsFunc(other.Attributes, func(a plan.Attribute) bool { return a.Name == attr.Name }) {
			return false // they apply in their order
		}
	}
	return nested
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

// part puts the blank lines around a new argument that customarily stand there.
func (b *body) part(id syntax.ItemID) {
	b.partRepeated(id)
	if above := b.Draft.Above(id); above != syntax.NoItem && b.Draft.Kind(above) == syntax.KindBlock {
		_ = b.Draft.BlankAfter(above) // it is in the draft
	}
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
