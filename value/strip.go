package value

import (
	"bytes"
	"unicode"

	"iacedit/lexer"
)

// A "~" takes away the blanks of the piece of literal text beside it. In a template as
// JSON has it, and in a heredoc, a piece ends with its line; in a quoted string, where
// a line break is "\n", it does not. So a marker can take away more from a string in
// quotes than it did: such a marker goes, with what it took away.

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
		literal, same := stripped(src[i:end], before, after)
		if before && !same {
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
		if after && !same {
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

// stripped returns literal text without what the markers beside it take away, and
// whether they would take away the same in quotes; it then returns the text as it is.
func stripped(text []byte, before, after bool) ([]byte, bool) {
	first := bytes.IndexByte(text, '\n') + 1
	last := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte{'\n'}), '\n') + 1
	if first == 0 {
		first = len(text)
	}
	quoted, from, to := text, 0, len(text)
	if before {
		quoted = bytes.TrimLeftFunc(quoted, unicode.IsSpace)
		from = first - len(bytes.TrimLeftFunc(text[:first], unicode.IsSpace))
	}
	if after {
		quoted = bytes.TrimRightFunc(quoted, unicode.IsSpace)
		to = max(last, from) + len(bytes.TrimRightFunc(text[max(last, from):], unicode.IsSpace))
	}
	if bytes.Equal(quoted, text[from:to]) {
		return text, true
	}
	return text[from:to], false
}
