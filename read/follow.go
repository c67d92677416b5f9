package read

import (
	"iacedit/address"
	"iacedit/syntax"
	"iacedit/value"
)

// follow goes along the steps of an attribute path from a node, which stands at a place.
func (w *writer) follow(e *syntax.Expr, id syntax.NodeID, p *value.Schema, steps []address.Step) (syntax.NodeID, *value.Schema, address.Sight) {
	node, n, seen := address.Expr{Expr: e, Classes: &w.classes}.Follow(id, p, steps)
	return node, address.SchemaAt(p, steps[:n]), seen
}

// find looks for what a path leads to in an attribute's value, which is read by p.
func (w *writer) find(e *syntax.Expr, n *named, p *value.Schema) (syntax.NodeID, *value.Schema, address.Sight) {
	if !n.endsInEqual() {
		return w.follow(e, e.Root, p, n.Steps)
	}
	schema := address.SchemaAt(p, n.Steps)
	class := w.classes.Value(&n.equal, schema).Class
	id := w.equal(e, n, p, func(x value.Class) bool { return x == class && class != 0 })
	if id == 0 {
		return id, schema, address.Absent
	}
	return id, schema, address.There
}

// endsInEqual reports whether a path ends in [=].
func (n *named) endsInEqual() bool {
	return len(n.Steps) > 0 && n.Steps[len(n.Steps)-1].Kind == address.StepEqual
}

// equal returns the first element that [=] at the end of a path stands for, by what is its
// class; or 0.
func (w *writer) equal(e *syntax.Expr, n *named, p *value.Schema, is func(value.Class) bool) syntax.NodeID {
	id, _, how := w.follow(e, e.Root, p, n.Steps[:len(n.Steps)-1])
	if how != address.There {
		return 0
	}
	lists, _ := address.Lists(address.Expr{Expr: e, Classes: &w.classes}, id)
	if len(lists) == 0 {
		return 0
	}
	classes := w.classes.Expr(nil, e, p)
	for _, list := range lists {
		for c := e.Node(list).First; c != 0; c = e.Node(c).Next {
			w.budget.Step(1)
			if is(classes[c]) {
				return c
			}
		}
	}
	return 0
}
