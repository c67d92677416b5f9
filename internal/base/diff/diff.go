// Package diff compares two texts. It returns edits of lines or of characters, and writes unified
// diffs.
//
// An edit replaces a range of the old text. A caller that made the new text often knows which
// ranges it replaced. Other callers pass one edit that replaces everything (see Between). Lines
// compares only the text inside the edits. No edit of its result includes a line that is equal in
// both texts; all users of the result rely on that.
package diff

import (
	"bytes"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
)

// An Edit replaces a range of a text. In a list of edits, the ranges are in order and do not
// overlap. All offsets are in the text as it was before any edit.
type Edit struct {
	From, To int // offsets in the old text
	Text     []byte
}

// Between returns one edit that replaces the whole old text by the new text.
func Between(old, new []byte) []Edit { return []Edit{{0, len(old), new}} }

// Apply applies edits to a copy of the old text, and appends the copy to dst.
func Apply(dst, old []byte, edits []Edit) []byte {
	at := 0
	for _, e := range edits {
		dst = append(append(dst, old[at:e.From]...), e.Text...)
		at = e.To
	}
	return append(dst, old[at:]...)
}

// Lines narrows edits to the lines that differ, and returns edits of whole lines. No edit includes
// a line that is equal in both texts. If lines could have been inserted or deleted at several
// places, it chooses the last place. The result may share memory with the arguments. Lines takes
// time proportional to n log n for n lines in the edits, and charges it to b.
func Lines(old []byte, edits []Edit, b *budget.Budget) []Edit {
	var out []Edit
	m := matcher{budget: b}
	for len(edits) > 0 {
		var e Edit
		e, edits = extendToLines(old, edits, b)
		b.Step((e.To - e.From + len(e.Text)) >> 2)
		out = m.narrow(out, old, e)
	}
	slide(old, out, b)
	return out
}

// extendToLines extends the first edit to whole lines. The extended edit includes the next edits if
// they change the same lines. The second result is the list of the remaining edits.
func extendToLines(old []byte, edits []Edit, b *budget.Budget) (Edit, []Edit) {
	first := edits[0]
	e := Edit{From: bytes.LastIndexByte(old[:first.From], '\n') + 1, To: first.To, Text: first.Text[:len(first.Text):len(first.Text)]}
	if e.From < first.From {
		e.Text = grow.Text(b, grow.Text(b, nil, old[e.From:first.From]), first.Text)
	}
	for edits = edits[1:]; ; edits = edits[1:] {
		end := e.To
		if !endsLine(old[:e.To]) || !endsLine(e.Text) {
			end = lineEnd(old, e.To)
		}
		if len(edits) == 0 || edits[0].From > end && bytes.IndexByte(old[end:edits[0].From], '\n') >= 0 {
			e.Text, e.To = grow.Text(b, e.Text, old[e.To:end]), end
			return e, edits
		}
		e.Text = grow.Text(b, grow.Text(b, e.Text, old[e.To:edits[0].From]), edits[0].Text)
		e.To = edits[0].To
	}
}

// endsLine reports whether a text is empty or ends in a line end, so that a new line may follow.
func endsLine(text []byte) bool { return len(text) == 0 || text[len(text)-1] == '\n' }

// lineEnd returns the offset after the line that contains an offset.
func lineEnd(text []byte, offset int) int {
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(text)
}

// slide moves insertions and deletions down as far as possible. An edit can move past the line
// below it if that line equals the first line that the edit inserts or deletes.
func slide(old []byte, edits []Edit, b *budget.Budget) {
	for i := range edits {
		e := &edits[i]
		limit := len(old)
		if i+1 < len(edits) {
			limit = edits[i+1].From - 1 // so that at least one line stays between two edits
		}
		switch {
		case e.From == e.To:
			slideInsertion(old, e, limit, b)
		case len(e.Text) == 0:
			for e.To < limit {
				next, first := lineEnd(old, e.To), lineEnd(old, e.From)
				if next > limit || !bytes.Equal(old[e.To:next], old[e.From:first]) {
					break
				}
				b.Step((next - e.To) >> 3)
				e.From, e.To = first, next
			}
		}
	}
}

func slideInsertion(old []byte, e *Edit, limit int, b *budget.Budget) {
	at := 0 // the offset in e.Text of the line that becomes the first
	for e.From < limit && len(e.Text) > 0 {
		next, end := lineEnd(old, e.From), lineEnd(e.Text, at)
		if next > limit || !bytes.Equal(old[e.From:next], e.Text[at:end]) {
			break
		}
		b.Step((next - e.From) >> 3)
		e.From, e.To, at = next, next, end%len(e.Text)
	}
	if at > 0 {
		e.Text = grow.Text(b, grow.Text(b, nil, e.Text[at:]), e.Text[:at])
	}
}
