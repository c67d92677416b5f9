package tree

// A Watcher stores data about a Tree's items. The Tree notifies it of each edit that changes
// the items, their order, names or values. Expanding an item for the first time is not an edit.
type Watcher interface {
	Inserted(id ID)  // an item is new, and in its place
	Removing(id ID)  // an item is about to be removed from its parent
	Returned(id ID)  // a removed item was inserted at another place of the same parent
	Revaluing(id ID) // an item's value, and all items in it, are about to be removed
	Renamed(id ID)   // an item's name, labels or key changed
}

// Watch makes w the only watcher of t; nil removes it.
func (t *Tree) Watch(w Watcher) { t.watcher = w }
