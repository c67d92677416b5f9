package render

import (
	"iacedit/internal/engine/format"
	"iacedit/syntax"
)

// writeTopLevel writes a changed child of the file. A heredoc that contains an interpolation of
// several lines can change how the formatter indents the rest of a block; writeTopLevel then writes
// the whole block as one region.
func (w *writer) writeTopLevel(id syntax.ItemID) {
	old := syntax.Span{From: w.sourceEnd, To: w.sourceAfter(syntax.Root, id)}
	if w.d.item(id).Kind == syntax.KindBlock && old.Len() > 0 && format.HasOpenHeredoc(w.d.At(old), w.d.budget) {
		w.writeRegion(syntax.Root, id, id, 0)
		return
	}
	w.flush()
	before := *w
	w.shifted = false
	w.writeChild(id, 0)
	if !w.shifted {
		return
	}
	made, runs := w.formatted, w.runs // calls of append may have moved them to larger memory
	*w = before
	w.formatted, w.runs = made[:len(before.formatted)], runs[:len(before.runs)]
	w.writeRegion(syntax.Root, id, id, 0)
}
