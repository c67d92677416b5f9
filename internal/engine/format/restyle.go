package format

import (
	"bytes"
	"slices"
	"sort"
	"sync"
	"unsafe"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A restyler joins the pieces of an edited region of a file. It formats their gaps, but only where
// the file was formatted before. Elsewhere the author's layout stays, byte for byte. It uses the
// terms of layout, and these:
//
//   - The old region is the source before the edits. The new region consists of the pieces that
//     replace it. A piece is either a part of the source or new text.
//   - A gap of the old region is well set if it has the blanks that the formatter would set. A
//     cell is well set if all cells of its group are aligned in the source.
//   - A gap of the new region is old if it was already in the old region. All other gaps are new.
//
// An old gap is formatted if it was well set in the old region; otherwise it stays unchanged. A new
// gap is formatted, too. But at the start of a line it stays unchanged if the lines of the old
// region, or the lines around it, do not have the formatter's indentation. A group is aligned
// unless one of its members comes from the old region and was not well set there.
//
// A restyler can be used for several regions, one after the other. It then reuses its memory.
type restyler struct {
	old, now    layout
	joined      []byte    // the new region
	segments    []segment // the ranges of the text that make up the new region
	segmentHint int       // the index of the segment that the last search found
	tokenHint   int       // the index of the token of the old region that the last search found

	indented bool // the lines of the old region (if it has none, the lines around it) have the formatter's indentation
}

// segment is a range of the new region that comes from one range of the text.
type segment struct {
	start, end int32 // offsets in the new region
	shift      int32 // start+shift is the offset in the text
	source     bool  // the range is in the old region
}

var restylers = sync.Pool{New: func() any { return new(restyler) }}

// A Region is a part of a file that edits replaced.
type Region struct {
	Text   []byte        // the file's source, followed by the additions of edits
	Old    syntax.Span   // the replaced source: whole items of a body, from the start of a line
	Pieces []syntax.Span // the ranges of Text that make up the new region: each is in the source or in the additions
	Level  int           // the number of blocks around the region's items

	OwnIndent bool           // the lines around Old do not have the formatter's indentation; see restyler.indented
	Budget    *budget.Budget // charged for the work and the text

	Indent Indent // set by Append: the indentation of the lines of Old
	Shifts bool   // set by Append: the lines after the new region need a different indentation than after Old
}

// Indent describes the indentation of lines.
type Indent int8

// The kinds of Indent.
const (
	IndentUnknown Indent = iota // there are no indented lines
	IndentFormat                // all lines have the formatter's indentation
	IndentOwn                   // some line has another indentation
)

// Append appends the new region. It formats the blanks in those parts of the region that were
// formatted before.
func (g *Region) Append(dst []byte) []byte {
	r := restylers.Get().(*restyler)
	dst = r.restyle(dst, g)
	r.old.release()
	r.now.release()
	restylers.Put(r)
	return dst
}

// The cost of laying out text, in steps of a budget: stepsPerToken for each token, and a step for
// every bytesPerStep bytes, because tokens and gaps may be long.
const stepsPerToken, bytesPerStep = 6, 16

// restyle appends the region's pieces to dst, in order, and sets their gaps.
func (r *restyler) restyle(dst []byte, g *Region) []byte {
	r.old.setBudget(g.Budget)
	r.now.setBudget(g.Budget)
	g.Budget.Step(g.Old.Len() / 4)
	g.Indent = r.judgeOld(g.Text[:g.Old.To], int(g.Old.From), g.Level)
	// The old region shows whether the file is indented like formatted code. The lines around it
	// count only if no line of the region is indented, because even formatted lines may look
	// unformatted there: after a heredoc with brackets, the formatter may indent lines by more or
	// less than their nesting level.
	r.indented = g.Indent == IndentFormat || g.Indent == IndentUnknown && !g.OwnIndent
	r.join(g)
	g.Budget.Step(len(r.joined) / bytesPerStep)
	skip := 0
	if g.Old.From == 0 {
		skip = lexer.BOMLen(r.joined)
	}
	r.now.perToken = stepsPerToken
	r.now.read(r.joined, skip, g.Level, false)
	g.Shifts = !slices.Equal(r.old.levels, r.now.levels)
	r.setGaps()
	for _, c := range [...]cell{assignCell, commentCell} {
		r.alignGroups(c)
	}
	g.Budget.Grow(len(r.joined) + r.now.growth())
	return r.now.append(dst)
}

// judgeOld analyses the old region, which is src[from:], and marks the gaps in it that are well set
// (see restyler). It returns the indentation of the region's lines.
func (r *restyler) judgeOld(src []byte, from, level int) (indent Indent) {
	if from == 0 {
		from = lexer.BOMLen(src)
	}
	l := &r.old
	l.read(src, from, level, false)
	for i := 1; i < len(l.toks); i++ {
		t := &l.toks[i]
		isLine := t.marks&lineFirst != 0 && t.kind != lexer.Newline && t.kind != lexer.EOF
		if l.fits(i, l.blanks(i)) {
			t.marks |= wellSet
			if isLine && indent == IndentUnknown && l.blanks(i) > 0 {
				indent = IndentFormat
			}
		} else if isLine {
			indent = IndentOwn
		}
		t.gap = gapAsWritten // so that judgeGroup counts columns as in the source
	}
	for _, c := range [...]cell{assignCell, commentCell} {
		for lo, hi := l.group(c, 0); lo < hi; lo, hi = l.group(c, hi) {
			l.judgeGroup(c, lo, hi)
		}
	}
	if len(l.lines) > maxKept { // free the memory of the lines, because the new region will also have many
		l.budget.Drop(cap(l.lines) * int(unsafe.Sizeof(line{})))
		l.lines, l.widths = nil, nil
	}
	return indent
}

// judgeGroup marks the cells of a group as well set (see restyler) if all of them are aligned.
// Otherwise it removes their marks.
func (l *layout) judgeGroup(c cell, lo, hi int) {
	widest := l.measure(c, lo, hi)
	aligned := true
	for i, width := range l.widths {
		aligned = aligned && l.fits(int(l.lines[lo+i].cells[c]), widest-width+1)
	}
	for _, ln := range l.lines[lo:hi] {
		t := &l.toks[ln.cells[c]]
		t.marks &^= wellSet
		if aligned {
			t.marks |= wellSet
		}
	}
}

// join puts the pieces of the new region together, and records where each of them comes from.
func (r *restyler) join(g *Region) {
	r.segments = grow.Reserve(g.Budget, r.segments[:0], len(g.Pieces))
	r.joined, r.segmentHint, r.tokenHint = r.joined[:0], 0, 0
	for _, p := range g.Pieces {
		s := segment{
			start:  int32(len(r.joined)),
			end:    int32(len(r.joined) + p.Len()),
			source: g.Old.From <= p.From && p.To <= g.Old.To,
		}
		s.shift = p.From - s.start
		r.joined = append(r.joined, g.Text[p.From:p.To]...)
		if n := len(r.segments); n > 0 && r.segments[n-1].source == s.source && r.segments[n-1].shift == s.shift {
			r.segments[n-1].end = s.end
		} else if s.start < s.end {
			r.segments = append(r.segments, s)
		}
	}
}

// setGaps sets all gaps of the new region, except gaps before cells, which alignGroups sets.
func (r *restyler) setGaps() {
	toks := r.now.toks
	before := 0 // the previous token in the old region, or 0
	for i := 1; i < len(toks); i++ {
		t := &toks[i]
		model, same := r.modelTokens(i, before)
		if was := r.old.toks[same].marks; same > 0 && was&lineFirst == t.marks&lineFirst {
			t.marks |= fromOld | was&wellSet
		}
		switch {
		case t.kind == lexer.EOF: // leave the blanks at the end of the file unchanged
			t.gap = gapAsWritten
		case model > 0:
			t.marks |= gapOld
			was := &r.old.toks[model]
			if was.marks&wellSet == 0 || was.kind == lexer.EOF && t.kind == lexer.Newline { // an edit may have added a line end at the end of the file
				t.gap = gapAsWritten
			}
		case t.marks&lineFirst != 0 && !r.indented && t.kind != lexer.Newline:
			t.gap = gapAsWritten
		}
		before = same
	}
}

// modelTokens finds where token i of the new region, and the gap before it, come from. The model
// is the token that followed this gap in the old region, and same the token of the old region that is
// now token i. Each is 0 if there is no such token. before must be same of the call for the previous
// token.
func (r *restyler) modelTokens(i, before int) (model, same int) {
	old := r.old.toks
	t, prev := r.now.toks[i], r.now.toks[i-1]
	gap := t.start - prev.end

	// The origin of a gap is where to find it in the old region. An empty gap has no origin; it is
	// found by the following token or, inside a line, by the previous one.
	if at, ok := r.origin(prev.end, t.start); ok && gap > 0 {
		if n := r.nearest(at + gap); n < len(old) && old[n].start == at+gap && old[n-1].end == at {
			model = n
		}
	}
	end := r.now.textEnd(t)
	if at, ok := r.origin(t.start, end); ok {
		if n := r.nearest(at); n < len(old) && old[n].start == at && r.old.textEnd(old[n])-at == end-t.start && old[n].kind == t.kind {
			same = n
		}
	}
	if gap == 0 {
		if same > 0 && old[same-1].end == old[same].start {
			model = same
		} else if t.marks&lineFirst == 0 && before > 0 && before+1 < len(old) && old[before].end == old[before+1].start {
			model = before + 1
		}
	}
	if model > 0 && old[model].marks&lineFirst != t.marks&lineFirst {
		model = 0 // indentation is not a model for a gap inside a line, and vice versa
	}
	return model, same
}

// textEnd returns the end of a token, without the line end of a comment, because an edit may add
// or remove that line end.
func (l *layout) textEnd(t tok) int32 {
	if t.kind != lexer.Comment {
		return t.end
	}
	return t.start + int32(len(bytes.TrimRight(l.src[t.start:t.end], "\r\n")))
}

// origin returns the offset in the text from which a range of the new region comes. ok is false
// unless the whole range is in one segment of the source. The ranges of successive calls must be in
// ascending order.
func (r *restyler) origin(from, to int32) (at int32, ok bool) {
	for r.segmentHint < len(r.segments) && r.segments[r.segmentHint].end <= from {
		r.segmentHint++
	}
	if r.segmentHint == len(r.segments) {
		return 0, false
	}
	s := r.segments[r.segmentHint]
	return from + s.shift, s.source && to <= s.end
}

// nearest returns the first token of the old region that starts at or after an offset. It is fast
// if the offsets of successive calls ascend.
func (r *restyler) nearest(offset int32) int {
	old := r.old.toks
	if n := r.tokenHint; n > 0 && old[n-1].start < offset {
		for steps := 0; steps < 8; steps++ {
			if n == len(old) || old[n].start >= offset {
				r.tokenHint = n
				return n
			}
			n++
		}
	}
	r.tokenHint = 1 + sort.Search(len(old)-1, func(i int) bool { return old[1+i].start >= offset })
	return r.tokenHint
}

// alignGroups sets the gap before the cell c in each line of the groups of the new region. The gaps
// to the left of these gaps must already be set. If a group must not be aligned, the gaps of old
// members stay unchanged and new members get one blank.
func (r *restyler) alignGroups(c cell) {
	l := &r.now
	for lo, hi := l.group(c, 0); lo < hi; lo, hi = l.group(c, hi) {
		if r.alignable(c, lo, hi) {
			l.alignGroup(c, lo, hi)
			continue
		}
		for _, ln := range l.lines[lo:hi] {
			t := &l.toks[ln.cells[c]]
			t.gap = 1
			if t.marks&(fromOld|gapOld) == fromOld|gapOld {
				t.gap = gapAsWritten
			}
		}
	}
}

// alignable reports whether all members of a group that come from the old region were well set
// there (see restyler).
func (r *restyler) alignable(c cell, lo, hi int) bool {
	for _, ln := range r.now.lines[lo:hi] {
		if r.now.toks[ln.cells[c]].marks&(fromOld|wellSet) == fromOld {
			return false
		}
	}
	return true
}
