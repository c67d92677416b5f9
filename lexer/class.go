package lexer

// Classes of bytes, as bits of a table entry.
const (
	identStart  = 1 << iota // A–Z a–z _ : an ASCII character that starts an identifier
	identPart               // the same, the digits and the dash
	digit                   // 0–9
	quotedStop              // a byte that ends a run of plain text in a quoted template
	heredocStop             // a byte that ends a run of plain text in a heredoc
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

// kindOf holds the kind of token that a single byte decides: the kind that an ASCII letter or a
// digit starts, or the kind of a byte that is a token whatever follows. A dot and "=" are in the
// table, too, because they are mostly whole tokens. EOF stands for every other byte.
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

// sequence returns the length of the byte sequence at the start of b that has the pattern of
// UTF-8: a leading byte and as many continuation bytes as it announces. HCL checks no more
// than that, so overlong forms and surrogates pass. It returns 0 if b starts with no such
// sequence.
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
