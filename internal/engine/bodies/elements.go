package bodies

import (
	"cmp"
	"slices"

	"iacedit/internal/base/sequence"
	"iacedit/syntax"
	"iacedit/value"
)

// Elements is an index of the elements in the lists of an item's value. It finds all elements of a
// value.Class, that is, all elements with the same value.
type Elements struct {
	Last        syntax.ItemID // the list to which [=] appends, or NoItem
	x           *Index
	item        syntax.ItemID         // the item whose value contains the lists
	lists       map[syntax.ItemID]int // the lists, each with its position in code order
	byClass     map[value.Class][]syntax.ItemID
	classes     map[syntax.ItemID]value.Class // by element: its class; stale if it must be recomputed
	unconfirmed []syntax.ItemID               // elements that were added, removed or changed
}

// stale is the class of an element that must be recomputed.
const stale value.Class = -1

// stepsPerElement is the number of steps charged for looking up an element.
const stepsPerElement = 16

// Elements returns the index that SetElements created for an item. It returns nil if SetElements
// was not called for the item, or if the lists of the item have changed since the call.
func (x *Index) Elements(of syntax.ItemID) *Elements { return x.elements[of] }

// SetElements records which lists are in the value of an item, and indexes their elements. last is
// the list to which [=] appends.
func (x *Index) SetElements(of syntax.ItemID, lists []syntax.ItemID, last syntax.ItemID) *Elements {
	x.budget.Step(stepsPerIndex)
	q := &Elements{Last: last, x: x, item: of, lists: map[syntax.ItemID]int{}, byClass: map[value.Class][]syntax.ItemID{}, classes: map[syntax.ItemID]value.Class{}}
	if x.elements == nil {
		x.elements, x.elementsOf = map[syntax.ItemID]*Elements{}, map[syntax.ItemID][]*Elements{}
	}
	for i, list := range lists {
		q.lists[list] = i
		x.elementsOf[list] = append(x.elementsOf[list], q)
		for c := x.first(list); c != syntax.NoItem; c = x.next(c) {
			if x.f.Kind(c) == syntax.KindElement {
				q.changed(c)
			}
		}
	}
	x.elements[of] = q
	return q
}

// Lists returns the number of lists.
func (q *Elements) Lists() int { return len(q.lists) }

// changed records that an element has been added or removed, or that its value has changed.
func (q *Elements) changed(element syntax.ItemID) {
	q.x.budget.Step(stepsPerElement)
	if q.classes[element] != stale {
		q.classes[element] = stale
		q.unconfirmed = append(q.unconfirmed, element)
	}
}

// Find returns the elements of a class, in code order. Find calls classOf to compute the class of
// an element that has changed.
func (q *Elements) Find(class value.Class, classOf func(syntax.ItemID) value.Class) []syntax.ItemID {
	for _, c := range q.unconfirmed {
		q.x.budget.Step(stepsPerElement)
		n := value.Class(0)
		if q.x.isIn(c) {
			n = classOf(c)
		}
		if q.classes[c] = n; n != 0 {
			q.byClass[n] = append(q.byClass[n], c)
		}
	}
	q.unconfirmed = q.unconfirmed[:0]
	those := q.byClass[class]
	if len(those) == 0 {
		return nil
	}
	q.x.budget.Step(stepsPerElement * len(those))
	those = slices.DeleteFunc(those, func(c syntax.ItemID) bool { return q.classes[c] != class })
	sequence.Sort(those, func(a, b syntax.ItemID) int {
		return cmp.Or(q.lists[q.x.f.Item(a).Parent]-q.lists[q.x.f.Item(b).Parent], int(a-b))
	})
	those = slices.Compact(those)
	q.byClass[class] = those
	return slices.Clone(those)
}

// drop removes an index of elements.
func (x *Index) drop(q *Elements) {
	delete(x.elements, q.item)
	for list := range q.lists {
		x.budget.Step(1)
		x.elementsOf[list] = slices.DeleteFunc(x.elementsOf[list], func(other *Elements) bool { return other == q })
	}
}

// changed records that an item or one of its descendants has been added or removed, or that its
// value has changed. In each enclosing list that is indexed, the element that contains the item
// must be classified again. If the item itself has an index of the lists in its value, that index
// is dropped.
func (x *Index) changed(id syntax.ItemID) {
	var inside []*Elements // the indexes of the lists that contain the item
	for ; len(x.elements) > 0 && id != syntax.Root; id = x.t.Item(id).Parent {
		x.budget.Step(1)
		if q := x.elements[id]; q != nil && !slices.Contains(inside, q) {
			x.drop(q)
		}
		for _, q := range x.elementsOf[x.t.Item(id).Parent] {
			q.changed(id)
			inside = append(inside, q)
		}
	}
}
