package read

import (
	"iacedit/address"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// matchers returns what an entry's conditions compare with.
func (w *writer) matchers(e *entry, body *terraform.Body) []value.Matcher {
	if len(e.where) == 0 {
		return nil
	}
	w.classes.Budget = w.budget
	matchers := make([]value.Matcher, len(e.where))
	for i := range e.where {
		c := &e.where[i]
		schema := body.Attribute(c.Name)
		for _, step := range c.Steps {
			switch step.Kind {
			case address.StepKey:
				schema = schema.Member(step.Key)
			case address.StepIndex:
				schema = schema.Element()
			default:
				schema = nil
			}
		}
		matchers[i] = w.classes.Matcher(&c.value, schema)
	}
	return matchers
}

// matches reports whether a block is one that an entry selects, but for its index.
func (w *writer) matches(id syntax.ItemID, e *entry, matchers []value.Matcher, body *terraform.Body) bool {
	for i := range e.where {
		c := &e.where[i]
		attr := w.f.Attribute(id, c.Name)
		how := absent
		var x *syntax.Expr
		var node syntax.NodeID
		if attr != syntax.NoItem {
			x = w.expr(attr)
			node, _, how = w.follow(x, x.Root, body.Attribute(c.Name), c.Steps)
		}
		if how == absent && c.value.Kind == value.Null {
			continue
		}
		if how != there || !matchers[i].Match(x, node) {
			return false
		}
	}
	for i := range e.has {
		if !w.hasNamed(id, &e.has[i]) {
			return false
		}
	}
	for i := range e.lacks {
		if w.hasNamed(id, &e.lacks[i]) {
			return false
		}
	}
	return true
}

// hasNamed reports whether a block has what an attribute path leads to, or nested blocks
// of that type.
func (w *writer) hasNamed(id syntax.ItemID, n *named) bool {
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
	_, _, how := w.follow(x, x.Root, nil, n.Steps)
	return how == there
}
