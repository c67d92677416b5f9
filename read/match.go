package read

import (
	"iacedit/address"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// matchers returns what an entry's conditions compare with.
func (w *chooser) matchers(e *entry, body *terraform.Body) []value.Matcher {
	if len(e.where) == 0 {
		return nil
	}
	matchers := make([]value.Matcher, len(e.where))
	for i := range e.where {
		c := &e.where[i]
		schema := address.SchemaAt(body.Attribute(c.Name), c.Steps)
		matchers[i] = w.classes.Matcher(&c.value, schema)
	}
	return matchers
}

// matches reports whether a block is one that an entry selects, but for its index.
func (w *chooser) matches(id syntax.ItemID, e *entry, matchers []value.Matcher, body *terraform.Body) bool {
	for i := range e.where {
		if !w.meets(id, &e.where[i], &matchers[i], body.Attribute(e.where[i].Name)) {
			return false
		}
	}
	for i := range e.has {
		if !w.hasNamed(id, &e.has[i], body) {
			return false
		}
	}
	for i := range e.lacks {
		if w.hasNamed(id, &e.lacks[i], body) {
			return false
		}
	}
	return true
}

// meets reports whether a block meets a condition on an attribute that is read by p.
func (w *chooser) meets(id syntax.ItemID, c *condition, m *value.Matcher, p *value.Schema) bool {
	w.budget.Step(stepsPerCondition)
	attr := w.f.Attribute(id, c.Name)
	if attr == syntax.NoItem {
		return c.value.Kind == value.Null && !c.endsInEqual()
	}
	x := w.expr(attr)
	if c.endsInEqual() {
		return w.equal(x, &c.named, p, m.MatchClass) != 0
	}
	node, _, how := w.follow(x, x.Root, p, c.Steps)
	if how == address.Absent && c.value.Kind == value.Null {
		return true
	}
	return how == address.There && m.Match(x, node)
}

// hasNamed reports whether a block has what an attribute path leads to, or nested blocks
// of that type.
func (w *chooser) hasNamed(id syntax.ItemID, n *named, body *terraform.Body) bool {
	w.budget.Step(stepsPerHas)
	if len(n.Steps) == 0 {
		for range w.f.Blocks(id, n.Name) {
			return true
		}
	}
	attr := w.f.Attribute(id, n.Name)
	if attr == syntax.NoItem {
		return false
	}
	x := w.expr(attr)
	_, _, how := w.follow(x, x.Root, body.Attribute(n.Name), n.Steps)
	return how == address.There
}
