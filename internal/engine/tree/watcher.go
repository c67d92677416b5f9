package tree

// A Watcher stores data about a Tree's items. The Tree notifies it of each edit that changes
// the items, their order, names or values. Expanding an item for the first time is not an edit.
type Watcher interface {
	Inserted(id ID)  // a new item has been inserted
	Removing(id ID)  // an item is about to be removed from its parent
	Returned(id ID)  // a removed item has been put back into the same parent, perhaps at another place
	Revaluing(id ID) // an item's value is about to be replaced, and all items in it are about to be dropped
	Renamed(id ID)   // an item's name, labels or key has changed
}

// Watch sets the only watcher of t; nil removes the watcher.
func (t *Tree) Watch(w Watcher) { t.watcher = w }
