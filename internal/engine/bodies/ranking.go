package bodies

import (
	"math/bits"

	"iacedit/syntax"
)

// A ranking numbers the elements of a list. Finding, removing and appending an element takes
// logarithmic time. A ranking is a Fenwick tree.
type ranking struct {
	items  []syntax.ItemID
	places map[syntax.ItemID]int // by element: its index in items, from 1
	sums   []int                 // sums[i-1] is the number of remaining elements among those that the node i covers
	left   int
}

func (r *ranking) append(id syntax.ItemID) {
	r.items = append(r.items, id)
	i := len(r.items)
	r.places[id] = i
	r.left++
	sum := 1
	for j := i - 1; j > i-i&-i; j -= j & -j {
		sum += r.sums[j-1]
	}
	r.sums = append(r.sums, sum)
}

func (r *ranking) remove(id syntax.ItemID) {
	i, ok := r.places[id]
	if !ok {
		return
	}
	delete(r.places, id)
	r.left--
	for ; i <= len(r.sums); i += i & -i {
		r.sums[i-1]--
	}
}

// elementAt returns the element with an index, counted from 0, or NoItem.
func (r *ranking) elementAt(number int) syntax.ItemID {
	if number >= r.left {
		return syntax.NoItem
	}
	i := 0
	for step := 1 << bits.Len(uint(len(r.sums))); step > 0; step >>= 1 {
		if next := i + step; next <= len(r.sums) && r.sums[next-1] <= number {
			i, number = next, number-r.sums[next-1]
		}
	}
	return r.items[i]
}

// Element returns the element of a list at an index, counted from 0. If the list is too short, it
// returns NoItem and the number of elements.
func (x *Index) Element(list syntax.ItemID, number int) (id syntax.ItemID, count int) {
	d := x.f
	seen := 0
	for c := x.first(list); c != syntax.NoItem; c = x.next(c) {
		if seen++; x.inTables(seen) {
			r := x.ranking(list)
			return r.elementAt(number), r.left
		}
		x.budget.Step(1)
		if d.Kind(c) != syntax.KindElement {
			continue
		}
		if count == number {
			return c, count
		}
		count++
	}
	return syntax.NoItem, count
}

func (x *Index) ranking(list syntax.ItemID) *ranking {
	if r := x.lists[list]; r != nil {
		return r
	}
	x.budget.Step(stepsPerIndex)
	r := &ranking{places: map[syntax.ItemID]int{}}
	for c := x.first(list); c != syntax.NoItem; c = x.next(c) {
		x.budget.Step(1)
		if x.f.Kind(c) == syntax.KindElement {
			r.append(c)
		}
	}
	if x.lists == nil {
		x.lists = map[syntax.ItemID]*ranking{}
	}
	x.lists[list] = r
	return r
}
