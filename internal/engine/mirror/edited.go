package mirror

import (
	"bytes"
	"cmp"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/diff"
)

// A piece is a part of the code of a mirror that has not been edited since the code was that of base.
type piece struct{ at, size, inBase int }

// The cost of a piece, in steps and in bytes of memory.
const stepsPerPiece, bytesPerPiece = 2, 24

// Edited returns a mirror whose code has edits that its JSON does not have yet. The next call of
// Patch makes them in the JSON, with its own. Until then, the position of new code is that of the
// code which it replaced.
func (m *Mirror) Edited(code []byte, edits []diff.Edit, b *budget.Budget) *Mirror {
	next := &Mirror{JSON: m.JSON, Code: code, name: m.name, converter: m.converter, base: m.base}
	old := m.pieces
	if m.base == nil {
		next.base, old = m, []piece{{0, len(m.Code), 0}}
	}
	keep := func(at, from, to int) { // the code of m between from and to is at the offset at now
		for len(old) > 0 && old[0].at < to {
			b.Step(stepsPerPiece)
			p := old[0]
			if start, end := max(from, p.at), min(to, p.at+p.size); start < end {
				b.Hold(bytesPerPiece)
				next.pieces = append(next.pieces, piece{at + start - from, end - start, p.inBase + start - p.at})
			}
			if p.at+p.size > to {
				return
			}
			old = old[1:]
		}
	}
	at, from := 0, 0
	for _, e := range edits {
		keep(at, from, e.From)
		at += e.From - from
		was := m.Code[e.From:e.To]
		b.Step((len(was) + len(e.Text)) / 8)
		if bytes.Count(was, []byte{'\n'}) == bytes.Count(e.Text, []byte{'\n'}) {
			start := e.From
			rest := e.Text
			for line := range bytes.Lines(was) {
				keep(at+len(e.Text)-len(rest), start, start+commonStart(line, rest))
				start += len(line)
				rest = rest[bytes.IndexByte(rest, '\n')+1:]
			}
		}
		at, from = at+len(e.Text), e.To
	}
	keep(at, from, len(m.Code))
	return next
}

// commonStart returns the length of the text with which both texts start.
func commonStart(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Behind reports whether the code has edits that the JSON does not have yet. It returns false for nil.
func (m *Mirror) Behind() bool { return m != nil && m.base != nil }

// inBase converts an offset of the code to an offset of the code of m.base.
func (m *Mirror) inBase(offset int) int {
	i, ok := slices.BinarySearchFunc(m.pieces, offset, func(p piece, offset int) int { return cmp.Compare(p.at, offset) })
	if !ok {
		i--
	}
	if i < 0 {
		return 0
	}
	return m.pieces[i].inBase + min(offset-m.pieces[i].at, m.pieces[i].size)
}
