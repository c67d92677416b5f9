package draft

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/syntax"
	"iacedit/value"
)

// An equalIndex knows the elements of the lists in the value of an item by their class.
type equalIndex struct {
	f       *File
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
func (x *Index) equals(id syntax.ItemID, schema *value.Schema) *equalIndex {
	if q := x.equal[id]; q != nil {
		return q
	}
	x.f.Budget.Step(stepsPerIndex)
	q := &equalIndex{f: x.f, of: id, schema: schema, lists: map[syntax.ItemID]int{}, byClass: map[value.Class][]syntax.ItemID{}, classes: map[syntax.ItemID]value.Class{}}
	if x.equal == nil {
		x.equal, x.equalIn = map[syntax.ItemID]*equalIndex{}, map[syntax.ItemID][]*equalIndex{}
	}
	lists, last := address.Lists(Items{x.f}, id)
	q.last = last
	for i, list := range lists {
		q.lists[list] = i
		x.equalIn[list] = append(x.equalIn[list], q)
		for c := x.f.Draft.FirstItem(list); c != syntax.NoItem; c = x.f.Draft.NextItem(c) {
			q.changed(c)
		}
	}
	x.equal[id] = q
	return q
}

// changed notes that an element has come, is to go or has another value.
func (q *equalIndex) changed(element syntax.ItemID) {
	q.f.Budget.Step(stepsPerName)
	if q.classes[element] != stale {
		q.classes[element] = stale
		q.doubt = append(q.doubt, element)
	}
}

// find returns the elements of a class, in code order.
func (q *equalIndex) find(x *Comparison, class value.Class) []syntax.ItemID {
	for _, c := range q.doubt {
		q.f.Budget.Step(stepsPerName)
		n := value.Class(0)
		if q.f.Draft.InFile(c) {
			n = x.Class(c, q.schema)
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
	q.f.Budget.Step(stepsPerName * len(those))
	those = slices.DeleteFunc(those, func(c syntax.ItemID) bool { return q.classes[c] != class })
	slices.SortFunc(those, func(a, b syntax.ItemID) int {
		return cmp.Or(q.lists[q.f.Draft.Item(a).Parent]-q.lists[q.f.Draft.Item(b).Parent], int(a-b))
	})
	those = slices.Compact(those)
	q.byClass[class] = those
	return slices.Clone(those)
}

// drop forgets what is known of the lists in the value of an item.
func (x *Index) drop(q *equalIndex) {
	delete(x.equal, q.of)
	for list := range q.lists {
		x.f.Budget.Step(1)
		x.equalIn[list] = slices.DeleteFunc(x.equalIn[list], func(other *equalIndex) bool { return other == q })
	}
}

// changed notes that an item, or something in it, has another value, has come or is to go.
// An equalIndex whose lists it is in has to look at an element again; where it is around
// the lists, the lists may be others.
func (x *Index) changed(id syntax.ItemID) {
	var inside []*equalIndex // those of lists that it is in
	for ; len(x.equal) > 0 && id != syntax.Root; id = x.f.Draft.Item(id).Parent {
		x.f.Budget.Step(1)
		if q := x.equal[id]; q != nil && !slices.Contains(inside, q) {
			x.drop(q)
		}
		for _, q := range x.equalIn[x.f.Draft.Item(id).Parent] {
			q.changed(id)
			inside = append(inside, q)
		}
	}
}
