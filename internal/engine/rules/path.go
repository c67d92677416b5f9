package rules

import (
	"slices"

	"iacedit/address"
	"iacedit/syntax"
	"iacedit/value"
)

// paths contains the paths of the nodes of an attribute's value. Paths lead through objects, lists,
// calls, conditionals and parentheses. Any other node has the path of the innermost enclosing node
// of these kinds.
type paths struct {
	expr  *syntax.Expr
	steps []pathStep // by node
}

// A pathStep is the last step of a node's path.
type pathStep struct {
	from   syntax.NodeID // the node whose path this step continues
	kind   stepKind
	number int32
}

type stepKind uint8

const (
	noStep       stepKind = iota // the node and all nodes inside have the path of the from node
	sameAsParent                 // the node has the path of the from node
	element                      // [number]
	argument                     // (number)
	memberKey                    // the key of the pair whose node is number
)

// read computes the paths in an expression.
func (p *paths) read(e *syntax.Expr) {
	p.expr = e
	p.steps = slices.Grow(p.steps[:0], e.Len())[:e.Len()]
	clear(p.steps)
	p.steps[e.Root].kind = sameAsParent
	for id := syntax.NodeID(e.Len() - 1); id > 0; id-- { // parents before children
		n := e.Node(id)
		number := int32(0)
		for c := n.First; c != 0; c = e.Node(c).Next {
			p.steps[c] = p.step(id, c, n, number)
			if e.Node(c).Kind != syntax.NodeName {
				number++
			}
		}
	}
}

// step returns the pathStep that leads from a node to one of its children. number is the index of
// the child among the children.
func (p *paths) step(id, child syntax.NodeID, n syntax.Node, number int32) pathStep {
	if up := p.steps[id]; up.kind == noStep {
		return up
	}
	switch n.Kind {
	case syntax.NodeParen:
		return pathStep{from: id, kind: sameAsParent}
	case syntax.NodeTuple:
		return pathStep{id, element, number}
	case syntax.NodeCall, syntax.NodeConditional:
		if p.expr.Node(child).Kind != syntax.NodeName {
			return pathStep{id, argument, number}
		}
	case syntax.NodeObject:
		return pathStep{from: id, kind: sameAsParent}
	case syntax.NodePair:
		if _, ok := value.LiteralKey(p.expr, n.First); ok && child != n.First {
			return pathStep{id, memberKey, int32(id)}
		}
	}
	return pathStep{from: id, kind: noStep}
}

// pathTo finds the path of a node. The path consists of the name of the attribute and the steps
// that lead from the attribute's value to the node.
func (p *paths) pathTo(name string, id syntax.NodeID) address.Path {
	path := address.Path{Name: name}
	for id != 0 && id != p.expr.Root {
		s := p.steps[id]
		switch s.kind {
		case element:
			path.Steps = append(path.Steps, address.Step{Kind: address.StepIndex, Index: int(s.number)})
		case argument:
			path.Steps = append(path.Steps, address.Step{Kind: address.StepArgument, Index: int(s.number)})
		case memberKey:
			key, _ := value.LiteralKey(p.expr, p.expr.Node(syntax.NodeID(s.number)).First)
			path.Steps = append(path.Steps, address.Step{Kind: address.StepKey, Key: key})
		}
		id = s.from
	}
	slices.Reverse(path.Steps)
	return path
}
