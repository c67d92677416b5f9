package pattern

import (
	"iacedit/lexer"
	"iacedit/syntax"
)

// isNegation reports whether a form is the negation of the name: !x.
func (f *Form) isNegation() bool {
	n := f.to.tree.Node(f.root)
	_, isHole := f.to.holes[n.First]
	return n.Kind == syntax.NodeUnary && n.Op == lexer.Bang && isHole
}

// negated returns the negation of a node, as short as people write it: false for true, a for !a,
// and a != b for a == b.
func (r *Rewriter) negated(id syntax.NodeID) *fragment {
	inner := r.expr.Unwrapped(id)
	n := r.expr.Node(inner)
	if new := r.replaced(inner); new != nil {
		if new.operand != nil {
			return new.operand
		}
		return r.negation(r.nodeCode(id))
	}
	switch n.Kind {
	case syntax.NodeTrue:
		return r.word("false")
	case syntax.NodeFalse:
		return r.word("true")
	case syntax.NodeTemplate:
		switch text, plain := r.expr.PlainString(inner); {
		case plain && text == "true":
			return r.word(`"false"`)
		case plain && text == "false":
			return r.word(`"true"`)
		}
	case syntax.NodeUnary:
		if n.Op == lexer.Bang {
			return r.nodeCode(r.expr.Unwrapped(n.First))
		}
	case syntax.NodeBinary:
		switch n.Op {
		case lexer.EqualOp:
			return r.compared(inner, "!=")
		case lexer.NotEqual:
			return r.compared(inner, "==")
		}
	}
	return r.negation(r.nodeCode(id))
}

// word returns a fragment that is a literal.
func (r *Rewriter) word(text string) *fragment {
	f := r.fragment(shape{precedence: bindsTerm})
	f.addText(text)
	return f
}

// negation returns the code !x for the code x.
func (r *Rewriter) negation(x *fragment) *fragment {
	f := r.fragment(shape{precedence: bindsUnary, hasBreaks: x.shape.hasBreaks, endsInMarker: x.shape.endsInMarker})
	f.operand = x
	f.addText("!")
	if x.shape.precedence < bindsUnary {
		f.shape.hasBreaks, f.shape.endsInMarker = false, false
		f.addWrapped(x)
	} else {
		f.add(piece{sub: x})
	}
	return f
}

// compared returns the code of a comparison with another operator.
func (r *Rewriter) compared(id syntax.NodeID, operator string) *fragment {
	n := r.expr.Node(id)
	first := r.expr.Node(n.First)
	f := r.fragment(r.tree.shapes[id])
	kind, from, to := lexer.Next(r.expr.Text, int(first.End))
	for kind != n.Op { // line ends and comments
		kind, from, to = lexer.Next(r.expr.Text, to)
	}
	r.addRange(f, syntax.Span{From: n.Start, To: int32(from)})
	f.addText(operator)
	r.addRange(f, syntax.Span{From: int32(to), To: n.End})
	return f
}

// dropDouble replaces !x by a if x has become !a.
func (r *Rewriter) dropDouble(id syntax.NodeID) {
	n := r.expr.Node(id)
	if n.Kind != syntax.NodeUnary || n.Op != lexer.Bang {
		return
	}
	if new := r.replaced(r.expr.Unwrapped(n.First)); new != nil && new.operand != nil {
		r.addReplacement(id, new.operand)
	}
}
