package syntax

import (
	"iter"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/tree"
	"iacedit/lexer"
)

// A NodeID is a node's number in its Expr; 0 means no node. A node's number is higher than the
// numbers of its children.
type NodeID int32

// A Node is a part of an expression: a flat record of offsets and links. First is the node's
// first child, and Next is its next sibling. Expr.Children iterates over the children.
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
//	NodeAttrSplat           source, the operations on each element, from a NodeEach on
//	NodeFullSplat           like NodeAttrSplat
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

// Span returns the node's place in Expr.Text.
func (n Node) Span() Span { return Span{From: n.Start, To: n.End} }

// A NodeKind is the kind of a Node.
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
	NodeEach // the current element of a splat; empty text
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

	nodeKindCount
)

var nodeKindNames = [nodeKindCount]string{
	NodeNone: "none", NodeNumber: "number", NodeTrue: "true", NodeFalse: "false", NodeNull: "null",
	NodeVariable: "variable", NodeName: "name", NodeText: "text", NodeEach: "each",
	NodeTemplate: "template", NodeInterp: "interpolation", NodeDirective: "directive",
	NodeGetAttr: "attribute access", NodeLegacyIndex: "legacy index", NodeIndex: "index",
	NodeAttrSplat: "attribute splat", NodeFullSplat: "splat", NodeCall: "call",
	NodeUnary: "unary operator", NodeBinary: "binary operator", NodeConditional: "conditional",
	NodeParen: "parentheses", NodeTuple: "tuple", NodeObject: "object", NodePair: "pair",
	NodeForTuple: "for tuple", NodeForObject: "for object",
}

// String returns the name of the kind, for messages.
func (k NodeKind) String() string {
	if k < nodeKindCount {
		return nodeKindNames[k]
	}
	return "unknown node"
}

// A Flag tells variants of a node apart, such as a quoted template and a heredoc.
type Flag uint8

// The flags.
const (
	FlagHeredoc   Flag = 1 << iota // a template that is a heredoc
	FlagExpanded                   // "..." after the last argument, or grouping in a for expression
	FlagKeyName                    // a for expression that also names the key
	FlagCondition                  // a for expression with an "if"
)

// An Expr is the tree of an expression. Its fields may be read, but not set. The zero Expr has no
// nodes.
type Expr struct {
	Text  []byte // the text to which offsets refer
	Root  NodeID // the whole expression
	nodes []Node // nodes[0] is unused; children before their parents

	budget *budget.Budget // charged for parsing; nil for no bounds
}

// Node returns a copy of a node, or the zero Node if there is no such node.
func (e *Expr) Node(id NodeID) Node {
	if uint(id) < uint(len(e.nodes)) {
		return e.nodes[id]
	}
	return Node{}
}

// Source returns a node's text, a slice of e.Text.
func (e *Expr) Source(id NodeID) []byte { return e.Node(id).Span().Of(e.Text) }

// Children iterates over a node's children, in the order of the table at Node.
func (e *Expr) Children(id NodeID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for c := e.Node(id).First; c != 0; c = e.Node(c).Next {
			if !yield(c) {
				return
			}
		}
	}
}

// Len returns a number greater than every NodeID of the expression, for tables indexed by node.
func (e *Expr) Len() int { return len(e.nodes) }

// All iterates over all nodes, each after its children. Use it instead of recursion with Children,
// which could overflow the stack: the tree of a+b+c+… has a level for each operator.
func (e *Expr) All() iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for id := 1; id < len(e.nodes); id++ {
			if !yield(NodeID(id)) {
				return
			}
		}
	}
}

// Sole returns the expression inside a template that is exactly one interpolation. For any other
// node it returns 0.
func (e *Expr) Sole(id NodeID) NodeID {
	if uint(id) >= uint(len(e.nodes)) || e.nodes[id].Kind != NodeTemplate {
		return 0
	}
	if part := &e.nodes[e.nodes[id].First]; part.Kind == NodeInterp && part.Next == 0 {
		return part.First
	}
	return 0
}

// WithoutParens returns the node inside all parentheses around a node. It returns any other node
// unchanged.
func (e *Expr) WithoutParens(id NodeID) NodeID {
	for e.Node(id).Kind == NodeParen {
		id = e.Node(id).First
	}
	return id
}

