package value

import (
	"bytes"
	"unicode"

	"iacedit/lexer"
)

// A "~" takes away the blanks of the piece of literal text beside it. In a template as
// JSON has it, and in a heredoc, a piece ends with its line, and a "$" or "%" that stands
// for itself is one, together with the byte after it where a line ends behind that; in a
// quoted string, where a line break is "\n", lines end no piece. So a marker can take away
// something else from a string in quotes than it did: such a marker goes, with what it took
// away. What is left then ends in no "$" that would make the sequence after it an escape,
// for the blanks between the two are a piece of their own in quotes as well.

// resolveStrips returns a template that means in quotes what src means as it stands.
func resolveStrips(src []byte) ([]byte, error) {
	if !bytes.Contains(src, []byte("~}")) && !bytes.Contains(src, []byte("{~")) {
		return src, nil
	}
	var out []byte
	before := false // a "~}" stands before the literal text at hand
	for i := 0; i <= len(src); {
		end, sequence := nextSequence(src, i)
		after := sequence > 0 && end+2 < len(src) && src[end+2] == '~'
		literal, keepBefore, keepAfter := stripped(src[i:end], before, after)
		if before && !keepBefore {
			out = append(out[:len(out)-len("~}")], '}')
		}
		out = append(out, literal...)
		if sequence == 0 {
			return out, nil
		}
		q, err := scanSequence(src, end+2)
		if err != nil {
			return src, err
		}
		out = append(out, src[end:end+2]...)
		inner := src[end+2 : q.end]
		if after && !keepAfter {
			inner = inner[1:]
		}
		out = append(out, inner...)
		before = src[q.end-2] == '~'
		i = q.end
	}
	return out, nil
}

// nextSequence returns where the next "${" or "%{" of a template is from i on, and its
// length; the end and 0 if there is none.
func nextSequence(src []byte, i int) (at, length int) {
	for i < len(src) {
		switch n := lexer.Sequence(src, i); n {
		case 0:
			i++
		case 2:
			return i, n
		default:
			i += n
		}
	}
	return i, 0
}

// stripped returns literal text without what the markers beside it take away where they
// would not take away the same in quotes, and whether each marker stays.
func stripped(text []byte, before, after bool) (kept []byte, left, right bool) {
	if !before && !after {
		return text, before, after
	}
	first, last := firstPiece(text), lastPiece(text)
	fromLine, toLine := taken(text, first, last, before, after)
	first, last = quotedPieces(text)
	from, to := taken(text, first, last, before, after)
	if from == to && fromLine == toLine || from == fromLine && to == toLine {
		return text, before, after
	}
	if from != fromLine {
		text, before = text[fromLine:], false
		toLine -= fromLine
		first, last = quotedPieces(text)
		_, to = taken(text, first, last, before, after)
	}
	if to != toLine {
		text, after = text[:toLine], false
	}
	return text, before, after
}

// taken returns where the text starts and ends that markers beside it leave, given the end
// of its first piece and the start of its last one.
func taken(text []byte, first, last int, before, after bool) (from, to int) {
	to = len(text)
	if before {
		from = first - len(bytes.TrimLeftFunc(text[:first], unicode.IsSpace))
	}
	if after {
		last = max(last, from)
		to = last + len(bytes.TrimRightFunc(text[last:], unicode.IsSpace))
	}
	return from, to
}

// firstPiece returns where the first piece of literal text ends, in a template as JSON has
// it.
func firstPiece(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	_, end := lexer.NextHeredoc(text, 0, nil, false)
	return end
}

// lastPiece returns where the last piece of literal text starts, in a template as JSON has
// it. It is in the last line, since a line's end ends a piece.
func lastPiece(text []byte) int {
	line := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte{'\n'}), '\n') + 1
	for pos := line; pos < len(text); {
		line = pos
		_, pos = lexer.NextHeredoc(text, pos, nil, false)
	}
	return line
}

// quotedPieces returns where the first piece of literal text ends and where the last one
// starts, in quotes: a "$" or "%" is a piece, an escape is, and the text between.
func quotedPieces(text []byte) (first, last int) {
	first = len(text)
	for i := 0; i < len(text); {
		if text[i] != '$' && text[i] != '%' {
			i++
			continue
		}
		first, last = min(first, i), i
		if i += max(1, lexer.Sequence(text, i)); i < len(text) {
			last = i
		}
		if first == 0 {
			first = i
		}
	}
	return first, last
}
