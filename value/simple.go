package value

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// AppendSimple is like AppendJSON, but only for expressions that need no parse: a string without
// escapes and sequences, an integer, or code that starts with a name or "!" and has no heredoc.
// It returns dst unchanged and false for all other expressions. The code must be a whole
// expression that has been parsed before.
func AppendSimple(dst, code []byte, p *Schema) ([]byte, bool) {
	if len(code) == 0 {
		return dst, false
	}
	if p == nil {
		p = defaultSchema
	}
	switch c := code[0]; {
	case '0' <= c && c <= '9':
		return appendInteger(dst, code, p)
	case p.Word != "" || !p.takes(String):
	case c == '"':
		return appendSimpleString(dst, code, p)
	case isBare(p.Mode):
		if isLetter(c) && isAccepted(code, p.Mode) {
			return jsontext.AppendQuote(dst, code), true
		}
	case isLetter(c) || c == '!':
		return appendNamed(dst, code, p)
	}
	return dst, false
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// appendNamed is like AppendSimple, but only for code that starts with a name or "!", at a place
// where strings are not code.
func appendNamed(dst, code []byte, p *Schema) ([]byte, bool) {
	for kind, word := range plainText[:True+1] {
		if string(code) != word {
			continue
		}
		if !p.takes(Kind(kind)) {
			return dst, false
		}
		return append(dst, code...), true
	}
	switch {
	case p.Mode != Template:
		return dst, false
	case isPlainCode(code):
		return appendPlainCode(dst, code), true
	case bytes.Contains(code, []byte("<<")) || !utf8.Valid(code):
		return dst, false // the marker of a heredoc needs a line end
	}
	return append(jsontext.AppendEscaped(append(dst, `"${`...), code), `}"`...), true
}

// appendSimpleString is like AppendSimple, but only for code that starts with a quote.
func appendSimpleString(dst, code []byte, p *Schema) ([]byte, bool) {
	last := len(code) - 1
	if isBare(p.Mode) || last == 0 || code[last] != '"' {
		return dst, false
	}
	// A "{" may belong to a template sequence.
	if !isPlainWithout(code[1:last], '{') {
		return dst, false
	}
	return append(dst, code...), true
}

// EqualSimple is like Classes.Equal with Setting, but parses nothing. It compares two booleans, or
// a plain string in code with a JSON string without template sequences; for anything else, known is
// false. The code must be a whole expression that has been parsed before.
func EqualSimple(code []byte, v *Value, p *Schema) (same, known bool) {
	if v != nil && (v.Kind == True || v.Kind == False) && (string(code) == "true" || string(code) == "false") {
		return string(code) == plainText[v.Kind], true
	}
	last := len(code) - 1
	if v == nil || v.Kind != String || isBare(p.StringMode()) || last < 1 || code[0] != '"' || code[last] != '"' {
		return false, false
	}
	text := code[1:last]
	if !isPlainWithout(text, '{') || !isASCII(nocopy.Bytes(v.Text)) || !hasNoSequence(v.Text) {
		return false, false
	}
	return string(text) == v.Text, true
}

// isPlainCode reports whether code needs no escape in a JSON string and contains no heredoc.
func isPlainCode(code []byte) bool { return isPlainWithout(code, '<') }

// appendPlainCode puts plain code in "${…}", and appends the resulting JSON string.
func appendPlainCode(dst, code []byte) []byte {
	return append(append(append(dst, `"${`...), code...), `}"`...)
}

// isPlainWithout reports whether text is ASCII that needs no escape in a JSON string, and does not
// contain c.
func isPlainWithout(text []byte, c byte) bool {
	const ones = 0x0101010101010101 // a byte repeated eight times is the byte times ones
	if len(text) < 8 {
		for _, b := range text {
			if b < ' ' || b >= utf8.RuneSelf || b == '"' || b == '\\' || b == c {
				return false
			}
		}
		return true
	}
	for at := 0; ; at += 8 {
		at = min(at, len(text)-8) // the last two words may overlap
		w := binary.LittleEndian.Uint64(text[at:])
		quote, slash, other := w^'"'*ones, w^'\\'*ones, w^uint64(c)*ones
		// Each "-" below sets the high bit of a byte that is less than the byte subtracted from it.
		// So a high bit is set if w contains a control character, a quote, a backslash or c. It is
		// also set if w contains a byte that is not ASCII.
		if ((w-' '*ones)|(quote-ones)|(slash-ones)|(other-ones)|w)&(0x80*ones) != 0 {
			return false
		}
		if at == len(text)-8 {
			return true
		}
	}
}

// appendInteger is like AppendSimple, but only for code that starts with a digit.
func appendInteger(dst, code []byte, p *Schema) ([]byte, bool) {
	if !p.takes(Number) || code[0] == '0' && len(code) > 1 {
		return dst, false
	}
	for _, c := range code {
		if c < '0' || c > '9' {
			return dst, false
		}
	}
	return append(dst, code...), true
}

// isAccepted reports whether the mode m is certain to accept the code of an expression that starts
// with a name. If it returns false, a parse is needed.
func isAccepted(code []byte, m Mode) bool {
	if m == Expression {
		return !bytes.Contains(code, []byte("<<")) && utf8.Valid(code)
	}
	start := true
	for _, c := range code {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
			start = false
		case start:
			return false
		case c == '.':
			start = true
		case (c < '0' || '9' < c) && c != '-':
			return false
		}
	}
	return !start
}

// simpleTemplate returns the text between the quotes of a template with sequences, if that text can
// be a template in JSON without changes. The text must be on one line, without escapes and "~"
// markers.
func simpleTemplate(e *syntax.Expr, id syntax.NodeID) (text []byte, ok bool) {
	t := e.Node(id)
	if t.Flags&syntax.FlagHeredoc != 0 {
		return nil, false
	}
	source := e.Source(id)
	source = source[1 : len(source)-1]
	for i, c := range source {
		if c == '\\' || c == '\n' || c == '~' || (c == '$' || c == '%') && i > 0 && source[i-1] == c {
			return nil, false
		}
	}
	return source, true
}
