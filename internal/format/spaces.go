package format

import "iacedit/lexer"

// spacing is a rule for the blanks between two tokens of one line.
type spacing uint8

const (
	tight    spacing = iota // nothing
	apart                   // one blank
	afterIn                 // nothing, but one blank after the keyword "in"
	negation                // after "-": nothing if it is a negation, one blank if it is a subtraction
)

const kinds = lexer.Invalid + 1

var (
	brackets = [...]lexer.Kind{lexer.OParen, lexer.OBrack, lexer.TemplateInterp, lexer.TemplateControl}
	closers  = [...]lexer.Kind{lexer.CParen, lexer.CBrack, lexer.CBrace, lexer.TemplateSeqEnd}
)

// spacings holds the spacing between each left and each right token. The rules are in order of
// increasing precedence, so that each rule overrides the previous ones.
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
		after(left, apart)
	}

	// No blanks go inside brackets, but one goes inside braces: [1], { a = 1 }, {}.
	for _, k := range closers {
		before(k, tight)
	}
	for _, k := range brackets {
		after(k, tight)
	}
	t[lexer.TemplateSeqEnd][lexer.TemplateInterp] = tight
	t[lexer.TemplateSeqEnd][lexer.TemplateControl] = tight
	t[lexer.TemplateInterp][lexer.OBrace] = apart // "${ {} }"
	t[lexer.TemplateControl][lexer.OBrace] = apart
	t[lexer.CBrace][lexer.TemplateSeqEnd] = apart
	after(lexer.OBrace, apart)
	before(lexer.CBrace, apart)
	t[lexer.OBrace][lexer.CBrace] = tight

	after(lexer.Minus, negation)
	after(lexer.Bang, tight)

	// No blank goes before the bracket of an index: a[0], f()[0]. A list after "in" is not an
	// index.
	t[lexer.Ident][lexer.OBrack] = tight
	t[lexer.Number][lexer.OBrack] = tight
	for _, k := range closers {
		t[k][lexer.OBrack] = tight
	}
	for right, s := range t[lexer.Ident] {
		if s == tight {
			t[lexer.Ident][right] = afterIn
		}
	}

	// No blanks are added around literal text.
	for _, k := range [...]lexer.Kind{lexer.QuotedLit, lexer.StringLit} {
		after(k, tight)
		before(k, tight)
	}
	after(lexer.OQuote, tight)
	before(lexer.CQuote, tight)
	after(lexer.OHeredoc, tight)
	before(lexer.CHeredoc, tight)

	after(lexer.Comma, apart)
	before(lexer.Comma, tight)
	before(lexer.Ellipsis, tight)
	after(lexer.Dot, tight)
	before(lexer.Dot, tight)
	t[lexer.Ident][lexer.DoubleColon] = tight
	t[lexer.DoubleColon][lexer.Ident] = tight
	t[lexer.Ident][lexer.OParen] = tight
	before(lexer.Newline, tight)
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

// blanksBetween returns the formatter's number of blanks between two tokens of one line. leftKind
// and left are the kind and the text of the left token. before is the kind of the token before
// the left one, or lexer.EOF at the start of the line.
func blanksBetween(before lexer.Kind, leftKind lexer.Kind, left []byte, right lexer.Kind) uint16 {
	switch spacings[leftKind][right] {
	case apart:
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
