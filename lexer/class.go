package lexer

// Classes of bytes, as bits of a table entry.
const (
	identStart  = 1 << iota // A–Z a–z _ : an ASCII character that starts an identifier
	identPart               // the characters of identStart, the digits and the dash
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

// kindOf maps a byte to the kind of the token that it starts, if the byte alone decides the kind.
// The dot and "=" are also in the table, because they are usually whole tokens. All other bytes
// are mapped to EOF.
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

// sequence returns the length of the UTF-8 sequence at the start of b: a leading byte and as many
// continuation bytes as it announces. Overlong forms and surrogates are accepted, because HCL
// does not check for them. It returns 0 if b does not start with such a sequence.
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
