package value

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"iacedit/internal/jsontext"
	"iacedit/syntax"
)

// AppendSimple is AppendJSON for expressions that their text alone tells about, as most
// values are: a string without escapes and sequences, an integer, what starts with a name
// and is not over lines. It returns dst as it was and false for others, which have to be
// parsed. The text is that of an expression that has been parsed once, from its first byte
// to its last.
func AppendSimple(dst, code []byte, p *Schema) ([]byte, bool) {
	if len(code) == 0 {
		return dst, false
	}
	if p == nil {
		p = anywhere
	}
	switch c := code[0]; {
	case '0' <= c && c <= '9':
		return appendInteger(dst, code, p)
	case p.Word != "" || !p.takes(String):
	case c == '"':
		return appendSimpleString(dst, code, p)
	case isBare(p.Mode):
		if isLetter(c) && isSurely(code, p.Mode) {
			return jsontext.AppendQuote(dst, code), true
		}
	case isLetter(c) || c == '!':
		return appendNamed(dst, code, p)
	}
	return dst, false
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// appendNamed is AppendSimple for what starts with a name, where strings are no code.
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
		return dst, false // a line end has to follow the marker of a heredoc
	}
	return append(jsontext.AppendEscaped(append(dst, `"${`...), code), `}"`...), true
}

// appendSimpleString is AppendSimple for what starts with a quote.
func appendSimpleString(dst, code []byte, p *Schema) ([]byte, bool) {
	last := len(code) - 1
	if isBare(p.Mode) || last == 0 || code[last] != '"' {
		return dst, false
	}
	// A "{" would make it a template, perhaps.
	if !plainWithout(code[1:last], '{') {
		return dst, false
	}
	return append(dst, code...), true
}

// EqualSimple is Classes.Equal by the relation Setting for a plain string in code and a string
// without sequences, and for two of true and false, which need not be parsed. It returns false for known if they are not. The
// code is that of an expression that has been parsed once, from its first byte to its last.
func EqualSimple(code []byte, v *Value, p *Schema) (same, known bool) {
	if v != nil && (v.Kind == True || v.Kind == False) && (string(code) == "true" || string(code) == "false") {
		return string(code) == plainText[v.Kind], true
	}
	last := len(code) - 1
	if v == nil || v.Kind != String || isBare(p.StringMode()) || last < 1 || code[0] != '"' || code[last] != '"' {
		return false, false
	}
	text := code[1:last]
	if !plainWithout(text, '{') || !isASCII(bytesOf(v.Text)) || !plain(v.Text) {
		return false, false
	}
	return string(text) == v.Text, true
}

// isPlainCode reports whether code is the same in a JSON string, and no heredoc is in it.
func isPlainCode(code []byte) bool { return plainWithout(code, '<') }

// appendPlainCode appends plain code as the string that stands for it.
func appendPlainCode(dst, code []byte) []byte {
	return append(append(append(dst, `"${`...), code...), `}"`...)
}

// plainWithout reports whether text is ASCII that is the same in a JSON string, and a
// character is not in it.
func plainWithout(text []byte, c byte) bool {
	const ones = 0x0101010101010101 // a byte eight times is that byte times ones
	if len(text) < 8 {
		for _, b := range text {
			if b < ' ' || b >= utf8.RuneSelf || b == '"' || b == '\\' || b == c {
				return false
			}
		}
		return true
	}
	for at := 0; ; at += 8 {
		at = min(at, len(text)-8) // the last words may overlap
		w := binary.LittleEndian.Uint64(text[at:])
		quote, slash, other := w^'"'*ones, w^'\\'*ones, w^uint64(c)*ones
		// The high bit of a byte is set where it was, or what is taken away is more.
		if ((w-' '*ones)|(quote-ones)|(slash-ones)|(other-ones)|w)&(0x80*ones) != 0 {
			return false
		}
		if at == len(text)-8 {
			return true
		}
	}
}

// appendInteger is AppendSimple for what starts with a digit.
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

// isSurely reports, without parsing it, that the text of an expression that starts with a
// name is what a mode of code reads. It returns false where it takes more to know.
func isSurely(code []byte, m Mode) bool {
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

// simpleTemplate returns the text of a quoted template with sequences that is its text as
// it stands: on one line, without escapes and "~" markers.
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
