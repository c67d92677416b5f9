package tree

// A Watcher remembers something of a Tree's items. The Tree tells it of each edit that
// makes another item, or another order, name or value of items. Making an item's children
// for the first time is no edit.
type Watcher interface {
	Inserted(id ID)  // an item is new, and in its place
	Removing(id ID)  // an item is about to leave its parent
	Returned(id ID)  // an item that left is in another place of the same parent
	Revaluing(id ID) // an item's value, and all items in it, are about to go
	Renamed(id ID)   // an item has another name, other labels or another key
}

// Watch makes w the one watcher of t; nil is none.
func (t *Tree) Watch(w Watcher) { t.watcher = w }
