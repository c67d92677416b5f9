package render

import (
	"slices"

	"iacedit/syntax"
)

// Append appends the edited file to dst. What no edit touched is copied from the
// source in runs as long as can be, an unedited file in one. Around each change the
// blanks before tokens are set as the formatter would set them, where they were so
// before (see restyler).
func (d *Draft) Append(dst []byte) []byte {
	w := d.layOut()
	dst = slices.Grow(dst, w.length)
	for _, r := range w.runs {
		dst = append(dst, w.text(r)...)
	}
	w.reset()
	return dst
}

// An Encoder takes the edited file in pieces, which end anywhere between two characters.
// It may write what is part of the source without looking at it again.
type Encoder interface {
	Source(from, to int) // the source between two offsets
	Text(text []byte)
}

// Encode calls e with the pieces of what Append appends. It does nothing without one.
func (d *Draft) Encode(e Encoder) {
	if e == nil {
		return
	}
	w := d.layOut()
	source := int32(d.store.SourceLen())
	for _, r := range w.runs {
		if !r.made && r.at.From < source {
			e.Source(int(r.at.From), int(min(r.at.To, source)))
			r.at.From = min(r.at.To, source)
		}
		if r.at.Len() > 0 {
			e.Text(w.text(r))
		}
	}
	w.reset()
}

// layOut finds the runs of text that the edited file is made of, and pays for their
// length.
func (d *Draft) layOut() *writer {
	w := &d.writer
	w.reset()
	w.d = &d.gaps
	root := d.item(syntax.Root)
	w.copy(root.Head)
	if root.Touched {
		w.children(syntax.Root, 0)
	} else {
		w.copy(root.Content)
	}
	w.flush()
	d.budget.Grow(w.length)
	return w
}

// children writes the children of a body that is nested level deep. They fall into
// runs, between which neither a group of "=" nor one of comments goes on; a run in
// which something changed is a region for the restyler. Where nothing changed that
// could move what is aligned, each of its lines that did is a region by itself. What is
// not in the order of the source is one region.
func (w *writer) children(body syntax.ItemID, level int) {
	from, to := w.disordered(body)
	for first := w.d.item(body).First; first != syntax.NoItem; {
		w.d.budget.Step(4)
		last, moved := first, w.moves(first)
		next, inside, across := w.d.item(last).Next, first == from, w.across(first)
		for ; next != syntax.NoItem && (inside || across != syntax.NoItem || !w.parted(last, next)); next = w.d.item(last).Next {
			last = next
			moved = moved || w.moves(last)
			inside = last == from || inside && last != to
			if across == syntax.NoItem || across == last {
				across = w.across(last)
			}
		}
		if moved {
			w.region(body, first, last, level)
		}
		for id := first; id != next && !moved; id = w.d.item(id).Next {
			if w.dirty(id) && !w.settled(id) {
				w.region(body, id, id, level)
			} else {
				w.child(id, level)
			}
		}
		first = next
	}
}

// across returns the child that stood directly below another before what is new came between
// them, if something was aligned on both; else NoItem.
func (w *writer) across(id syntax.ItemID) syntax.ItemID {
	next := w.d.item(id).Next
	if next == syntax.NoItem || !w.isNew(next) || w.isNew(id) {
		return syntax.NoItem
	}
	for next != syntax.NoItem && w.isNew(next) {
		w.d.budget.Step(1)
		next = w.d.item(next).Next
	}
	if next == syntax.NoItem || w.parted(id, next) {
		return syntax.NoItem
	}
	return next
}

// child writes a child of a body in which nothing changed but, maybe, inside the
// bodies in it.
func (w *writer) child(id syntax.ItemID, level int) {
	it := *w.d.item(id)
	if it.Kind != syntax.KindBlock && it.Touched && it.Expanded() {
		w.whole(id)
		return
	}
	w.copy(it.Head)
	if it.Touched && it.Expanded() {
		opening, closing := w.d.store.Brackets(id)
		w.copy(opening)
		body, next := w.nextBody, w.next
		w.children(id, level+1)
		w.nextBody, w.next = body, next
		w.copy(closing)
	} else {
		w.copy(it.Content)
	}
	w.copy(it.Tail)
}

// whole writes a child of which all is written as it is.
func (w *writer) whole(id syntax.ItemID) {
	it := *w.d.item(id)
	w.copy(it.Head)
	if it.Touched && it.Expanded() {
		opening, closing := w.d.store.Brackets(id)
		w.copy(opening)
		for c := it.First; c != syntax.NoItem; c = w.d.item(c).Next {
			w.whole(c)
		}
		w.copy(closing)
	} else {
		w.copy(it.Content)
	}
	w.copy(it.Tail)
}

// restyleAll makes the restyler look at what is settled, too. Only tests set it.
var restyleAll = false
