package apply

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// applyAttributes applies the attributes of one change to the body. It first resolves the element
// numbers in all paths, because a number counts the elements that its list had before the change
// (docs/edits.md, "Paths"). If an attribute belongs below the nested blocks, such as a new
// "depends_on", applyAttributes returns it, and the caller must apply it after these blocks.
// Otherwise late is nil.
func (b *body) applyAttributes(c *plan.Change) (late *plan.Attribute, err error) {
	if len(c.Attributes) == 0 {
		return nil, nil
	}
	var few [8]element
	elements := few[:0]
	for i := range c.Attributes {
		var e element
		if attr := &c.Attributes[i]; len(attr.Path) > 0 && !b.isDone(attr) {
			if e, err = b.resolve(c.Action, attr); err != nil {
				return nil, err
			}
		}
		elements = append(elements, e)
	}
	for i := range c.Attributes {
		if b.isDone(&c.Attributes[i]) {
			continue
		}
		if late == nil && b.isLate(c, &c.Attributes[i]) {
			late = &c.Attributes[i]
			continue
		}
		if err := b.applyAttribute(c.Action, &c.Attributes[i], elements[i]); err != nil {
			return nil, err
		}
	}
	return late, nil
}

// resolve returns the element to which the last number in an attribute's path leads. With "follow",
// the path may lead into the values of locals and variables.
func (b *body) resolve(action plan.Action, attr *plan.Attribute) (e element, err error) {
	defer budget.CatchAt(&err, attr.At)
	var onto *redirection
	for {
		t := attributeEdit{body: b, action: action, attr: attr}
		e, err = t.resolve(b.special.Attribute(attr.Name))
		next, is := err.(*redirection)
		if !is {
			break
		}
		onto, b, attr = next, next.body, next.attr
	}
	if err != nil && b.isIgnored(action, attr, err) {
		e, err = element{effect: ignoredEffect(err)}, nil
	}
	e.redirected = onto
	return e, err
}

// applyAttribute applies an action to an attribute, or to the target of its path. With "follow",
// the target may be in another block. e is the element that the method resolve returned for the
// attribute.
func (b *body) applyAttribute(action plan.Action, attr *plan.Attribute, e element) (err error) {
	defer budget.CatchAt(&err, attr.At)
	for {
		if e.redirected != nil {
			b, attr = e.redirected.body, e.redirected.attr
		}
		t := attributeEdit{body: b, action: action, attr: attr}
		err := t.applyInBody(e)
		onto, is := err.(*redirection)
		if !is {
			return err
		}
		b, attr = onto.body, onto.attr
		if e, err = b.resolve(action, attr); err != nil {
			return err
		}
	}
}

// applyInBody applies the action in the body. If the path continues in another value, applyInBody
// returns a redirection as its error.
func (t *attributeEdit) applyInBody(e element) error {
	b, action, attr := t.body, t.action, t.attr
	switch {
	case e.effect != "":
		b.o.RecordOutcome(attr.At, b.File, b.where, attr.Text, e.effect)
		return nil
	case b.trail.isDone(b.Module):
		b.o.RecordOutcome(attr.At, b.File, b.where, attr.Text, report.Unchanged)
		return nil
	}
	if e.id != syntax.NoItem && !b.Draft.InFile(e.id) {
		return fault.At(attr.At, fault.InvalidRequest, "%s: an edit before this one replaced or deleted what %s leads to", action, attr.Text)
	}
	t.mark = b.o.Mark(b.File)
	t.mark.Before(b.item, attr)
	err := t.apply(e, b.special.Attribute(attr.Name))
	if _, is := err.(*redirection); is {
		return err
	}
	b.trail.markDone(b.Module)
	effect := report.Effect("")
	if err != nil {
		if !b.isIgnored(action, attr, err) {
			return err
		}
		effect = ignoredEffect(err)
	}
	t.mark.Applied(b.spot(), b.special, b.operation, action, attr, effect)
	return nil
}

// isIgnored reports whether an edit that failed with the given error is ignored. This is true if
// the error is an ignoredError, or if the entry is optional and the attribute, or an item on its
// path, is missing.
func (b *body) isIgnored(action plan.Action, attr *plan.Attribute, err error) bool {
	if _, is := err.(ignoredError); is {
		return true
	}
	refused, is := err.(*fault.Error)
	return is && refused.Code == fault.AttributeNotFound && b.ignoresMissing(action, attr)
}

// ignoredEffect returns the effect to report for an edit that is ignored because of err.
func ignoredEffect(err error) report.Effect {
	if effect, is := err.(ignoredError); is {
		return report.Effect(effect)
	}
	return report.Absent
}

// setAttribute sets an attribute of a new block to the value that the selector "where" of the entry
// requires. The entry must select the block that it creates.
func (b *body) setAttribute(attr *plan.Attribute) error {
	if attr.Value.Kind == value.Null {
		return nil // a missing attribute is null
	}
	t := attributeEdit{body: b, action: plan.Set, attr: attr}
	return t.apply(element{}, b.special.Attribute(attr.Name))
}

// setComments sets the comments that the entry specifies for the block and its contents.
func (b *body) setComments() error {
	if b.entry.Comment != nil {
		if err := b.setComment(b.item, b.entry.Comment); err != nil {
			return err
		}
	}
	for i := range b.entry.Comments {
		if err := b.commentAt(&b.entry.Comments[i], (*body).setComment); err != nil {
			return err
		}
	}
	for i := range b.entry.LineComments {
		if err := b.commentAt(&b.entry.LineComments[i], (*body).setLineComment); err != nil {
			return err
		}
	}
	return nil
}

// commentAt sets or removes a comment of the item to which an attribute's path leads, with the function
// set.
func (b *body) commentAt(attr *plan.Attribute, set func(*body, syntax.ItemID, *value.Value) error) (err error) {
	defer budget.CatchAt(&err, attr.At)
	b.Budget.Step(stepsPerAttribute)
	in, id, err := b.follow(plan.ForComments, attr)
	if err == nil {
		err = set(in, id, &attr.Value)
	}
	if err != nil && b.isIgnored(b.operation, attr, err) {
		return nil
	}
	return err
}

// setComment sets the comment of an item to a text, or removes the comment if the value is null.
func (b *body) setComment(id syntax.ItemID, v *value.Value) (err error) {
	defer budget.CatchAt(&err, v.At)
	if v.Kind == value.Null {
		return draft.ErrorAt(v.At, b.Styler().RemoveComment(id))
	}
	return draft.ErrorAt(v.At, b.Styler().SetComment(id, v.Text))
}

// setLineComment sets the comment behind an item to a text, or removes the comment if the value is null.
func (b *body) setLineComment(id syntax.ItemID, v *value.Value) (err error) {
	defer budget.CatchAt(&err, v.At)
	if v.Kind == value.Null {
		return draft.ErrorAt(v.At, b.Draft.RemoveLineComment(id))
	}
	return draft.ErrorAt(v.At, b.Styler().SetLineComment(id, v.Text))
}
