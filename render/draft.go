package render

import (
	"bytes"

	"iacedit/internal/budget"
	"iacedit/internal/tree"
	"iacedit/syntax"
)

// A Draft is a file that is being edited: the tree, and the style in which new code
// is written into it.
//
// Its methods take time in proportion to the text they add, however large the file is
// and however many edits came before. What they cannot but do more is spent from the
// draft's budget.
type Draft struct {
	*syntax.File
	*store
	expr    syntax.Expr
	budget  *budget.Budget
	newline string
	scratch []byte
	copies  []textCopy // in ascending order of where they are
	known   known
	writer  writer
}

// NewDraft returns a draft of f. New lines end as the first line of the source does.
func NewDraft(f *syntax.File) *Draft {
	d := new(Draft)
	d.Reset(f)
	return d
}

// Reset makes d, which is zero or was released, a draft of f.
func (d *Draft) Reset(f *syntax.File) {
	d.File, d.store, d.newline = f, tree.Of(f), "\n"
	if i := bytes.IndexByte(f.Text(), '\n'); i > 0 && f.Text()[i-1] == '\r' {
		d.newline = "\r\n"
	}
}

// mostKept is how many elements of a kind a draft keeps memory for.
const mostKept = 1 << 16

// Release lets go of the draft's file and budget, and keeps memory for Reset. What the
// draft returned is of no use any more.
func (d *Draft) Release() {
	if d.expr.Len() > mostKept || cap(d.scratch) > mostKept || cap(d.copies) > mostKept || cap(d.writer.pieces) > mostKept {
		*d = Draft{}
		return
	}
	*d = Draft{expr: d.expr, scratch: d.scratch[:0], copies: d.copies[:0], writer: writer{pieces: d.writer.pieces[:0]}}
}

// store is what a draft writes to. Where reading and writing have one name, the
// writer's is the draft's.
type store = tree.Tree

// Item returns an item's record. It is valid until the next item is made.
func (d *Draft) Item(id syntax.ItemID) *tree.Item { return d.store.Item(id) }

// Text returns the text that spans count in.
func (d *Draft) Text() []byte { return d.store.Text() }

// At returns the text of a span. It is valid until the next edit.
func (d *Draft) At(s syntax.Span) []byte { return d.store.At(s) }

// Name returns an item's name, block type or key as it is written.
func (d *Draft) Name(id syntax.ItemID) []byte { return d.store.Name(id) }

// Expr returns the tree of the expression at a span. It is valid until the next call.
func (d *Draft) Expr(at syntax.Span) *syntax.Expr {
	e, err := syntax.ParseExpression(&d.expr, d.Text(), at)
	if err != nil {
		panic("render: an invalid expression in a draft: " + err.Error())
	}
	return e
}

// SetBudget makes the draft spend its work and its new text from b, nil for no bounds.
// A method that overspends panics, for whoever defers budget.Catch; the draft is then of
// no use any more. A text longer than spans can count is refused in that way, too,
// be there a budget or not.
func (d *Draft) SetBudget(b *budget.Budget) { d.budget = b }

// Newline returns what new lines end in, LF or CR LF.
func (d *Draft) Newline() string { return d.newline }

// isItem reports whether an item holds code; else it is a gap or the rest of a line.
func isItem(kind syntax.ItemKind) bool { return kind >= syntax.KindAttribute }

// end returns the last span of an item that is not empty.
func (d *Draft) end(it *tree.Item) syntax.Span {
	if it.Tail.Len() > 0 {
		return it.Tail
	}
	if it.Content.Len() > 0 {
		return it.Content
	}
	return it.Head
}

// endsLine reports whether an item is the last on its line.
func (d *Draft) endsLine(id syntax.ItemID) bool {
	return bytes.HasSuffix(d.At(d.end(d.Item(id))), []byte{'\n'})
}

// StartsLine reports whether an item is the first on its line.
func (d *Draft) StartsLine(id syntax.ItemID) bool { return d.startsLine(id) }

// startsLine reports whether an item is the first on its line.
func (d *Draft) startsLine(id syntax.ItemID) bool {
	it := d.Item(id)
	if it.Prev == syntax.NoItem {
		return it.Parent == syntax.Root
	}
	return d.endsLine(it.Prev)
}

// SetValue gives an attribute, pair or element another value. Its lines after the first
// must be indented as they will stand. The error is for an item that has no value, or
// text that is none; nothing is changed then.
func (d *Draft) SetValue(id syntax.ItemID, value []byte) error {
	if err := d.valued(id); err != nil {
		return err
	}
	content, err := d.newValue(value)
	if err != nil {
		return err
	}
	d.SetContent(id, content)
	if it := d.Item(id); it.Kind == syntax.KindElement && d.isFirst(id) {
		d.guardFor(it.Parent)
	}
	return nil
}

// cut returns a part of a span, by offsets in its text.
func cut(s syntax.Span, from, to int) syntax.Span {
	return syntax.Span{From: s.From + int32(from), To: s.From + int32(to)}
}

// Changed reports whether an edit changed anything.
func (d *Draft) Changed() bool { return d.Item(syntax.Root).Touched }
