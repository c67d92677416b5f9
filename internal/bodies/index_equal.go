package bodies

import (
	"slices"

	"iacedit/syntax"
	"iacedit/value"
)

// An equalIndex knows the elements of a list by their class.
type equalIndex struct {
	x       *Index
	schema  *value.Schema
	byClass map[value.Class][]syntax.ItemID
	classes map[syntax.ItemID]value.Class // stale for those that are in doubt
	doubt   []syntax.ItemID               // elements that have come, gone or changed
}

// stale is the class of an element that is in doubt.
const stale value.Class = -1

// equals returns the elements of a list by their class.
func (x *Index) equals(list syntax.ItemID, schema *value.Schema) *equalIndex {
	if q := x.equal[list]; q != nil {
		return q
	}
	q := &equalIndex{x: x, schema: schema, byClass: map[value.Class][]syntax.ItemID{}, classes: map[syntax.ItemID]value.Class{}}
	for c := x.first(list); c != syntax.NoItem; c = x.next(c) {
		x.budget.Step(1)
		if x.f.Kind(c) == syntax.KindElement {
			q.changed(c)
		}
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

// find appends the elements of a class. classOf returns the class of an element as it is now.
func (q *equalIndex) find(found []syntax.ItemID, class value.Class, classOf func(syntax.ItemID) value.Class) []syntax.ItemID {
	for _, c := range q.doubt {
		q.x.budget.Step(4)
		n := value.Class(0)
		if q.x.isIn(c) {
			n = classOf(c)
		}
		if q.classes[c] = n; n != 0 {
			q.byClass[n] = append(q.byClass[n], c)
		}
	}
	q.doubt = q.doubt[:0]
	those := q.byClass[class]
	q.x.budget.Step(len(those))
	those = slices.DeleteFunc(those, func(c syntax.ItemID) bool { return q.classes[c] != class })
	slices.Sort(those)
	those = slices.Compact(those)
	q.byClass[class] = those
	return append(found, those...)
}

// Equal appends the elements of a list whose values, read by a schema, are of a class. classOf
// returns the class of an element as it is now.
func (x *Index) Equal(found []syntax.ItemID, list syntax.ItemID, schema *value.Schema, class value.Class, classOf func(syntax.ItemID) value.Class) []syntax.ItemID {
	if x.many {
		return x.equals(list, schema).find(found, class, classOf)
	}
	for c := x.first(list); c != syntax.NoItem; c = x.next(c) {
		x.budget.Step(1)
		if x.f.Kind(c) == syntax.KindElement && classOf(c) == class {
			found = append(found, c)
		}
	}
	return found
}

// changed notes that an item, or something in it, has another value, has come or is to go.
func (x *Index) changed(id syntax.ItemID) {
	for len(x.equal) > 0 && id != syntax.Root {
		x.budget.Step(1)
		parent := x.f.Item(id).Parent
		if q := x.equal[parent]; q != nil {
			q.changed(id)
		}
		id = parent
	}
}
