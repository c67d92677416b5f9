package read

import (
	"iacedit/address"
	"iacedit/internal/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// follow goes along the steps of an attribute path from a node, which stands at a place.
func (w *chooser) follow(e *syntax.Expr, id syntax.NodeID, p *value.Schema, steps []address.Step) (syntax.NodeID, *value.Schema, address.Sight) {
	node, n, seen := address.Expr{Expr: e, Classes: &w.classes}.Follow(id, p, steps)
	return node, address.SchemaAt(p, steps[:n]), seen
}

// find looks for what a path leads to in an attribute's value, which is read by p.
func (w *chooser) find(e *syntax.Expr, n *selection.Attribute, p *value.Schema) (syntax.NodeID, *value.Schema, address.Sight) {
	if !n.EndsInEqual() {
		return w.follow(e, e.Root, p, n.Path)
	}
	schema := address.SchemaAt(p, n.Path)
	class := w.classes.Value(&n.Value, schema).Class
	id := w.equal(e, n, p, func(x value.Class) bool { return x == class && class != 0 })
	if id == 0 {
		return id, schema, address.Absent
	}
	return id, schema, address.There
}

// equal returns the first element that [=] at the end of a path stands for, by what is its
// class; or 0.
func (w *chooser) equal(e *syntax.Expr, n *selection.Attribute, p *value.Schema, is func(value.Class) bool) syntax.NodeID {
	id, _, how := w.follow(e, e.Root, p, n.Path[:len(n.Path)-1])
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

// found returns what a path leads to in the value of an attribute of a file, which is read by
// p: the expression, the node in it, and how that is read.
func (w *chooser) found(f *syntax.File, attribute syntax.ItemID, n *selection.Attribute, p *value.Schema) (*syntax.Expr, syntax.NodeID, *value.Schema, bool) {
	w.f = f
	x := w.expr(attribute)
	node, schema, how := w.find(x, n, p)
	return x, node, schema, how == address.There
}

// itemAt returns the item inside an attribute's value whose own value starts at an offset.
func (w *chooser) itemAt(f *syntax.File, id syntax.ItemID, offset int32) (found syntax.ItemID, ok bool) {
	for {
		inner := syntax.NoItem
		for c := range f.Children(id) {
			w.budget.Step(1)
			if at := f.Value(c); at.From <= offset && offset < at.To {
				inner = c
				break
			}
		}
		if inner == syntax.NoItem {
			return id, false
		}
		if id = inner; f.Value(id).From == offset {
			return id, true
		}
	}
}
