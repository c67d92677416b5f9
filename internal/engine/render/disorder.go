package render

import (
	"math"

	"iacedit/syntax"
)

// disorderedRange finds the part of a body in which the children are not in the order of the
// source, because items were moved. It returns the first and the last child of that part. The part
// includes one more child at each end, because a moved item may have been aligned with it. If all
// children are in the order of the source, both results are NoItem.
func (w *writer) disorderedRange(body syntax.ItemID) (from, to syntax.ItemID) {
	if !w.d.cache.moved[body] {
		return syntax.NoItem, syntax.NoItem
	}
	most := int32(-1)
	for id := w.d.item(body).First; id != syntax.NoItem; id = w.d.item(id).Next {
		w.d.budget.Step(4)
		at := w.extent(id)
		if at.From >= 0 && at.From < most {
			to = id
		}
		most = max(most, at.To)
	}
	least := int32(math.MaxInt32)
	for id := w.d.item(body).Last; id != syntax.NoItem; id = w.d.item(id).Prev {
		w.d.budget.Step(4)
		at := w.extent(id)
		if at.To > least {
			from = id
		}
		if at.From >= 0 {
			least = min(least, at.From)
		}
	}
	if from == syntax.NoItem {
		return from, to
	}
	if prev := w.d.PrevItem(from); prev != syntax.NoItem {
		from = prev
	}
	if next := w.d.NextItem(to); next != syntax.NoItem {
		to = next
	}
	return from, to
}

// extent returns the range of the source that has all source text of an item. If the text is
// entirely new, the result is an empty span that starts at -1.
func (w *writer) extent(id syntax.ItemID) syntax.Span {
	all := syntax.Span{From: -1, To: -1}
	w.eachSpan(id, func(w *writer, s syntax.Span) {
		w.d.origins(s, func(part syntax.Span) {
			if part.Len() == 0 || int(part.To) > w.d.store.SourceLen() {
				return
			}
			if w.d.budget.Step(1); all.From < 0 || part.From < all.From {
				all.From = part.From
			}
			all.To = max(all.To, part.To)
		})
	})
	return all
}

// SourceAt returns an offset of the source at which text of an item was, or -1 if the item's text is
// entirely new.
func (d *Draft) SourceAt(id syntax.ItemID) int {
	w := writer{d: &d.lines}
	return int(w.sourceOfItem(id).From)
}

// sourceOfItem returns the first range of the source from which an item's text comes. If the text
// is entirely new, the result is an empty span that starts at -1.
func (w *writer) sourceOfItem(id syntax.ItemID) syntax.Span {
	it := w.d.item(id)
	for _, s := range [...]syntax.Span{it.Head, it.Content, it.Tail} {
		if source := w.sourceOf(s); source.Len() > 0 {
			return source
		}
	}
	return syntax.Span{From: -1, To: -1}
}
