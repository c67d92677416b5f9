package pattern

import (
	"bytes"
	"maps"

	"iacedit/syntax"
)

// In merge($, x) the arguments of an old value merge(a, b) take the place of "$", because
// merge(merge(a, b), x) and merge(a, b, x) have the same value.

// associative contains the names of functions such as merge: if f is one of them, f(f(a, b), c) and
// f(a, b, c) have the same value.
var associative = map[string]bool{
	"merge": true, "concat": true, "coalesce": true, "coalescelist": true, "max": true, "min": true,
	"setunion": true, "setintersection": true, "try": true,
}

// isAssociative reports whether a node is a call of an associative function.
func isAssociative(e *syntax.Expr, id syntax.NodeID) bool {
	n := e.Node(id)
	return n.Kind == syntax.NodeCall && associative[string(e.Source(n.First))]
}

// takesRow reports whether several arguments may replace an argument of a call in a form.
func takesRow(e *syntax.Expr, call, argument syntax.NodeID) bool {
	n := e.Node(argument)
	return isAssociative(e, call) && (n.Next != 0 || e.Node(call).Flags&syntax.FlagExpanded == 0)
}

// joinRow handles an old value that is a call of an associative function. For the old value
// merge(a, b), the form merge(old, x) becomes merge(a, b, x). joinRow returns this replacement, and
// the arguments a and b. ok is false if the form does not have the name of the old value as an
// argument of the same function, or if a comment in the old value would be lost.
func (r *Rewriter) joinRow(e *syntax.Expr, f *Form) (joined *Replacement, row Capture, ok bool) {
	call := e.Unwrapped(e.Root)
	if !isAssociative(e, call) || e.Node(call).Flags&syntax.FlagExpanded != 0 || !onlyParens(e, call) {
		return nil, row, false
	}
	row.In = call
	for c := e.Node(e.Node(call).First).Next; c != 0; c = e.Node(c).Next {
		if r.tree.shapes[c].endsInMarker {
			return nil, row, false // a comma cannot follow a heredoc's marker
		}
		row.Nodes = append(row.Nodes, c)
	}
	if len(row.Nodes) == 0 {
		return nil, row, false
	}
	t := *f.to
	t.holes, t.rows = maps.Clone(t.holes), map[syntax.NodeID]int{}
	for id := range f.to.holes {
		in := t.tree.parents[id]
		if takesRow(t.tree.Expr, in, id) && bytes.Equal(t.tree.Source(t.tree.Node(in).First), e.Source(e.Node(call).First)) {
			t.holes[id] = hole{name: 1, many: true}
			t.rows[in]++
		}
	}
	w := writer{Rewriter: r}
	return &t, row, len(t.rows) > 0 && w.rowOf(row).keepsComments(&t)
}

// onlyParens reports whether an expression consists of the given node, parentheses around it, and
// white space.
func onlyParens(e *syntax.Expr, id syntax.NodeID) bool {
	at, around := e.Node(id), e.Node(e.Root)
	before, after := e.Text[around.Start:at.Start], e.Text[at.End:around.End]
	return len(bytes.Trim(before, "( \t\r\n")) == 0 && len(bytes.Trim(after, ") \t\r\n")) == 0
}

// keepsComments reports whether a replacement would keep all comments in the call whose arguments
// are the row.
func (r *row) keepsComments(to *Replacement) bool {
	before, after := r.expr.Text[r.openEnd:r.first], r.expr.Text[r.last:r.closeStart]
	over := r.startsBelow
	for in, rows := range to.rows {
		over = over && rows == 1 && bytes.IndexByte(to.tree.Source(in), '\n') < 0
	}
	if over {
		before, _, _ = bytes.Cut(before, []byte{'\n'})
		_, after, _ = bytes.Cut(after, []byte{'\n'})
	}
	return len(bytes.TrimSpace(before)) == 0 && len(bytes.Trim(after, ", \t\r\n")) == 0
}

