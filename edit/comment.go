package edit

import (
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// comment decodes the comment of an entry's block (docs/edits.md, "Comments and places").
func (d *decoder) comment(s *scope, e *entry, v *value.Value) error {
	switch {
	case !s.action.Gives():
		return d.refuse(s, v.At, `"comment" is for "add", "update" and "set"`)
	case s.file:
		return d.refuse(s, v.At, `a file of variable values has no block that "comment" could be about; "comments" are about its attributes`)
	}
	e.Comment = v
	return d.checkComment(s, `"comment"`, v)
}

// comments decodes the comments of attributes, keys and elements.
func (d *decoder) comments(s *scope, e *entry, v *value.Value) error {
	switch {
	case !s.action.Gives():
		return d.refuse(s, v.At, `"comments" are for "add", "update" and "set"`)
	case v.Kind != value.Object:
		return d.refuse(s, v.At, `"comments" must be an object of comments by attribute, found %s`, v.Kind)
	}
	e.Comments = d.memory.attributes.take(len(v.Items))
	for i := range v.Items {
		attr, err := d.attribute(s, &v.Items[i], forName)
		if err != nil {
			return err
		}
		e.Comments[i] = attr
		if err := d.checkComment(s, "the comment of "+quote(attr.Text), &attr.Value); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) checkComment(s *scope, what string, v *value.Value) error {
	if v.Kind != value.String && v.Kind != value.Null {
		return d.refuse(s, v.At, "%s must be a string, or null to remove it; found %s", what, v.Kind)
	}
	return nil
}

// comments sets the comments that an entry has for a block and for what is in it.
func (a *applier) comments(action actionKind, body syntax.ItemID, e *entry, p *terraform.Body) error {
	if e.Comment != nil {
		if err := a.comment(body, e.Comment); err != nil {
			return err
		}
	}
	for i := range e.Comments {
		attr := &e.Comments[i]
		*a.now = attr.At
		a.budget.Step(stepsPerAttribute)
		id, err := a.follow(body, commenting, attr, p)
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
		return errorAt(at, InvalidRequest, "%s", err)
	}
	return nil
}

// follow returns what an attribute path leads to in a body, be it an attribute, a key or an
// element. The error says what is not there that the action looks for.
func (a *applier) follow(body syntax.ItemID, action actionKind, attr *attribute, of *terraform.Body) (syntax.ItemID, error) {
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
