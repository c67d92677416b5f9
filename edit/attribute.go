package edit

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// attributes applies one change's attributes to a body. The element numbers in all
// their paths are resolved first: they count in the lists as they stand before the
// change (docs/edits.md, "Paths").
func (a *applier) attributes(body syntax.ItemID, c *plan.Change, p *terraform.Body) error {
	if len(c.Attributes) == 0 {
		return nil
	}
	var few [8]element
	elements := few[:0]
	for i := range c.Attributes {
		*a.now = c.Attributes[i].At
		e, err := a.resolve(body, c.Action, &c.Attributes[i], p.Attribute(c.Attributes[i].Name))
		if err != nil && !a.unheeded(c.Action, err) {
			return err
		}
		e.absent = err != nil
		elements = append(elements, e)
	}
	for i := range c.Attributes {
		attr := &c.Attributes[i]
		*a.now = attr.At
		e := elements[i]
		if e.absent {
			a.noteAttribute(attr, EffectAbsent)
			continue
		}
		if e.id != syntax.NoItem && !a.d.InFile(e.id) {
			return fault.At(attr.At, fault.InvalidRequest, "%s: an edit before this one replaced or deleted what %s leads to", c.Action, attr.Text)
		}
		before := a.mark()
		err := a.attribute(body, c.Action, attr, e, p.Attribute(attr.Name))
		if err != nil && !a.unheeded(c.Action, err) {
			return err
		}
		a.noteApplied(body, c.Action, attr, before, err)
	}
	return nil
}

// unheeded reports whether an error is that an action finds no attribute, and an entry
// around it says that this is fine.
func (a *applier) unheeded(action plan.Action, err error) bool {
	refused, ok := err.(*fault.Error)
	return ok && refused.Code == fault.AttributeNotFound && a.heedless(action)
}

// heedless reports whether it is fine that an action finds nothing.
func (a *applier) heedless(action plan.Action) bool {
	return a.lenient && action.Needs()
}

// notThere is the error of what is passed over: a message that lists what is there would
// cost more than all else, and nobody reads it.
var notThere = &Error{Code: fault.AttributeNotFound}

// setAttribute gives a body an attribute that no change names.
func (a *applier) setAttribute(body syntax.ItemID, attr *plan.Attribute, p *terraform.Body) error {
	if attr.Value.Kind == value.Null {
		return nil // as an absent one is
	}
	return a.attribute(body, plan.Set, attr, element{}, p.Attribute(attr.Name))
}

// attribute applies an action to one attribute, or to what its path leads to.
func (a *applier) attribute(body syntax.ItemID, action plan.Action, attr *plan.Attribute, e element, schema *value.Schema) error {
	a.budget.Step(stepsPerAttribute)
	a.style.of = syntax.NoItem
	id, err := a.present(body, action, attr)
	switch {
	case err != nil:
		return err
	case id == syntax.NoItem:
		return a.newAttribute(body, attr, schema)
	case len(attr.Path) > 0:
		return a.path(id, action, attr, e, schema)
	case !action.Finds():
		return fault.At(attr.At, fault.AttributeAlreadyExists, "add: attribute %s is there already", attr.Text)
	case action.Removes():
		a.delete(id)
		return nil
	}
	return a.update(id, &attr.Value, schema)
}

// delete takes an item out of what it is in.
func (a *applier) delete(id syntax.ItemID) {
	a.index.removed(id)
	a.d.Delete(id)
}

// present returns the attribute of a body that an edit names, NoItem where there is
// none and the action makes one.
func (a *applier) present(body syntax.ItemID, action plan.Action, attr *plan.Attribute) (syntax.ItemID, error) {
	id := a.index.attribute(body, attr.Name)
	if id != syntax.NoItem {
		return id, nil
	}
	if len(a.index.blocks(nil, body, []string{attr.Name})) > 0 {
		return id, fault.At(attr.At, fault.InvalidRequest, "%s is a nested block in the code, not an attribute: use \"blockTypes\"", attr.Name)
	}
	if !action.Makes() {
		if a.heedless(action) {
			return id, notThere
		}
		return id, fault.At(attr.At, fault.AttributeNotFound, "%s: no attribute %s; %s", action, attr.Text, a.attributesOf(body, attr.Name))
	}
	return id, nil
}

