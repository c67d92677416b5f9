package edit

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// comments sets the comments that an entry has for a block and for what is in it.
func (a *applier) comments(action plan.Action, body syntax.ItemID, e *plan.Entry, p *terraform.Body) error {
	if e.Comment != nil {
		if err := a.comment(body, e.Comment); err != nil {
			return err
		}
	}
	for i := range e.Comments {
		attr := &e.Comments[i]
		*a.now = attr.At
		a.budget.Step(stepsPerAttribute)
		id, err := a.follow(body, plan.ForComments, attr, p)
		if err == nil {
			err = a.comment(id, &attr.Value)
		}
		if err != nil && !a.unheeded(action, err) {
			return err
		}
	}
	return nil
}

// comment sets or removes the comment of an item.
func (a *applier) comment(id syntax.ItemID, v *value.Value) error {
	*a.now = v.At
	if v.Kind == value.Null {
		return unlessRefused(v.At, a.d.RemoveComment(id))
	}
	return unlessRefused(v.At, a.d.SetComment(id, v.Text))
}

// unlessRefused returns the error for what a draft refuses.
func unlessRefused(at int, err error) error {
	if err != nil {
		return fault.At(at, fault.InvalidRequest, "%s", err)
	}
	return nil
}

// follow returns what an attribute path leads to in a body, be it an attribute, a key or an
// element. The error says what is not there that the action looks for.
func (a *applier) follow(body syntax.ItemID, action plan.Action, attr *plan.Attribute, of *terraform.Body) (syntax.ItemID, error) {
	p := of.Attribute(attr.Name)
	id, err := a.present(body, action, attr)
	for i := range attr.Path {
		if err != nil {
			break
		}
		id, _, err = a.step(id, i, action, attr, p)
		p = attr.Path[i].Schema(p)
	}
	return id, err
}
