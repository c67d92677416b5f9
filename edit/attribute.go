package edit

import (
	"slices"
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// attributes applies one change's attributes to a body. The element numbers in all
// their paths are resolved first: they count in the lists as they stand before the
// change (EDITS.md section 5).
func (a *applier) attributes(body syntax.ItemID, c *Change, p place) error {
	if len(c.Attributes) == 0 {
		return nil
	}
	names := a.namesOf(body, len(c.Attributes))
	var few [8]element
	elements := few[:0]
	for i := range c.Attributes {
		e, err := a.resolve(&names, c.Action, &c.Attributes[i])
		if err != nil {
			return err
		}
		elements = append(elements, e)
	}
	for i := range c.Attributes {
		attr := &c.Attributes[i]
		e := elements[i]
		if e.id != syntax.NoItem && !attached(a.d, e.id) {
			return errorAt(attr.At, InvalidRequest, "%s: an edit before this one replaced or deleted what %s leads to", c.Action, attr.Text)
		}
		if err := a.attribute(&names, c.Action, attr, e, p.attribute(attr.Name)); err != nil {
			return err
		}
	}
	return nil
}

// setAttribute applies one attribute to a body, outside a change.
func (a *applier) setAttribute(body syntax.ItemID, action Action, attr *Attribute, p place) error {
	names := a.namesOf(body, 1)
	e, err := a.resolve(&names, action, attr)
	if err != nil {
		return err
	}
	return a.attribute(&names, action, attr, e, p.attribute(attr.Name))
}

// attribute applies an action to one attribute, or to what its path leads to.
func (a *applier) attribute(names *names, action Action, attr *Attribute, e element, p *value.Schema) error {
	a.style.of = syntax.NoItem
	id, err := a.present(names, action, attr)
	switch {
	case err != nil:
		return err
	case id == syntax.NoItem:
		return a.newAttribute(names, attr, p)
	case len(attr.Path) > 0:
		return a.path(id, action, attr, e, p)
	case action == Add:
		return errorAt(attr.At, AttributeAlreadyExists, "add: attribute %s is there already", attr.Text)
	case action == Delete:
		names.remove(attr.Name)
		a.d.Delete(id)
		return nil
	}
	return a.update(id, &attr.Value, p)
}

// present returns the attribute of a body that an edit names, NoItem where there is
// none and the action makes one.
func (a *applier) present(names *names, action Action, attr *Attribute) (syntax.ItemID, error) {
	id := names.find(attr.Name)
	if id == syntax.NoItem && action != Add && action != Set {
		return id, errorAt(attr.At, AttributeNotFound, "%s: no attribute %s; %s", action, attr.Text, names.list())
	}
	if id != syntax.NoItem && a.d.Item(id).Kind == syntax.KindBlock {
		return id, errorAt(attr.At, InvalidRequest, "%s is a nested block in the code, not an attribute: use \"blockTypes\"", attr.Name)
	}
	return id, nil
}

// newAttribute adds an attribute, with the objects and the list that its path has.
func (a *applier) newAttribute(names *names, attr *Attribute, p *value.Schema) error {
	v, err := wrap(attr, attr.Path)
	if err != nil {
		return err
	}
	a.d.Open(names.body)
	indent := a.d.ChildIndent(names.body)
	text, err := a.value(&v, p, value.Layout{
		Indent: indent, Step: a.d.Step(names.body), Newline: a.d.Newline(), Column: len(indent) + len(attr.Name) + len(" = "),
	})
	if err != nil {
		return err
	}
	names.add(attr.Name, a.d.Attribute(names.body, attr.Name, text))
	return nil
}

// wrap returns a value inside the objects, or the list, that steps of its path ask
// for.
func wrap(attr *Attribute, steps []Step) (value.Value, error) {
	v := attr.Value
	for _, step := range slices.Backward(steps) {
		outer := value.Value{Kind: value.Object, At: attr.Value.At, Items: []value.Item{{Key: value.EscapeTemplate(step.Key), Value: v}}}
		switch step.Kind {
		case StepIndex:
			return v, errorAt(attr.At, AttributeNotFound, "%s: there is no element %d; an element is added with [+]", attr.Text, step.Index)
		case StepAppend:
			outer.Kind, outer.Items[0].Key = value.Array, ""
		}
		v = outer
	}
	return v, nil
}

// An element is the list element that a path leads to by its last number, and how
// many of the path's steps that takes. Without a number in the path there is none.
type element struct {
	id    syntax.ItemID
	steps int
}

// resolve follows a path up to its last number.
func (a *applier) resolve(names *names, action Action, attr *Attribute) (element, error) {
	last := -1
	for i, step := range attr.Path {
		if step.Kind == StepIndex {
			last = i
		}
	}
	if last < 0 {
		return element{}, nil
	}
	id, err := a.present(names, action, attr)
	if err != nil {
		return element{}, err
	}
	if id == syntax.NoItem {
		_, err := wrap(attr, attr.Path)
		return element{}, err
	}
	for i, step := range attr.Path[:last+1] {
		child, err := a.step(id, step, action, attr)
		if err != nil {
			return element{}, err
		}
		if child == syntax.NoItem {
			_, err := wrap(attr, attr.Path[i:])
			return element{}, err
		}
		id = child
	}
	return element{id: id, steps: last + 1}, nil
}

// step returns what a step of a path leads to from the value of an item: NoItem for a
// key that is not there and that the action may make.
func (a *applier) step(id syntax.ItemID, step Step, action Action, attr *Attribute) (syntax.ItemID, error) {
	if !a.d.Expand(id) {
		return id, errorAt(attr.At, InvalidRequest, "%s: %s leads into %s, which is not an object or list literal", action, attr.Text, excerpt(a.d.At(a.d.Item(id).Content)))
	}
	list := a.d.At(a.d.Item(id).Content)[0] == '['
	if list != (step.Kind != StepKey) {
		what, need := "an object", "a key"
		if list {
			what, need = "a list", "[number] or [+]"
		}
		return id, errorAt(attr.At, InvalidRequest, "%s: %s leads into %s, where it needs %s", action, attr.Text, what, need)
	}
	switch step.Kind {
	case StepKey:
		child := a.findPair(id, step.Key)
		if child == syntax.NoItem && action != Set && action != Add {
			return child, errorAt(attr.At, AttributeNotFound, "%s: no key %s for %s; the object has %s", action, step.Key, attr.Text, a.keysOf(id))
		}
		return child, nil
	case StepIndex:
		n := 0
		for c := a.d.Item(id).First; c != syntax.NoItem; c = a.d.Item(c).Next {
			if a.d.Item(c).Kind != syntax.KindElement {
				continue
			}
			if n == step.Index {
				return c, nil
			}
			n++
		}
		return id, errorAt(attr.At, AttributeNotFound, "%s: no element %d for %s; the list has %d", action, step.Index, attr.Text, n)
	}
	return syntax.NoItem, nil
}

// path applies an action to what a path leads to inside an attribute.
func (a *applier) path(id syntax.ItemID, action Action, attr *Attribute, e element, p *value.Schema) error {
	for _, step := range attr.Path[:e.steps] {
		p = inside(p, step)
	}
	if e.id != syntax.NoItem {
		id = e.id
	}
	for i, step := range attr.Path[e.steps:] {
		child, err := a.step(id, step, action, attr)
		if err != nil {
			return err
		}
		if child == syntax.NoItem {
			return a.newChild(id, attr, attr.Path[e.steps+i:], p)
		}
		id, p = child, inside(p, step)
	}
	switch action {
	case Add:
		return errorAt(attr.At, AttributeAlreadyExists, "add: %s is there already", attr.Text)
	case Delete:
		a.d.Delete(id)
		return nil
	}
	return a.update(id, &attr.Value, p)
}

// newChild adds the pair or element that the first of steps asks for to an object or
// list, with what the steps after it ask for as its value.
func (a *applier) newChild(parent syntax.ItemID, attr *Attribute, steps []Step, p *value.Schema) error {
	v, err := wrap(attr, steps[1:])
	if err != nil {
		return err
	}
	if steps[0].Kind == StepAppend {
		return a.addElement(parent, a.d.LastItem(parent), &v, p)
	}
	return a.addPair(parent, &value.Item{Key: value.EscapeTemplate(steps[0].Key), Value: v}, p)
}

// The outcomes of looking for a value.
type sight uint8

const (
	absent  sight = iota // nothing is there
	unknown              // the path leads into an expression: who knows
	there
)

// valueAt looks for the value of an attribute path in a body, for "where".
func (a *applier) valueAt(body syntax.ItemID, attr *Attribute, p *value.Schema) (syntax.ItemID, *value.Schema, sight) {
	id := a.findAttribute(body, attr.Name)
	if id == syntax.NoItem {
		return id, p, absent
	}
	for _, step := range attr.Path {
		child, err := a.step(id, step, Set, attr)
		switch {
		case err != nil && err.(*Error).Code == AttributeNotFound, err == nil && child == syntax.NoItem:
			return syntax.NoItem, p, absent
		case err != nil:
			return syntax.NoItem, p, unknown
		}
		id, p = child, inside(p, step)
	}
	return id, p, there
}

// findAttribute returns a body's attribute of that name, or NoItem.
func (a *applier) findAttribute(body syntax.ItemID, name string) syntax.ItemID {
	a.d.Expand(body)
	for id := a.d.Item(body).First; id != syntax.NoItem; id = a.d.Item(id).Next {
		if a.d.Item(id).Kind == syntax.KindAttribute && string(a.d.Name(id)) == name {
			return id
		}
	}
	return syntax.NoItem
}

// excerpt returns the beginning of a piece of code for an error message.
func excerpt(code []byte) string {
	const longest = 40
	line, _, cut := strings.Cut(string(code), "\n")
	if len(line) > longest {
		line, cut = strings.ToValidUTF8(line[:longest], ""), true
	}
	if cut {
		line += "…"
	}
	return line
}
