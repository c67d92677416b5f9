package value

import (
	"sync"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// A Relation defines when two expressions or JSON values are equal. Strings, including heredocs,
// are compared by their text in Unicode's normal form C, numbers as exact decimals, lists in order,
// objects in any order. Any other expression is compared as written, except for blanks, comments
// and parentheses around it.
type Relation uint8

const (
	// Setting is for edits: an edit leaves a value as it is if the new value equals it
	// (docs/layout.md, "Untouched bytes"). Values of different types are not equal: "80" is not 80.
	Setting Relation = iota
	// Where is for the selector "where" (docs/edits.md, "Selectors"): a string equals a number or
	// boolean if Terraform would convert one into the other. So "80" equals 80.
	Where
)

// pool keeps tables of classes, so that a comparison need not allocate one.
var pool = sync.Pool{New: func() any { return new(Classes) }}

// Equal reports whether the expression at a node equals a JSON value in the sense of r. p is the
// schema of their place. It takes time proportional to the size of the expression plus that of the
// value. The table caches the class of the last long text.
func (n *Classes) Equal(e *syntax.Expr, id syntax.NodeID, v *Value, p *Schema, r Relation) bool {
	if e == nil || v == nil {
		return false
	}
	if same, known := quickEqual(e, id, v, p, r); known {
		return same
	}
	if len(v.Text) > maxQuickText {
		return n.Same(n.Node(e, id, p), n.Value(v, p).Class, r)
	}
	table := scratch(n.budget)
	same := table.Same(table.Node(e, id, p), table.Value(v, p).Class, r)
	pool.Put(table) // a table whose budget ran out is not reused, because it is incomplete
	return same
}

// scratch returns an empty table from the pool, with the budget b.
func scratch(b *budget.Budget) *Classes {
	n := pool.Get().(*Classes)
	n.Reset()
	n.budget = b
	return n
}

// equal is like Classes.Equal in the sense of Setting, but for a whole expression. It uses a table
// from the pool.
func equal(b *budget.Budget, e *syntax.Expr, v *Value, p *Schema) bool {
	n := scratch(b)
	same := n.Equal(e, e.Root, v, p, Setting)
	pool.Put(n)
	return same
}

// A Matcher reports whether expressions equal one JSON value in the sense of Where. It is valid
// until the next Reset of its table.
type Matcher struct {
	n     *Classes
	value *Value
	place *Schema
	class Class
}

// Matcher returns a Matcher that compares expressions with v, a JSON value at a place with the
// schema p. The Matcher keeps the pointer v.
func (n *Classes) Matcher(v *Value, p *Schema) Matcher {
	v = orNull(v)
	return Matcher{n: n, value: v, place: p, class: n.Value(v, p).Class}
}

// Class returns the class of the Matcher's value.
func (m *Matcher) Class() Class { return m.class }

// Match reports whether the expression at a node equals the Matcher's value. The node must be at a
// place that has the schema with which the Matcher was created.
func (m *Matcher) Match(e *syntax.Expr, id syntax.NodeID) bool {
	if m.value == nil || e == nil {
		return false
	}
	if len(m.value.Text) > maxQuickText { // m.class is known, so comparing classes is faster
		return m.class != 0 && m.MatchClass(m.n.Node(e, id, m.place))
	}
	if same, known := quickEqual(e, id, m.value, m.place, Where); known {
		return same
	}
	return m.class != 0 && m.MatchClass(m.n.Node(e, id, m.place))
}

// maxQuickText is the maximum length of a text that is compared directly. For a longer text it is
// faster to compare classes.
const maxQuickText = 256

// MatchClass reports whether values with the class x equal the Matcher's value.
func (m *Matcher) MatchClass(x Class) bool { return m.n != nil && m.n.Same(x, m.class, Where) }

// quickEqual compares an expression with a scalar by their texts, without computing classes. The
// result known is false if the texts alone do not decide.
func quickEqual(e *syntax.Expr, id syntax.NodeID, v *Value, p *Schema, r Relation) (same, known bool) {
	id = e.Unwrapped(id)
	t := e.Node(id)
	if t.Kind == syntax.NodeTemplate && isBare(p.StringMode()) {
		return false, false
	}
	switch v.Kind {
	case Null:
		return t.Kind == syntax.NodeNull, true
	case False, True:
		if text, ok := plainString(e, t); ok && r == Where {
			return string(text) == plainText[v.Kind], true
		}
		return t.Kind == syntax.NodeFalse && v.Kind == False || t.Kind == syntax.NodeTrue && v.Kind == True, r == Setting || t.Kind != syntax.NodeTemplate
	case Number:
		return quickNumber(e, id, v.Text, r)
	case String:
		return quickString(e, id, v.Text, p.StringMode(), r)
	}
	return false, false
}

func quickNumber(e *syntax.Expr, id syntax.NodeID, number string, r Relation) (same, known bool) {
	t := e.Node(id)
	switch t.Kind {
	case syntax.NodeNumber:
		return sameNumber(nocopy.String(e.Source(id)), number), true
	case syntax.NodeUnary:
		return false, false
	case syntax.NodeTemplate:
		if text, ok := plainString(e, t); ok && r == Where {
			return sameNumber(nocopy.String(text), number), true
		}
		return false, r == Setting
	}
	return false, true
}

func quickString(e *syntax.Expr, id syntax.NodeID, s string, m Mode, r Relation) (same, known bool) {
	t := e.Node(id)
	switch {
	case isBare(m):
		return true, nocopy.String(e.Source(id)) == s
	case m == Template && !hasNoSequence(s):
		return true, len(s) > 3 && s[:2] == "${" && s[2:len(s)-1] == nocopy.String(e.Source(id)) && s[len(s)-1] == '}'
	}
	switch t.Kind {
	case syntax.NodeTemplate:
		text, ok := plainString(e, t)
		return ok && sameText(text, nocopy.Bytes(s)), ok
	case syntax.NodeTrue, syntax.NodeFalse:
		return r == Where && nocopy.String(e.Source(id)) == s, true
	case syntax.NodeNumber:
		return r == Where && sameNumber(nocopy.String(e.Source(id)), s), true
	case syntax.NodeUnary:
		return false, false
	}
	return false, true
}
