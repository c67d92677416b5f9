package syntax

import (
	"bytes"
	"sort"

	"iacedit/lexer"
)

// Position returns the line and column of a byte offset in src, both counted from 1. A column is
// a grapheme cluster, as in HashiCorp's parser; a byte order mark at the start is not counted.
// Position reads src up to the offset; for many positions in one source, File.Position is faster.
func Position(src []byte, offset int) (line, column int) {
	before := src[:max(0, min(offset, len(src)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	line = bytes.Count(before[:start], []byte{'\n'}) + 1
	return line, columnAfter(before, start)
}

// columnAfter returns the column after a text whose last line starts at the offset start.
func columnAfter(text []byte, start int) int {
	if start == 0 {
		start = lexer.BOMLen(text)
	}
	n := Columns(text[start:])
	return n + 1
}

// Line returns the line, counted from 1, of an offset in the source. An offset after the source,
// in text that edits added, is on the last line.
func (f *File) Line(offset int32) int {
	lines := f.memory.placed(f.tree().Source())
	offset = f.Origin(offset)
	return max(1, sort.Search(len(lines), func(i int) bool { return lines[i] > offset }))
}

// placed returns the offsets of all line starts in the text to which positions refer.
func (m *memory) placed(src []byte) []int32 {
	if m == nil {
		return lineStarts(nil)
	}
	if m.lines == nil {
		m.lines = lineStarts(m.text(src))
	}
	return m.lines
}

// text returns the text to which positions refer: the text of the Origin or, if there is none,
// the source.
func (m *memory) text(src []byte) []byte {
	if m != nil && m.origin.Text != nil {
		return m.origin.Text
	}
	return src
}

// Position returns the line and column of an offset in the source, as the function Position does.
// The first call reads the whole text. The first call for an offset far inside a long line reads the
// whole text again. Other calls read at most a few hundred bytes.
func (f *File) Position(offset int32) (line, column int) {
	m, src := f.memory, f.tree().Source()
	line, offset = f.Line(offset), f.Origin(offset)
	text := m.text(src)
	offset = max(0, min(offset, int32(len(text))))
	start := m.placed(src)[line-1]
	if m == nil || offset-start < markEvery {
		return line, columnAfter(text[:offset], int(start))
	}
	at := m.markBefore(text, offset)
	if at.offset < start {
		return line, columnAfter(text[:offset], int(start))
	}
	return line, int(at.column) + Columns(text[at.offset:offset])
}

// A mark is a place in a long line, with its column.
type mark struct{ offset, column int32 }

// markEvery is the approximate number of bytes between two marks of a line.
const markEvery = 256

// markBefore returns the last mark before an offset of a text.
func (m *memory) markBefore(text []byte, offset int32) mark {
	if m.marks == nil {
		m.marks = marksOf(text, m.lines)
	}
	i := sort.Search(len(m.marks), func(i int) bool { return m.marks[i].offset > offset })
	return m.marks[i-1]
}

// marksOf returns the marks of the long lines of a text. The first mark has the offset -1, so that
// every offset has a mark before it.
func marksOf(text []byte, lines []int32) []mark {
	marks := []mark{{-1, 0}}
	for i, start := range lines {
		end := len(text)
		if i+1 < len(lines) {
			end = int(lines[i+1])
		}
		at, column := int(start), int32(1)
		if at == 0 {
			at = lexer.BOMLen(text)
		}
		for end-at > markEvery {
			part := text[at : at+markEvery]
			if columns := int32(len(part)); isASCII(part) && text[at+markEvery] < 0x80 {
				at, column = at+markEvery, column+columns
			} else {
				for to := at + markEvery; at < to && at < end; column++ {
					at += clusterLen(text[at:end])
				}
			}
			marks = append(marks, mark{int32(at), column})
		}
	}
	return marks
}

// isASCII reports whether each byte of a text is a character by itself.
func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= 0x80 || c == '\r' {
			return false
		}
	}
	return true
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

// An Origin is the original of a converted source: a text in another syntax from which the source
// of a File was made.
type Origin struct {
	Text  []byte               // it must not change while the File is in use
	Place func(offset int) int // returns the offset in Text for an offset in the source
}

// Set makes the methods Position, Line and Origin of a file return places in o.Text.
func (o Origin) Set(f *File) {
	if f != nil && f.memory != nil && o.Text != nil && o.Place != nil {
		f.origin, f.lines, f.marks = o, nil, nil
	}
}

// Origin converts an offset in the source to an offset in the text of the file's Origin. Without an
// Origin, it returns its argument.
func (f *File) Origin(offset int32) int32 {
	if f == nil || f.memory == nil || f.origin.Place == nil {
		return offset
	}
	return int32(f.origin.Place(int(offset)))
}
