package apply

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// attributes applies the attributes of one change to the body. It first resolves the element
// numbers in all paths, because a number counts the elements that its list had before the change
// (docs/edits.md, "Paths"). It returns the attribute that the caller must apply after the nested
// blocks, such as a new "depends_on", or nil.
func (b *body) attributes(c *plan.Change) (late *plan.Attribute, err error) {
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
		if err := b.attribute(c.Action, &c.Attributes[i], elements[i]); err != nil {
			return nil, err
		}
	}
	return late, nil
}

// resolve returns the element at the last number of an attribute's path. With "follow", the path
// may lead into the values of locals and variables.
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
	if err != nil && b.passesOver(action, attr, err) {
		e, err = element{passed: passedOver(err)}, nil
	}
	e.onto = onto
	return e, err
}

// attribute applies an action to an attribute, or to the target of its path. With "follow", the
// target may be in another block. The element e is what the method resolve returned for the
// attribute.
func (b *body) attribute(action plan.Action, attr *plan.Attribute, e element) (err error) {
	defer budget.CatchAt(&err, attr.At)
	for {
		if e.onto != nil {
			b, attr = e.onto.body, e.onto.attr
		}
		t := attributeEdit{body: b, action: action, attr: attr}
		err := t.at(e)
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

// at applies the action in the body. If the path continues in another value, at returns a
// redirection as its error.
func (t *attributeEdit) at(e element) error {
	b, action, attr := t.body, t.action, t.attr
	switch {
	case e.passed != "":
		b.o.Tell(attr.At, b.File, b.where, attr.Text, e.passed)
		return nil
	case b.trail.isDone(b.Module):
		b.o.Tell(attr.At, b.File, b.where, attr.Text, report.Unchanged)
		return nil
	}
	if e.id != syntax.NoItem && !b.Draft.InFile(e.id) {
		return fault.At(attr.At, fault.InvalidRequest, "%s: an edit before this one replaced or deleted what %s leads to", action, attr.Text)
	}
	t.mark = b.o.Mark(b.File)
	err := t.apply(e, b.special.Attribute(attr.Name))
	if _, is := err.(*redirection); is {
		return err
	}
	b.trail.done(b.Module)
	passed := report.Effect("")
	if err != nil {
		if !b.passesOver(action, attr, err) {
			return err
		}
		passed = passedOver(err)
	}
	t.mark.Applied(b.spot(), b.special, b.operation, action, attr, passed)
	return nil
}

// passesOver reports whether an edit that failed with this error is ignored. It is ignored if the
// error is of the type ignored. It is also ignored if the entry is optional and the attribute, or
// an item on its path, is missing.
func (b *body) passesOver(action plan.Action, attr *plan.Attribute, err error) bool {
	if _, is := err.(ignored); is {
		return true
	}
	refused, is := err.(*fault.Error)
	return is && refused.Code == fault.AttributeNotFound && b.mayLack(action, attr)
}

// passedOver returns the effect to report for an edit that is ignored because of err.
func passedOver(err error) report.Effect {
	if effect, is := err.(ignored); is {
		return report.Effect(effect)
	}
	return report.Absent
}

// setAttribute sets an attribute of a new block to the value in the selector "where" of the entry,
// because the entry must select the block that it makes.
func (b *body) setAttribute(attr *plan.Attribute) error {
	if attr.Value.Kind == value.Null {
		return nil // a missing attribute is null
	}
	t := attributeEdit{body: b, action: plan.Set, attr: attr}
	return t.apply(element{}, b.special.Attribute(attr.Name))
}

// comments sets the comments that the entry specifies for the block and its contents.
func (b *body) comments() error {
	if b.entry.Comment != nil {
		if err := b.comment(b.item, b.entry.Comment); err != nil {
			return err
		}
	}
	for i := range b.entry.Comments {
		if err := b.commentAt(&b.entry.Comments[i]); err != nil {
			return err
		}
	}
	return nil
}

// commentAt sets or removes the comment of the item to which an attribute's path leads.
func (b *body) commentAt(attr *plan.Attribute) (err error) {
	defer budget.CatchAt(&err, attr.At)
	b.Budget.Step(stepsPerAttribute)
	in, id, err := b.follow(plan.ForComments, attr)
	if err == nil {
		err = in.comment(id, &attr.Value)
	}
	if err != nil && b.passesOver(b.operation, attr, err) {
		return nil
	}
	return err
}

// comment sets the comment of an item to the text v, or removes the comment if v is null.
func (b *body) comment(id syntax.ItemID, v *value.Value) (err error) {
	defer budget.CatchAt(&err, v.At)
	if v.Kind == value.Null {
		return draft.Refused(v.At, b.Looks().RemoveComment(id))
	}
	return draft.Refused(v.At, b.Looks().SetComment(id, v.Text))
}
