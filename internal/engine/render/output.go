package render

import (
	"slices"
	"strings"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/format"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// Append appends the edited file to dst. It copies unchanged text from the source in the longest
// possible pieces; a file without edits is a single piece. Around each edit it formats the blanks
// between tokens, but keeps the author's layout where the source was not formatted (see
// format.Region).
func (d *Draft) Append(dst []byte) []byte {
	w := d.layOut()
	dst = slices.Grow(dst, w.length)
	for i := range w.runs {
		dst = append(dst, w.text(&w.runs[i])...)
	}
	w.reset()
	return dst
}

// An Encoder receives the edited file in pieces. A piece may end anywhere between two characters.
// For a piece that is a part of the source, the Encoder receives only the offsets, so that it need
// not read the text again.
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
		if !r.isFormatted && r.at.From < source {
			e.Source(int(r.at.From), int(min(r.at.To, source)))
			r.at.From = min(r.at.To, source)
		}
		if r.at.Len() > 0 {
			e.Text(w.text(&r))
		}
	}
	w.reset()
}

// layOut returns a writer that has divided the edited file into runs of text. It charges the budget
// for the length of all runs. The caller must reset the writer.
func (d *Draft) layOut() *writer {
	w := &d.writer
	w.d = &d.lines
	root := d.item(syntax.Root)
	w.copy(root.Head)
	if root.Touched {
		w.writeChildren(syntax.Root, 0)
	} else {
		w.copy(root.Content)
	}
	w.flush()
	d.budget.Grow(w.length)
	return w
}

// A run is a range of the edited file. If isFormatted is true, the text of the run is in
// writer.formatted, otherwise in the draft.
type run struct {
	at          syntax.Span
	isFormatted bool
}

// A writer assembles the edited file from spans of text. It joins spans that are adjacent in the
// draft's text.
type writer struct {
	d         *lines
	runs      []run         // the edited file up to the span in the field pending
	length    int           // the length of the runs
	formatted []byte        // the formatted text of all regions
	pending   syntax.Span   // the span to copy next
	pieces    []syntax.Span // the pieces of the current region

	sourceEnd     int32         // the end of the last source text that was copied
	nextSource    int32         // the start of the source after the current region
	nextBody      syntax.ItemID // the body to which nextSource belongs
	newTextRegion format.Region // the last region whose pieces are all new text
	shifted       bool          // since the last reset, a region has changed how the formatter indents the code after it
}

func (w *writer) copy(s syntax.Span) {
	w.advanceSource(s)
	if s.From == w.pending.To {
		w.pending.To = s.To
	} else if s.Len() > 0 {
		w.flush()
		w.pending = s
	}
}

