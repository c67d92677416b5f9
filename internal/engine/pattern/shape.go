package pattern

import (
	"bytes"

	"iacedit/internal/base/grow"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A shape contains the properties of an expression that decide whether it needs parentheses in
// another place.
type shape struct {
	precedence      uint8 // the precedence of the outermost operator
	endsInSplat     bool  // the code ends in a splat, and would absorb a following .name
	endsInFullSplat bool  // the code ends in a splat [*], and would absorb a following index
	endsInNumber    bool  // the code ends in a number, and may absorb a following dot
	hasBreaks       bool  // the code has a line break outside brackets
	endsInMarker    bool  // the code ends in the marker of a heredoc
}

// The precedences of expressions, lowest first. Those of the binary operators are between
// bindsConditional and bindsUnary.
const (
	bindsConditional = 0
	bindsUnary       = 7
	bindsTerm        = 8
)

// bindsBinary contains the precedence of each binary operator.
var bindsBinary = [...]uint8{
	lexer.Or: 1, lexer.And: 2, lexer.EqualOp: 3, lexer.NotEqual: 3,
	lexer.Less: 4, lexer.LessEq: 4, lexer.Greater: 4, lexer.GreaterEq: 4,
	lexer.Plus: 5, lexer.Minus: 5, lexer.Star: 6, lexer.Slash: 6, lexer.Percent: 6,
}

// lineBreaks is the meaning of a line break outside brackets at a node.
type lineBreaks uint8

const (
	breaksAsAround lineBreaks = iota // the same as around the whole expression
	breaksIgnored                    // nothing: a line break is like a blank
	breaksEnd                        // a line break ends the attribute, or the pair of an object
)

// A tree is an expression with data about its nodes.
type tree struct {
	*syntax.Expr
	parents []syntax.NodeID
	shapes  []shape
	lines   []lineBreaks
}

// read makes t the tree of an expression. root is the meaning of a line break at the root of the
// expression.
func (t *tree) read(e *syntax.Expr, root lineBreaks) {
	t.Expr = e
	t.parents = grow.Zeroed(t.parents, e.Len())
	t.shapes = grow.Zeroed(t.shapes, e.Len())
	t.lines = grow.Zeroed(t.lines, e.Len())
	for id := range e.All() {
		for c := e.Node(id).First; c != 0; c = e.Node(c).Next {
			t.parents[c] = id
		}
	}
	for id := syntax.NodeID(e.Len() - 1); id > 0; id-- {
		t.lines[id] = t.linesAt(id, root)
	}
}

// linesAt returns the meaning of line breaks at a node. The meaning at its parent must be known.
func (t *tree) linesAt(id syntax.NodeID, root lineBreaks) lineBreaks {
	parent := t.parents[id]
	switch t.Node(parent).Kind {
	case syntax.NodeNone:
		return root
	case syntax.NodeParen, syntax.NodeCall, syntax.NodeTuple, syntax.NodeForTuple, syntax.NodeForObject, syntax.NodeInterp, syntax.NodeDirective:
		return breaksIgnored
	case syntax.NodeObject, syntax.NodePair:
		return breaksEnd
	case syntax.NodeIndex:
		if t.Node(parent).First != id {
			return breaksIgnored
		}
	}
	return t.lines[parent]
}

// shape returns the shape of a node. The shapes of its children must be known.
func (t *tree) shape(id syntax.NodeID) (s shape) {
	n := t.Node(id)
	s.precedence = bindsTerm
	open := func(children ...syntax.NodeID) { // records the line breaks around children that have no brackets
		pos := n.Start
		for _, c := range children {
			s.hasBreaks = s.hasBreaks || t.shapes[c].hasBreaks || t.breaksIn(pos, t.Node(c).Start)
			pos = t.Node(c).End
		}
		s.hasBreaks = s.hasBreaks || t.breaksIn(pos, n.End)
	}
	second := t.Node(n.First).Next
	switch n.Kind {
	case syntax.NodeConditional:
		third := t.Node(second).Next
		s.precedence = bindsConditional
		open(n.First, second, third)
		s.endsInMarker = t.shapes[third].endsInMarker
	case syntax.NodeBinary:
		s.precedence = bindsBinary[n.Op]
		open(n.First, second)
		last := t.shapes[second]
		s.endsInMarker, s.endsInSplat, s.endsInFullSplat, s.endsInNumber = last.endsInMarker, last.endsInSplat, last.endsInFullSplat, last.endsInNumber
	case syntax.NodeUnary:
		s.precedence = bindsUnary
		open(n.First)
		s.endsInMarker = t.shapes[n.First].endsInMarker
	case syntax.NodeNumber:
		s.endsInNumber = true
	case syntax.NodeLegacyIndex:
		s.endsInNumber = true
		open(n.First, second)
	case syntax.NodeGetAttr:
		open(n.First, second)
	case syntax.NodeAttrSplat, syntax.NodeFullSplat:
		s.endsInSplat, s.endsInFullSplat = true, n.Kind == syntax.NodeFullSplat
		open(n.First, second)
	case syntax.NodeIndex:
		from := t.Node(n.First).End
		s.hasBreaks = t.shapes[n.First].hasBreaks || t.breaksIn(from, from+int32(bytes.IndexByte(t.Text[from:n.End], '[')))
	case syntax.NodeTemplate:
		s.endsInMarker = n.Flags&syntax.FlagHeredoc != 0
	}
	return s
}

// breaksIn reports whether the text between two offsets contains a line end.
func (t *tree) breaksIn(from, to int32) bool {
	return from < to && bytes.IndexByte(t.Text[from:to], '\n') >= 0
}

// needsParens reports whether an expression with the given shape needs parentheses if it replaces a
// node. For example, a + b needs parentheses if it replaces the c of c * d.
func (t *tree) needsParens(s shape, id syntax.NodeID) bool {
	parent := t.parents[id]
	p := t.Node(parent)
	if t.lines[id] == breaksEnd && s.hasBreaks {
		return true
	}
	first := p.First == id
	switch p.Kind {
	case syntax.NodeGetAttr, syntax.NodeLegacyIndex, syntax.NodeAttrSplat:
		return first && (s.precedence < bindsTerm || s.endsInSplat || s.endsInNumber && t.extendsNumber(p))
	case syntax.NodeFullSplat, syntax.NodeIndex:
		return first && (s.precedence < bindsTerm || s.endsInFullSplat)
	case syntax.NodeUnary:
		return s.precedence < bindsUnary
	case syntax.NodeBinary:
		least := bindsBinary[p.Op]
		if !first {
			least++
		}
		return s.precedence < least
	case syntax.NodeConditional:
		return first && s.precedence == bindsConditional
	}
	return false
}

// extendsNumber reports whether a number directly before an access would be scanned as one token
// with the start of the access: 4 before .5 or before .e5.
func (t *tree) extendsNumber(access syntax.Node) bool {
	if access.Kind == syntax.NodeLegacyIndex {
		return true
	}
	name := t.Source(t.Node(access.First).Next)
	return access.Kind == syntax.NodeGetAttr && (name[0] == 'e' || name[0] == 'E')
}

// endsRoot reports whether the code of a node is at the very end of the root's code, without a
// closing bracket after it.
func (t *tree) endsRoot(id, root syntax.NodeID) bool {
	for id != root {
		parent := t.parents[id]
		switch t.Node(parent).Kind {
		case syntax.NodeConditional, syntax.NodeBinary, syntax.NodeUnary:
		default:
			return false
		}
		if t.Node(id).Next != 0 {
			return false
		}
		id = parent
	}
	return true
}
