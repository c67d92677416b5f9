package lexer

import (
	"bytes"
	"unicode/utf8"
)

// Classes of bytes, as bits of a table entry.
const (
	identStart  = 1 << iota // A–Z a–z _ : an ASCII character that starts an identifier
	identPart               // these, digits and the dash
	digit                   // 0–9
	quotedStop              // what ends a run of plain text in a quoted template
	heredocStop             // what ends a run of plain text in a heredoc
)

var class = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= identStart | identPart
		t[c-'a'+'A'] |= identStart | identPart
	}
	t['_'] |= identStart | identPart
	t['-'] |= identPart
	for c := '0'; c <= '9'; c++ {
		t[c] |= digit | identPart
	}
	for _, c := range "\"\\$%\r\n" {
		t[c] |= quotedStop
	}
	for _, c := range "$%\r\n" {
		t[c] |= heredocStop
	}
	for c := 0x80; c < 0x100; c++ {
		t[c] |= quotedStop | heredocStop
	}
	return t
}()

// kindOf holds the kind of token that a byte alone decides about: what it starts, if
// that is an ASCII identifier or a number, or what it is, whatever byte comes after
// it. Of the others, which the second byte decides, a dot and "=" are here too, for
// they mostly stand alone. EOF stands for the rest.
var kindOf = func() (t [256]Kind) {
	for c := range t {
		switch {
		case class[c]&identStart != 0:
			t[c] = Ident
		case class[c]&digit != 0:
			t[c] = Number
		}
	}
	for c, k := range map[byte]Kind{
		'(': OParen, ')': CParen, '[': OBrack, ']': CBrack, '{': OBrace, '}': CBrace,
		',': Comma, '+': Plus, '-': Minus, '*': Star, '%': Percent, '?': Question, '"': OQuote, '\n': Newline,
		'.': Dot, '=': Equal,
	} {
		t[c] = k
	}
	return t
}()

// Next scans the token at or after the offset pos in src, outside templates: it skips
// blanks (spaces and tabs) and returns the token's kind and its offsets. At the
// end of src it returns EOF. A heredoc's opening line is one token; the opening
// quote of a template is a token by itself, and so is every "}". What follows an
// opening quote or a heredoc's opening line is for NextQuoted and NextHeredoc.
func Next(src []byte, pos int) (kind Kind, start, end int) {
	for pos < len(src) && (src[pos] == ' ' || src[pos] == '\t') {
		pos++
	}
	if pos >= len(src) {
		return EOF, len(src), len(src)
	}
	switch kind = kindOf[src[pos]]; kind {
	case Ident:
		return Ident, pos, identEnd(src, pos+1)
	case Number:
		return Number, pos, numberEnd(src, pos)
	case EOF, Dot, Equal:
		if c := byteAt(src, pos+1); kind == EOF || c == '.' || c == '=' || c == '>' {
			kind, end = nextOther(src, pos)
			return kind, pos, end
		}
	}
	return kind, pos, pos + 1
}

// nextOther scans the tokens that take more than a table look-up: those whose
// kind the second byte decides, comments, heredocs and what is not ASCII.
func nextOther(src []byte, pos int) (kind Kind, end int) {
	rest := src[pos:]
	switch c := rest[0]; c {
	case '=':
		if has(rest, '=') {
			return EqualOp, pos + 2
		}
		if has(rest, '>') {
			return FatArrow, pos + 2
		}
		return Equal, pos + 1
	case '.':
		if has(rest, '.') && len(rest) > 2 && rest[2] == '.' {
			return Ellipsis, pos + 3
		}
		return Dot, pos + 1
	case ':':
		return oneOrTwo(rest, pos, ':', Colon, DoubleColon)
	case '!':
		return oneOrTwo(rest, pos, '=', Bang, NotEqual)
	case '>':
		return oneOrTwo(rest, pos, '=', Greater, GreaterEq)
	case '&':
		return oneOrTwo(rest, pos, '&', Invalid, And)
	case '|':
		return oneOrTwo(rest, pos, '|', Invalid, Or)
	case '~':
		return oneOrTwo(rest, pos, '}', Invalid, TemplateSeqEnd)
	case '\r':
		return oneOrTwo(rest, pos, '\n', Invalid, Newline)
	case '<':
		if n := heredocOpening(rest); n > 0 {
			return OHeredoc, pos + n
		}
		return oneOrTwo(rest, pos, '=', Less, LessEq)
	case '#':
		return Comment, lineEnd(src, pos)
	case '/':
		if has(rest, '/') {
			return Comment, lineEnd(src, pos)
		}
		if has(rest, '*') {
			if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
				return Comment, pos + n + 4
			}
		}
		return Slash, pos + 1
	default:
		if c < utf8.RuneSelf {
			return Invalid, pos + 1
		}
		if n := identRune(rest, isIdentStart); n > 0 {
			return Ident, identEnd(src, pos+n)
		}
		if n := sequence(rest); n > 0 {
			return Invalid, pos + n
		}
		return BadUTF8, pos + 1
	}
}

