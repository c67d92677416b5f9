package lsp

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"iacedit/syntax"
)

// A text is code with an index of its lines, to convert offsets to the protocol's positions and
// back. In the protocol a line ends with "\n", "\r\n" or "\r". A byte order mark at the start
// belongs to no line, because editors store it separately.
type text struct {
	code     []byte
	starts   []int // the starts of the lines
	encoding encoding
}

// An encoding is the unit in which the client counts characters of a line.
type encoding string

const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
)

var byteOrderMark = []byte("\uFEFF")

func newText(code []byte, e encoding) *text {
	t := &text{code: code, encoding: e, starts: []int{0}}
	if bytes.HasPrefix(code, byteOrderMark) {
		t.starts[0] = len(byteOrderMark)
	}
	for i := t.starts[0]; i < len(code); {
		end := bytes.IndexAny(code[i:], "\r\n")
		if end < 0 {
			break
		}
		if i += end + 1; code[i-1] == '\r' && i < len(code) && code[i] == '\n' {
			i++
		}
		t.starts = append(t.starts, i)
	}
	return t
}

// line returns the span of a line without its end.
func (t *text) line(n int) (from, to int) {
	from, to = t.starts[n], len(t.code)
	if n+1 < len(t.starts) {
		to = t.starts[n+1]
	}
	return from, from + len(bytes.TrimRight(t.code[from:to], "\r\n"))
}

// position converts an offset in the code to a line and a column.
func (t *text) position(offset int) position {
	n := max(0, sort.SearchInts(t.starts, offset+1)-1)
	from, _ := t.line(n)
	return position{Line: n, Character: t.units(t.code[min(from, offset):offset])}
}

// at converts a span of the code to a range of the protocol.
func (t *text) at(s syntax.Span) textRange {
	return textRange{t.position(int(s.From)), t.position(int(s.To))}
}

// units returns the length of a part of a line in the unit of the client: in bytes or in code units
// of UTF-16.
func (t *text) units(part []byte) (n int) {
	if t.encoding == utf8Units {
		return len(part)
	}
	for len(part) > 0 {
		r, size := utf8.DecodeRune(part)
		n, part = n+unitsOf(r), part[size:]
	}
	return n
}

// unitsOf returns the number of UTF-16 code units of a character: 1 or 2.
func unitsOf(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// offset converts a line and a column to an offset in the code. A position beyond the end of its
// line becomes the end of the line. A position beyond the last line becomes the end of the code. A
// position inside a character becomes the start of the character.
func (t *text) offset(p position) int {
	switch {
	case p.Line < 0:
		return t.starts[0]
	case p.Line >= len(t.starts):
		return len(t.code)
	}
	from, to := t.line(p.Line)
	if t.encoding == utf8Units {
		at := min(from+max(0, p.Character), to)
		for at > from && at < to && !utf8.RuneStart(t.code[at]) {
			at--
		}
		return at
	}
	for left := p.Character; from < to; {
		r, size := utf8.DecodeRune(t.code[from:to])
		if left -= unitsOf(r); left < 0 {
			break
		}
		from += size
	}
	return from
}
