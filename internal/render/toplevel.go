package render

import (
	"iacedit/internal/format"
	"iacedit/syntax"
)

// topLevel writes a changed child of the file. A heredoc with a multi-line interpolation changes
// the formatter's indentation of the rest of the block, whether the heredoc is new, removed or
// unchanged. Then the whole block is one region.
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
	made, runs := w.made, w.runs // child may have moved them to larger memory
	*w = before
	w.made, w.runs = made[:len(before.made)], runs[:len(before.runs)]
	w.region(syntax.Root, id, id, 0)
}
