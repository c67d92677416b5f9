package oracle

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"iacedit/edit"
	"iacedit/internal/engine/pattern"
	"iacedit/syntax"
)

// inlined returns an attribute's value after local.a in it was inlined. It returns false if
// that is refused, because a local name would be captured.
func inlined(t *testing.T, value, context string) (code string, ok bool) {
	t.Helper()
	before := formatted([]byte("locals {\n  a = " + value + "\n}\n\nx = " + context + "\n"))
	out, err := new(edit.Options).Apply(nil, before, []byte(`{"inline": ["local.a"]}`))
	if refused, is := errors.AsType[*edit.Error](err); is && refused.Code == edit.InvalidRequest {
		return "", false
	}
	if err != nil {
		t.Fatalf("%v\n%s\nin\n%s", err, value, context)
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(out), "x = "), "\n"), true
}

// A holder is an expression with a place in it: the code before it, there, and after it.
type holder struct{ before, held, after string }

// with returns the expression with another one at the place.
func (h *holder) with(code string) string { return h.before + code + h.after }

// parsed returns an expression, or nil if it does not parse.
func parsed(code string) *syntax.Expr {
	src := []byte("x = " + code + "\n")
	f, err := syntax.Parse(src)
	if err != nil {
		return nil
	}
	x := f.Attribute(syntax.Root, "x")
	if x == syntax.NoItem || int(f.Value(x).From) != len("x = ") {
		return nil
	}
	e, err := syntax.ParseExpression(nil, src, f.Value(x))
	if err != nil {
		return nil
	}
	return e
}

// holders returns an expression with each of its places.
func holders(code string) (all []holder) {
	e := parsed(code)
	if e == nil {
		return nil
	}
	var m pattern.Matcher
	m.Reset(e, nil)
	for id := range m.Places() {
		at := e.Node(id)
		from, to := int(at.Start), int(at.End)
		for to > from && e.Text[to-1] == '\n' { // of a heredoc
			to--
		}
		all = append(all, holder{string(e.Text[len("x = "):from]), string(e.Text[from:to]), string(e.Text[to : len(e.Text)-1])})
	}
	return all
}

// hasLiteralParts reports whether a template in an expression has literals or other templates
// in interpolations, or is a single interpolation. Inlining writes these shorter.
func hasLiteralParts(e *syntax.Expr) bool {
	for id := range e.All() {
		n := e.Node(id)
		switch {
		case n.Kind == syntax.NodeTemplate && e.Sole(id) != 0:
			return true
		case n.Kind != syntax.NodeInterp:
			continue
		}
		switch e.Node(n.First).Kind {
		case syntax.NodeTemplate, syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse:
			return true
		}
	}
	return false
}

// structure returns the nodes of an expression without its parentheses: expressions with the same
// structure mean the same.
func structure(e *syntax.Expr, id syntax.NodeID) string {
	n := e.Node(id)
	if n.Kind == syntax.NodeParen {
		return structure(e, n.First)
	}
	if n.First == 0 {
		return string(e.Source(id))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d.%d(", n.Kind, n.Op)
	for c := n.First; c != 0; c = e.Node(c).Next {
		b.WriteString(structure(e, c) + ";")
	}
	return b.String() + ")"
}

// A part of a tidy expression that becomes a local and is inlined comes back as it was, byte for
// byte: inlining writes no parentheses that are not needed.
func TestInliningUndoesExtracting(t *testing.T) {
	random, trials := lawSeed(t, 3000)
	codes := expressions(t)
	g := identityMaker{random}
	tried := 0
	for range trials {
		code := codes[random.IntN(len(codes))]
		if random.IntN(2) == 0 {
			code = g.any(3)
		}
		if parsed(code) == nil {
			continue
		}
		code = strings.TrimSuffix(strings.TrimPrefix(string(formatted([]byte("x = "+code+"\n"))), "x = "), "\n")
		all := holders(code)
		if len(all) == 0 || hasLiteralParts(parsed(code)) || strings.Contains(code, "local.a") {
			continue
		}
		h := all[random.IntN(len(all))]
		reaches := strings.HasPrefix(h.held, "{") && h.after != "" && strings.ContainsAny(h.after[:1], ".[") // inlining follows the path
		if reaches || parsed(h.with("local.a")) == nil || parsed(h.held) == nil {
			continue
		}
		got, ok := inlined(t, h.held, h.with("local.a"))
		if !ok {
			continue
		}
		if tried++; got != code {
			t.Fatalf("local.a = %s\nin\n%s\nis\n%s\nwant\n%s", h.held, h.with("local.a"), got, code)
		}
	}
	if tried < trials/3 {
		t.Errorf("only %d of %d expressions were tried", tried, trials)
	}
	t.Logf("%d of %d expressions came back", tried, trials)
}

// any returns an expression of any type.
func (g *identityMaker) any(depth int) string {
	return g.pick(
		func() string { return g.num(depth, false) }, func() string { return g.boolean(depth, false) },
		func() string { return g.text(depth, false) }, func() string { return g.list(depth, false) },
		func() string { return g.object(depth, false) },
	)
}

// An expression with a local evaluates as before after any value was inlined, and each pair of
// parentheses that this adds is needed: without it the expression would be another.
func TestInlinedExpressionsEvaluateAsBefore(t *testing.T) {
	random, trials := lawSeed(t, 8000)
	g := identityMaker{random}
	context := rewritingContext()
	tried, wrapped := 0, 0
	for range trials {
		held, all := g.any(2), holders(g.any(3))
		v, ok := attributeValue(held, context)
		if !ok || len(all) == 0 {
			continue
		}
		h := all[random.IntN(len(all))]
		context.Variables["local"] = cty.ObjectVal(map[string]cty.Value{"a": v})
		want, ok := attributeValue(h.with("local.a"), context)
		if !ok {
			continue
		}
		code, ok := inlined(t, held, h.with("local.a"))
		if !ok {
			continue
		}
		tried++
		if got, ok := attributeValue(code, context); !ok || !got.RawEquals(want) {
			t.Fatalf("local.a = %s\nin\n%s\nis %#v, and is inlined to\n%s\nwhich is %#v", held, h.with("local.a"), want, code, got)
		}
		inParens := h.with("(" + held + ")")
		if string(formatted([]byte("x = "+code+"\n"))) != string(formatted([]byte("x = "+inParens+"\n"))) {
			continue
		}
		wrapped++
		bare, is := parsed(h.with(held)), parsed(inParens)
		if bare != nil && is != nil && structure(bare, bare.Root) == structure(is, is.Root) {
			t.Fatalf("local.a = %s\nin\n%s\nis inlined to\n%s\nwhich needs no parentheses", held, h.with("local.a"), code)
		}
	}
	if tried < trials/5 || wrapped < tried/300 {
		t.Errorf("only %d of %d expressions were tried, %d with parentheses", tried, trials, wrapped)
	}
	t.Logf("%d of %d expressions were tried, %d with parentheses", tried, trials, wrapped)
}
