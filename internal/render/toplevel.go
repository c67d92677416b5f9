package render

import (
	"iacedit/internal/format"
	"iacedit/syntax"
)

// topLevel writes a changed child of the file. If a heredoc with an interpolation of several lines
// makes the formatter indent the rest of the block differently, the whole block becomes one region.
func (w *writer) topLevel(id syntax.ItemID) {
	old := syntax.Span{From: w.seen, To: w.sourceAfter(syntax.Root, id)}
	if w.d.item(id).Kind == syntax.KindBlock && old.Len() > 0 && format.HasOpenHeredoc(w.d.At(old), w.d.budget) {
		w.region(syntax.Root, id, id, 0)
		return
	}
	w.flush()
	before := *w
	w.shifted = false
	w.child(id, 0)
	if !w.shifted {
		return
	}
	made, runs := w.made, w.runs // calls of append may have moved them to larger memory
	*w = before
	w.made, w.runs = made[:len(before.made)], runs[:len(before.runs)]
	w.region(syntax.Root, id, id, 0)
}