// Unwrapped returns the node inside parentheses, and inside templates that are exactly one
// interpolation. It returns any other node unchanged.
func (e *Expr) Unwrapped(id NodeID) NodeID {
	for uint(id) < uint(len(e.nodes)) {
		inner := NodeID(0)
		switch n := &e.nodes[id]; n.Kind {
		case NodeParen:
			inner = n.First
		case NodeTemplate:
			inner = e.Sole(id)
		}
		if inner == 0 {
			break
		}
		id = inner
	}
	return id
}

// SetBudget sets the budget for parsing into e, until the next call of SetBudget. A nil budget has no
// bounds.
func (e *Expr) SetBudget(b *budget.Budget) { e.bounded(b) }

// bounded is like SetBudget, and returns e.
func (e *Expr) bounded(b *budget.Budget) *Expr {
	if e.budget != b {
		e.budget = b
		grow.Held(b, e.nodes)
	}
	return e
}

// ParseCode parses code that is one expression. It does not keep the code: the Text of the result
// is a copy with a line end after it, because a line end must follow the end marker of a heredoc.
// The error is an *Error.
func ParseCode(code []byte) (*Expr, error) {
	text := append(slices.Clip(code), '\n')
	return ParseExpression(nil, text, Span{To: int32(len(code))})
}

// ParseExpression parses the expression at a span of src as if it were in parentheses: line ends
// count as blanks. It stores the new tree in e, whose memory it reuses, and returns e. If e is nil,
// it returns a new Expr. Offsets in the result are offsets in src. If there is an error, which is
// an *Error, the Expr is empty.
func ParseExpression(e *Expr, src []byte, at Span) (*Expr, error) {
	if e == nil {
		e = new(Expr)
	}
	nodes := e.nodes
	*e = Expr{nodes: nodes[:0], budget: e.budget}
	if err := checkSpan(src, at); err != nil {
		return e, err
	}
	// Include the line end after the span: a heredoc ends only if a line end follows its end
	// marker, although this line end is not part of the value.
	end, most := int(at.To), min(len(src), tree.Limit)
	for end < most && (src[end] == '\r' || src[end] == '\n') && (end == int(at.To) || src[end-1] != '\n') {
		end++
	}
	if nodes == nil {
		nodes = make([]Node, 0, 8) // enough for most expressions
	}
	p := parserOf(src[:end], int(at.From), false, e.budget)
	p.building, p.nodes = true, append(nodes[:0], Node{})
	root := p.expr()
	if p.Kind != lexer.EOF {
		p.expected("the end of the expression")
	}
	e.nodes = p.nodes
	if err := p.free(); err != nil {
		e.nodes = e.nodes[:0]
		return e, err
	}
	e.Text, e.Root = src, root
	return e, nil
}

// CheckExpression returns an error unless src is an expression that is valid as an attribute's
// value: the expression may contain line ends only inside brackets. The error is an *Error.
func CheckExpression(src []byte) error {
	if err := checkLength(src); err != nil {
		return err
	}
	p := parserOf(src, 0, true, nil)
	p.expr()
	if p.Kind != lexer.EOF {
		p.expected("the end of the expression")
	}
	if err := p.free(); err != nil {
		return err
	}
	return nil
}

// checkSpan returns an error if the span is not within src.
func checkSpan(src []byte, at Span) *Error {
	if at.From < 0 || at.From > at.To || int(at.To) > len(src) {
		return errorf(0, "there is no range from %d to %d in a text of %d bytes", at.From, at.To, len(src))
	}
	return nil
}

// CheckValue returns an error unless src[at.From:at.To] is exactly an expression that is valid as
// the value of an attribute, pair or element: without comments around it, and with line ends only
// inside brackets. A line end or the end of src must follow the expression. The error is an *Error,
// whose offset counts from at.From.
func CheckValue(src []byte, at Span) error {
	if err := checkSpan(src, at); err != nil {
		return err
	}
	if text := at.Of(src); lexer.IsPlainString(text) || isKeyword(text) {
		return nil
	}
	end := int(at.To)
	if end < len(src) && src[end] == '\n' {
		end++
	}
	p := parserOf(src[:end], int(at.From), true, nil)
	if p.Start != int(at.From) {
		p.expected("an expression at the start")
	}
	p.expr()
	if p.err == nil && p.Prev != int(at.To) {
		p.fail(p.Prev, "expected the end of the expression")
	}
	if err := p.free(); err != nil {
		err.Offset -= int(at.From)
		return err
	}
	return nil
}

// isKeyword reports whether text is true, false or null.
func isKeyword(text []byte) bool {
	switch string(text) {
	case "true", "false", "null":
		return true
	}
	return false
}
