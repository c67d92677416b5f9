package format

import (
	"slices"

	"iacedit/syntax"
)

// align sets the gap before the cell c in the lines of each group, so that the cells of a group
// start in the same column, one blank after the longest text before a cell of the group. Call align
// for comments last, because the alignment of assignments moves comments.
func (l *layout) align(c cell) {
	for lo, hi := l.group(c, 0); lo < hi; lo, hi = l.group(c, hi) {
		l.alignGroup(c, lo, hi)
	}
}

// group returns the first run of lines that all have the cell c. start is the index of the line at
// which the search starts. The result is the half-open range of the indexes of the lines. It is
// empty if there is no such run.
func (l *layout) group(c cell, start int) (lo, hi int) {
	for lo = start; lo < len(l.lines) && l.lines[lo].cells[c] == 0; lo++ {
	}
	for hi = lo; hi < len(l.lines) && l.lines[hi].cells[c] != 0; hi++ {
	}
	return lo, hi
}

func (l *layout) alignGroup(c cell, lo, hi int) {
	if hi == lo+1 { // a group of one line, the usual case, needs no measuring
		l.setBlanks(int(l.lines[lo].cells[c]), 1)
		return
	}
	widest := l.measure(c, lo, hi)
	for i, width := range l.widths {
		l.setBlanks(int(l.lines[lo+i].cells[c]), widest-width+1)
	}
}

// measure sets l.widths to the widths, in columns, of the text before the cell in each line of a
// group. It returns the greatest width.
func (l *layout) measure(c cell, lo, hi int) (widest int32) {
	l.widths = slices.Grow(l.widths[:0], hi-lo)
	for i := lo; i < hi; i++ {
		w := l.width(l.lines[i], c)
		l.widths = append(l.widths, w)
		widest = max(widest, w)
	}
	return widest
}

// width returns the number of columns before the cell in a line. For gaps that have been set, it
// uses the new widths. Every byte of a gap counts as one column, and so does every character
// (grapheme cluster) of a token, including line ends in comments.
func (l *layout) width(ln line, c cell) (width int32) {
	l.budget.Pass(int(ln.cells[c] - ln.first))
	for i := ln.first; i < ln.cells[c]; i++ {
		t := &l.toks[i]
		if n := l.blanks(int(i)); n == asWritten {
			width += t.start - l.toks[i-1].end
		} else {
			width += n
		}
		width += int32(syntax.Columns(l.src[t.start:t.end]))
	}
	return width
}
