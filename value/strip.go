package value

import (
	"bytes"
	"unicode"

	"iacedit/lexer"
)

// A "~" strips the blanks of the adjacent piece of literal text. In a JSON template and in a
// heredoc, each line of literal text is a piece. A literal "$" or "%" is a piece, too; it includes
// the next byte if a line end follows that byte. In a quoted string a line break is written "\n",
// and does not end a piece. So a marker may strip more or fewer blanks in a quoted string than in
// the JSON template. Such a marker is removed, together with the blanks that it stripped in the
// template. The remaining text does not end in a "$" that would escape the following sequence: in
// quotes, too, the blanks between the "$" and the sequence are a separate piece.

// resolveStrips converts the template in a JSON string to one that can be written in quotes. A "~"
// marker that would strip different blanks in quotes than in the JSON template is removed, together
// with the blanks that it strips in the JSON template.
func resolveStrips(src []byte) ([]byte, error) {
	if !bytes.Contains(src, []byte("~}")) && !bytes.Contains(src, []byte("{~")) {
		return src, nil
	}
	var out []byte
	before := false // a "~}" precedes the current literal text
	for i := 0; i <= len(src); {
		end, sequence := nextSequence(src, i)
		after := sequence > 0 && end+2 < len(src) && src[end+2] == '~'
		literal, keepBefore, keepAfter := stripText(src[i:end], before, after)
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

// nextSequence searches a template for the next "${" or "%{", from the offset i on. It returns the
// offset and the length of these two characters. If there is no sequence, it returns the end of src
// and 0.
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

// stripText returns a literal text of a JSON template as it must be in quotes. If a marker beside
// the text would strip different blanks in quotes than in the JSON template, stripText removes the
// blanks that the marker strips in the JSON template. The last two results report whether the
// markers before and after the text stay.
func stripText(text []byte, before, after bool) (kept []byte, left, right bool) {
	if !before && !after {
		return text, before, after
	}
	first, last := firstPiece(text), lastPiece(text)
	fromLine, toLine := stripRange(text, first, last, before, after)
	first, last = quotedPieces(text)
	from, to := stripRange(text, first, last, before, after)
	if from == to && fromLine == toLine || from == fromLine && to == toLine {
		return text, before, after
	}
	if from != fromLine {
		text, before = text[fromLine:], false
		toLine -= fromLine
		first, last = quotedPieces(text)
		_, to = stripRange(text, first, last, before, after)
	}
	if to != toLine {
		text, after = text[:toLine], false
	}
	return text, before, after
}

// stripRange returns which part of a text remains after the markers beside it have stripped blanks.
// A marker strips blanks only in the first or the last piece of the text. The first piece is
// text[:first], and the last piece is text[last:].
func stripRange(text []byte, first, last int, before, after bool) (from, to int) {
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

// firstPiece returns where the first piece of a literal text in a JSON template ends.
func firstPiece(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	_, end := lexer.NextHeredoc(text, 0, nil, false)
	return end
}

// lastPiece returns where the last piece of a literal text in a JSON template starts. That is in
// the last line, because every line end is the end of a piece.
func lastPiece(text []byte) int {
	line := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte{'\n'}), '\n') + 1
	for pos := line; pos < len(text); {
		line = pos
		_, pos = lexer.NextHeredoc(text, pos, nil, false)
	}
	return line
}

// quotedPieces returns where the first piece of a literal text ends, and where its last piece
// starts, if the text is written in quotes. Each "$", "%" and escape is a piece, and so is the text
// between two of them.
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
