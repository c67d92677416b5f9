package render

import (
	"bytes"

	"iacedit/internal/bodies"
	"iacedit/internal/within"
	"iacedit/syntax"
)

// A Draft is a file that is being edited. It consists of the file's tree and the style of new
// code.
//
// Its methods take time in proportion to the text they add, however large the file is and
// however many edits came before. Unavoidable extra work is charged to the draft's budget.
//
// The package comment describes its layers.
type Draft struct {
	renamer
	writer writer
}

// NewDraft returns a draft of f. New lines end as the source's first line does.
func NewDraft(f *syntax.File) *Draft {
	d := new(Draft)
	d.Reset(f)
	d.index.Start(f, nil, nil, nil, bodies.Many)
	d.store.Watch(&d.index)
	return d
}

// Reset makes d a draft of f and reuses its memory. Results of the previous draft become invalid;
// its budget and file are dropped. The caller must start the index, and must notify it of all
// edits, for example in a watcher of the tree.
func (d *Draft) Reset(f *syntax.File) {
	d.items.reset(f)
	if i := bytes.IndexByte(f.Text(), '\n'); i > 0 && f.Text()[i-1] == '\r' {
		d.newline = "\r\n"
	}
}

// Release drops the file, the budget and all data derived from them. It keeps memory for Reset.
func (d *Draft) Release() {
	const most = 1 << 16 // the largest number of elements of a kind for which memory is kept
	if d.expr.Len() > most || cap(d.scratch) > most || cap(d.copies) > most || cap(d.writer.pieces)+cap(d.writer.runs)+cap(d.writer.made) > most {
		*d = Draft{}
		return
	}
	d.writer.reset()
	d.File, d.store, d.budget, d.known, d.index = nil, nil, nil, known{}, bodies.Index{}
	within.Expr(&d.expr, nil)
}
