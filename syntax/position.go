package syntax

import (
	"bytes"
	"sort"

	"iacedit/lexer"
)

// Position returns the line and column of a byte offset in src, both counted
// from 1. A column is a grapheme cluster, as HashiCorp's parser counts them; a
// byte order mark at the start counts nothing. It reads src up to there: for many
// positions in one source, File.Position is faster.
func Position(src []byte, offset int) (line, column int) {
	before := src[:max(0, min(offset, len(src)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	line = bytes.Count(before[:start], []byte{'\n'}) + 1
	return line, columnAfter(before, start)
}

// columnAfter returns the column after a text whose last line starts at start.
func columnAfter(text []byte, start int) int {
	if start == 0 {
		start = lexer.BOMLen(text)
	}
	n := Columns(text[start:])
	return n + 1
}

// Line returns the line, counted from 1, of an offset in the source. Text that edits added has
// no line: an offset after the source is on the last line.
func (f *File) Line(offset int32) int {
	lines := f.lineStarts()
	return max(1, sort.Search(len(lines), func(i int) bool { return lines[i] > offset }))
}

// lineStarts returns the offsets at which the lines of the source start.
func (f *File) lineStarts() []int32 {
	if f.memory == nil {
		return lineStarts(nil)
	}
	if f.lines == nil {
		f.lines = lineStarts(f.tree.Source())
	}
	return f.lines
}

// Position returns the line and column of an offset in the source, as the function Position
// does. After the first call it reads only the line of the offset.
func (f *File) Position(offset int32) (line, column int) {
	src := f.tree.Source()
	offset = max(0, min(offset, int32(len(src))))
	line = f.Line(offset)
	return line, columnAfter(src[:offset], int(f.lineStarts()[line-1]))
}

// lineStarts returns the offsets at which the lines of src start.
func lineStarts(src []byte) []int32 {
	starts := make([]int32, 1, 1+bytes.Count(src, []byte{'\n'}))
	for pos := 0; ; {
		n := bytes.IndexByte(src[pos:], '\n')
		if n < 0 {
			return starts
		}
		pos += n + 1
		starts = append(starts, int32(pos))
	}
}
