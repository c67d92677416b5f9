package oracle

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// A term is an expression of hcl/v2 as the naive matcher sees it: a kind, a text and terms
// in it. Traversals are as many terms as they have steps.
//
//	kind              text                 kids
//	num str kw        the value            –
//	var               the name             –
//	name              the name             –, of a for expression
//	get               the name             source
//	legacy index      –                    source, key
//	attrsplat splat   –                    source, each
//	call              name, "..."          arguments
//	binary unary cond the operator         operands
//	paren tuple       –                    what is in them
//	object            –                    members
//	member            the literal key      key (nil where it is literal), value
//	template          –                    lit and interp
//	fortuple forobject "..." and what is there   names, collection, key, value, condition
type term struct {
	kind, text string
	kids       []*term
	from, to   int
	place      bool  // a pattern may match it
	by         *term // of a var: the name in a for expression that it is
}

// A translator makes terms of the expressions of hcl/v2.
type translator struct {
	src   []byte
	bound []*term // the names of for expressions around, innermost last
	keys  int     // how many keys it is in, outside parentheses and templates
}

func at(t *term, r hcl.Range) *term {
	t.from, t.to = r.Start.Byte, r.End.Byte
	return t
}

func (x *translator) term(e hclsyntax.Expression) *term {
	t := at(x.bare(e), e.Range())
	if t.kind == "splat" || t.kind == "attrsplat" {
		t.from, t.to = t.kids[0].from, t.kids[1].to
	}
	if len(t.kids) > 0 && (t.kind == "get" || t.kind == "index" || t.kind == "legacy") {
		t.from = t.kids[0].from
	}
	for t.to > t.from && bytes.IndexByte([]byte(" \t\r\n"), x.src[t.to-1]) >= 0 {
		t.to--
	}
	t.place = x.keys == 0 && t.kind != "each" && !startsWithEach(t)
	return t
}

func startsWithEach(t *term) bool {
	switch t.kind {
	case "each":
		return true
	case "get", "index", "legacy", "splat", "attrsplat":
		return startsWithEach(t.kids[0])
	}
	return false
}

// inside translates with no key around.
func (x *translator) inside(e hclsyntax.Expression) *term {
	keys := x.keys
	x.keys = 0
	defer func() { x.keys = keys }()
	return x.term(e)
}

func (x *translator) bare(e hclsyntax.Expression) *term {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return literal(e.Val)
	case *hclsyntax.TemplateExpr:
		t := &term{kind: "template"}
		for _, p := range e.Parts {
			if lit, ok := p.(*hclsyntax.LiteralValueExpr); ok && !x.isSequence(lit.SrcRange) {
				s := lit.Val.AsString()
				if last := len(t.kids) - 1; last >= 0 && t.kids[last].kind == "lit" {
					t.kids[last].text += s
				} else if s != "" {
					t.kids = append(t.kids, &term{kind: "lit", text: s})
				}
				continue
			}
			t.kids = append(t.kids, &term{kind: "interp", kids: []*term{x.inside(p)}})
		}
		return t
	case *hclsyntax.TemplateWrapExpr:
		return &term{kind: "template", kids: []*term{{kind: "interp", kids: []*term{x.inside(e.Wrapped)}}}}
	case *hclsyntax.ScopeTraversalExpr:
		root := e.Traversal[0].(hcl.TraverseRoot)
		t := at(&term{kind: "var", text: root.Name, place: x.keys == 0}, root.SrcRange)
		for i := len(x.bound) - 1; i >= 0 && t.by == nil; i-- {
			if x.bound[i].text == root.Name {
				t.by = x.bound[i]
			}
		}
		return x.steps(t, e.Traversal[1:])
	case *hclsyntax.RelativeTraversalExpr:
		return x.steps(x.term(e.Source), e.Traversal)
	case *hclsyntax.FunctionCallExpr:
		t := &term{kind: "call", text: e.Name}
		if e.ExpandFinal {
			t.text += "..."
		}
		for _, a := range e.Args {
			t.kids = append(t.kids, x.term(a))
		}
		return t
	case *hclsyntax.ConditionalExpr:
		return &term{kind: "cond", kids: []*term{x.term(e.Condition), x.term(e.TrueResult), x.term(e.FalseResult)}}
	case *hclsyntax.BinaryOpExpr:
		return &term{kind: "binary", text: fmt.Sprintf("%p", e.Op), kids: []*term{x.term(e.LHS), x.term(e.RHS)}}
	case *hclsyntax.UnaryOpExpr:
		return &term{kind: "unary", text: fmt.Sprintf("%p", e.Op), kids: []*term{x.term(e.Val)}}
	case *hclsyntax.ParenthesesExpr:
		return &term{kind: "paren", kids: []*term{x.inside(e.Expression)}}
	case *hclsyntax.TupleConsExpr:
		t := &term{kind: "tuple"}
		for _, k := range e.Exprs {
			t.kids = append(t.kids, x.term(k))
		}
		return t
	case *hclsyntax.ObjectConsExpr:
		t := &term{kind: "object"}
		for _, item := range e.Items {
			t.kids = append(t.kids, x.member(item))
		}
		return t
	case *hclsyntax.ForExpr:
		return x.forExpr(e)
	case *hclsyntax.IndexExpr:
		return &term{kind: "index", kids: []*term{x.term(e.Collection), x.term(e.Key)}}
	case *hclsyntax.SplatExpr:
		kind := "splat"
		if e.MarkerRange.SliceBytes(x.src)[0] != '[' {
			kind = "attrsplat"
		}
		return &term{kind: kind, kids: []*term{x.term(e.Source), x.term(e.Each)}}
	case *hclsyntax.AnonSymbolExpr:
		return &term{kind: "each"}
	}
	panic(fmt.Sprintf("an expression of type %T", e))
}

