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
	src := f.tree.Source()
	if f.origin.text != nil {
		src, offset = f.origin.text, f.Origin(offset)
	}
	return f.line(src, offset)
}

// line returns the line of an offset in the text that positions are in.
func (f *File) line(src []byte, offset int32) int {
	if f.lines == nil {
		f.lines = lineStarts(src)
	}
	return max(1, sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset }))
}

// Position returns the line and column of an offset in the source, as the function
// Position does. It reads no more than the line, after all lines have been counted
// once.
func (f *File) Position(offset int32) (line, column int) {
	src := f.tree.Source()
	if f.origin.text != nil {
		src, offset = f.origin.text, f.Origin(offset)
	}
	offset = max(0, min(offset, int32(len(src))))
	line = f.line(src, offset)
	return line, columnAfter(src[:offset], int(f.lines[line-1]))
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

// An origin is a text in another syntax that a file's source was made of.
type origin struct {
	text  []byte
	place func(offset int) int // of what stands at an offset of the source
}

// SetOrigin makes Position, Line and Origin answer with places in the text that the source was
// made of, where somebody wrote it in another syntax. The text must not change while the File
// is in use.
func (f *File) SetOrigin(text []byte, place func(offset int) int) {
	f.origin, f.lines = origin{text, place}, nil
}

// Origin returns where what stands at an offset of the source stands in the text that it was
// made of: at the offset, unless SetOrigin said otherwise.
func (f *File) Origin(offset int32) int32 {
	if f.origin.place == nil {
		return offset
	}
	return int32(f.origin.place(int(offset)))
}
