package lexer

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Next scans the token at or after the offset pos in src, outside templates. It skips blanks
// (spaces and tabs) and returns the token's kind and its offsets. At the end of src it returns
// EOF. A heredoc's opening line is one token. The opening quote of a template, and every "}", is
// a token by itself. Call NextQuoted after an opening quote, and NextHeredoc after a heredoc's
// opening line.
func Next(src []byte, pos int) (kind Kind, start, end int) { return next(src, max(pos, 0)) }

// next implements Next for offsets that are not negative.
func next(src []byte, pos int) (kind Kind, start, end int) {
	pos = skipBlanks(src, pos)
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

// skipBlanks returns the offset of the first byte at or after pos that is not a blank. It returns
// len(src) if only blanks are left.
func skipBlanks(src []byte, pos int) int {
	if pos >= 0 && pos <= len(src)-8 { // skip up to eight spaces without a branch, which would be hard to predict
		const spaces = ' ' * 0x0101010101010101
		pos += bits.TrailingZeros64(binary.LittleEndian.Uint64(src[pos:])^spaces) / 8
	}
	for uint(pos) < uint(len(src)) && (src[pos] == ' ' || src[pos] == '\t') {
		same := uint64(src[pos]) * 0x0101010101010101
		if pos++; pos+8 <= len(src) { // skip up to eight more of the same blank in one step
			pos += bits.TrailingZeros64(binary.LittleEndian.Uint64(src[pos:])^same) / 8
		}
	}
	return pos
}

// nextOther scans the tokens that need more than a table look-up: tokens whose kind depends on the
// second byte, comments, heredocs and characters that are not ASCII.
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

// oneOrTwo scans a token of one or two bytes, such as "=" or "==". If the second byte of rest
// equals the argument second, the token has two bytes and the kind two. Otherwise it has one byte
// and the kind one.
func oneOrTwo(rest []byte, pos int, second byte, one, two Kind) (Kind, int) {
	if has(rest, second) {
		return two, pos + 2
	}
	return one, pos + 1
}

// byteAt returns src[i], or 0 if i is at or after the end of src.
func byteAt(src []byte, i int) byte {
	if i < len(src) {
		return src[i]
	}
	return 0
}

// lineEnd returns the offset after the first LF at or after pos, or the end of src.
func lineEnd(src []byte, pos int) int {
	if n := bytes.IndexByte(src[pos:], '\n'); n >= 0 {
		return pos + n + 1
	}
	return len(src)
}

// numberEnd returns the end of the number literal at pos: digits, dots and exponents in any
// order, but no dot at the end. The parser decides whether the literal is a valid number ("1.2.3"
// is not).
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
