package draft

import "iacedit/syntax"

// A watcher updates the data derived from a file: the file's index, and the module's index of
// files. The file's tree calls it at each edit.
type watcher struct{ f *File }

func (w watcher) Inserted(id syntax.ItemID) {
	w.f.Index.Inserted(id)
	if w.isTopLevel(id) {
		w.f.noteFamily(id)
	}
	w.noteFile(id)
	follower{w.f}.begins(id)
	follower{w.f}.changesCustoms(id)
	follower{w.f}.gains(id)
	counter{w.f}.count(id, whole, 1)
}

func (w watcher) Renamed(id syntax.ItemID) {
	w.f.Index.Renamed(id)
	w.rearranged(id)
	follower{w.f}.changesCustoms(id)
	follower{w.f}.loses(id)
	w.noteFile(id)
}

func (w watcher) Removing(id syntax.ItemID) {
	counter{w.f}.count(id, whole, -1)
	w.f.Index.Removing(id)
	w.rearranged(id)
	follower{w.f}.changesCustoms(id)
	follower{w.f}.loses(id)
}

func (w watcher) Returned(id syntax.ItemID) {
	w.f.Index.Returned(id)
	w.rearranged(id)
	follower{w.f}.changesCustoms(id)
	follower{w.f}.loses(id)
	counter{w.f}.count(id, whole, 1)
}

func (w watcher) Revaluing(id syntax.ItemID) {
	counter{w.f}.recount(id)
	w.f.Index.Revaluing(id)
	follower{w.f}.revalues(id)
}

// rearranged forgets the families of the file if a top-level block is deleted, moved or renamed.
func (w watcher) rearranged(id syntax.ItemID) {
	if w.f.kin != nil && w.isTopLevel(id) {
		w.f.kin, w.f.Module.homes = nil, nil
	}
}

// isTopLevel reports whether an item is a top-level block.
func (w watcher) isTopLevel(id syntax.ItemID) bool {
	it := w.f.Tree.Item(id)
	return it.Parent == syntax.Root && it.Kind == syntax.KindBlock
}

// noteFile records in the module's index that the file has a top-level block or attribute.
func (w watcher) noteFile(id syntax.ItemID) {
	if w.f.Tree.Item(id).Parent == syntax.Root {
		w.f.Module.noteFile(w.f, id)
	}
}
