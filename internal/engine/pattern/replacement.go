package pattern

import (
	"bytes"
	"strings"

	"iacedit/internal/base/nearest"
	"iacedit/internal/base/nocopy"
	"iacedit/refs"
	"iacedit/syntax"
)

// A Replacement is the expression that replaces a match of a pattern. It is immutable, and
// several goroutines may use it at once.
type Replacement struct {
	sent              string // the text from the request, for messages
	tree              tree
	holes             map[syntax.NodeID]hole
	rows              map[syntax.NodeID]int // by list, call or object with $$names: the number of $$names
	locals            refs.Locals
	free              []string // the names in the replacement that it does not define itself
	objects           []refs.Address
	calls             bool
	withMetavariables []bool // by node: whether the node contains a metavariable
}

// Replacement parses the replacement for a pattern: an expression with metavariables of the
// pattern. The error is a *syntax.Error, with an offset in the replacement.
func (p *Pattern) Replacement(text string) (*Replacement, error) {
	e, found, err := parse(text)
	if err != nil {
		return nil, err
	}
	r := reader{expr: e, found: found, name: p.nameIndex}
	holes, err := r.read()
	if err != nil {
		return nil, err
	}
	if h, ok := holes[e.Root]; ok && h.many {
		return nil, &syntax.Error{Message: "a $$name stands for several expressions, so it must be in a list, call or object"}
	}
	return newReplacement(text, e, holes), nil
}

// newReplacement returns the Replacement for a parsed expression. The map holes contains the
// metavariables of the expression by node.
func newReplacement(text string, e *syntax.Expr, holes map[syntax.NodeID]hole) *Replacement {
	t := &Replacement{sent: strings.TrimSpace(text), holes: holes, rows: map[syntax.NodeID]int{}, withMetavariables: make([]bool, e.Len())}
	t.tree.read(e, breaksAsAround)
	for id := range e.All() {
		t.tree.shapes[id] = t.tree.shape(id)
	}
	t.locals.Find(e)
	for id, h := range t.holes {
		if h.many {
			t.rows[t.tree.parents[id]]++
		}
		for ; id != 0 && !t.withMetavariables[id]; id = t.tree.parents[id] {
			t.withMetavariables[id] = true
		}
	}
	t.setProperties()
	return t
}

// nameIndex returns the index of a metavariable in the pattern's names. It returns an error if the
// pattern does not contain the metavariable.
func (p *Pattern) nameIndex(v metavariable, members bool) (int, error) {
	if i, known := p.numbers[v.name]; known {
		switch n := p.names[i]; {
		case n.Many != v.many:
			return 0, fault(v, "the pattern has %s", describe(hole{name: i, many: n.Many}, p.names))
		case n.Members != members:
			return 0, fault(v, "$$%s stands for %s in the pattern", v.name, map[bool]string{true: "members of an object", false: "elements or arguments"}[n.Members])
		}
		return i, nil
	}
	dollars := "$"
	if v.many {
		dollars = "$$"
	}
	names := make([]string, len(p.names))
	for i, n := range p.names {
		names[i] = n.Text
	}
	return 0, fault(v, "the pattern has no %s%s%s", dollars, v.name, nearest.Or(v.name, names))
}

// setProperties computes t.free and t.calls.
func (t *Replacement) setProperties() {
	e := t.tree.Expr
	for id := range e.All() {
		n := e.Node(id)
		_, isHole := t.holes[id]
		parent := e.Node(t.tree.parents[id])
		isKey := parent.Kind == syntax.NodePair && parent.First == id
		switch {
		case n.Kind == syntax.NodeCall:
			t.calls = true
		case n.Kind == syntax.NodeVariable && !isHole && !isKey && t.locals.Binder(id) == 0:
			t.free = append(t.free, string(e.Source(id)))
		}
	}
	for root, object := range refs.Objects(e) {
		if _, isHole := t.holes[root]; !isHole {
			t.objects = append(t.objects, object)
		}
	}
}

// Objects returns the objects to which the replacement refers, apart from those in the code that
// its metavariables stand for.
func (t *Replacement) Objects() []refs.Address { return t.objects }

// IsConstant reports whether the replacement contains neither references nor calls, apart from
// those in the code that its metavariables stand for.
func (t *Replacement) IsConstant() bool { return len(t.free) == 0 && !t.calls }

// text returns the replacement's text between two offsets. It does not copy the text, because this
// method is called for every match.
func (t *Replacement) text(from, to int32) string { return nocopy.String(t.tree.Text[from:to]) }

// isSole returns the expression in a template that is a single interpolation, such as "${a.b}". ok
// is false for any other template.
func (t *Replacement) isSole(id syntax.NodeID) (inner syntax.NodeID, ok bool) {
	inner = t.tree.Sole(id)
	return inner, inner != 0
}

// marked reports whether any sequence of a template has a "~" marker, as in "${~ a}".
func marked(e *syntax.Expr, template syntax.NodeID) bool {
	for c := range e.Children(template) {
		if left, right := markers(e, c); left || right {
			return true
		}
	}
	return false
}

// markers reports whether a part of a template starts with a "~" marker, as in "${~ a}", and
// whether it ends with one, as in "${a ~}".
func markers(e *syntax.Expr, part syntax.NodeID) (left, right bool) {
	if e.Node(part).Kind == syntax.NodeText {
		return false, false
	}
	source := e.Source(part)
	return source[len("${")] == '~', source[len(source)-len("~}")] == '~'
}

// marksEdge reports whether a "~" marker in a template would also remove blanks before or after the
// template, if the template were part of another one.
func marksEdge(e *syntax.Expr, template syntax.NodeID) bool {
	blank := true // only blanks precede the current part
	last := false // the last marker strips the following text, if that is blank
	for c := range e.Children(template) {
		left, right := markers(e, c)
		switch {
		case e.Node(c).Kind == syntax.NodeText:
			if len(bytes.TrimSpace(syntax.AppendUnescaped(nil, e.Source(c)))) > 0 {
				blank, last = false, false
			}
		case left && blank:
			return true
		default:
			blank, last = false, right
		}
	}
	return last
}
