package reshape

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// A choice is the for_each "C ? [X] : []" or, if none is set, "C ? [] : [X]".
type choice struct {
	condition string
	one       *part // X
	none      bool  // the first result is empty
}

// choiceOf returns the choice of a dynamic block, or nil if its for_each is another expression.
func (w *writer) choiceOf(dynamic syntax.ItemID) *choice {
	each := attributeOf(w.f, dynamic, "for_each")
	e := w.f.Draft.Expr(w.f.Draft.Current(each))
	root := e.Node(e.Unwrapped(e.Root))
	if root.Kind != syntax.NodeConditional {
		return nil
	}
	yes := e.Node(root.First).Next
	no := e.Node(yes).Next
	if e.Node(yes).Kind != syntax.NodeTuple || e.Node(no).Kind != syntax.NodeTuple {
		return nil
	}
	none := e.Node(yes).First == 0
	if none {
		yes, no = no, yes
	}
	one := e.Node(yes).First
	if one == 0 || e.Node(one).Next != 0 || e.Node(no).First != 0 {
		return nil
	}
	return &choice{string(e.Source(root.First)), w.partOf(e, one, each), none}
}

// choose sets an element to "C ? {…} : null" for a dynamic block that makes one block or none.
func (w *writer) choose(e *element, p *loop, form *plan.NewForm, l *layout) error {
	d, c := w.f.Draft, p.choice
	if twice, n := c.one.repeated(0); twice != nil {
		return refused(w.f, form.At, fault.InvalidRequest, p.id, "%s: the value %s would be written %d times; make it a local first", form.Name, excerpt.Line(d.At(twice.at)), n)
	}
	object := d.Shift(w.object(p.body, &substitution{iterator: p.iterator, key: "0", part: c.one}), l.step, "")
	parts := []render.Part{render.New(c.condition + " ? "), render.Old(object), render.New(" : null")}
	if c.none {
		parts = []render.Part{render.New(c.condition + " ? null : "), render.Old(object)}
	}
	e.value = d.Compose(parts...)
	return nil
}