// attributesOf names the attributes of a body for an error message, and the one whose name
// is nearest to one that is not there.
func (a *applier) attributesOf(body syntax.ItemID, name string) string {
	var names []string
	more := ""
	for n := range a.namesIn(body, a.isAttribute) {
		if len(names) == mostListed {
			more = " and more"
			break
		}
		names = append(names, excerpt.Line([]byte(n)))
	}
	if len(names) == 0 {
		return "the code has no attributes there"
	}
	return "the code has " + strings.Join(names, ", ") + more + nearest.DidYouMean(name, a.namesIn(body, a.isAttribute))
}

// newAttribute adds an attribute, with the objects and the list that its path has.
func (a *applier) newAttribute(body syntax.ItemID, attr *plan.Attribute, schema *value.Schema) error {
	v, err := wrap(attr, attr.Path)
	if err != nil {
		return err
	}
	a.d.Open(body)
	indent := a.d.ChildIndent(body)
	text, err := a.value(&v, schema, value.Layout{
		Indent: indent, Step: a.d.Step(body), Newline: a.d.Newline(), Column: len(indent) + len(attr.Name) + len(" = "), Heredoc: true, Budget: a.budget,
	})
	if err != nil {
		return err
	}
	id, err := a.makeAttribute(body, attr, text)
	if err != nil {
		return err
	}
	a.index.added(id)
	a.noteMade()
	return nil
}

// wrap returns a value inside the objects, or the list, that steps of its path ask
// for.
func wrap(attr *plan.Attribute, steps []address.Step) (value.Value, error) {
	v := attr.Value
	for _, step := range slices.Backward(steps) {
		outer := value.Value{Kind: value.Object, At: attr.Value.At, Items: []value.Item{{Key: value.EscapeTemplate(step.Key), Value: v}}}
		switch step.Kind {
		case address.StepIndex:
			return v, fault.At(attr.At, fault.AttributeNotFound, "%s: there is no element %d; an element is added with [+]", attr.Text, step.Index)
		case address.StepArgument:
			return v, fault.At(attr.At, fault.AttributeNotFound, "%s: there is no call, and so no argument %d", attr.Text, step.Index)
		case address.StepAppend, address.StepEqual:
			outer.Kind, outer.Items[0].Key = value.Array, ""
		}
		v = outer
	}
	return v, nil
}

// An element is the list element or argument that a path leads to by its last number, and
// how many of the path's steps that takes. Without a number in the path there is none.
type element struct {
	id     syntax.ItemID
	steps  int
	absent bool // there is none, and that is fine
}

// resolve follows a path up to its last number.
func (a *applier) resolve(body syntax.ItemID, action plan.Action, attr *plan.Attribute, p *value.Schema) (element, error) {
	last := -1
	for i, step := range attr.Path {
		if step.Kind == address.StepIndex || step.Kind == address.StepArgument {
			last = i
		}
	}
	if last < 0 {
		return element{}, nil
	}
	id, err := a.present(body, action, attr)
	if err != nil {
		return element{}, err
	}
	if id == syntax.NoItem {
		_, err := wrap(attr, attr.Path)
		return element{}, err
	}
	for i, step := range attr.Path[:last+1] {
		child, _, err := a.step(id, i, action, attr, p)
		if err != nil {
			return element{}, err
		}
		if child == syntax.NoItem {
			_, err := wrap(attr, attr.Path[i:])
			return element{}, err
		}
		id, p = child, step.Schema(p)
	}
	return element{id: id, steps: last + 1}, nil
}

// isList reports whether an item that has children is a list.
func (a *applier) isList(id syntax.ItemID) bool { return a.d.Inside(id) == syntax.InsideList }

// isCollection reports whether an item's value is an object or list literal. Its class has
// been asked for, as of expandKnown.
func (a *applier) isCollection(id syntax.ItemID) bool {
	return a.expandKnown(id) && a.d.Inside(id) <= syntax.InsideList
}

