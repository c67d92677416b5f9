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

// columnAfter returns the column after a text, whose last line starts at start.
func columnAfter(text []byte, start int) int {
	if start == 0 {
		start = lexer.BOMLen(text)
	}
	n := Columns(text[start:])
	return n + 1
}

// Line returns the line, counted from 1, that an offset in the source is on. What edits
// added is on no line: for an offset after the source it is the last one.
func (f *File) Line(offset int32) int {
	lines := f.memory.placed(f.tree.Source())
	offset = f.Origin(offset)
	return max(1, sort.Search(len(lines), func(i int) bool { return lines[i] > offset }))
}

// placed returns the offsets at which the lines start of the text that positions are in: of
// the source, unless it has an origin.
func (m *memory) placed(src []byte) []int32 {
	if m == nil {
		return lineStarts(nil)
	}
	if m.lines == nil {
		if m.origin.Text != nil {
			src = m.origin.Text
		}
		m.lines = lineStarts(src)
	}
	return m.lines
}

// Position returns the line and column of an offset in the source, as the function
// Position does. It reads no more than the line, after all lines have been counted
// once.
func (f *File) Position(offset int32) (line, column int) {
	src := f.tree.Source()
	line = f.Line(offset)
	if f.memory != nil && f.origin.Text != nil {
		src, offset = f.origin.Text, f.Origin(offset)
	}
	offset = max(0, min(offset, int32(len(src))))
	return line, columnAfter(src[:offset], int(f.memory.placed(f.tree.Source())[line-1]))
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

// An Origin is a text in another syntax that the source of a File was made of.
type Origin struct {
	Text  []byte               // it must not change while the File is in use
	Place func(offset int) int // where what stands at an offset of the source stands in it
}

// Set makes Position, Line and Origin of a file answer with places in the text.
func (o Origin) Set(f *File) {
	if f != nil && f.memory != nil && o.Text != nil && o.Place != nil {
		f.origin, f.lines = o, nil
	}
}

// Origin returns where what stands at an offset of the source stands in the text that it was
// made of: at the offset, unless an Origin says otherwise.
func (f *File) Origin(offset int32) int32 {
	if f == nil || f.memory == nil || f.origin.Place == nil {
		return offset
	}
	return int32(f.origin.Place(int(offset)))
}
