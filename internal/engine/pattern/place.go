package pattern

import (
	"iter"
	"slices"

	"iacedit/syntax"
)

// nodeNotes are properties of a node that the Matcher looks up.
type nodeNotes uint8

const (
	inKey     nodeNotes = 1 << iota // in an object's key, but not inside sequences or parentheses of the key
	ofEach                          // the node is the current element of a splat, or an access to it
	legacyKey                       // the node is the number of a legacy index
	plainKey                        // the node is an object's key that is a name
)

// isExpression contains the kinds of node that are expressions.
var isExpression = [...]bool{
	syntax.NodeNumber: true, syntax.NodeTrue: true, syntax.NodeFalse: true, syntax.NodeNull: true, syntax.NodeVariable: true,
	syntax.NodeTemplate: true, syntax.NodeGetAttr: true, syntax.NodeLegacyIndex: true, syntax.NodeIndex: true,
	syntax.NodeAttrSplat: true, syntax.NodeFullSplat: true, syntax.NodeCall: true, syntax.NodeUnary: true, syntax.NodeBinary: true,
	syntax.NodeConditional: true, syntax.NodeParen: true, syntax.NodeTuple: true, syntax.NodeObject: true,
	syntax.NodeForTuple: true, syntax.NodeForObject: true,
}

// annotate computes the notes of all nodes of the expression.
func (m *Matcher) annotate() {
	e := m.expr
	m.notes = slices.Grow(m.notes[:0], e.Len())[:e.Len()]
	clear(m.notes)
	for id := range e.All() { // children first
		switch n := e.Node(id); n.Kind {
		case syntax.NodeEach:
			m.notes[id] |= ofEach
		case syntax.NodeGetAttr, syntax.NodeIndex, syntax.NodeAttrSplat, syntax.NodeFullSplat:
			m.notes[id] |= m.notes[n.First] & ofEach
		case syntax.NodeLegacyIndex:
			m.notes[id] |= m.notes[n.First] & ofEach
			m.notes[e.Node(n.First).Next] |= legacyKey
		}
	}
	for id := syntax.NodeID(e.Len() - 1); id > 0; id-- { // parents first
		n := e.Node(id)
		for c := n.First; c != 0; c = e.Node(c).Next {
			switch n.Kind {
			case syntax.NodePair:
				if c == n.First {
					m.notes[c] |= inKey
					if e.Node(c).Kind == syntax.NodeVariable {
						m.notes[c] |= plainKey
					}
					continue
				}
				fallthrough
			default:
				m.notes[c] |= m.notes[id] & inKey
			case syntax.NodeParen, syntax.NodeInterp, syntax.NodeDirective:
			}
		}
	}
}

// isPlace reports whether a pattern may match the expression at a node.
func (m *Matcher) isPlace(id syntax.NodeID) bool {
	kind := m.expr.Node(id).Kind
	return int(kind) < len(isExpression) && isExpression[kind] && m.notes[id] == 0
}

// Places iterates over the expressions that a pattern may match, inner expressions first.
func (m *Matcher) Places() iter.Seq[syntax.NodeID] {
	return func(yield func(syntax.NodeID) bool) {
		for id := range m.expr.All() {
			if m.isPlace(id) && !yield(id) {
				return
			}
		}
	}
}
