package bodies

import (
	"slices"

	"iacedit/syntax"
)

// Inserted implements tree.Watcher.
func (x *Index) Inserted(id syntax.ItemID) {
	x.changed(id)
	it := x.t.Item(id)
	switch it.Kind {
	case syntax.KindAttribute:
		x.insertedAttribute(id, it.Parent)
	case syntax.KindBlock:
		if !x.useTables {
			return
		}
		b := x.bodies[it.Parent]
		x.insertedBlock(b, id)
		if b != nil {
			x.addTo(b, id)
		}
	case syntax.KindPair:
		x.insertedPair(it.Parent, id)
	case syntax.KindElement:
		x.insertedElement(it.Parent, id)
	}
}

// Returned implements tree.Watcher. It does not add blocks to the index, because Removing left
// them there.
func (x *Index) Returned(id syntax.ItemID) {
	it := x.t.Item(id)
	if it.Kind != syntax.KindBlock {
		x.Inserted(id)
		return
	}
	if x.sorted == it.Parent {
		x.sorted = syntax.NoItem
	}
	x.disordered(it.Parent, withinTypes)
}

// Removing implements tree.Watcher. It leaves removed blocks in the index, where searches ignore
// them because they are no longer in the file.
func (x *Index) Removing(id syntax.ItemID) {
	x.changed(id)
	it := x.t.Item(id)
	switch it.Kind {
	case syntax.KindAttribute:
		if it.Parent == syntax.Root && x.rootAttributes > 0 {
			x.rootAttributes--
		}
		if b := x.bodies[it.Parent]; b != nil {
			delete(b.attributes, string(x.f.Name(id)))
		}
	case syntax.KindPair:
		x.removedPair(it.Parent, id)
	case syntax.KindElement:
		if list := x.lists[it.Parent]; list != nil {
			list.remove(id)
		}
	}
}

// Revaluing implements tree.Watcher.
func (x *Index) Revaluing(id syntax.ItemID) {
	x.changed(id)
	x.forgetLists(id)
	delete(x.objects, id)
	delete(x.bodies, id)
}

// Renamed implements tree.Watcher. It drops the index of the item and its siblings.
func (x *Index) Renamed(id syntax.ItemID) {
	x.changed(id)
	parent := x.t.Item(id).Parent
	delete(x.objects, parent)
	delete(x.bodies, parent)
}

func (x *Index) insertedAttribute(id, body syntax.ItemID) {
	if body == syntax.Root && x.rootAttributes >= 0 {
		x.rootAttributes++
	}
	if b := x.bodies[body]; b != nil {
		x.addTo(b, id)
	}
}

// insertedPair records a new pair. If another pair has the same key, the index of the object is
// dropped, because the new pair may not be the last one with that key.
func (x *Index) insertedPair(object, id syntax.ItemID) {
	o := x.objects[object]
	if o == nil {
		return
	}
	key := x.KeyClass(id, o.mode)
	if o.last[key] != syntax.NoItem {
		delete(x.objects, object)
		return
	}
	o.add(key, id)
}

// insertedElement records a new element. If other elements follow the new one, the index of the
// list is dropped.
func (x *Index) insertedElement(list, id syntax.ItemID) {
	ranking := x.lists[list]
	switch {
	case ranking == nil && len(x.elementsOf[list]) == 0:
	case x.nearest(x.t.Item(id).Next, true) != syntax.NoItem:
		x.forgetLists(list)
	case ranking != nil:
		ranking.append(id)
	}
}

// forgetLists drops every index that contains elements of the given list. For an item that is not a
// list, it does nothing.
func (x *Index) forgetLists(id syntax.ItemID) {
	for _, q := range slices.Clone(x.elementsOf[id]) {
		x.drop(q)
	}
	delete(x.lists, id)
}

// removedPair records that a pair is removed. The previous pair with its key then takes effect.
func (x *Index) removedPair(object, id syntax.ItemID) {
	o := x.objects[object]
	if o == nil {
		return
	}
	key := x.KeyClass(id, o.mode)
	switch earlier := o.earlier[id]; {
	case o.last[key] != id:
		delete(x.objects, object)
	case earlier != syntax.NoItem:
		o.last[key] = earlier
	default:
		delete(o.last, key)
	}
}
