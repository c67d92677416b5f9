package draft

import "iacedit/syntax"

// A watcher keeps what is remembered of a file true: the file's index, and the module's index
// of files. The file's tree tells it of each edit.
type watcher struct{ f *File }

func (w watcher) Inserted(id syntax.ItemID) {
	w.f.Index.Inserted(id)
	w.noteFile(id)
}

func (w watcher) Renamed(id syntax.ItemID) {
	w.f.Index.Renamed(id)
	w.noteFile(id)
}

func (w watcher) Removing(id syntax.ItemID)  { w.f.Index.Removing(id) }
func (w watcher) Returned(id syntax.ItemID)  { w.f.Index.Returned(id) }
func (w watcher) Revaluing(id syntax.ItemID) { w.f.Index.Revaluing(id) }

// noteFile notes that the file has a top-level block of that address.
func (w watcher) noteFile(id syntax.ItemID) {
	if it := w.f.Tree.Item(id); it.Parent == syntax.Root && it.Kind == syntax.KindBlock {
		w.f.Module.noteFile(w.f, id)
	}
}
