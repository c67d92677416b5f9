package render

import (
	"slices"
	"strings"

	"iacedit/internal/budget"
	"iacedit/internal/format"
	"iacedit/internal/tree"
	"iacedit/syntax"
)

// Append appends the edited file to dst. It copies text without edits from the source in pieces
// that are as long as possible; a file without edits is a single piece. Around each edit it formats
// the blanks between tokens if they were formatted before (see format.Region).
func (d *Draft) Append(dst []byte) []byte {
	w := d.layOut()
	dst = slices.Grow(dst, w.length)
	for _, r := range w.runs {
		dst = append(dst, w.text(r)...)
	}
	w.reset()
	return dst
}

// An Encoder receives the edited file in pieces. A piece may end anywhere between two characters.
// For a piece that is a part of the source, the Encoder gets only the offsets, so that it need not
// read the text again.
type Encoder interface {
	Source(from, to int) // the source between two offsets
	Text(text []byte)
}

// Encode calls e with the text that Append would append, piece by piece. It does nothing if e is
// nil.
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

// layOut returns a writer that has divided the edited file into runs of text. It charges the budget
// for the length of all runs.
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

// A run is a range of the edited file. If made is set, its text is in writer.made, and otherwise in
// the draft.
type run struct {
	at   syntax.Span
	made bool
}

// A writer makes the edited file from spans of text. It joins spans that are adjacent in the
// draft's text.
type writer struct {
	d       *gaps
	runs    []run         // the edited file up to the span in the field pending
	length  int           // the length of the runs
	made    []byte        // the formatted text of all regions
	pending syntax.Span   // the span to copy next
	pieces  []syntax.Span // the pieces of the current region

	seen     int32         // the end of the last source text that was copied
	next     int32         // the start of the source after the current region
	nextBody syntax.ItemID // the body to which next belongs
	gone     format.Region // the last region whose pieces are all new text
	shifted  bool          // since the last reset, a region has changed how the formatter indents the code after it
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

func (w *writer) reset() {
	w.runs, w.made, w.pieces = w.runs[:0], w.made[:0], w.pieces[:0]
	w.d, w.length, w.pending = nil, 0, syntax.Span{}
	w.seen, w.next, w.nextBody, w.shifted = 0, 0, 0, false
	if w.gone.Text != nil {
		w.gone = format.Region{}
	}
}

// piece adds a span to the pieces of the current region. For text that was copied from other text
// it adds the span of the original. No piece contains both source and new text, even if these are
// adjacent.
func (w *writer) piece(s syntax.Span) { w.d.origins(s, w.plainPiece) }

// plainPiece is like piece, for a span without copied text.
func (w *writer) plainPiece(s syntax.Span) {
	if n := len(w.pieces); n > 0 && w.pieces[n-1].To == s.From && int(s.From) != w.d.store.SourceLen() {
		w.pieces[n-1].To = s.To
	} else if s.From < s.To {
		w.pieces = append(w.pieces, s)
	}
}

// children writes the children of a body. The argument level is the number of blocks around them.
// It divides the children into sections: a section ends where an alignment of "=" or comments
// cannot continue. A section with a change becomes a region, which the formatter formats. If no
// change in a section can move aligned text, each changed child becomes a region by itself.
// Children that are not in the order of the source form one region.
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
			switch {
			case w.dirty(id) && !w.settled(id):
				w.region(body, id, id, level)
			case body == syntax.Root && w.d.item(id).Touched:
				w.topLevel(id)
			default:
				w.child(id, level)
			}
		}
		first = next
	}
}

// across returns the old child below the new items that directly follow a child. It returns NoItem
// if no new items follow, or if the two old children cannot be aligned with each other.
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

// isNew reports whether all text of a child is new.
func (w *writer) isNew(id syntax.ItemID) bool {
	return w.d.item(id).Touched && w.sourceOfItem(id).Len() == 0
}

// moves reports whether the changes in a child may move aligned text. A new value on the same line
// moves nothing if no comment follows it.
func (w *writer) moves(id syntax.ItemID) bool {
	it := w.d.item(id)
	return w.dirty(id) && !((it.Revalued || it.Renamed || w.onlyScalars(id)) && it.Kind == syntax.KindAttribute && !hasComment(w.d.At(it.Tail)))
}

// child writes a child of a body without formatting it. In a block it formats the children that
// have changed.
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

// whole copies a child to the output without formatting it.
func (w *writer) whole(id syntax.ItemID) {
	w.spans(id, (*writer).copy)
}

// spans calls a function for each span of a child's text, in order.
func (w *writer) spans(id syntax.ItemID, do func(*writer, syntax.Span)) {
	it := *w.d.item(id)
	do(w, it.Head)
	if it.Touched && it.Expanded() {
		opening, closing := w.d.store.Brackets(id)
		do(w, opening)
		for c := it.First; c != syntax.NoItem; c = w.d.item(c).Next {
			w.spans(c, do)
		}
		do(w, closing)
	} else {
		do(w, it.Content)
	}
	do(w, it.Tail)
}

// region formats and writes the children of a body from first to last.
func (w *writer) region(body, first, last syntax.ItemID, level int) {
	w.flush()
	w.pieces = w.pieces[:0]
	old := syntax.Span{From: w.seen}
	for id := first; ; id = w.d.item(id).Next {
		w.spans(id, (*writer).piece)
		if id == last {
			break
		}
	}
	for _, p := range w.pieces {
		w.pass(p)
	}
	old.To = w.sourceAfter(body, last)
	region := format.Region{Text: w.d.Text(), Old: old, Pieces: w.pieces, Level: level, OwnIndent: w.ownIndent(body, level), Budget: w.d.budget}
	isNew := !slices.ContainsFunc(w.pieces, func(p syntax.Span) bool { return int(p.To) <= w.d.store.SourceLen() })
	if isNew && w.gone.Old == old && w.gone.Level == level { // the last region has checked this source already
		region.Old.From = old.To
		region.OwnIndent = w.gone.Indent == format.IndentOwn || region.OwnIndent && w.gone.Indent != format.IndentFormat
	}
	from := len(w.made)
	w.made = region.Append(w.made)
	w.shifted = w.shifted || region.Shifts
	if len(w.made) > tree.Limit {
		budget.Refuse(budget.Bytes, int64(tree.Limit))
	}
	w.length += len(w.made) - from
	w.runs = append(w.runs, run{at: syntax.Span{From: int32(from), To: int32(len(w.made))}, made: true})
	if isNew && region.Old == old {
		w.gone = region
	}
}

// ownIndent reports whether the indentation in a body differs from that of the formatter.
func (w *writer) ownIndent(body syntax.ItemID, level int) bool {
	if body == syntax.Root && w.d.fileStep() == "\t" {
		return true
	}
	indent := w.d.ChildIndent(body)
	return len(indent) != 2*level || strings.Trim(indent, " ") != ""
}

// sourceAfter returns the start of the next source text after a child. It caches the result,
// because new children beside each other have the same result.
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

// sourceOf returns the range of the source that a span contains, or from which its text was copied.
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
