package edit

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// The step [=] of a path is the element of a list that equals the value sent (docs/edits.md,
// "Paths"). Under "set" and its like, values are equal by the relation Setting, in
// "where" by the relation Where.

// equalStep is step for the step [=], which is the last of a path: p is how the list is
// read.
func (a *applier) equalStep(id syntax.ItemID, action plan.Action, attr *plan.Attribute, p *value.Schema) (child, in syntax.ItemID, err error) {
	lists, last := address.Lists(items{a}, id)
	elements, err := a.equal(lists, attr, p)
	switch {
	case err != nil:
		return child, in, err
	case len(elements) > 0:
		return elements[0], last, nil
	case last == syntax.NoItem:
		return child, in, a.noWay(address.Enter(items{a}, id, address.Step{Kind: address.StepEqual}), len(attr.Path)-1, action, attr)
	case !action.Makes():
		return child, in, a.noEqual(action, attr)
	}
	return syntax.NoItem, last, nil
}

func (a *applier) noEqual(action plan.Action, attr *plan.Attribute) *fault.Error {
	return fault.At(attr.At, fault.AttributeNotFound, "%s: no element for %s equals the value sent", action, attr.Text)
}

// deleteEqual deletes the elements that the last step of a path, [=], leads to.
func (a *applier) deleteEqual(id syntax.ItemID, attr *plan.Attribute, p *value.Schema) error {
	lists, _ := address.Lists(items{a}, id)
	if len(lists) == 0 {
		return a.noWay(address.Enter(items{a}, id, address.Step{Kind: address.StepEqual}), len(attr.Path)-1, plan.Delete, attr)
	}
	elements, err := a.equal(lists, attr, p)
	if err == nil && len(elements) == 0 {
		err = a.noEqual(plan.Delete, attr)
	}
	for _, c := range elements {
		a.delete(c)
	}
	return err
}

// equal returns the elements of lists that are the value sent.
func (a *applier) equal(lists []syntax.ItemID, attr *plan.Attribute, p *value.Schema) (found []syntax.ItemID, err error) {
	p = p.Element()
	class := a.classes.Value(&attr.Value, p).Class
	if class == 0 { // it is no value: say why
		_, err := a.value(&attr.Value, p, value.Layout{Budget: a.budget})
		return nil, err
	}
	a.known.reset()
	for _, list := range lists {
		if a.index.many {
			found = a.index.equals(list, p).find(found, class)
			continue
		}
		for c := a.d.FirstItem(list); c != syntax.NoItem; c = a.d.NextItem(c) {
			a.budget.Step(1)
			if a.class(c, p) == class {
				found = append(found, c)
			}
		}
	}
	return found, nil
}

// anyEqual reports whether the list at a path that ends in [=] has an element that "where"
// asks for.
func (a *applier) anyEqual(body syntax.ItemID, w *plan.Attribute, m *value.Matcher, p *value.Schema) bool {
	for _, c := range a.elementsAt(body, w, p) {
		if a.matchesItem(m, c, address.SchemaAt(p, w.Path)) {
			return true
		}
	}
	return false
}

// elementsAt returns the elements among which a path that ends in [=] looks.
func (a *applier) elementsAt(body syntax.ItemID, w *plan.Attribute, p *value.Schema) (elements []syntax.ItemID) {
	list := *w
	list.Path = w.Path[:len(w.Path)-1]
	id, _, seen := a.valueAt(body, &list, p)
	if seen != address.There {
		return nil
	}
	lists, _ := address.Lists(items{a}, id)
	for _, list := range lists {
		for c := a.d.FirstItem(list); c != syntax.NoItem; c = a.d.NextItem(c) {
			a.budget.Step(1)
			elements = append(elements, c)
		}
	}
	return elements
}

// An equalIndex knows the elements of a list by their class.
type equalIndex struct {
	a       *applier
	schema  *value.Schema
	byClass map[value.Class][]syntax.ItemID
	classes map[syntax.ItemID]value.Class // stale for those that are in doubt
	doubt   []syntax.ItemID               // elements that have come, gone or changed
}

// stale is the class of an element that is in doubt.
const stale value.Class = -1

// equals returns the elements of a list by their class.
func (x *index) equals(list syntax.ItemID, schema *value.Schema) *equalIndex {
	if q := x.equal[list]; q != nil {
		return q
	}
	q := &equalIndex{a: x.a, schema: schema, byClass: map[value.Class][]syntax.ItemID{}, classes: map[syntax.ItemID]value.Class{}}
	for c := x.a.d.FirstItem(list); c != syntax.NoItem; c = x.a.d.NextItem(c) {
		x.a.budget.Step(1)
		q.changed(c)
	}
	if x.equal == nil {
		x.equal = map[syntax.ItemID]*equalIndex{}
	}
	x.equal[list] = q
	return q
}

// changed notes that an element has come, is to go or has another value.
func (q *equalIndex) changed(element syntax.ItemID) {
	if q.classes[element] != stale {
		q.classes[element] = stale
		q.doubt = append(q.doubt, element)
	}
}

// find appends the elements of a class.
func (q *equalIndex) find(found []syntax.ItemID, class value.Class) []syntax.ItemID {
	for _, c := range q.doubt {
		q.a.budget.Step(4)
		n := value.Class(0)
		if q.a.d.InFile(c) {
			n = q.a.class(c, q.schema)
		}
		if q.classes[c] = n; n != 0 {
			q.byClass[n] = append(q.byClass[n], c)
		}
	}
	q.doubt = q.doubt[:0]
	those := q.byClass[class]
	q.a.budget.Step(len(those))
	those = slices.DeleteFunc(those, func(c syntax.ItemID) bool { return q.classes[c] != class })
	slices.Sort(those)
	those = slices.Compact(those)
	q.byClass[class] = those
	return append(found, those...)
}

// changed notes that an item, or something in it, has another value, has come or is to go.
func (x *index) changed(id syntax.ItemID) {
	for len(x.equal) > 0 && id != syntax.Root {
		x.a.budget.Step(1)
		parent := x.a.d.Item(id).Parent
		if q := x.equal[parent]; q != nil {
			q.changed(id)
		}
		id = parent
	}
}
