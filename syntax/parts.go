package syntax

import "slices"

// ExpandParts is like Expand, but also creates children for values whose parts have no brackets
// around them: a conditional, a chain that repeats an operator (a+b+c), a unary operation, a for
// expression, or a template with sequences. The text between the parts is in the heads of the
// children, and the text after the last part is in the tail of the last child.
func (f *File) ExpandParts(id ItemID) bool {
	if f.Expand(id) {
		return f.item(id).Inside() >= InsideChoice
	}
	if f.item(id).Kind < KindAttribute {
		return false
	}
	e, err := ParseExpression(f.inside.bounded(f.tree().Budget()), f.Text(), f.item(id).Content)
	return err == nil && f.expandParts(id, e, e.Root)
}

// ExpandPartsNode is like ExpandParts, but for an item whose value has already been parsed: the
// value is the given node of e.
func (f *File) ExpandPartsNode(id ItemID, e *Expr, value NodeID) bool {
	switch it := f.item(id); {
	case it.Expanded():
		return it.Inside() >= InsideChoice
	case e == nil, it.Kind < KindAttribute, it.Kind == KindBlock, e.Node(value).Span() != it.Content:
		return false
	}
	return f.expandParts(id, e, value)
}

func (f *File) expandParts(id ItemID, e *Expr, value NodeID) bool {
	parts := e.ExpressionParts(nil, value)
	if len(parts) == 0 {
		return false
	}
	root := e.Node(value)
	f.tree().Reserve(len(parts))
	from := int(root.Start)
	for i, part := range parts {
		node := e.Node(part)
		end := int(node.End)
		if i == len(parts)-1 {
			end = int(root.End)
		}
		_, made := f.tree().Append(id, KindElement)
		made.Head, made.Content, made.Tail = span(from, int(node.Start)), node.Span(), span(int(node.End), end)
		from = end
	}
	inside := InsideParts
	if root.Kind == NodeConditional {
		inside = InsideChoice
	}
	f.tree().SetInside(id, inside)
	return true
}

// ExpressionParts appends the parts of a node that has no brackets around them, in order: the
// condition and the results of a conditional, the operands of a chain that repeats an operator
// (a+b+c), the operand of a unary operator, the expressions in a for expression, or the expressions
// in the sequences of a template.
func (e *Expr) ExpressionParts(dst []NodeID, id NodeID) []NodeID {
	switch n := e.Node(id); n.Kind {
	case NodeConditional, NodeForTuple, NodeForObject, NodeUnary:
		dst = e.appendExpressions(dst, n.First)
	case NodeBinary:
		from := len(dst)
		for left := n; ; left = e.Node(left.First) {
			dst = append(dst, e.Node(left.First).Next)
			if first := e.Node(left.First); first.Kind != NodeBinary || first.Op != n.Op {
				dst = append(dst, left.First)
				break
			}
		}
		slices.Reverse(dst[from:])
	case NodeTemplate:
		for c := n.First; c != 0; c = e.Node(c).Next {
			dst = e.appendExpressions(dst, e.Node(c).First)
		}
	}
	return dst
}

// appendExpressions appends a node and its siblings, except names.
func (e *Expr) appendExpressions(dst []NodeID, first NodeID) []NodeID {
	for c := first; c != 0; c = e.Node(c).Next {
		if e.Node(c).Kind != NodeName {
			dst = append(dst, c)
		}
	}
	return dst
}
