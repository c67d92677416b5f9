package oracle

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/syntax"
)

// isExpression asks hcl/v2 whether src is an expression where line ends are blanks.
func isExpression(src []byte) bool {
	_, diags := hclsyntax.ParseExpression(src, "", hcl.InitialPos)
	return !diags.HasErrors()
}

// isValue asks hcl/v2 whether src is one attribute's value, with no line end after it.
func isValue(src []byte) bool {
	const name = "a ="
	file, diags := hclsyntax.ParseConfig(append([]byte(name), src...), "", hcl.InitialPos)
	body := file.Body.(*hclsyntax.Body)
	if diags.HasErrors() || len(body.Attributes) != 1 || len(body.Blocks) > 0 {
		return false
	}
	rest := src[body.Attributes["a"].Expr.Range().End.Byte-len(name):]
	tokens, _ := hclsyntax.LexConfig(rest, "", hcl.InitialPos)
	for _, tok := range tokens {
		if tok.Type == hclsyntax.TokenNewline || bytes.HasSuffix(tok.Bytes, []byte{'\n'}) {
			return false
		}
	}
	return true
}

// An expression alone is accepted where hcl/v2 accepts it, random ones as they are
// and after random changes.
func TestVerdictsOnExpressions(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(15, 16))}
	rounds := 30_000
	if *thorough {
		rounds *= 30
	}
	expressions, values := 0, 0
	for range rounds {
		src := []byte(g.expr(1 + g.IntN(3)))
		if g.IntN(2) == 0 {
			src = atEdges(g.Rand, src, 1)
		}
		if brokenIdentifier(src) {
			continue
		}
		_, err := syntax.ParseExpression(nil, src, syntax.Span{To: int32(len(src))})
		if want := isExpression(src); (err == nil) != want {
			t.Errorf("ParseExpression says %v, hcl/v2 accepts it: %v: %q", err, want, src)
		} else if want {
			expressions++
		}
		err = syntax.CheckExpression(src)
		if want := isValue(src); (err == nil) != want {
			t.Errorf("CheckExpression says %v, hcl/v2 accepts it: %v: %q", err, want, src)
		} else if want {
			values++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("of %d texts both accept %d as expressions, %d as values", rounds, expressions, values)
}
