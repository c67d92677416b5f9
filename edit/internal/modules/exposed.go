package modules

import (
	"iacedit/internal/terraform"
	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
)

// isExposed reports whether a reference in taken code shows the exact type of what it refers
// to, so that a list in place of a tuple, or a map in place of an object, would be seen: it
// is given as a whole to an argument that takes any type. node is what is passed.
func (t *taker) isExposed(u *use, r *refs.Reference, node syntax.NodeID) bool {
	c := &t.reader
	if u.of.exposed {
		return true
	}
	if c.source(node) != 0 {
		return false
	}
	for up := c.parent[node]; up != 0; node, up = up, c.parent[up] {
		u.file.Budget.Step(1)
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
			case name == "jsonencode", name == "yamlencode": // they write maps as they write objects
				return false
			case resultTypes[name] != "", name == "toset", name == "tolist", name == "tomap":
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
	switch string(u.file.Tree.At(r.In)) {
	case "count", "for_each":
		return false
	}
	by := t.within(u.file, r.Root.From)
	return by == nil || by.local != "" || by.typ == "module" || terraform.TakesAny(by.address.Type)
}