// matchCall reports whether a call of an associative function in the form matches a call in the
// code. The name in the form may stand for several arguments, but their number must be the same at
// each occurrence.
func (m *formMatcher) matchCall(want, id syntax.NodeID) bool {
	in, rows := id, 0
	want, id = m.code.Node(m.code.Node(want).First).Next, m.expr.Node(m.expr.Node(id).First).Next
	length := 0
	for c := id; c != 0; c = m.expr.Node(c).Next {
		length++
	}
	for c := want; c != 0; c = m.code.Node(c).Next {
		m.Budget.Step(1)
		if m.takesRow(c) {
			rows++
		} else {
			length--
		}
	}
	if rows > 0 {
		length /= rows
	}
	for ; want != 0 && id != 0; want = m.code.Node(want).Next {
		if !m.takesRow(want) {
			if !m.matchNode(want, id) {
				return false
			}
			id = m.expr.Node(id).Next
			continue
		}
		row := Capture{In: in}
		for ; id != 0 && len(row.Nodes) < length; id = m.expr.Node(id).Next {
			m.Budget.Step(1)
			row.Nodes = append(row.Nodes, m.expr.Unwrapped(id))
		}
		if len(row.Nodes) == 0 {
			return false
		}
		h := &nameValue{row: row}
		if len(row.Nodes) == 1 {
			h.node = row.Nodes[0]
		}
		if !m.setName(h) {
			return false
		}
	}
	return want == 0 && id == 0
}

// takesRow reports whether a node of the form is the name of the old value, and is in a place where
// several arguments may replace it.
func (m *formMatcher) takesRow(id syntax.NodeID) bool {
	_, ok := m.form.holes[id]
	return ok && takesRow(m.code, m.form.tree.parents[id], id)
}

// sameRow reports whether two values of the form's name are equal; if neither value is a row of
// arguments, it returns false. For example, the two arguments of merge(a, b) are equal to the
// expression merge(a, b) itself.
func (m *formMatcher) sameRow(a, b *nameValue) bool {
	if len(a.row.Nodes)+len(b.row.Nodes) == 0 {
		return false
	}
	return m.sameArguments(a.row, b.row) || m.sameArguments(m.rowIn(m.single(a)), b.row) || m.sameArguments(a.row, m.rowIn(m.single(b)))
}

// single returns the expression for which the form's name stands, or 0 if the name does not stand
// for a single expression.
func (m *formMatcher) single(h *nameValue) syntax.NodeID {
	id := h.node
	if len(h.units) == 1 {
		if id = h.units[0].node; m.expr.Node(id).Kind == syntax.NodeInterp {
			id = m.expr.Node(id).First
		}
	}
	return m.expr.Unwrapped(id)
}

// rowIn returns the arguments of a call. The result is empty for other nodes, and for a call with
// "...".
func (m *formMatcher) rowIn(call syntax.NodeID) (row Capture) {
	n := m.expr.Node(call)
	if n.Kind != syntax.NodeCall || n.Flags&syntax.FlagExpanded != 0 {
		return row
	}
	row.In = call
	for c := m.expr.Node(n.First).Next; c != 0; c = m.expr.Node(c).Next {
		m.Budget.Step(1)
		row.Nodes = append(row.Nodes, m.expr.Unwrapped(c))
	}
	return row
}

func (m *formMatcher) sameArguments(a, b Capture) bool {
	if len(a.Nodes) == 0 || len(a.Nodes) != len(b.Nodes) || !bytes.Equal(m.functionOf(a.In), m.functionOf(b.In)) {
		return false
	}
	for i := range a.Nodes {
		if m.Budget.Step(1); !m.sameNode(a.Nodes[i], b.Nodes[i]) {
			return false
		}
	}
	return true
}

func (m *formMatcher) functionOf(call syntax.NodeID) []byte {
	return m.expr.Source(m.expr.Node(call).First)
}
