package lexer

import "unicode"

// isIdentStart reports whether r starts an identifier: the property ID_Start of
// Unicode Standard Annex 31, by the tables of Unicode 17.
func isIdentStart(r rune) bool {
	return (unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !isPattern(r)) || unicode.Is(newerStart, r)
}

// isIdentPart reports whether r goes on with an identifier: ID_Continue.
func isIdentPart(r rune) bool {
	return isIdentStart(r) ||
		(unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) && !isPattern(r)) ||
		unicode.Is(newerPart, r)
}

func isPattern(r rune) bool {
	return unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}
