package lexer

import (
	"unicode"
	"unicode/utf8"
)

// identEnd returns the end of the identifier that contains pos.
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

// identEndUnicode is like identEnd, but the character at pos is not ASCII.
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

// identRune returns the length of the character at the start of b, or 0 if the given function
// returns false for the character.
func identRune(b []byte, ok func(rune) bool) int {
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 || !ok(r) {
		return 0
	}
	return n
}

// isIdentStart reports whether an identifier can start with r: whether r has the property
// ID_Start of Unicode Standard Annex 31 in Unicode 17.
func isIdentStart(r rune) bool {
	return (unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !isPattern(r)) || unicode.Is(newerStart, r)
}

// isIdentPart reports whether r can continue an identifier: whether it has the property
// ID_Continue.
func isIdentPart(r rune) bool {
	return isIdentStart(r) ||
		(unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) && !isPattern(r)) ||
		unicode.Is(newerPart, r)
}

func isPattern(r rune) bool {
	return unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}
