package apply

import (
	"errors"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/syntax"
	"iacedit/value"
)

// An attributeEdit is an action on an attribute of a body. If the attribute has a path, the action
// is on the key, element or argument to which the path leads.
type attributeEdit struct {
	*body
	action      plan.Action
	attr        *plan.Attribute
	mark        *report.Mark // records the edit for the report; nil if the edit is not reported
	noFollow    bool         // the path is part of a place; it must not continue in another value
	isNeighbour bool         // the path leads to the neighbour of a placed item
}

// apply applies the action to the attribute or, if it has a path, to the target of the path. The
// arguments are the element that the method resolve returned for the attribute, and the schema of
// the attribute.
func (t *attributeEdit) apply(e element, schema *value.Schema) error {
	t.Budget.Step(stepsPerAttribute)
	id, err := t.existingItem()
	switch {
	case err != nil:
		return err
	case id == syntax.NoItem && t.attr.Old != "":
		return t.noOldError()
	case id == syntax.NoItem:
		return t.newAttribute(schema)
	case len(t.attr.Path) > 0:
		return t.applyPath(id, e, schema)
	case !t.action.Finds():
		return fault.At(t.attr.At, fault.AttributeAlreadyExists, "add: attribute %s is there already; set changes it", t.attr.Text)
	case t.action.Removes():
		return t.remove(id)
	}
	return t.setItem(id, schema)
}

// newAttribute adds an attribute that the body lacks. For the path tags.Name it adds the attribute
// tags, whose value is an object with the key Name.
func (t *attributeEdit) newAttribute(schema *value.Schema) error {
	v, err := wrap(t.attr, t.attr.Path)
	if err != nil {
		return t.withSuggestion(err)
	}
	t.o.RecordTexts(&v, schema, t.spot())
	text, err := t.AttributeText(t.item, t.attr.Name, &v, schema)
	if err != nil {
		return err
	}
	if err := t.makeAttribute(t.attr, text); err != nil {
		return err
	}
	t.mark.MadeAttribute()
	return nil
}

// withSuggestion adds a suggestion to the error for a path into a missing attribute: the nearest
// name in the body, if there is a similar one.
func (t *attributeEdit) withSuggestion(err error) error {
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		refused.Message += nearest.DidYouMean(t.attr.Name, t.names)
		return refused
	}
	return err
}

// names yields the names of the attributes and nested blocks in the body.
func (t *attributeEdit) names(yield func(string) bool) {
	for id := t.Draft.FirstItem(t.item); id != syntax.NoItem; id = t.Draft.NextItem(id) {
		t.Budget.Step(1)
		if (t.IsAttribute(id) || t.isBlock(id)) && !yield(string(t.Draft.Name(id))) {
			return
		}
	}
}

// wrap returns the value of an attribute inside new objects and lists, one for each step. For the
// steps b and [+] and the value 1 it returns {b = [1]}. It returns an error for a step such as [0],
// which needs an existing element.
func wrap(attr *plan.Attribute, steps []address.Step) (value.Value, error) {
	v := attr.Value
	for _, step := range slices.Backward(steps) {
		outer := value.Value{Kind: value.Object, At: attr.Value.At, Items: []value.Item{{Key: value.EscapeTemplate(step.Key), Value: v}}}
		switch step.Kind {
		case address.StepIndex:
			added := "[+] adds an element"
			if v.Kind == value.Object { // it may be a nested block, too
				added = "[+] adds an element to a list, add adds a nested block"
			}
			return v, fault.At(attr.At, fault.AttributeNotFound, "%s: there is no %s, so it has no element %d; %s", attr.Text, attr.Name, step.Index, added)
		case address.StepArgument:
			return v, fault.At(attr.At, fault.AttributeNotFound, "%s: there is no call, so there is no argument %d", attr.Text, step.Index)
		case address.StepLast:
			return v, fault.At(attr.At, fault.AttributeNotFound, "%s: there is no call to add an argument to", attr.Text)
		case address.StepMatching:
			return v, fault.At(attr.At, fault.AttributeNotFound, "%s: there is no %s, so no element matches", attr.Text, attr.Name)
		case address.StepAppend, address.StepEqual:
			outer.Kind, outer.Items[0].Key = value.Array, ""
		}
		v = outer
	}
	return v, nil
}

