package draft

import "iacedit/syntax"

// A watcher updates the data derived from a file: the file's index, and the module's index of
// files. The file's tree calls the watcher at each edit.
type watcher struct{ f *File }

func (w watcher) Inserted(id syntax.ItemID) {
	w.f.Index.Inserted(id)
	if w.isTopLevel(id) {
		w.f.noteFamily(id)
	}
	w.noteFile(id)
	styleUpdater{w.f}.noteFirstItem(id)
	styleUpdater{w.f}.customsChanged(id)
	styleUpdater{w.f}.itemMade(id)
	counter{w.f}.count(id, wholeItem, 1)
}

func (w watcher) Renamed(id syntax.ItemID) {
	w.f.Index.Renamed(id)
	w.dropFamilies(id)
	styleUpdater{w.f}.customsChanged(id)
	styleUpdater{w.f}.blockRemoved(id)
	w.noteFile(id)
}

func (w watcher) Removing(id syntax.ItemID) {
	counter{w.f}.count(id, wholeItem, -1)
	w.f.Index.Removing(id)
	w.dropFamilies(id)
	styleUpdater{w.f}.customsChanged(id)
	styleUpdater{w.f}.blockRemoved(id)
}

func (w watcher) Returned(id syntax.ItemID) {
	w.f.Index.Returned(id)
	w.dropFamilies(id)
	styleUpdater{w.f}.customsChanged(id)
	styleUpdater{w.f}.blockRemoved(id)
	counter{w.f}.count(id, wholeItem, 1)
}

func (w watcher) Revaluing(id syntax.ItemID) {
	counter{w.f}.recount(id)
	w.f.Index.Revaluing(id)
	styleUpdater{w.f}.itemChanged(id)
}

// dropFamilies is called when an item is deleted, moved or renamed. If the item is a top-level
// block, the families of the file must be computed again.
func (w watcher) dropFamilies(id syntax.ItemID) {
	if w.f.knownFamilies != nil && w.isTopLevel(id) {
		w.f.knownFamilies, w.f.Module.siblingsFiles = nil, nil
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
