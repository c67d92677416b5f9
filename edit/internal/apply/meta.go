package apply

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// customaryPlace returns where a new argument customarily goes: what is first, as "count"
// and "source" are, before all others and after those before it; "provider" below them;
// what is last, as "depends_on" is, behind the nested blocks if there are some; any other
// before a "depends_on" that ends the arguments.
func (b *body) customaryPlace(name string) (place render.Place) {
	p := b.special
	switch {
	case p == nil:
		return place
	case p.InOrder:
		if b.isOrdered(b.item, draft.LeastSiblings) {
			place = b.Draft.PlaceInOrder(b.item, name, draft.LeastSiblings)
		}
		return place
	case p.IsEarly(name):
		return b.placeBelowFirst(p)
	case slices.Contains(p.First, name):
		return b.placeAmongFirst(p, name)
	case slices.Contains(p.Last, name):
		if last := b.Draft.LastItem(b.item); b.isBlock(last) && !b.most(draft.DependsAmongArguments, false) {
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

// placeAmongFirst returns where an argument goes that comes before all but some others.
// "count" and "for_each" go directly below one another.
func (b *body) placeAmongFirst(p *terraform.Body, name string) (place render.Place) {
	order := p.First
	if repeats := terraform.Repeating(); len(order) > len(repeats) && slices.Equal(order[:len(repeats)], repeats) && b.most(draft.RepeatAfterSource, false) {
		order = slices.Concat(order[len(repeats):], repeats)
	}
	for _, other := range order {
		if id := b.Index.Attribute(b.item, other); id != syntax.NoItem && p.Repeats(name) && p.Repeats(other) {
			return render.Place{After: id}
		}
	}
	if version := b.Index.Attribute(b.item, "version"); name == "source" && version != syntax.NoItem && slices.Contains(order, "version") {
		return render.Place{Before: version}
	}
	for i := slices.Index(order, name) - 1; i >= 0; i-- {
		before := b.Index.Attribute(b.item, order[i])
		if before == syntax.NoItem {
			continue
		}
		if next := b.Draft.NextItem(before); p.Repeats(order[i]) && b.IsAttribute(next) {
			return render.Place{Before: next} // below the blank line after "count"
		}
		return render.Place{After: before}
	}
	at := draft.Spot{File: b.File, In: b.item}
	place.Before = at.FirstItem()
	return place
}

// placeBelowFirst returns the place below the arguments that come first.
func (b *body) placeBelowFirst(p *terraform.Body) (place render.Place) {
	at := draft.Spot{File: b.File, In: b.item}
	next, last := at.FirstItem(), syntax.NoItem
	for b.IsAttribute(next) && slices.Contains(p.First, string(b.Draft.Name(next))) {
		last, next = next, b.Draft.NextItem(next)
	}
	switch {
	case last == syntax.NoItem:
		place.Before = next
	case b.IsAttribute(next) && p.Repeats(string(b.Draft.Name(last))):
		place.Before = next // below the blank line after "count"
	default:
		place.After = last
	}
	return place
}

// readCustoms sees to it that what other blocks do is known before an argument is made about
// which part asks.
func (b *body) readCustoms(name string) {
	p := b.special
	if p == nil || len(p.First) == 0 {
		return
	}
	is := func(id syntax.ItemID, names []string) bool {
		return b.IsAttribute(id) && slices.Contains(names, string(b.Draft.Name(id)))
	}
	first := b.Draft.FirstItem(b.item)
	next := syntax.NoItem
	if is(first, terraform.Repeating()) {
		next = b.Draft.NextItem(first)
	}
	if p.Repeats(name) || p.IsEarly(name) || is(first, terraform.Repeating()) && (!b.IsAttribute(next) || is(next, p.Last)) {
		b.most(draft.BlankBelowRepeat, true)
	}
}

// part puts the blank lines around a new argument that customarily stand there.
func (b *body) part(id syntax.ItemID) {
	b.partFirst(id)
	if above := b.Draft.Above(id); b.isBlock(above) {
		_ = b.Draft.BlankAfter(above) // it is in the draft
	}
}

// partFirst puts a blank line below a new "count", "for_each" or "provider", as most others
// have it, and between "count" or "for_each" and a new argument that is the only one.
func (b *body) partFirst(id syntax.ItemID) {
	p := b.special
	if p == nil || len(p.First)+len(p.Last) == 0 {
		return
	}
	name, above, below := string(b.Draft.Name(id)), b.Draft.Above(id), b.Draft.Below(id)
	repeats := func(other syntax.ItemID) bool {
		return b.IsAttribute(other) && p.Repeats(string(b.Draft.Name(other)))
	}
	switch {
	case p.Repeats(name):
		if !b.IsAttribute(below) || repeats(below) || repeats(above) || !b.most(draft.BlankBelowRepeat, true) {
			return
		}
	case p.IsEarly(name) && b.IsAttribute(below):
		if !b.most(draft.BlankBelowProvider, false) {
			return
		}
	case repeats(above) && !b.IsAttribute(below):
		if !b.most(draft.BlankBelowRepeat, true) {
			return
		}
		id = above
	default:
		return
	}
	_ = b.Draft.BlankAfter(id) // it is in the draft
}
