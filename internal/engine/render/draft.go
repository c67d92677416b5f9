package render

import (
	"bytes"

	"iacedit/internal/engine/bodies"
	"iacedit/syntax"
)

// A Draft is a file that is being edited. It consists of the file's tree and of the rules for the
// layout of new code.
//
// A method takes time in proportion to the text that it adds, however large the file is and however
// many edits were made before. Any further work is charged to the draft's budget.
//
// The package comment describes the parts of a Draft.
type Draft struct {
	items
	checks checks
	lines
	members
	comments
	editor
	names
	writer writer
}

// NewDraft returns a draft of f. New lines get the same line end as the first line of the source.
func NewDraft(f *syntax.File) *Draft {
	d := new(Draft)
	d.Reset(f)
	d.index.Start(f, nil, nil, nil, bodies.Many)
	d.store.Watch(&d.index)
	return d
}

// Reset makes d a draft of f, in the memory of the previous draft. Results of the previous draft
// become invalid, and its budget is dropped. The caller must start the index of d, as NewDraft
// does. The caller must also report every edit to the index. For this, NewDraft makes the index a
// watcher of the tree.
func (d *Draft) Reset(f *syntax.File) {
	d.items.reset(f)
	d.connect()
	if i := bytes.IndexByte(f.Text(), '\n'); i > 0 && f.Text()[i-1] == '\r' {
		d.newline = "\r\n"
	}
}

// connect makes the parts of the draft, which share its items.
func (d *Draft) connect() {
	all := &d.items
	d.checks = checks{all}
	d.lines = lines{items: all, checks: &d.checks}
	d.members = members{all, &d.checks, &d.lines}
	d.comments = comments{items: all, checks: &d.checks, lines: &d.lines, members: &d.members}
	d.editor = editor{items: all, checks: &d.checks, lines: &d.lines, members: &d.members, comments: &d.comments}
	d.names = names{all, &d.checks, &d.members}
}

// Release drops the file, the budget and all data derived from them. It keeps memory for Reset.
func (d *Draft) Release() {
	const most = 1 << 16 // memory for more elements than this is not kept
	if d.expr.Len() > most || cap(d.scratch) > most || cap(d.copies) > most || cap(d.writer.pieces)+cap(d.writer.runs)+cap(d.writer.formatted) > most {
		*d = Draft{}
		return
	}
	d.writer.reset()
	d.File, d.store, d.budget, d.cache, d.index, d.Providers = nil, nil, nil, cache{}, bodies.Index{}, nil
	d.connect() // drops what the parts know of the file
	d.expr.SetBudget(nil)
}
