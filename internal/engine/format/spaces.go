package format

import "iacedit/lexer"

// spacing is a rule for the blanks between two tokens of one line.
type spacing uint8

const (
	noBlank  spacing = iota // nothing
	oneBlank                // one blank
	afterIn                 // nothing, but one blank after the keyword "in"
	negation                // after "-": nothing if it is a negation, one blank if it is a subtraction
)

const kinds = lexer.Invalid + 1

var (
	brackets = [...]lexer.Kind{lexer.OParen, lexer.OBrack, lexer.TemplateInterp, lexer.TemplateControl}
	closers  = [...]lexer.Kind{lexer.CParen, lexer.CBrack, lexer.CBrace, lexer.TemplateSeqEnd}
)

// spacings has the spacing for each kind of left token and each kind of right token. The rules are
// in order of increasing precedence, so that each rule overrides the previous ones.
var spacings = func() (t [kinds][kinds]spacing) {
	after := func(left lexer.Kind, s spacing) {
		for right := range t[left] {
			t[left][right] = s
		}
	}
	before := func(right lexer.Kind, s spacing) {
		for left := range t {
			t[left][right] = s
		}
	}

	for left := range kinds {
		after(left, oneBlank)
	}

	// There are no blanks inside brackets, but one inside braces: [1], { a = 1 }, {}.
	for _, k := range closers {
		before(k, noBlank)
	}
	for _, k := range brackets {
		after(k, noBlank)
	}
	t[lexer.TemplateSeqEnd][lexer.TemplateInterp] = noBlank
	t[lexer.TemplateSeqEnd][lexer.TemplateControl] = noBlank
	t[lexer.TemplateInterp][lexer.OBrace] = oneBlank // "${ {} }"
	t[lexer.TemplateControl][lexer.OBrace] = oneBlank
	t[lexer.CBrace][lexer.TemplateSeqEnd] = oneBlank
	after(lexer.OBrace, oneBlank)
	before(lexer.CBrace, oneBlank)
	t[lexer.OBrace][lexer.CBrace] = noBlank

	after(lexer.Minus, negation)
	after(lexer.Bang, noBlank)

	// There is no blank before the bracket of an index: a[0], f()[0]. The rule does not apply to a
	// "[" after the keyword "in", which starts a list.
	t[lexer.Ident][lexer.OBrack] = noBlank
	t[lexer.Number][lexer.OBrack] = noBlank
	for _, k := range closers {
		t[k][lexer.OBrack] = noBlank
	}
	for right, s := range t[lexer.Ident] {
		if s == noBlank {
			t[lexer.Ident][right] = afterIn
		}
	}

	// No blanks are added around literal text.
	for _, k := range [...]lexer.Kind{lexer.QuotedLit, lexer.StringLit} {
		after(k, noBlank)
		before(k, noBlank)
	}
	after(lexer.OQuote, noBlank)
	before(lexer.CQuote, noBlank)
	after(lexer.OHeredoc, noBlank)
	before(lexer.CHeredoc, noBlank)

	after(lexer.Comma, oneBlank)
	before(lexer.Comma, noBlank)
	before(lexer.Ellipsis, noBlank)
	after(lexer.Dot, noBlank)
	before(lexer.Dot, noBlank)
	t[lexer.Ident][lexer.DoubleColon] = noBlank
	t[lexer.DoubleColon][lexer.Ident] = noBlank
	t[lexer.Ident][lexer.OParen] = noBlank
	before(lexer.Newline, noBlank)
	return t
}()

// negates marks the tokens after which a "-" is a negation. lexer.EOF stands for the start of a
// line.
var negates = func() (t [kinds]bool) {
	for _, k := range [...]lexer.Kind{
		lexer.EOF, lexer.OParen, lexer.OBrace, lexer.OBrack, lexer.Equal, lexer.Colon, lexer.Comma, lexer.Question,
		lexer.Plus, lexer.Minus, lexer.Star, lexer.Slash, lexer.Percent,
		lexer.EqualOp, lexer.NotEqual, lexer.Less, lexer.LessEq, lexer.Greater, lexer.GreaterEq,
		lexer.And, lexer.Or, lexer.Bang,
	} {
		t[k] = true
	}
	return t
}()

// blanksBetween returns the number of blanks that the formatter puts between two tokens of one
// line. The left token has the kind leftKind and the text left. before is the kind of the token
// before the left one, or lexer.EOF at the start of the line.
func blanksBetween(before lexer.Kind, leftKind lexer.Kind, left []byte, right lexer.Kind) uint16 {
	switch spacings[leftKind][right] {
	case oneBlank:
		return 1
	case afterIn:
		if before == lexer.Ident && string(left) == "in" {
			return 1
		}
	case negation:
		if !negates[before] {
			return 1
		}
	}
	return 0
}
