package modules

import (
	"cmp"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
)

// guards are the ranges of a block's code that are not always evaluated, or whose failure is
// caught. Examples are the results of conditionals, the right operands of && and ||, the arguments
// of try and can, for expressions, and the contents of "dynamic" blocks.
type guards struct {
	spans []syntax.Span // in order, not overlapping
}

// mayNotBeEvaluated reports whether a reference is in code that is not always evaluated, or whose
// failure is caught.
func (t *extractor) mayNotBeEvaluated(f *draft.File, r *refs.Reference) bool {
	if r.Owner.Repeated {
		in := string(f.Tree.At(r.In))
		return in != "count" && in != "for_each"
	}
	at := draft.Block{File: f, ID: r.Owner.Item}
	g := t.guards[at]
	if g == nil {
		g = new(guards)
		g.body(at)
		if t.guards == nil {
			t.guards = map[draft.Block]*guards{}
		}
		t.guards[at] = g
	}
	return spanAt(g.spans, r.Root.From) >= 0
}

// spanAt returns the index of the span that contains an offset, or -1. The spans are in order
// and do not overlap.
func spanAt(spans []syntax.Span, offset int32) int {
	i, found := slices.BinarySearchFunc(spans, offset, func(s syntax.Span, offset int32) int { return cmp.Compare(s.From, offset) })
	if !found {
		i--
	}
	if i < 0 || offset >= spans[i].To {
		return -1
	}
	return i
}

// body adds the guards in the body of a block.
func (g *guards) body(b draft.Block) {
	for id := range b.Tree.Children(b.ID) {
		b.Budget.Step(2)
		switch b.Tree.Kind(id) {
		case syntax.KindAttribute:
			at := b.Tree.Value(id)
			b.Budget.Parse(at.Len())
			if e, err := syntax.ParseExpression(nil, b.Tree.Text(), at); err == nil {
				g.expression(e, e.Root)
			}
		case syntax.KindBlock:
			switch string(b.Tree.Name(id)) {
			case "dynamic", "provisioner", "connection":
				g.spans = append(g.spans, b.Tree.Item(id).Content)
			default:
				g.body(draft.Block{File: b.File, ID: id})
			}
		}
	}
}

// expression adds the guards in an expression.
func (g *guards) expression(e *syntax.Expr, id syntax.NodeID) {
	n := e.Node(id)
	first := 0 // the index of the first child that is not always evaluated; -1: guard everything
	switch n.Kind {
	case syntax.NodeForTuple, syntax.NodeForObject:
		first = -1
	case syntax.NodeCall:
		switch string(e.Source(n.First)) {
		case "try", "can":
			first = -1
		}
	case syntax.NodeTemplate:
		for part := range e.Children(id) {
			if e.Node(part).Kind == syntax.NodeDirective {
				first = -1
			}
		}
	case syntax.NodeConditional:
		first = 1
	case syntax.NodeBinary:
		if n.Op == lexer.And || n.Op == lexer.Or {
			first = 1
		}
	}
	if first < 0 {
		g.spans = append(g.spans, n.Span())
		return
	}
	number := 0
	for child := range e.Children(id) {
		if first > 0 && number >= first {
			g.spans = append(g.spans, e.Node(child).Span())
		} else {
			g.expression(e, child)
		}
		number++
	}
}
