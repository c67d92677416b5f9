package pattern

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/syntax"
)

// ParseForm is like Rewriter.NewForm, but the Form stays valid.
func ParseForm(code []byte, name string, b *budget.Budget) (*Form, error) {
	return newForm(new(parsedCode), b, code, name)
}

// Holds reports whether the name occurs in the form. Otherwise the form is the same for all values.
func (f *Form) Holds() bool { return len(f.to.holes) > 0 }

// Wrap replaces nodes of e by forms, in each of which the node stands for the name of the form. If
// a node has several forms, the first is the innermost. The edits in the slice others, which are in
// order, are made, too. They replace no whole node, but text inside nodes, such as the names in a
// reference. Wrap appends all edits to dst, in the order of the code. hidden has the local names
// that code around e defines. The error is a *Refusal.
func (r *Rewriter) Wrap(dst []Edit, e *syntax.Expr, hidden []string, others []Edit, forms map[syntax.NodeID][]*Form) ([]Edit, error) {
	r.begin(e, hidden)
	for id := range e.All() {
		for len(others) > 0 && others[0].At.To <= e.Node(id).End { // nodes are in the order of their ends
			f := r.fragment(shape{})
			f.addText(others[0].Text)
			r.regions = append(r.regions, replacedNode{at: others[0].At, new: f, inTemplate: true})
			others = others[1:]
		}
		r.tree.shapes[id] = r.tree.shape(id)
		r.dropDouble(id)
		for _, form := range forms[id] {
			new, err := r.wrapped(id, form)
			if err != nil {
				return dst, err
			}
			r.addReplacement(id, new)
		}
	}
	return r.edits(dst), nil
}

// wrapped returns the code of a form that is put around a node.
func (r *Rewriter) wrapped(id syntax.NodeID, f *Form) (*fragment, error) {
	if f.isNegation() {
		return r.negated(id), nil
	}
	w := writer{Rewriter: r, to: f.to, match: &Match{At: id, Captures: []Capture{{Node: id}, {}}}}
	new := w.writePart(r.chosen(id, f))
	w.checkFree(id)
	return new, w.err
}

// chosen returns the part of a form that applies to a node: of a form such as x ? a : b, for a node
// that is a literal boolean, the result for it, and otherwise the whole form.
func (r *Rewriter) chosen(id syntax.NodeID, f *Form) syntax.NodeID {
	n := f.to.tree.Node(f.root)
	if _, isHole := f.to.holes[n.First]; n.Kind != syntax.NodeConditional || !isHole {
		return f.root
	}
	yes := f.to.tree.Node(n.First).Next
	inner := r.expr.Unwrapped(id)
	text, _ := r.expr.PlainString(inner)
	switch kind := r.expr.Node(inner).Kind; {
	case kind == syntax.NodeTrue || text == "true":
		return yes
	case kind == syntax.NodeFalse || text == "false":
		return f.to.tree.Node(yes).Next
	}
	return f.root
}

// replaced returns the new code of a node, or nil if the node is not replaced as a whole.
func (r *Rewriter) replaced(id syntax.NodeID) *fragment {
	i := r.firstRegion(r.expr.Node(id).Start)
	if i < len(r.regions) && r.regions[i].node == id {
		return r.regions[i].new
	}
	return nil
}

// Results appends to dst the nodes of e that may be its value: the results of conditionals, and
// otherwise the node itself, without parentheses and without a template "${…}" around it.
func Results(dst []syntax.NodeID, e *syntax.Expr, id syntax.NodeID) []syntax.NodeID {
	for {
		n := e.Node(id)
		switch sole := e.Sole(id); {
		case n.Kind == syntax.NodeParen:
			id = n.First
		case sole != 0:
			id = sole
		case n.Kind == syntax.NodeConditional:
			then := e.Node(n.First).Next
			dst = Results(dst, e, then)
			id = e.Node(then).Next
		default:
			return slices.Clip(append(dst, id))
		}
	}
}
