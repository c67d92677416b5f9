package render

import (
	"bytes"

	"iacedit/internal/bodies"
	"iacedit/internal/within"
	"iacedit/syntax"
)

// A Draft is a file that is being edited: the tree, and the style in which new code
// is written into it.
//
// Its methods take time in proportion to the text they add, however large the file is
// and however many edits came before. What they cannot but do more is spent from the
// draft's budget.
//
// It is built in layers, each in a file of its own: a layer is a type that embeds the one
// below and knows none above. Whoever reads one layer need know only those below it.
//
//	items      records and text, kept and linked (items.go, known.go, text.go)
//	style      how code is written: indentation, one line or several (style.go)
//	gaps       blank lines between items (gap.go)
//	checks     what methods are given, checked (contract.go)
//	commas     the items of objects, lists and calls, and what stands between them (separated.go)
//	remover    items removed (remove.go)
//	inserter   attributes and blocks made, in places (insert.go, place.go, places.go, order.go, graft.go)
//	spacer     blank lines beside what is over lines (spacing.go)
//	commenter  comments (comment.go)
//	mover      pairs and elements moved (move.go)
//	renamer    names, labels and references replaced (rename.go)
//	Draft      drafts, and their output (draft.go, output.go, edits.go, disorder.go);
//	           which parts of it the restyler looks at (restyled.go)
type Draft struct {
	renamer
	writer writer
}

// NewDraft returns a draft of f. New lines end as the first line of the source does.
func NewDraft(f *syntax.File) *Draft {
	d := new(Draft)
	d.Reset(f)
	d.index.Start(f, nil, nil, nil, bodies.Many)
	d.store.Watch(&d.index)
	return d
}

// Reset makes d a draft of f, in the memory that it has. What the draft before returned is
// of no use any more; of its budget and its file nothing is kept. Whoever calls it starts the
// index, which is to be told of edits, be it by a watcher of the tree.
func (d *Draft) Reset(f *syntax.File) {
	d.items.reset(f)
	if i := bytes.IndexByte(f.Text(), '\n'); i > 0 && f.Text()[i-1] == '\r' {
		d.newline = "\r\n"
	}
}

// Release drops the file, the budget and what is known of both. It keeps memory for Reset.
func (d *Draft) Release() {
	const most = 1 << 16 // elements of a kind that memory is kept for
	if d.expr.Len() > most || cap(d.scratch) > most || cap(d.copies) > most || cap(d.writer.pieces)+cap(d.writer.runs)+cap(d.writer.made) > most {
		*d = Draft{}
		return
	}
	d.writer.reset()
	d.File, d.store, d.budget, d.known, d.index = nil, nil, nil, known{}, bodies.Index{}
	within.Expr(&d.expr, nil)
}
