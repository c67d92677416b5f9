package lexer

import (
	"bytes"
	"unicode/utf8"
)

// NextHeredoc scans the token at pos in src, which is inside a heredoc with the given marker and
// outside its interpolations and directives. If lineStart is true, pos is at the start of a line,
// which is the only place for the closing marker. The token is StringLit, TemplateInterp,
// TemplateControl, CHeredoc, or one of BadUTF8, Invalid and EOF, which a valid heredoc does not
// contain. A closing marker is alone on its line, except for white space, and a line end must
// follow it. A CR without an LF makes the rest of src one Invalid token.
func NextHeredoc(src []byte, pos int, marker []byte, lineStart bool) (kind Kind, end int) {
	return nextHeredoc(src, max(pos, 0), marker, lineStart)
}

// nextHeredoc implements NextHeredoc for offsets that are not negative.
func nextHeredoc(src []byte, pos int, marker []byte, lineStart bool) (kind Kind, end int) {
	if pos >= len(src) {
		return EOF, pos
	}
	start := pos
	for pos < len(src) {
		c := src[pos]
		if class[c]&heredocStop == 0 {
			pos++
			continue
		}
		switch {
		case c >= utf8.RuneSelf:
			n := sequence(src[pos:])
			if n == 0 {
				return orBefore(StringLit, start, pos, BadUTF8, 1)
			}
			pos += n
		case lineEndLen(src, pos) > 0:
			if lineStart && bytes.Equal(bytes.TrimSpace(src[start:pos]), marker) {
				return CHeredoc, pos
			}
			return StringLit, pos + lineEndLen(src, pos)
		case c == '\r':
			return orBefore(StringLit, start, pos, Invalid, len(src)-pos)
		default:
			if pos > start {
				return StringLit, pos
			}
			return heredocDollar(src, pos)
		}
	}
	return StringLit, pos
}

// heredocDollar is like the function dollar, but for heredocs: a line end directly after an escape
// belongs to the escape's token, and a literal "$" or "%" includes one more byte if the line ends
// after that byte.
func heredocDollar(src []byte, pos int) (kind Kind, end int) {
	kind, end = dollar(src, pos, StringLit)
	if kind != StringLit {
		return kind, end
	}
	if end > pos+1 {
		return kind, end + lineEndLen(src, end)
	}
	if after := byteAt(src, end+1); after == '\n' || after == '\r' {
		end++
	}
	return kind, end
}

// lineEndLen returns the length of the line end (LF or CR LF) at pos, or 0.
func lineEndLen(src []byte, pos int) int {
	switch byteAt(src, pos) {
	case '\n':
		return 1
	case '\r':
		if byteAt(src, pos+1) == '\n' {
			return 2
		}
	}
	return 0
}

// heredocOpening returns the length of the heredoc opening line ("<<EOT\n",
// "<<-EOT\r\n") at the start of b, or 0.
func heredocOpening(b []byte) int {
	if !has(b, '<') {
		return 0
	}
	i := 2
	if byteAt(b, i) == '-' {
		i++
	}
	kind, start, end := next(b, i)
	if kind != Ident || start != i {
		return 0
	}
	if byteAt(b, end) == '\r' {
		end++
	}
	if byteAt(b, end) != '\n' {
		return 0
	}
	return end + 1
}

// HeredocMarker returns the marker in a heredoc's opening line, and reports whether the heredoc is
// flush ("<<-"). The opening line is the text of an OHeredoc. The marker is a slice of that text.
func HeredocMarker(opening []byte) (marker []byte, flush bool) {
	marker = bytes.TrimRight(bytes.TrimPrefix(opening, []byte("<<")), "\r\n")
	if len(marker) > 0 && marker[0] == '-' {
		return marker[1:], true
	}
	return marker, false
}
