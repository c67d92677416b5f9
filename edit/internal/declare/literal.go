package declare

import (
	"iacedit/lexer"
	"iacedit/syntax"
)

// IsLiteral reports whether a value has no references, calls or other computations.
func IsLiteral(e *syntax.Expr, id syntax.NodeID) bool {
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull:
		return true
	case syntax.NodeUnary:
		return n.Op == lexer.Minus && e.Node(n.First).Kind == syntax.NodeNumber
	case syntax.NodeParen:
		return IsLiteral(e, n.First)
	case syntax.NodeTemplate:
		for part := range e.Children(id) {
			if e.Node(part).Kind != syntax.NodeText {
				return false
			}
		}
		return true
	case syntax.NodeTuple:
		for element := range e.Children(id) {
			if !IsLiteral(e, element) {
				return false
			}
		}
		return true
	case syntax.NodeObject:
		for pair := range e.Children(id) {
			key := e.Node(pair).First
			if k := e.Node(key).Kind; k != syntax.NodeVariable && k != syntax.NodeName && !IsLiteral(e, key) || !IsLiteral(e, e.Node(key).Next) {
				return false
			}
		}
		return true
	}
	return false
}

// TypeOf returns the Terraform type of a literal, such as number, list(string) for ["a"], or
// map(string) for {a = "b"}. It returns "" if the type is not certain, as for an empty list or
// mixed elements.
func TypeOf(e *syntax.Expr, id syntax.NodeID) string {
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeTuple:
		if element := commonType(e, n.First, false); element != "" {
			return "list(" + element + ")"
		}
		return ""
	case syntax.NodeObject:
		if element := commonType(e, n.First, true); element != "" {
			return "map(" + element + ")"
		}
		return ""
	}
	return primitive(e, id)
}

// commonType returns the primitive type of all elements of a list, or of all values of an object if
// members is true. It returns "" if the types differ or are not primitive. first is the first
// element or pair.
func commonType(e *syntax.Expr, first syntax.NodeID, members bool) (common string) {
	for id := first; id != 0; id = e.Node(id).Next {
		element := id
		if members {
			element = e.Node(e.Node(id).First).Next
		}
		typ := primitive(e, element)
		if typ == "" || common != "" && typ != common {
			return ""
		}
		common = typ
	}
	return common
}

// primitive returns "string", "number" or "bool" for a literal of that type, and "" for a
// collection.
func primitive(e *syntax.Expr, id syntax.NodeID) string {
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeNumber, syntax.NodeUnary:
		return "number"
	case syntax.NodeTrue, syntax.NodeFalse:
		return "bool"
	case syntax.NodeTemplate:
		return "string"
	case syntax.NodeParen:
		return primitive(e, n.First)
	}
	return ""
}
