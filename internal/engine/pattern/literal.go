package pattern

import (
	"iacedit/syntax"
	"iacedit/value"
)

// A literal describes how a literal expression is written inside a quoted template.
type literal struct {
	inner []piece // the code inside the quoted template; nil if the expression is not a literal
	plain
}

// A plain contains the text of a literal. If the literal contains sequences, the text is not known,
// and ok is false.
type plain struct {
	text string
	ok   bool
}

// literalText returns the code that a literal has inside a quoted template, and its text: 5 for the
// number 5, and a\nb for the string "a\nb". Numbers and booleans are converted to text as in
// Terraform. The literal may be a quoted template with sequences, unless a "~" marker in it would
// remove white space before or after it.
func literalText(e *syntax.Expr, id syntax.NodeID) (code string, text plain, ok bool) {
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeTrue, syntax.NodeFalse:
		s := string(e.Source(id))
		return s, plain{s, true}, true
	case syntax.NodeNumber:
		s, ok := value.PlainNumber(string(e.Source(id)))
		return s, plain{s, ok}, ok
	case syntax.NodeUnary:
		if inner := e.Node(n.First); e.Node(id).Op == opMinus && inner.Kind == syntax.NodeNumber {
			s, ok := value.PlainNumber("-" + string(e.Source(n.First)))
			return s, plain{s, ok}, ok
		}
	case syntax.NodeTemplate:
		if n.Flags&syntax.FlagHeredoc != 0 {
			s, ok := e.PlainString(id)
			if !ok {
				return "", plain{}, false
			}
			quoted := value.AppendString(nil, s)
			return string(quoted[1 : len(quoted)-1]), plain{s, true}, true
		}
		if marksEdge(e, id) {
			return "", plain{}, false
		}
		s, isPlain := e.PlainString(id)
		return string(e.Text[n.Start+1 : n.End-1]), plain{s, isPlain}, true
	}
	return "", plain{}, false
}

// isText reports whether a template has no sequences.
func isText(e *syntax.Expr, id syntax.NodeID) bool {
	for c := range e.Children(id) {
		if e.Node(c).Kind != syntax.NodeText {
			return false
		}
	}
	return true
}
