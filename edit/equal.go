package edit

import (
	"cmp"
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
	elements, last, _, err := a.equal(id, attr, p)
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
	elements, _, any, err := a.equal(id, attr, p)
	if err == nil && !any {
		return a.noWay(address.Enter(items{a}, id, address.Step{Kind: address.StepEqual}), len(attr.Path)-1, plan.Delete, attr)
	}
	if err == nil && len(elements) == 0 {
		err = a.noEqual(plan.Delete, attr)
	}
	for _, c := range elements {
		a.delete(c)
	}
	return err
}

// equal returns the elements that are the value sent, of the lists in the value of an
// item: of any, if there are any. last is the list to which [=] appends, or NoItem.
func (a *applier) equal(id syntax.ItemID, attr *plan.Attribute, p *value.Schema) (found []syntax.ItemID, last syntax.ItemID, any bool, err error) {
	p = p.Element()
	class := a.classes.Value(&attr.Value, p).Class
	if class == 0 { // it is no value: say why
		if lists, _ := address.Lists(items{a}, id); len(lists) == 0 {
			return nil, syntax.NoItem, false, nil
		}
		_, err := a.value(&attr.Value, p, value.Layout{Budget: a.budget})
		return nil, syntax.NoItem, true, err
	}
	a.known.reset()
	if a.index.many {
		q := a.index.equals(id, p)
		return q.find(class), q.last, len(q.lists) > 0, nil
	}
	lists, last := address.Lists(items{a}, id)
	for _, list := range lists {
		for c := a.d.FirstItem(list); c != syntax.NoItem; c = a.d.NextItem(c) {
			a.budget.Step(1)
			if a.class(c, p) == class {
				found = append(found, c)
			}
		}
	}
	return found, last, len(lists) > 0, nil
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

// An equalIndex knows the elements of the lists in the value of an item by their class.
type equalIndex struct {
	a       *applier
	of      syntax.ItemID // the item
	schema  *value.Schema
	lists   map[syntax.ItemID]int // their order
	last    syntax.ItemID         // the one to which [=] appends, or NoItem
	byClass map[value.Class][]syntax.ItemID
	classes map[syntax.ItemID]value.Class // stale for those that are in doubt
	doubt   []syntax.ItemID               // elements that have come, gone or changed
}

// stale is the class of an element that is in doubt.
const stale value.Class = -1

// equals returns the elements of the lists in the value of an item by their class.
func (x *index) equals(id syntax.ItemID, schema *value.Schema) *equalIndex {
	if q := x.equal[id]; q != nil {
		return q
	}
	x.a.budget.Step(stepsPerIndex)
	q := &equalIndex{a: x.a, of: id, schema: schema, lists: map[syntax.ItemID]int{}, byClass: map[value.Class][]syntax.ItemID{}, classes: map[syntax.ItemID]value.Class{}}
	if x.equal == nil {
		x.equal, x.equalIn = map[syntax.ItemID]*equalIndex{}, map[syntax.ItemID][]*equalIndex{}
	}
	lists, last := address.Lists(items{x.a}, id)
	q.last = last
	for i, list := range lists {
		q.lists[list] = i
		x.equalIn[list] = append(x.equalIn[list], q)
		for c := x.a.d.FirstItem(list); c != syntax.NoItem; c = x.a.d.NextItem(c) {
			q.changed(c)
		}
	}
	x.equal[id] = q
	return q
}

// changed notes that an element has come, is to go or has another value.
func (q *equalIndex) changed(element syntax.ItemID) {
	q.a.budget.Step(stepsPerName)
	if q.classes[element] != stale {
		q.classes[element] = stale
		q.doubt = append(q.doubt, element)
	}
}

// find returns the elements of a class, in code order.
func (q *equalIndex) find(class value.Class) []syntax.ItemID {
	for _, c := range q.doubt {
		q.a.budget.Step(stepsPerName)
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
	if len(those) == 0 {
		return nil
	}
	q.a.budget.Step(stepsPerName * len(those))
	those = slices.DeleteFunc(those, func(c syntax.ItemID) bool { return q.classes[c] != class })
	slices.SortFunc(those, func(a, b syntax.ItemID) int {
		return cmp.Or(q.lists[q.a.d.Item(a).Parent]-q.lists[q.a.d.Item(b).Parent], int(a-b))
	})
	those = slices.Compact(those)
	q.byClass[class] = those
	return slices.Clone(those)
}

// drop forgets what is known of the lists in the value of an item.
func (x *index) drop(q *equalIndex) {
	delete(x.equal, q.of)
	for list := range q.lists {
		x.a.budget.Step(1)
		x.equalIn[list] = slices.DeleteFunc(x.equalIn[list], func(other *equalIndex) bool { return other == q })
	}
}

// changed notes that an item, or something in it, has another value, has come or is to go.
// An equalIndex whose lists it is in has to look at an element again; where it is around
// the lists, the lists may be others.
func (x *index) changed(id syntax.ItemID) {
	var inside []*equalIndex // those of lists that it is in
	for ; len(x.equal) > 0 && id != syntax.Root; id = x.a.d.Item(id).Parent {
		x.a.budget.Step(1)
		if q := x.equal[id]; q != nil && !slices.Contains(inside, q) {
			x.drop(q)
		}
		for _, q := range x.equalIn[x.a.d.Item(id).Parent] {
			q.changed(id)
			inside = append(inside, q)
		}
	}
}
