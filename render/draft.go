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
	store   *tree.Tree // what a draft writes to
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

// Reset makes d a draft of f, in the memory that it has. What the draft before returned is
// of no use any more; of its budget and its file nothing is kept.
func (d *Draft) Reset(f *syntax.File) {
	const most = 1 << 16 // elements of a kind that memory is kept for
	if d.expr.Len() > most || cap(d.scratch) > most || cap(d.copies) > most || cap(d.writer.pieces)+cap(d.writer.runs)+cap(d.writer.made) > most {
		*d = Draft{}
	}
	d.writer.reset()
	*d = Draft{File: f, store: tree.Of(f), newline: "\n", expr: d.expr, scratch: d.scratch[:0], copies: d.copies[:0], writer: d.writer}
	if i := bytes.IndexByte(f.Text(), '\n'); i > 0 && f.Text()[i-1] == '\r' {
		d.newline = "\r\n"
	}
}

// item returns an item's record, that of nothing where there is no such item. It is valid
// until the next item is made.
func (d *Draft) item(id syntax.ItemID) *tree.Item {
	if uint(id) < uint(d.store.Len()) {
		return d.store.Item(id)
	}
	return new(tree.Item)
}

// Expr returns the tree of the expression at a span. It is valid until the next call.
// Where no expression is at the span, the Expr is empty: its Root is no node.
func (d *Draft) Expr(at syntax.Span) *syntax.Expr {
	e, _ := syntax.ParseExpression(&d.expr, d.Text(), at)
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
	return bytes.HasSuffix(d.At(d.end(d.item(id))), []byte{'\n'})
}

// StartsLine reports whether an item is the first on its line.
func (d *Draft) StartsLine(id syntax.ItemID) bool {
	it := d.item(id)
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
	if tail := bytes.TrimLeft(d.At(d.item(id).Tail), " \t\r"); (len(tail) == 0 || tail[0] != '\n') && d.endsInHeredoc(content) {
		return errMarker
	}
	wrapped := d.item(id).Kind == syntax.KindElement && d.endsInHeredoc(d.item(id).Content)
	d.setContent(id, content)
	if wrapped && !d.endsInHeredoc(content) {
		d.unwrap(id)
	}
	if it := d.item(id); it.Kind == syntax.KindElement && d.isFirst(id) {
		d.guardFor(it.Parent)
	}
	return nil
}

// cut returns a part of a span, by offsets in its text.
func cut(s syntax.Span, from, to int) syntax.Span {
	return syntax.Span{From: s.From + int32(from), To: s.From + int32(to)}
}

// Changed reports whether an edit changed anything.
func (d *Draft) Changed() bool { return d.item(syntax.Root).Touched }

// Edits returns a number that grows with every edit.
func (d *Draft) Edits() int { return d.store.Edits() }

// InFile reports whether an item is in the file: it is there, and neither it nor what it is
// in has been deleted.
func (d *Draft) InFile(id syntax.ItemID) bool {
	for ; id != syntax.Root; id = d.store.Item(id).Parent {
		if id <= syntax.NoItem || int(id) >= d.store.Len() || !d.store.Attached(id) {
			return false
		}
	}
	return true
}

// InSource reports whether a span is of the source, and not of what edits added.
func (d *Draft) InSource(s syntax.Span) bool { return int(s.To) <= d.store.SourceLen() }

// Expanded reports whether Expand has made an item's children.
func (d *Draft) Expanded(id syntax.ItemID) bool { return d.item(id).Expanded() }

// EditedInside reports whether something in an item's value or body has been edited: its
// text is then not what its span says, but what AppendValue writes.
func (d *Draft) EditedInside(id syntax.ItemID) bool {
	it := d.item(id)
	return it.Expanded() && it.Touched
}
