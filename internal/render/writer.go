package render

import (
	"bytes"

	"iacedit/internal/format"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A run is a stretch of the edited file: of the file's text, or of what the restyler made.
type run struct {
	at   syntax.Span
	made bool
}

// A writer puts spans together, joining those that stand together in the text.
type writer struct {
	d       *gaps
	runs    []run         // the edited file, up to what is pending
	length  int           // of the runs
	made    []byte        // the text of the regions
	pending syntax.Span   // to be copied next
	pieces  []syntax.Span // of the region at hand

	seen     int32         // up to where the source has been passed: source comes in its order
	next     int32         // where it goes on after the region at hand
	nextBody syntax.ItemID // the body for which that is known
	gone     format.Region // the last one of only new text, in the place of source that went
}

func (w *writer) copy(s syntax.Span) {
	w.pass(s)
	if s.From == w.pending.To {
		w.pending.To = s.To
	} else if s.Len() > 0 {
		w.flush()
		w.pending = s
	}
}

// pass notes that a span has been written.
func (w *writer) pass(s syntax.Span) {
	if s.Len() > 0 && int(s.To) <= w.d.store.SourceLen() {
		w.seen = max(w.seen, s.To)
	}
}

func (w *writer) flush() {
	if w.pending.Len() > 0 {
		w.length += w.pending.Len()
		w.runs = append(w.runs, run{at: w.pending})
	}
	w.pending = syntax.Span{}
}

// text returns the text of a run.
func (w *writer) text(r run) []byte {
	if r.made {
		return r.at.Of(w.made)
	}
	return w.d.At(r.at)
}

// reset makes w the writer of nothing, with the memory it has.
func (w *writer) reset() {
	w.runs, w.made, w.pieces = w.runs[:0], w.made[:0], w.pieces[:0]
	w.d, w.length, w.pending = nil, 0, syntax.Span{}
	w.seen, w.next, w.nextBody = 0, 0, 0
	if w.gone.Text != nil {
		w.gone = format.Region{}
	}
}

// piece adds a span to the region at hand; of a copy, what it is a copy of. No piece is
// part source and part new text, though new text follows the source where both are.
func (w *writer) piece(s syntax.Span) { w.d.origins(s, w.plainPiece) }

// plainPiece adds a span without copies in it.
func (w *writer) plainPiece(s syntax.Span) {
	if n := len(w.pieces); n > 0 && w.pieces[n-1].To == s.From && int(s.From) != w.d.store.SourceLen() {
		w.pieces[n-1].To = s.To
	} else if s.From < s.To {
		w.pieces = append(w.pieces, s)
	}
}

// isNew reports whether nothing of a child is source.
func (w *writer) isNew(id syntax.ItemID) bool {
	return w.d.item(id).Touched && w.sourceOfItem(id).Len() == 0
}

// moves reports whether what changed in a child may move what is aligned with it. A
// value that stays on its line, without a comment after it, moves nothing.
func (w *writer) moves(id syntax.ItemID) bool {
	it := w.d.item(id)
	return w.dirty(id) && !((it.Revalued || w.onlyScalars(id)) && it.Kind == syntax.KindAttribute && !hasComment(w.d.At(it.Tail)))
}

// dirty reports whether a child's lines must be looked at again as a whole.
func (w *writer) dirty(id syntax.ItemID) bool {
	it := w.d.item(id)
	switch {
	case !it.Touched || !isItem(it.Kind):
		return false
	case it.Changed || it.Kind != syntax.KindBlock:
		return true
	}
	// A comment on the header or on the last line may be aligned with one inside.
	open := w.d.item(it.First)
	return open.Kind != syntax.KindOpen || hasComment(w.d.At(open.Head)) || hasComment(w.d.At(it.Tail))
}

// settled reports whether the restyler would leave a child as it is, in a run in which
// nothing moves what is aligned: it is an attribute of which only the value is new, and
// that has no gaps.
func (w *writer) settled(id syntax.ItemID) bool {
	it := w.d.item(id)
	if restyleAll || it.Kind != syntax.KindAttribute {
		return false
	}
	return it.Revalued && isToken(w.d.At(it.Content)) || w.onlyScalars(id)
}

// spans adds to the region the spans that an item's text is made of.
func (w *writer) spans(id syntax.ItemID) {
	it := *w.d.item(id)
	w.piece(it.Head)
	if it.Touched && it.Expanded() {
		opening, closing := w.d.store.Brackets(id)
		w.piece(opening)
		for c := it.First; c != syntax.NoItem; c = w.d.item(c).Next {
			w.spans(c)
		}
		w.piece(closing)
	} else {
		w.piece(it.Content)
	}
	w.piece(it.Tail)
}

// sourceAfter returns where in the source what stands after a child starts. The answer
// is kept: it is that for every child up to there.
func (w *writer) sourceAfter(body, id syntax.ItemID) int32 {
	if w.nextBody == body && w.next >= w.seen {
		return w.next
	}
	w.nextBody, w.next = body, w.findSourceAfter(body, id)
	return w.next
}

func (w *writer) findSourceAfter(body, id syntax.ItemID) int32 {
	for id = w.d.item(id).Next; id != syntax.NoItem; id = w.d.item(id).Next {
		if source := w.sourceOfItem(id); source.Len() > 0 {
			return source.From
		}
	}
	content := w.d.item(body).Content
	if body != syntax.Root {
		content.To--
	}
	return min(content.To, int32(w.d.store.SourceLen()))
}

// sourceOf returns the range of the source that a span is, or that it is made of.
func (w *writer) sourceOf(s syntax.Span) (source syntax.Span) {
	w.d.origins(s, func(part syntax.Span) {
		switch {
		case part.Len() == 0 || int(part.To) > w.d.store.SourceLen():
		case source.Len() == 0:
			source = part
		default:
			source.To = part.To
		}
	})
	return source
}

// onlyScalars reports whether all that changed in a child is the values of pairs and
// elements in it, each one without gaps and without a comment behind it. That moves
// nothing else.
func (w *writer) onlyScalars(id syntax.ItemID) bool {
	if it := w.d.item(id); it.Changed || !it.Touched || !it.Expanded() || it.Inside() >= syntax.InsideChoice {
		return false // comments between parts stand in their heads
	}
	for c := w.d.item(id).First; c != syntax.NoItem; {
		w.d.budget.Step(1)
		it := w.d.item(c)
		if it.Touched && !w.onlyScalars(c) && !(it.Revalued && isToken(w.d.At(it.Content)) && !hasComment(bytes.Trim(w.d.At(it.Tail), ", \t\r\n"))) {
			return false
		}
		c = it.Next
	}
	return true
}

// isToken reports whether a text is one number, name or string.
func isToken(text []byte) bool {
	var scanner lexer.Scanner
	scanner.Reset(text, 0)
	switch t := scanner.NextWhole(); t.Kind {
	case lexer.Number, lexer.Ident, lexer.OQuote:
		return int(t.End) == len(text)
	}
	return false
}
