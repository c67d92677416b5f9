package pattern

import (
	"bytes"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/nocopy"
	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A Matcher compares patterns with parts of an expression. Call Reset before anything else. A
// Matcher reuses its memory, so several goroutines must not use it at once.
type Matcher struct {
	Budget *budget.Budget // charged for the work; nil without limits
	Quoted bool           // strings of the expression are references in quotes, as in old code: "a.b" matches "${$x}"

	expr       *syntax.Expr
	hidden     []string // local names defined outside the expression
	locals     refs.Locals
	notes      []nodeNotes
	firstNodes []syntax.NodeID // by node: the first node of its subtree
	opaque     []bool          // by node: whether the method hide has hidden it; empty if none is hidden

	table   value.Classes
	classes []value.Class // by node; empty until classify is called

	captures []Capture
	paired   []syntax.NodeID // by node of a name in the pattern: the node of the code that it matches
	pairs    []syntax.NodeID // the nodes that are being compared, used as a stack
	parts    []part          // the parts that are being compared, used as a stack
	pieces   []syntax.Part
	decoded  []byte // memory for the text of a template
}

// A Capture is the code that a metavariable stands for in a match:
//
//	for $name    Node is the expression; if Quoted is set, the expression is the text of this string
//	for $$name   In is the list, call or object, Nodes are the elements, arguments or pairs
type Capture struct {
	Node   syntax.NodeID
	Quoted bool
	In     syntax.NodeID
	Nodes  []syntax.NodeID
}

func (c *Capture) isSet() bool { return c.Node != 0 || c.In != 0 }

// A Match is a part of an expression that matches a pattern.
type Match struct {
	At       syntax.NodeID
	Captures []Capture // the values of the pattern's Names, in the same order
}

// Reset prepares m for an expression. hidden contains the local names that code around the
// expression defines. The Matcher keeps references to both arguments.
func (m *Matcher) Reset(e *syntax.Expr, hidden []string) {
	m.expr, m.hidden = e, hidden
	m.classes, m.opaque = m.classes[:0], m.opaque[:0]
	m.Budget.Step(3 * e.Len())
	m.locals.Find(e)
	m.annotate()
	m.firstNodes = slices.Grow(m.firstNodes[:0], e.Len())[:e.Len()]
	for id := range e.All() {
		m.firstNodes[id] = id
		if first := e.Node(id).First; first != 0 {
			m.firstNodes[id] = m.firstNodes[first]
		}
	}
}

// hide excludes an expression and its parts from matches, but a metavariable may still match the
// whole expression.
func (m *Matcher) hide(id syntax.NodeID) {
	if len(m.opaque) == 0 {
		m.opaque = slices.Grow(m.opaque[:0], m.expr.Len())[:m.expr.Len()]
		clear(m.opaque)
	}
	m.opaque[id] = true
}

// clearedPerStep is the number of captures or nodes that are cleared for one step.
const clearedPerStep = 8

// Match reports whether the expression at a node matches a pattern. The Match that it returns
// shares no memory with m.
func (m *Matcher) Match(p *Pattern, at syntax.NodeID) (match Match, ok bool) {
	if !nodesMayMatch(p.expr.Node(p.root), m.expr.Node(at)) {
		return match, false
	}
	m.captures = slices.Grow(m.captures[:0], len(p.names))[:len(p.names)]
	clear(m.captures)
	if p.definesNames() {
		m.paired = slices.Grow(m.paired[:0], p.expr.Len())[:p.expr.Len()]
		clear(m.paired)
	}
	m.Budget.Step((len(p.names) + len(m.paired)) / clearedPerStep)
	m.pairs, m.parts = m.pairs[:0], m.parts[:0]
	if !m.matchNode(p, p.root, at) {
		return match, false
	}
	return Match{At: at, Captures: slices.Clone(m.captures)}, true
}

// nodesMayMatch compares two nodes quickly. It returns false only if the nodes do not match.
func nodesMayMatch(want, n syntax.Node) bool {
	return want.Kind == n.Kind && want.Op == n.Op && (want.Flags == n.Flags || n.Kind == syntax.NodeTemplate)
}

func (p *Pattern) definesNames() bool { return p.locals.Any() }

// matchNode reports whether a node of the pattern matches a node of the code.
func (m *Matcher) matchNode(p *Pattern, want, id syntax.NodeID) bool {
	m.Budget.Step(1)
	if h, ok := p.holes[want]; ok {
		return m.capture(h.name, Capture{Node: id})
	}
	if len(m.opaque) > 0 && m.opaque[id] {
		return false
	}
	w, n := p.expr.Node(want), m.expr.Node(id)
	if !nodesMayMatch(w, n) {
		return false
	}
	switch w.Kind {
	case syntax.NodeNumber:
		return value.SameNumber(nocopy.String(p.expr.Source(want)), nocopy.String(m.expr.Source(id)))
	case syntax.NodeVariable:
		return bytes.Equal(p.expr.Source(want), m.expr.Source(id)) && m.meansSame(p, want, id)
	case syntax.NodeName:
		if len(m.paired) > 0 {
			m.paired[want] = id
		}
		return sameName(p.expr.Source(want), m.expr.Source(id))
	case syntax.NodeTemplate:
		return m.matchTemplate(p, want, id)
	case syntax.NodeObject:
		return m.matchObject(p, want, id)
	}
	return m.matchChildren(p, w.First, n.First, id)
}

// meansSame compares a variable of the pattern with a variable of the code that has the same name.
// It returns true if neither is a local name, or if both are local names with corresponding
// definitions.
func (m *Matcher) meansSame(p *Pattern, want, id syntax.NodeID) bool {
	made, by := p.locals.Binder(want), m.locals.Binder(id)
	if made != 0 {
		return by != 0 && m.paired[made] == by
	}
	return by == 0 && !m.isHidden(m.expr.Source(id))
}

// isHidden reports whether the given name is a local name that code around the expression defines.
func (m *Matcher) isHidden(name []byte) bool {
	return len(m.hidden) > 0 && slices.Contains(m.hidden, string(name))
}

// matchChildren reports whether a list of siblings in the pattern matches a list of siblings in the
// code. The two lists begin with the nodes want and id. in is the parent of the siblings in the
// code.
func (m *Matcher) matchChildren(p *Pattern, want, id, in syntax.NodeID) bool {
	for ; want != 0; want = p.expr.Node(want).Next {
		if h, ok := p.holes[want]; ok && h.many {
			return m.matchRun(p, h, want, id, in)
		}
		if id == 0 || !m.matchNode(p, want, id) {
			return false
		}
		id = m.expr.Node(id).Next
	}
	return id == 0
}

// matchRun lets a $$name match siblings in the code. If n nodes follow the $$name in the pattern,
// these are compared with the last n siblings, and the $$name matches all siblings before those.
func (m *Matcher) matchRun(p *Pattern, h hole, want, id, in syntax.NodeID) bool {
	after := p.expr.Node(want).Next
	from := len(m.pairs)
	for ; id != 0; id = m.expr.Node(id).Next {
		m.pairs = append(m.pairs, id)
	}
	m.Budget.Step(len(m.pairs) - from)
	count := len(m.pairs) - from
	for c := after; c != 0; c = p.expr.Node(c).Next {
		count--
	}
	if count < 0 {
		m.pairs = m.pairs[:from]
		return false
	}
	rest := syntax.NodeID(0)
	if from+count < len(m.pairs) {
		rest = m.pairs[from+count]
	}
	c := Capture{In: in}
	if h.name >= 0 {
		c.Nodes = slices.Clone(m.pairs[from : from+count])
	}
	m.pairs = m.pairs[:from]
	return m.capture(h.name, c) && m.matchChildren(p, after, rest, in)
}

// sameName reports whether two names are equal. It ignores blanks and comments around the "::" in
// the name of a function.
func sameName(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if bytes.IndexByte(a, ':') < 0 || bytes.IndexByte(b, ':') < 0 {
		return false
	}
	return string(tokens(a)) == string(tokens(b))
}

// tokens returns the tokens of a text, without the blanks and comments between them.
func tokens(text []byte) (all []byte) {
	for pos := 0; ; {
		kind, start, end := lexer.Next(text, pos)
		switch kind {
		case lexer.EOF:
			return all
		case lexer.Newline, lexer.Comment:
		default:
			all = append(all, text[start:end]...)
		}
		pos = end
	}
}
