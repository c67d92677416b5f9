package syntax

import (
	"iacedit/internal/base/grow"
	"iacedit/lexer"
)

// A builder creates the nodes of an expression if its field building is set. Otherwise its methods
// do nothing and return 0.
type builder struct {
	reader
	building bool
	nodes    []Node
}

// node creates a node. Its text starts at the offset start and ends with the previous token.
func (p *builder) node(kind NodeKind, start int, children ...NodeID) NodeID {
	if !p.building {
		return 0
	}
	return p.add(kind, start, p.Prev, children)
}

// nodeTo creates a node. Its text starts at the offset start and ends at the offset end.
func (p *builder) nodeTo(kind NodeKind, start, end int, children ...NodeID) NodeID {
	if !p.building {
		return 0
	}
	return p.add(kind, start, end, children)
}

// leaf creates a node without children for the token under the cursor.
func (p *builder) leaf(kind NodeKind) NodeID { return p.parentTo(kind, p.Start, p.End, list{}) }

func (p *builder) add(kind NodeKind, start, end int, children []NodeID) NodeID {
	var l list
	for _, c := range children {
		p.link(&l, c)
	}
	return p.parentTo(kind, start, end, l)
}

// list is a chain of sibling nodes that have no parent yet.
type list struct{ first, last NodeID }

func (p *builder) link(l *list, n NodeID) {
	if !p.building {
		return
	}
	if l.first == 0 {
		l.first = n
	} else {
		p.nodes[l.last].Next = n
	}
	l.last = n
}

// join appends the chain b to the chain a.
func (p *builder) join(a, b list) list {
	p.link(&a, b.first)
	a.last = b.last
	return a
}

// parent creates a node with the nodes of a chain as its children. The text of the new node starts
// at the offset start and ends with the previous token.
func (p *builder) parent(kind NodeKind, start int, children list) NodeID {
	return p.parentTo(kind, start, p.Prev, children)
}

func (p *builder) parentTo(kind NodeKind, start, end int, children list) NodeID {
	if !p.building {
		return 0
	}
	if len(p.nodes) == cap(p.nodes) {
		p.nodes = grow.Foresee(p.budget, p.nodes, 0, end-p.from, len(p.Src)-p.from)
	}
	p.nodes = append(p.nodes, Node{Kind: kind, Start: int32(start), End: int32(end), First: children.first})
	return NodeID(len(p.nodes) - 1)
}

func (p *builder) setOp(n NodeID, op lexer.Kind) {
	if p.building {
		p.nodes[n].Op = op
	}
}

func (p *builder) setFlag(n NodeID, f Flag) {
	if p.building {
		p.nodes[n].Flags |= f
	}
}
