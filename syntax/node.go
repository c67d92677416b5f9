package syntax

import "iacedit/lexer"

// NodeID is a node's place in Expr.Nodes; 0 is no node.
type NodeID int32

// Node is a part of an expression: a flat record of offsets and links. Children
// are a chain: the first child, then Next of each.
//
//	Kind                    Children
//	NodeNumber NodeTrue NodeFalse NodeNull NodeVariable NodeName NodeText NodeEach: none
//	NodeTemplate            NodeText, NodeInterp and NodeDirective, in order; FlagHeredoc
//	NodeInterp              the expression
//	NodeDirective           NodeName of its keyword, then for "if" the condition, for
//	                        "for" the names and the collection
//	NodeGetAttr             source, NodeName
//	NodeLegacyIndex         source, NodeNumber
//	NodeIndex               source, key
//	NodeAttrSplat           source, what is done to each element, from a NodeEach on
//	NodeFullSplat           the same
//	NodeCall                NodeName with its namespaces, arguments; FlagExpanded for "..."
//	NodeUnary               operand; Op
//	NodeBinary              left, right; Op
//	NodeConditional         condition, result if true, result if false
//	NodeParen               the expression
//	NodeTuple               elements
//	NodeObject              NodePair
//	NodePair                key, value
//	NodeForTuple            names, collection, value, condition if FlagCondition; FlagKeyName
//	NodeForObject           names, collection, key, value, condition; FlagExpanded for "..."
type Node struct {
	Kind  NodeKind
	Op    lexer.Kind
	Flags Flag
	Start int32 // offsets in Expr.Text
	End   int32
	First NodeID
	Next  NodeID
}

// NodeKind says what a Node is.
type NodeKind uint8

// The kinds of node.
const (
	NodeNone NodeKind = iota
	NodeNumber
	NodeTrue
	NodeFalse
	NodeNull
	NodeVariable
	NodeName
	NodeText
	NodeEach // what a splat calls the element at hand; empty text
	NodeTemplate
	NodeInterp
	NodeDirective
	NodeGetAttr
	NodeLegacyIndex
	NodeIndex
	NodeAttrSplat
	NodeFullSplat
	NodeCall
	NodeUnary
	NodeBinary
	NodeConditional
	NodeParen
	NodeTuple
	NodeObject
	NodePair
	NodeForTuple
	NodeForObject
)

// Flag tells variants of a node apart.
type Flag uint8

// The flags.
const (
	FlagHeredoc   Flag = 1 << iota // a template that is a heredoc
	FlagExpanded                   // "..." after the last argument, or grouping in a for expression
	FlagKeyName                    // a for expression that names the key, too
	FlagCondition                  // a for expression with an "if"
)

// An Expr is the tree of an expression. Nodes[0] is unused.
type Expr struct {
	Text  []byte // the text that offsets count in
	Nodes []Node // children before their parents
	Root  NodeID
}

// Node returns a node's record.
func (e *Expr) Node(id NodeID) Node { return e.Nodes[id] }

// Source returns a node's text, a slice of e.Text.
func (e *Expr) Source(id NodeID) []byte {
	n := &e.Nodes[id]
	return e.Text[n.Start:n.End:n.End]
}

// ParseExpression parses the expression at src[at.From:at.To] as if it stood in
// parentheses: line ends count as blanks. It reuses the memory of e, which may be
// nil. Offsets in the result count in src. The error is an *Error.
func ParseExpression(e *Expr, src []byte, at Span) (*Expr, error) {
	if e == nil {
		e = new(Expr)
	}
	// The line end after a heredoc's marker belongs to the marker, but not to the value.
	end := at.To
	for int(end) < len(src) && (src[end] == '\r' || src[end] == '\n') && (end == at.To || src[end-1] != '\n') {
		end++
	}
	p := parser{src: src[:end], end: int(at.From), building: true, nodes: append(e.Nodes[:0], Node{})}
	p.next()
	root := p.expr()
	if p.kind != lexer.EOF {
		p.expected("the end of the expression")
	}
	*e = Expr{Text: src, Nodes: p.nodes, Root: root}
	if p.err != nil {
		return e, p.err
	}
	return e, nil
}

// CheckExpression says whether src is an expression that may stand as an
// attribute's value: outside brackets no line end may be in it. The error is an
// *Error.
func CheckExpression(src []byte) error {
	p := parser{src: src, newlines: true}
	p.next()
	p.expr()
	if p.kind != lexer.EOF {
		p.expected("the end of the expression")
	}
	if p.err != nil {
		return p.err
	}
	return nil
}

// node notes a node that starts at start and ends where the last token did.
func (p *parser) node(kind NodeKind, start int, children ...NodeID) NodeID {
	if !p.building {
		return 0
	}
	return p.add(kind, start, p.prev, children)
}

// nodeTo notes a node from start to end.
func (p *parser) nodeTo(kind NodeKind, start, end int, children ...NodeID) NodeID {
	if !p.building {
		return 0
	}
	return p.add(kind, start, end, children)
}

// leaf notes a node for the token under the cursor.
func (p *parser) leaf(kind NodeKind) NodeID { return p.nodeTo(kind, p.start, p.end) }

func (p *parser) add(kind NodeKind, start, end int, children []NodeID) NodeID {
	var l list
	for _, c := range children {
		p.link(&l, c)
	}
	return p.parentTo(kind, start, end, l)
}

// list is a chain of nodes that has no parent yet.
type list struct{ first, last NodeID }

func (p *parser) link(l *list, n NodeID) {
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

// join makes one chain of two.
func (p *parser) join(a, b list) list {
	p.link(&a, b.first)
	a.last = b.last
	return a
}

// parent notes the parent of a chain, from start to where the last token ended.
func (p *parser) parent(kind NodeKind, start int, children list) NodeID {
	return p.parentTo(kind, start, p.prev, children)
}

func (p *parser) parentTo(kind NodeKind, start, end int, children list) NodeID {
	if !p.building {
		return 0
	}
	p.nodes = append(p.nodes, Node{Kind: kind, Start: int32(start), End: int32(end), First: children.first})
	return NodeID(len(p.nodes) - 1)
}

func (p *parser) setOp(n NodeID, op lexer.Kind) {
	if p.building {
		p.nodes[n].Op = op
	}
}

func (p *parser) setFlag(n NodeID, f Flag) {
	if p.building {
		p.nodes[n].Flags |= f
	}
}
