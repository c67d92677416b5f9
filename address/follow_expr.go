package address

import (
	"iacedit/syntax"
	"iacedit/value"
)

// An Expr is an expression in which the steps of a path such as tags.Owner can be followed. The
// zero Expr is empty.
type Expr struct {
	expr    *syntax.Expr // nil if the Expr is empty; then classes is nil, too
	classes *value.Classes
}

// In returns an Expr for a parsed expression. Do not parse into e again while the Expr is in use.
// The Expr compares keys by their classes; if the argument classes is nil, In creates a new table
// of classes. If e is nil, the Expr is empty.
func In(e *syntax.Expr, classes *value.Classes) Expr {
	switch {
	case e == nil:
		return Expr{}
	case classes == nil:
		classes = new(value.Classes)
	}
	return Expr{e, classes}
}

func (v Expr) node(id syntax.NodeID) syntax.Node {
	if v.expr == nil {
		return syntax.Node{}
	}
	return v.expr.Node(id)
}

// Follow follows the steps of a path from the node id, whose schema is p. It returns the node at
// the end of the path. If that node does not exist or is unknown, Follow returns the object, list
// or call that would contain it, or the value that a step cannot enter. n is the number of
// steps that could be followed.
func (v Expr) Follow(id syntax.NodeID, p *value.Schema, steps []Step) (node syntax.NodeID, n int, seen Sight) {
	for n, step := range steps {
		in, next, seen := Follow(v, id, p, step)
		if seen != There {
			return in, n, seen
		}
		id, p = next, step.Schema(p)
	}
	return id, len(steps), There
}

// Value returns the expression of an attribute's value, and the node at the end of the path, or 0
// if that node does not exist. schema is the schema of the attribute's value. The results are valid
// until the next value of the file is parsed (syntax.File.ValueExpr).
func (p Path) Value(f *syntax.File, attribute syntax.ItemID, schema *value.Schema) (*syntax.Expr, syntax.NodeID) {
	if f == nil {
		return new(syntax.Expr), 0
	}
	e := f.ValueExpr(attribute)
	node, _, seen := In(e, nil).Follow(e.Root, schema, p.Steps)
	if seen != There {
		return e, 0
	}
	return e, node
}

// Inside implements the interface Values.
func (v Expr) Inside(id syntax.NodeID) syntax.Inside {
	if v.expr == nil {
		return syntax.InsideNothing
	}
	v.classes.Budget().Step(1)
	switch v.expr.Node(id).Kind {
	case syntax.NodeObject:
		return syntax.InsideObject
	case syntax.NodeTuple:
		return syntax.InsideList
	case syntax.NodeCall:
		return syntax.InsideCall
	case syntax.NodeParen:
		return syntax.InsideParens
	case syntax.NodeConditional:
		return syntax.InsideChoice
	}
	return syntax.InsideNothing
}

// First implements the interface Values.
func (v Expr) First(id syntax.NodeID) syntax.NodeID {
	n := v.node(id)
	if n.Kind == syntax.NodeCall {
		return v.node(n.First).Next // the first argument, after the name
	}
	return n.First
}

// Next implements the interface Values.
func (v Expr) Next(id syntax.NodeID) syntax.NodeID {
	if v.expr == nil {
		return 0
	}
	v.classes.Budget().Step(1)
	return v.expr.Node(id).Next
}

// Element implements the interface Values.
func (v Expr) Element(list syntax.NodeID, number int) (syntax.NodeID, int) {
	n := 0
	for c := v.First(list); c != 0; c = v.Next(c) {
		if n == number {
			return c, n
		}
		n++
	}
	return 0, n
}

// Pair implements the interface Values.
func (v Expr) Pair(object syntax.NodeID, key string, m value.Mode) (found syntax.NodeID) {
	for c := v.node(object).First; c != 0; c = v.Next(c) {
		if k := v.node(c).First; v.isKey(k, key, m) {
			found = v.node(k).Next
		}
	}
	return found
}

// isKey reports whether the object key at a node has the given text as its value. The key may be
// written in any way: a, "a" or (a).
func (v Expr) isKey(id syntax.NodeID, key string, m value.Mode) bool {
	code := v.expr.Source(id)
	if value.IsPlainName(code) {
		return string(code) == key
	}
	v.classes.Budget().Step(len(code) >> 2)
	k, err := syntax.ParseExpression(nil, v.expr.Text, v.node(id).Span())
	return err == nil && v.classes.Key(k, k.Root, nil, m) == v.classes.PathKey(key, m)
}

// Call implements the interface Values.
func (v Expr) Call(call syntax.NodeID) []byte {
	if v.expr == nil {
		return nil
	}
	return v.expr.Source(v.expr.Node(call).First)
}

// IsSpread implements the interface Values: only the last argument may be followed by "...".
func (v Expr) IsSpread(call, argument syntax.NodeID) bool {
	return v.node(argument).Next == 0 && v.node(call).Flags&syntax.FlagExpanded != 0
}
