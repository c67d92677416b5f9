package read

import (
	"iacedit/address"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// matchers returns what an entry's conditions compare with.
func (w *chooser) matchers(e *entry, body *terraform.Body) []value.Matcher {
	if len(e.Where) == 0 {
		return nil
	}
	matchers := make([]value.Matcher, len(e.Where))
	for i := range e.Where {
		c := &e.Where[i]
		schema := address.SchemaAt(body.Attribute(c.Name), c.Path)
		matchers[i] = w.classes.Matcher(&c.Value, schema)
	}
	return matchers
}

// matches reports whether a block is one that an entry selects, but for its index.
func (w *chooser) matches(id syntax.ItemID, e *entry, matchers []value.Matcher, body *terraform.Body) bool {
	for i := range e.Where {
		if !w.meets(id, &e.Where[i], &matchers[i], body.Attribute(e.Where[i].Name)) {
			return false
		}
	}
	for i := range e.Has {
		if !w.hasNamed(id, &e.Has[i], body) {
			return false
		}
	}
	for i := range e.Lacks {
		if w.hasNamed(id, &e.Lacks[i], body) {
			return false
		}
	}
	return true
}

// meets reports whether a block meets a condition on an attribute that is read by p.
func (w *chooser) meets(id syntax.ItemID, c *selection.Attribute, m *value.Matcher, p *value.Schema) bool {
	w.budget.Step(stepsPerCondition)
	attr := w.f.Attribute(id, c.Name)
	if attr == syntax.NoItem {
		return c.Value.Kind == value.Null && !c.EndsInEqual()
	}
	x := w.expr(attr)
	if c.EndsInEqual() {
		return w.equal(x, c, p, m.MatchClass) != 0
	}
	node, _, how := w.follow(x, x.Root, p, c.Path)
	if how == address.Absent && c.Value.Kind == value.Null {
		return true
	}
	return how == address.There && m.Match(x, node)
}

// hasNamed reports whether a block has what an attribute path leads to, or nested blocks
// of that type.
func (w *chooser) hasNamed(id syntax.ItemID, n *selection.Attribute, body *terraform.Body) bool {
	w.budget.Step(stepsPerHas)
	if len(n.Path) == 0 {
		for range w.f.Blocks(id, n.Name) {
			return true
		}
	}
	attr := w.f.Attribute(id, n.Name)
	if attr == syntax.NoItem {
		return false
	}
	x := w.expr(attr)
	_, _, how := w.follow(x, x.Root, body.Attribute(n.Name), n.Path)
	return how == address.There
}
