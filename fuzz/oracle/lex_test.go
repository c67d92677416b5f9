package oracle

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/lexer"
)

// kinds maps hcl/v2's token types to ours. Those that no valid file has are one
// kind here, lexer.Invalid.
var kinds = map[hclsyntax.TokenType]lexer.Kind{
	hclsyntax.TokenEOF: lexer.EOF, hclsyntax.TokenNewline: lexer.Newline, hclsyntax.TokenComment: lexer.Comment,
	hclsyntax.TokenIdent: lexer.Ident, hclsyntax.TokenNumberLit: lexer.Number,
	hclsyntax.TokenEqual: lexer.Equal, hclsyntax.TokenEqualOp: lexer.EqualOp, hclsyntax.TokenNotEqual: lexer.NotEqual,
	hclsyntax.TokenLessThan: lexer.Less, hclsyntax.TokenLessThanEq: lexer.LessEq,
	hclsyntax.TokenGreaterThan: lexer.Greater, hclsyntax.TokenGreaterThanEq: lexer.GreaterEq,
	hclsyntax.TokenAnd: lexer.And, hclsyntax.TokenOr: lexer.Or, hclsyntax.TokenBang: lexer.Bang,
	hclsyntax.TokenPlus: lexer.Plus, hclsyntax.TokenMinus: lexer.Minus, hclsyntax.TokenStar: lexer.Star,
	hclsyntax.TokenSlash: lexer.Slash, hclsyntax.TokenPercent: lexer.Percent, hclsyntax.TokenQuestion: lexer.Question,
	hclsyntax.TokenColon: lexer.Colon, hclsyntax.TokenDoubleColon: lexer.DoubleColon, hclsyntax.TokenComma: lexer.Comma,
	hclsyntax.TokenDot: lexer.Dot, hclsyntax.TokenEllipsis: lexer.Ellipsis, hclsyntax.TokenFatArrow: lexer.FatArrow,
	hclsyntax.TokenOParen: lexer.OParen, hclsyntax.TokenCParen: lexer.CParen, hclsyntax.TokenOBrack: lexer.OBrack,
	hclsyntax.TokenCBrack: lexer.CBrack, hclsyntax.TokenOBrace: lexer.OBrace, hclsyntax.TokenCBrace: lexer.CBrace,
	hclsyntax.TokenOQuote: lexer.OQuote, hclsyntax.TokenCQuote: lexer.CQuote, hclsyntax.TokenQuotedLit: lexer.QuotedLit,
	hclsyntax.TokenOHeredoc: lexer.OHeredoc, hclsyntax.TokenCHeredoc: lexer.CHeredoc, hclsyntax.TokenStringLit: lexer.StringLit,
	hclsyntax.TokenTemplateInterp: lexer.TemplateInterp, hclsyntax.TokenTemplateControl: lexer.TemplateControl,
	hclsyntax.TokenTemplateSeqEnd: lexer.TemplateSeqEnd,
	hclsyntax.TokenQuotedNewline:  lexer.QuotedNewline, hclsyntax.TokenBadUTF8: lexer.BadUTF8,
	hclsyntax.TokenInvalid: lexer.Invalid, hclsyntax.TokenBitwiseAnd: lexer.Invalid, hclsyntax.TokenBitwiseOr: lexer.Invalid,
	hclsyntax.TokenBitwiseNot: lexer.Invalid, hclsyntax.TokenBitwiseXor: lexer.Invalid, hclsyntax.TokenSemicolon: lexer.Invalid,
	hclsyntax.TokenBacktick: lexer.Invalid, hclsyntax.TokenApostrophe: lexer.Invalid,
}

// hclTokens returns hcl/v2's tokens of src as ours.
func hclTokens(src []byte) (toks []lexer.Token) {
	native, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	for _, n := range native {
		toks = append(toks, lexer.Token{Kind: kinds[n.Type], Start: int32(n.Range.Start.Byte), End: int32(n.Range.End.Byte)})
	}
	return toks
}

// brokenIdentifier says whether hcl/v2 takes bytes that are not UTF-8 into an
// identifier. Its tables let some of them pass, and even a line end after one:
// "\xe9\xa0\n" is an identifier to it. We refuse them.
func brokenIdentifier(src []byte) bool {
	for _, tok := range hclTokens(src) {
		if tok.Kind == lexer.Ident && !utf8.Valid(src[tok.Start:tok.End]) {
			return true
		}
	}
	return false
}

// sameTokens fails t where the scanner and hcl/v2 divide src differently.
func sameTokens(t *testing.T, name string, src []byte) bool {
	t.Helper()
	got, want := scan(src), hclTokens(src)
	for i, w := range want {
		if i < len(got) && got[i] == w {
			continue
		}
		var g lexer.Token
		if i < len(got) {
			g = got[i]
		}
		t.Errorf("%s: token %d is %v %d–%d %q, want %v %d–%d %q, in %q", name, i,
			g.Kind, g.Start, g.End, clip(src[g.Start:g.End]), w.Kind, w.Start, w.End, clip(src[w.Start:w.End]), clip(src[max(0, int(w.Start)-60):]))
		return false
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d tokens, want %d", name, len(got), len(want))
		return false
	}
	return true
}

// The scanner divides every file, accepted or not, as hcl/v2 does.
func TestTokensAreThoseOfHCL(t *testing.T) {
	for _, s := range samples(t) {
		sameTokens(t, s.name, s.src)
	}
}

// And so it does with files that were broken in any way.
func TestTokensOfMutations(t *testing.T) {
	all := samples(t)
	rounds := 12
	if testing.Short() {
		rounds = 2
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	checked, wrong := 0, 0
	for range rounds {
		for _, s := range all {
			if len(s.src) > 4000 {
				at := rnd.IntN(len(s.src) - 3000)
				s.src = s.src[at : at+3000]
			}
			src := anywhere(rnd, s.src)
			if brokenIdentifier(src) {
				continue
			}
			checked++
			if !sameTokens(t, s.name, src) {
				if wrong++; wrong == 20 {
					t.Fatalf("20 of %d differ", checked)
				}
			}
		}
	}
	t.Logf("%d mutations have the tokens that hcl/v2 gives them", checked-wrong)
}

// Templates are where a scanner goes wrong: all short ones, at random.
func TestTokensOfTemplates(t *testing.T) {
	parts := [...]string{
		"$", "%", "{", "}", "~", "${", "%{", "\r", "\n", "\"", "\\", "a", "E", " ", ".", "=", "#", "/*", "*/",
		"<<E\n", "E\n", "\xff", "\xe2", "é",
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 50_000 {
		src := []byte([...]string{"\"", "<<E\n", "<<-E\r\n"}[rnd.IntN(3)])
		for range rnd.IntN(12) {
			src = append(src, parts[rnd.IntN(len(parts))]...)
		}
		if rnd.IntN(2) == 0 {
			src = append(src, "\nE\n"...)
		}
		if !brokenIdentifier(src) && !sameTokens(t, "", src) {
			t.FailNow()
		}
	}
}