func (w *writer) advanceSource(s syntax.Span) {
	if s.Len() > 0 && int(s.To) <= w.d.store.SourceLen() {
		w.sourceEnd = max(w.sourceEnd, s.To)
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
func (w *writer) text(r *run) []byte {
	if r.isFormatted {
		return r.at.Of(w.formatted)
	}
	return w.d.At(r.at)
}

func (w *writer) reset() {
	w.runs, w.formatted, w.pieces = w.runs[:0], w.formatted[:0], w.pieces[:0]
	w.d, w.length, w.pending = nil, 0, syntax.Span{}
	w.sourceEnd, w.nextSource, w.nextBody, w.shifted = 0, 0, 0, false
	if w.newTextRegion.Text != nil {
		w.newTextRegion = format.Region{}
	}
}

// addPiece adds a span to the pieces of the current region. For text that was copied from other
// text, it adds the span of the original. No piece contains both source and new text, even if these
// are adjacent.
func (w *writer) addPiece(s syntax.Span) { w.d.origins(s, w.addPlainPiece) }

// addPlainPiece is like addPiece, for a span without copied text.
func (w *writer) addPlainPiece(s syntax.Span) {
	if n := len(w.pieces); n > 0 && w.pieces[n-1].To == s.From && int(s.From) != w.d.store.SourceLen() {
		w.pieces[n-1].To = s.To
	} else if s.From < s.To {
		w.pieces = grow.Append(w.d.budget, w.pieces, s)
	}
}

// writeChildren writes the children of a body. The argument level is the number of blocks around
// them. The method divides the children into sections: a section ends where an alignment of "=" or
// comments cannot continue. A section with a change becomes a region, which the formatter formats.
// If no change in a section can move aligned text, each changed child becomes a region by itself.
// The range of children that are not in the order of the source (see disorderedRange) is always
// within one region.
func (w *writer) writeChildren(body syntax.ItemID, level int) {
	from, to := w.disorderedRange(body)
	for first := w.d.item(body).First; first != syntax.NoItem; {
		w.d.budget.Step(4)
		last, moved := first, w.mayMoveText(first)
		next, inside, across := w.d.item(last).Next, first == from, w.oldItemBelow(first)
		for ; next != syntax.NoItem && (inside || across != syntax.NoItem || !w.cannotAlign(last, next)); next = w.d.item(last).Next {
			last = next
			moved = moved || w.mayMoveText(last)
			inside = last == from || inside && last != to
			if across == syntax.NoItem || across == last {
				across = w.oldItemBelow(last)
			}
		}
		if moved {
			w.writeRegion(body, first, last, level)
		}
		for id := first; id != next && !moved; id = w.d.item(id).Next {
			switch {
			case w.needsFormatting(id) && !w.isSettled(id):
				w.writeRegion(body, id, id, level)
			case body == syntax.Root && w.d.item(id).Touched:
				w.writeTopLevel(id)
			default:
				w.writeChild(id, level)
			}
		}
		first = next
	}
}

// oldItemBelow skips the new children that directly follow an old child, and returns the first old
// child after them. It returns NoItem if no new child follows, or if the two old children cannot be
// aligned with each other.
func (w *writer) oldItemBelow(id syntax.ItemID) syntax.ItemID {
	next := w.d.item(id).Next
	if next == syntax.NoItem || !w.isNew(next) || w.isNew(id) {
		return syntax.NoItem
	}
	for next != syntax.NoItem && w.isNew(next) {
		w.d.budget.Step(1)
		next = w.d.item(next).Next
	}
	if next == syntax.NoItem || w.cannotAlign(id, next) {
		return syntax.NoItem
	}
	return next
}

// isNew reports whether all text of a child is new.
func (w *writer) isNew(id syntax.ItemID) bool {
	return w.d.item(id).Touched && w.sourceOfItem(id).Len() == 0
}

// mayMoveText reports whether the changes in a child may move aligned text. A new value of an
// attribute moves nothing if the value stays on one line and no comment follows it.
func (w *writer) mayMoveText(id syntax.ItemID) bool {
	it := w.d.item(id)
	return w.needsFormatting(id) && !((it.Revalued || it.Renamed || w.onlyScalars(id)) && it.Kind == syntax.KindAttribute && !hasComment(w.d.At(it.Tail)))
}

// writeChild writes a child of a body without formatting it. In a block it formats the children
// that have changed.
func (w *writer) writeChild(id syntax.ItemID, level int) {
	it := *w.d.item(id)
	if it.Kind != syntax.KindBlock && it.Touched && it.Expanded() {
		w.copyChild(id)
		return
	}
	w.copy(it.Head)
	if it.Touched && it.Expanded() {
		opening, closing := w.d.store.Brackets(id)
		w.copy(opening)
		body, next := w.nextBody, w.nextSource
		w.writeChildren(id, level+1)
		w.nextBody, w.nextSource = body, next
		w.copy(closing)
	} else {
		w.copy(it.Content)
	}
	w.copy(it.Tail)
}

// copyChild copies a child to the output without formatting it.
func (w *writer) copyChild(id syntax.ItemID) {
	w.eachSpan(id, (*writer).copy)
}

// eachSpan calls a function for each span of a child's text, in order.
func (w *writer) eachSpan(id syntax.ItemID, do func(*writer, syntax.Span)) {
	it := *w.d.item(id)
	do(w, it.Head)
	if it.Touched && it.Expanded() {
		opening, closing := w.d.store.Brackets(id)
		do(w, opening)
		for c := it.First; c != syntax.NoItem; c = w.d.item(c).Next {
			w.eachSpan(c, do)
		}
		do(w, closing)
	} else {
		do(w, it.Content)
	}
	do(w, it.Tail)
}

// writeRegion formats and writes the children of a body from first to last.
func (w *writer) writeRegion(body, first, last syntax.ItemID, level int) {
	w.flush()
	w.pieces = w.pieces[:0]
	old := syntax.Span{From: w.sourceEnd}
	for id := first; ; id = w.d.item(id).Next {
		w.eachSpan(id, (*writer).addPiece)
		if id == last {
			break
		}
	}
	for _, p := range w.pieces {
		w.advanceSource(p)
	}
	old.To = w.sourceAfter(body, last)
	region := format.Region{Text: w.d.Text(), Old: old, Pieces: w.pieces, Level: level, OwnIndent: w.hasOwnIndent(body, level), Budget: w.d.budget}
	isNew := !slices.ContainsFunc(w.pieces, func(p syntax.Span) bool { return int(p.To) <= w.d.store.SourceLen() })
	if isNew && w.newTextRegion.Old == old && w.newTextRegion.Level == level { // newTextRegion has already checked this source
		region.Old.From = old.To
		region.OwnIndent = w.newTextRegion.Indent == format.IndentOwn || region.OwnIndent && w.newTextRegion.Indent != format.IndentFormat
	}
	from := len(w.formatted)
	w.formatted = region.Append(w.formatted)
	w.shifted = w.shifted || region.Shifts
	if len(w.formatted) > tree.Limit {
		budget.Refuse(budget.Bytes, int64(tree.Limit))
	}
	w.length += len(w.formatted) - from
	w.runs = append(w.runs, run{at: syntax.Span{From: int32(from), To: int32(len(w.formatted))}, isFormatted: true})
	if isNew && region.Old == old {
		w.newTextRegion = region
	}
}

// hasOwnIndent reports whether the indentation in a body differs from that of the formatter.
func (w *writer) hasOwnIndent(body syntax.ItemID, level int) bool {
	if body == syntax.Root && w.d.FileStep() != "  " {
		return true
	}
	indent := w.d.ChildIndent(body)
	return len(indent) != 2*level || strings.Trim(indent, " ") != ""
}

// sourceAfter returns the start of the next source text after a child. It caches the result,
// because new children beside each other have the same result.
func (w *writer) sourceAfter(body, id syntax.ItemID) int32 {
	if w.nextBody == body && w.nextSource >= w.sourceEnd {
		return w.nextSource
	}
	w.nextBody, w.nextSource = body, w.findSourceAfter(body, id)
	return w.nextSource
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

// sourceOf returns the range of the source that a span contains, or from which the text of the span
// was copied.
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
