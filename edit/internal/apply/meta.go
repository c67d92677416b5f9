package apply

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// customaryPlace returns the place of a new argument for which the entry specifies no place. The
// first arguments, such as "count" and "source", go before all others, in their customary order.
// "provider" goes below the first arguments. The last arguments, such as "depends_on", go below the
// nested blocks. If a "depends_on" is the last argument, other arguments go before it. If the
// attributes of a body such as that of "locals" (InOrder) are in alphabetical order, a new
// attribute is inserted in this order.
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
		switch last := b.Draft.LastItem(b.item); {
		case b.isBlock(last) && !b.followsCustom(draft.DependsAmongArguments, false):
			place.After = last
		case b.IsAttribute(last):
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

// placeAmongFirst returns the place of an argument such as "count" or "source". These arguments
// come first in a block, in a customary order. If a block has both "count" and "for_each", they go
// next to each other.
func (b *body) placeAmongFirst(p *terraform.Body, name string) (place render.Place) {
	order := p.First
	if repeats := terraform.Repeating(); len(order) > len(repeats) && slices.Equal(order[:len(repeats)], repeats) && b.followsCustom(draft.RepeatAfterSource, false) {
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
			return render.Place{Before: next} // below the blank line that follows "count"
		}
		return render.Place{After: before}
	}
	at := draft.Spot{File: b.File, In: b.item}
	place.Before = at.FirstItem()
	return place
}

// placeBelowFirst returns the place directly below arguments such as "count" and "source", which
// come first in the body.
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
		place.Before = next // below the blank line that follows "count"
	default:
		place.After = last
	}
	return place
}

// readCustoms counts how many of the other blocks follow each layout convention, if the place or
// the blank lines of the new argument depend on these conventions. The caller must call readCustoms
// before it adds the argument.
func (b *body) readCustoms(name string) {
	p := b.special
	if p == nil || len(p.First)+len(p.Last) == 0 {
		return
	}
	endsArguments := func(name string) bool { // the argument exists, and only arguments in p.Last may follow it
		id := b.Index.Attribute(b.item, name)
		if id == syntax.NoItem {
			return false
		}
		next := b.Draft.NextItem(id)
		return !b.IsAttribute(next) || slices.Contains(p.Last, string(b.Draft.Name(next)))
	}
	asks := comesFirst(p, name) || slices.Contains(p.Last, name) || slices.ContainsFunc(p.First, endsArguments)
	for _, early := range [...]string{"provider", "providers"} {
		asks = asks || p.IsEarly(early) && endsArguments(early)
	}
	if asks {
		b.followsCustom(draft.BlankBelowRepeat, true)
	}
}

// comesFirst reports whether an argument, such as "count" or "provider", customarily comes before
// other arguments.
func comesFirst(p *terraform.Body, name string) bool {
	return slices.Contains(p.First, name) || p.IsEarly(name)
}

// addBlankLines adds the customary blank lines above and below a new argument.
func (b *body) addBlankLines(id syntax.ItemID) {
	above := b.Draft.Above(id)
	if b.isBlock(above) {
		_ = b.Draft.BlankAfter(above) // cannot fail: the item is in the draft
	}
	if p := b.special; p != nil && len(p.First)+len(p.Last) > 0 {
		if b.needsBlankBelow(id) {
			_ = b.Draft.BlankAfter(id) // cannot fail
		}
		below := b.Draft.Below(id)
		if b.IsAttribute(above) && !b.IsAttribute(below) && b.needsBlankAbove(id, above) {
			_ = b.Draft.BlankAfter(above) // cannot fail
			if b.isBlock(below) {
				_ = b.Draft.BlankAfter(id) // id separates the first arguments from the nested blocks
			}
		}
	}
}

// needsBlankBelow reports whether a new argument such as "count" or "provider" needs a blank line
// below it, as in most other blocks.
func (b *body) needsBlankBelow(id syntax.ItemID) bool {
	p, name := b.special, string(b.Draft.Name(id))
	below := b.Draft.Below(id)
	if !b.IsAttribute(below) {
		return false
	}
	belowName := string(b.Draft.Name(below))
	switch {
	case p.Repeats(name):
		above := b.Draft.Above(id)
		return !p.Repeats(belowName) && !(b.IsAttribute(above) && p.Repeats(string(b.Draft.Name(above)))) && b.followsCustom(draft.BlankBelowRepeat, true)
	case p.IsEarly(name):
		return b.followsCustom(draft.BlankBelowProvider, false)
	case slices.Contains(p.First, name):
		above := b.Draft.Above(id)
		alone := !b.IsAttribute(above) || !comesFirst(p, string(b.Draft.Name(above))) // no first argument is directly above
		return alone && draft.Block{File: b.File, ID: b.item}.NeedsBlankBelowSource(p, belowName)
	}
	return false
}

// needsBlankAbove reports whether a new last argument needs a blank line above it, as in most other
// blocks. Such a blank line is below arguments such as "count" and "provider", or above a
// "depends_on" that ends the block.
func (b *body) needsBlankAbove(id, above syntax.ItemID) bool {
	p, name, aboveName := b.special, string(b.Draft.Name(id)), string(b.Draft.Name(above))
	switch {
	case p.Repeats(aboveName):
		return !p.Repeats(name) && b.followsCustom(draft.BlankBelowRepeat, true)
	case p.IsEarly(aboveName):
		return b.followsCustom(draft.BlankBelowProvider, false)
	case slices.Contains(p.First, aboveName):
		return draft.Block{File: b.File, ID: b.item}.NeedsBlankBelowSource(p, name)
	case slices.Contains(p.Last, name):
		return b.Draft.NextItem(id) == syntax.NoItem && b.followsCustom(draft.BlankAboveDepends, false)
	}
	return false
}
