// Package diff compares two texts, of which it is known, in part or not at all, what the
// one took over from the other: as edits of whole lines, as edits of characters, and as a
// unified diff.
//
// An edit is the replacement of a stretch of the old text. Whoever made the new text from
// the old often knows the stretches that were replaced; who does not gives one edit, of
// everything. Lines compares what is in the edits, and nothing else. Its result has the
// property that all that uses it relies on: no edit holds a line that is the same in the
// old text and in the new.
package diff

import (
	"bytes"

	"iacedit/internal/budget"
)

// An Edit is other text for a stretch of a text. Several are in order, do not overlap, and
// count in the text before any of them.
type Edit struct {
	From, To int // offsets in the old text
	Text     []byte
}

// Between returns the edit that makes one text another: of all of it.
func Between(old, new []byte) []Edit { return []Edit{{0, len(old), new}} }

// Apply appends what edits make of a text to dst.
func Apply(dst, old []byte, edits []Edit) []byte {
	at := 0
	for _, e := range edits {
		dst = append(append(dst, old[at:e.From]...), e.Text...)
		at = e.To
	}
	return append(dst, old[at:]...)
}

// Lines returns the edits of whole lines that do what edits do, of just the lines that
// differ: none holds a line that is the same before and after. Lines that could stand in
// several places are taken to be new, or gone, in the last of them. The result may share
// memory with edits and old. It takes time in proportion to the lines in the edits, times
// the logarithm of their number; b pays for it.
func Lines(old []byte, edits []Edit, b *budget.Budget) []Edit {
	var out []Edit
	m := matcher{budget: b}
	for len(edits) > 0 {
		var e Edit
		e, edits = whole(old, edits)
		b.Step((e.To - e.From + len(e.Text)) >> 2)
		out = m.lines(out, old, e)
	}
	slide(old, out, b)
	return out
}

// whole returns the first edits, as many as share lines, as one of whole lines, and the
// edits after them.
func whole(old []byte, edits []Edit) (Edit, []Edit) {
	first := edits[0]
	e := Edit{From: bytes.LastIndexByte(old[:first.From], '\n') + 1, To: first.To, Text: first.Text[:len(first.Text):len(first.Text)]}
	if e.From < first.From {
		e.Text = append(bytes.Clone(old[e.From:first.From]), first.Text...)
	}
	for edits = edits[1:]; ; edits = edits[1:] {
		end := e.To
		if !endsLine(old[:e.To]) || !endsLine(e.Text) {
			end = lineEnd(old, e.To)
		}
		if len(edits) == 0 || edits[0].From > end && bytes.IndexByte(old[end:edits[0].From], '\n') >= 0 {
			e.Text, e.To = append(e.Text, old[e.To:end]...), end
			return e, edits
		}
		e.Text = append(append(e.Text, old[e.To:edits[0].From]...), edits[0].Text...)
		e.To = edits[0].To
	}
}

// endsLine reports whether a text ends where a line may start.
func endsLine(text []byte) bool { return len(text) == 0 || text[len(text)-1] == '\n' }

// lineEnd returns where the line ends that holds an offset, its line end included.
func lineEnd(text []byte, offset int) int {
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(text)
}

// slide moves insertions and deletions down as far as what comes after them allows, so
// that what is the same before and after comes before the edit rather than behind it.
func slide(old []byte, edits []Edit, b *budget.Budget) {
	for i := range edits {
		e := &edits[i]
		limit := len(old)
		if i+1 < len(edits) {
			limit = edits[i+1].From - 1 // a line stays between
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
	at := 0 // where in the text the line starts that is the first now
	for e.From < limit && len(e.Text) > 0 {
		next, end := lineEnd(old, e.From), lineEnd(e.Text, at)
		if next > limit || !bytes.Equal(old[e.From:next], e.Text[at:end]) {
			break
		}
		b.Step((next - e.From) >> 3)
		e.From, e.To, at = next, next, end%len(e.Text)
	}
	if at > 0 {
		e.Text = append(bytes.Clone(e.Text[at:]), e.Text[:at]...)
	}
}