// isSequence reports whether a part of a template is an interpolation.
func (x *translator) isSequence(r hcl.Range) bool {
	before := bytes.TrimRight(x.src[:r.Start.Byte], " \t\r\n~")
	if !bytes.HasSuffix(before, []byte("${")) || bytes.HasSuffix(before, []byte("$${")) {
		return false
	}
	after := bytes.TrimLeft(x.src[r.End.Byte:], " \t\r\n~")
	return bytes.HasPrefix(after, []byte("}"))
}

func literal(v cty.Value) *term {
	switch {
	case v.IsNull():
		return &term{kind: "kw", text: "null"}
	case v.Type() == cty.Number:
		return &term{kind: "num", text: v.AsBigFloat().Text('p', 0)}
	case v.Type() == cty.Bool:
		return &term{kind: "kw", text: fmt.Sprint(v.True())}
	case v.AsString() == "":
		return &term{kind: "template"}
	}
	return &term{kind: "template", kids: []*term{{kind: "lit", text: v.AsString()}}}
}

// steps adds what a traversal does to a term.
func (x *translator) steps(t *term, steps hcl.Traversal) *term {
	for _, s := range steps {
		r := s.SourceRange()
		text := string(r.SliceBytes(x.src))
		outer := &term{from: t.from, to: r.End.Byte, kids: []*term{t}}
		switch s := s.(type) {
		case hcl.TraverseAttr:
			outer.kind, outer.text = "get", s.Name
		case hcl.TraverseIndex:
			outer.kind = "legacy"
			key := literal(s.Key)
			if strings.HasPrefix(text, "[") {
				outer.kind = "index"
				inside, _ := hclsyntax.LexExpression([]byte(text[1:len(text)-1]), "", hcl.InitialPos)
				for _, tok := range inside {
					if tok.Type == hclsyntax.TokenComment || tok.Type == hclsyntax.TokenNewline || tok.Type == hclsyntax.TokenEOF {
						continue
					}
					if key.to = r.Start.Byte + 1 + tok.Range.End.Byte; key.from == 0 {
						key.from = r.Start.Byte + 1 + tok.Range.Start.Byte
					}
				}
				key.place = x.keys == 0
			}
			outer.kids = append(outer.kids, key)
		default:
			panic(fmt.Sprintf("a step of type %T", s))
		}
		outer.place = x.keys == 0 && !startsWithEach(outer)
		t = outer
	}
	return t
}

func (x *translator) member(item hclsyntax.ObjectConsItem) *term {
	t := &term{kind: "member", from: item.KeyExpr.Range().Start.Byte, to: item.ValueExpr.Range().End.Byte}
	key := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr)
	x.keys++
	k := x.term(key.Wrapped)
	x.keys--
	value := x.term(item.ValueExpr)
	t.to = value.to
	t.kids = []*term{k, value}
	literalKey := k
	for unwrapped := true; unwrapped; {
		unwrapped = false
		if literalKey.kind == "paren" || literalKey.kind == "template" && len(literalKey.kids) == 1 && literalKey.kids[0].kind == "interp" {
			literalKey, unwrapped = literalKey.kids[0], true
			if literalKey.kind == "interp" {
				literalKey = literalKey.kids[0]
			}
		}
	}
	switch {
	case k.kind == "var" || k.kind == "kw":
		t.text = "=" + k.text
	case k.kind == "num":
		t.text = "=" + string(x.src[k.from:k.to])
	case literalKey.kind == "template" && len(literalKey.kids) == 0:
		t.text = "="
	case literalKey.kind == "template" && len(literalKey.kids) == 1 && literalKey.kids[0].kind == "lit":
		t.text = "=" + literalKey.kids[0].text
	}
	return t
}

func (x *translator) forExpr(e *hclsyntax.ForExpr) *term {
	t := &term{kind: "fortuple"}
	depth := len(x.bound)
	collection := x.term(e.CollExpr)
	if e.KeyVar != "" {
		t.kids = append(t.kids, &term{kind: "name", text: e.KeyVar})
		t.text = "key "
	}
	t.kids = append(t.kids, &term{kind: "name", text: e.ValVar})
	x.bound = append(x.bound, t.kids...)
	t.kids = append(t.kids, collection)
	if e.KeyExpr != nil {
		t.kind = "forobject"
		t.kids = append(t.kids, x.term(e.KeyExpr))
	}
	t.kids = append(t.kids, x.term(e.ValExpr))
	if e.CondExpr != nil {
		t.text += "if "
		t.kids = append(t.kids, x.term(e.CondExpr))
	}
	if e.Group {
		t.text += "..."
	}
	x.bound = x.bound[:depth]
	return t
}

// all calls yield with a term and all in it.
func (t *term) all(yield func(*term)) {
	for _, k := range t.kids {
		k.all(yield)
	}
	yield(t)
}