func has(rest []byte, second byte) bool { return len(rest) > 1 && rest[1] == second }

// oneOrTwo decides between a token of one byte and one that goes on with second.
func oneOrTwo(rest []byte, pos int, second byte, one, two Kind) (Kind, int) {
	if has(rest, second) {
		return two, pos + 2
	}
	return one, pos + 1
}

// lineEnd returns the offset after the next LF at or after pos.
func lineEnd(src []byte, pos int) int {
	if n := bytes.IndexByte(src[pos:], '\n'); n >= 0 {
		return pos + n + 1
	}
	return len(src)
}

// identEnd returns where the identifier that pos is inside of ends.
func identEnd(src []byte, pos int) int {
	for i, c := range src[pos:] {
		if class[c]&identPart == 0 {
			if c < utf8.RuneSelf {
				return pos + i
			}
			return identEndUnicode(src, pos+i)
		}
	}
	return len(src)
}

// identEndUnicode is identEnd where a character that is not ASCII stands at pos.
func identEndUnicode(src []byte, pos int) int {
	for pos < len(src) {
		n := 1
		if class[src[pos]]&identPart == 0 {
			n = identRune(src[pos:], isIdentPart)
		}
		if n == 0 {
			return pos
		}
		pos += n
	}
	return pos
}

// identRune returns the length of the character at the start of b if it is not
// ASCII and ok accepts it, else 0.
func identRune(b []byte, ok func(rune) bool) int {
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 || !ok(r) {
		return 0
	}
	return n
}

// numberEnd returns where the number literal at pos ends: digits, dots and
// exponents in any order, but no dot at its end. Whether it is a number at all
// ("1.2.3" is not) is for the grammar.
func numberEnd(src []byte, pos int) int {
	end := pos
	for pos < len(src) {
		switch c := src[pos]; {
		case class[c]&digit != 0:
			pos++
			end = pos
		case c == '.':
			pos++
		case c == 'e' || c == 'E':
			n := pos + 1
			if n < len(src) && (src[n] == '+' || src[n] == '-') {
				n++
			}
			if n >= len(src) || class[src[n]]&digit == 0 {
				return end
			}
			pos = n + 1
			end = pos
		default:
			return end
		}
	}
	return end
}

// sequence returns the length of the byte sequence at the start of b that has
// the pattern of UTF-8: a leading byte and as many continuation bytes as it
// announces. HCL checks no more than that, so overlong forms and surrogates pass.
// It returns 0 where b does not start with one.
func sequence(b []byte) int {
	n := 0
	switch c := b[0]; {
	case c < 0x80:
		return 1
	case c < 0xC0 || c > 0xF7:
		return 0
	case c < 0xE0:
		n = 2
	case c < 0xF0:
		n = 3
	default:
		n = 4
	}
	if len(b) < n {
		return 0
	}
	for _, c := range b[1:n] {
		if c&0xC0 != 0x80 {
			return 0
		}
	}
	return n
}

