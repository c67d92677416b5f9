package render

import (
	"iacedit/internal/format"
	"iacedit/syntax"
)

// topLevel writes a child of the file in which something changed. Where a heredoc with a
// sequence over several lines came, went or stays, the formatter indents what follows in the
// block otherwise, so the whole block is one region.
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
	made, runs := w.made, w.runs // which may have grown
	*w = before
	w.made, w.runs = made[:len(before.made)], runs[:len(before.runs)]
	w.region(syntax.Root, id, id, 0)
}