// An element is the list element or argument to which the last number in a path leads: for the path
// a.b[1].c, the element a.b[1]. The number of steps that lead to this element is 2: b and [1]. A
// path without a number has the zero element.
type element struct {
	id         syntax.ItemID
	steps      int
	effect     report.Effect // the outcome of an ignored edit, or ""
	redirected *redirection  // the redirection to the other value that contains the element, or nil
}

// resolve returns the element to which the last number in the attribute's path leads. For a path
// without a number it returns the zero element. The argument is the schema of the attribute.
func (t *attributeEdit) resolve(p *value.Schema) (element, error) {
	last := -1
	for i, step := range t.attr.Path {
		if step.Kind == address.StepIndex || step.Kind == address.StepArgument {
			last = i
		}
	}
	if last < 0 {
		return element{}, nil
	}
	id, err := t.existingItem()
	if err != nil {
		return element{}, err
	}
	if id == syntax.NoItem {
		_, err := wrap(t.attr, t.attr.Path)
		return element{}, t.withSuggestion(err)
	}
	for i, step := range t.attr.Path[:last+1] {
		child, _, err := t.step(id, i, p)
		if err != nil {
			return element{}, err
		}
		if child == syntax.NoItem {
			_, err := wrap(t.attr, t.attr.Path[i:])
			return element{}, err
		}
		id, p = child, step.Schema(p)
	}
	return element{id: id, steps: last + 1}, nil
}

// applyPath applies the action to the target of the attribute's path. The arguments are the item of
// the attribute, the element that the method resolve returned for the attribute, and the
// attribute's schema.
func (t *attributeEdit) applyPath(id syntax.ItemID, e element, p *value.Schema) error {
	p = address.SchemaAt(p, t.attr.Path[:e.steps])
	if e.id != syntax.NoItem {
		id = e.id
	}
	for i := e.steps; i < len(t.attr.Path); i++ {
		if i == len(t.attr.Path)-1 && t.attr.EndsInMatching() {
			return t.applyMatching(id, p)
		}
		if i == len(t.attr.Path)-1 && t.action.Removes() {
			if t.attr.EndsInEqual() {
				return t.deleteEqual(id, p)
			}
			return t.deleteKey(id, p)
		}
		child, in, err := t.stepTo(id, i, p)
		if err != nil {
			return err
		}
		if child == syntax.NoItem && t.attr.Old != "" {
			return t.noOldError()
		}
		if child == syntax.NoItem {
			return t.newChild(in, t.attr.Path[i:], p)
		}
		id, p = child, t.attr.Path[i].Schema(p)
	}
	switch {
	case !t.action.Finds():
		return fault.At(t.attr.At, fault.AttributeAlreadyExists, "add: %s is there already; set changes it", t.attr.Text)
	case t.action.Removes():
		return t.deleteElement(id)
	}
	return t.setItem(id, p)
}

// deleteElement deletes the target of a path whose last step is a number, such as a[0]. It returns
// an error if the target is the condition or a result of a conditional.
func (t *attributeEdit) deleteElement(id syntax.ItemID) error {
	if t.Draft.Inside(t.Draft.Item(id).Parent) == syntax.InsideChoice {
		return fault.At(t.attr.At, fault.InvalidRequest, "%s: %s is part of a conditional, which needs all its parts", t.action, t.attr.Text)
	}
	return t.remove(id)
}

// newChild adds the target of the given steps to an object, list or call. The first step adds a
// pair, an element or an argument. The other steps add the objects and lists inside its value.
func (t *attributeEdit) newChild(parent syntax.ItemID, steps []address.Step, p *value.Schema) error {
	v, err := wrap(t.attr, steps[1:])
	if err != nil {
		return err
	}
	t.mark.Made()
	if steps[0].Kind == address.StepLast {
		return t.writer().addArgument(parent, &v, p)
	}
	if steps[0].Kind != address.StepKey {
		return t.writer().addElement(parent, t.Draft.LastItem(parent), &v, p)
	}
	return t.writer().addPair(parent, &value.Item{Key: value.EscapeTemplate(steps[0].Key), Value: v}, p)
}

// stepTo is like the method step, but also accepts [=].
func (t *attributeEdit) stepTo(id syntax.ItemID, number int, p *value.Schema) (child, parent syntax.ItemID, err error) {
	if t.attr.Path[number].Kind == address.StepEqual {
		return t.equalStep(id, p)
	}
	return t.step(id, number, p)
}