// NextQuoted scans the token at pos in src, which is inside a quoted template
// and outside its interpolations and directives: QuotedLit, TemplateInterp,
// TemplateControl, CQuote, or one of QuotedNewline, BadUTF8, Invalid and EOF,
// which no valid template has.
func NextQuoted(src []byte, pos int) (kind Kind, end int) {
	start := pos
	for pos < len(src) {
		c := src[pos]
		if class[c]&quotedStop == 0 {
			pos++
			continue
		}
		if c >= utf8.RuneSelf {
			n := sequence(src[pos:])
			if n == 0 {
				return orBefore(QuotedLit, start, pos, BadUTF8, 1)
			}
			pos += n
			continue
		}
		if c == '\\' && pos+1 < len(src) && src[pos+1] != '\n' && src[pos+1] != '\r' {
			n := sequence(src[pos+1:])
			if n > 0 {
				pos += 1 + n
				continue
			}
		}
		switch c {
		case '"':
			return orBefore(QuotedLit, start, pos, CQuote, 1)
		case '$', '%':
			if pos > start {
				return QuotedLit, pos
			}
			return dollar(src, pos, QuotedLit)
		case '\\':
			return orBefore(QuotedLit, start, pos, Invalid, 1)
		default:
			if pos > start {
				return QuotedLit, pos
			}
			for pos < len(src) && (src[pos] == '\n' || src[pos] == '\r') {
				pos++
			}
			return QuotedNewline, pos
		}
	}
	if pos > start {
		return QuotedLit, pos
	}
	return EOF, pos
}

// orBefore returns the literal text from start to pos if there is any, else the
// token of n bytes at pos.
func orBefore(lit Kind, start, pos int, kind Kind, n int) (Kind, int) {
	if pos > start {
		return lit, pos
	}
	return kind, pos + n
}

// dollar scans what starts with a "$" or "%" at pos in template text: the start
// of a sequence; an escape ("$${", "%%{") as literal text; or the character
// alone, which is literal too. An escape takes a strip marker along.
func dollar(src []byte, pos int, lit Kind) (kind Kind, end int) {
	c := src[pos]
	next := byteAt(src, pos+1)
	switch {
	case next == '{':
		kind, end = TemplateInterp, pos+2
		if c == '%' {
			kind = TemplateControl
		}
	case next == c && byteAt(src, pos+2) == '{':
		kind, end = lit, pos+3
	case pos+1 >= len(src):
		return Invalid, pos + 1
	default:
		return lit, pos + 1
	}
	if byteAt(src, end) == '~' {
		end++
	}
	return kind, end
}

// byteAt returns the byte at i, or 0 after the end.
func byteAt(src []byte, i int) byte {
	if i < len(src) {
		return src[i]
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
	kind, start, end := Next(b, i)
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

// HeredocMarker returns the marker in a heredoc's opening line, which is the text of an
// OHeredoc, and reports whether the heredoc is a flush one ("<<-"). The marker is a
// slice of opening.
func HeredocMarker(opening []byte) (marker []byte, flush bool) {
	marker = bytes.TrimRight(bytes.TrimPrefix(opening, []byte("<<")), "\r\n")
	if len(marker) > 0 && marker[0] == '-' {
		return marker[1:], true
	}
	return marker, false
}

// NextHeredoc scans the token at pos in src, which is inside a heredoc with that
// marker and outside its interpolations and directives. lineStart is true where pos
// is at the start of a line, the only place for the closing marker. The token is
// StringLit, TemplateInterp, TemplateControl, CHeredoc, or one of BadUTF8,
// Invalid and EOF, which no valid heredoc has. A marker is a line of its own
// and counts only where a line end follows it; white space around it does not
// matter. A CR that ends no line makes the rest of src one Invalid token.
func NextHeredoc(src []byte, pos int, marker []byte, lineStart bool) (kind Kind, end int) {
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

// heredocDollar is dollar in a heredoc, where the end of the line plays a part:
// an escape takes it along, and a "$" or "%" that is literal takes along the one
// byte that may stand between it and the line end.
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