// step is child for the step of a number in a path that an edit follows: it returns NoItem
// for what is not there and the action may make, and an error for what stands in the way.
func (a *applier) step(id syntax.ItemID, number int, action plan.Action, attr *plan.Attribute, p *value.Schema) (child, in syntax.ItemID, err error) {
	step := attr.Path[number]
	in, child, seen := a.child(id, p, step)
	switch {
	case seen == address.There:
	case seen == address.Unknown:
		err = a.noWay(in, number, action, attr)
	case a.heedless(action):
		err = notThere
	case step.Kind == address.StepIndex:
		err = fault.At(attr.At, fault.AttributeNotFound, "%s: no element %d for %s; the list has %d", action, step.Index, attr.Text, a.elementsOf(in))
	case step.Kind == address.StepArgument:
		_, n := a.index.element(in, step.Index)
		err = fault.At(attr.At, fault.AttributeNotFound, "%s: no argument %d for %s; the call has %d", action, step.Index, attr.Text, n)
	case step.Kind == address.StepKey && !action.Makes():
		err = fault.At(attr.At, fault.AttributeNotFound, "%s: no key %s for %s; the object has %s", action, step.Key, attr.Text, a.keysOf(step.Key, in))
	}
	return child, in, err
}

// path applies an action to what a path leads to inside an attribute.
func (a *applier) path(id syntax.ItemID, action plan.Action, attr *plan.Attribute, e element, p *value.Schema) error {
	p = address.SchemaAt(p, attr.Path[:e.steps])
	if e.id != syntax.NoItem {
		id = e.id
	}
	for i := e.steps; i < len(attr.Path); i++ {
		if i == len(attr.Path)-1 && action.Removes() {
			return a.deleteAt(id, attr, p)
		}
		child, in, err := a.stepTo(id, i, action, attr, p)
		if err != nil {
			return err
		}
		if child == syntax.NoItem {
			return a.newChild(in, attr, attr.Path[i:], p)
		}
		id, p = child, attr.Path[i].Schema(p)
	}
	switch {
	case !action.Finds():
		return fault.At(attr.At, fault.AttributeAlreadyExists, "add: %s is there already", attr.Text)
	case action.Removes():
		a.delete(id)
		return nil
	}
	return a.update(id, &attr.Value, p)
}

// stepTo is step for any step, in a value that is read by p.
func (a *applier) stepTo(id syntax.ItemID, number int, action plan.Action, attr *plan.Attribute, p *value.Schema) (child, in syntax.ItemID, err error) {
	if attr.Path[number].Kind == address.StepEqual {
		return a.equalStep(id, action, attr, p)
	}
	return a.step(id, number, action, attr, p)
}

// deleteAt deletes what the last step of a path leads to from the value of an item.
func (a *applier) deleteAt(id syntax.ItemID, attr *plan.Attribute, p *value.Schema) error {
	if attr.EndsInEqual() {
		return a.deleteEqual(id, attr, p)
	}
	return a.deleteKey(id, attr, p)
}

// newChild adds the pair or element that the first of steps asks for to an object or
// list, with what the steps after it ask for as its value.
func (a *applier) newChild(parent syntax.ItemID, attr *plan.Attribute, steps []address.Step, p *value.Schema) error {
	v, err := wrap(attr, steps[1:])
	if err != nil {
		return err
	}
	a.noteMade()
	if steps[0].Kind != address.StepKey {
		return a.addElement(parent, a.d.LastItem(parent), &v, p)
	}
	return a.addPair(parent, &value.Item{Key: value.EscapeTemplate(steps[0].Key), Value: v}, p)
}

// valueAt looks for the value of an attribute path in a body, for "where".
func (a *applier) valueAt(body syntax.ItemID, attr *plan.Attribute, p *value.Schema) (syntax.ItemID, *value.Schema, address.Sight) {
	id := a.index.attribute(body, attr.Name)
	if id == syntax.NoItem {
		return id, p, address.Absent
	}
	for _, step := range attr.Path {
		_, child, seen := a.child(id, p, step)
		if seen != address.There {
			return child, p, seen
		}
		id, p = child, step.Schema(p)
	}
	return id, p, address.There
}
