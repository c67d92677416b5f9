package modules

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/typing"
	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
)

// collected returns the expression that collects an attribute of all instances, given the expression
// for these instances: x[*].id for x, values(x)[*].id, or { for k, v in x : k => v.id }. If only this
// attribute is passed, a variable takes the place of the collection. Otherwise collected returns the
// given node.
func (c *reader) collected(instances syntax.NodeID) syntax.NodeID {
	of := instances
	switch up := c.parent[instances]; c.e.Node(up).Kind {
	case syntax.NodeForObject:
		if c.copiesAttribute(up, instances) {
			return up
		}
	case syntax.NodeCall:
		if string(c.e.Source(c.e.Node(up).First)) == "values" {
			of = up
		}
	}
	if splat := c.source(of); splat != 0 && (c.e.Node(splat).Kind == syntax.NodeFullSplat || c.e.Node(splat).Kind == syntax.NodeAttrSplat) {
		return splat
	}
	return instances
}

// isExposed reports whether the value of a reference may become the value of an argument, or part
// of it, without being converted. If so, the exact type of the value matters: a list differs from a
// tuple, and a map from an object. The argument node is the passed expression.
func (c *reader) isExposed(f *draft.File, r *refs.Reference, node syntax.NodeID) bool {
	if c.source(node) != 0 {
		return false
	}
	for up := c.parent[node]; up != 0; node, up = up, c.parent[up] {
		f.Budget.Step(1)
		switch n := c.e.Node(up); n.Kind {
		case syntax.NodeTemplate:
			if c.e.Sole(up) == 0 {
				return false
			}
		case syntax.NodeDirective, syntax.NodeUnary:
			return false
		case syntax.NodeBinary:
			return n.Op == lexer.EqualOp || n.Op == lexer.NotEqual
		case syntax.NodeConditional:
			if n.First == node {
				return false
			}
		case syntax.NodeIndex:
			if n.First != node {
				return false
			}
		case syntax.NodeCall:
			switch name := string(c.e.Source(n.First)); {
			case name == "jsonencode", name == "yamlencode": // they write maps and objects alike
				return false
			case typing.ResultOf(name) != "", name == "toset", name == "tolist", name == "tomap":
				return false
			}
		case syntax.NodeForTuple, syntax.NodeForObject:
			collection := n.First
			for c.e.Node(collection).Kind == syntax.NodeName {
				collection = c.e.Node(collection).Next
			}
			if collection == node {
				return false
			}
		}
	}
	switch string(f.Tree.At(r.In)) {
	case "count", "for_each":
		return false
	}
	return true
}
