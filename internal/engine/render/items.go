package render

import (
	"bytes"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/bodies"
	"iacedit/internal/engine/tree"
	"iacedit/lexer"
	"iacedit/syntax"
)

// The type items has the items and the text of a file. The text is the source, followed by the text
// that edits added.
type items struct {
	*syntax.File
	store   *tree.Tree // the part of the tree that edits change
	expr    syntax.Expr
	budget  *budget.Budget
	newline string
	scratch []byte
	copies  []textCopy // in ascending order of their offsets
	cache   cache
	index   bodies.Index

	Providers Providers // the providers of the module; nil if they are not known
}

func (d *items) reset(f *syntax.File) {
	d.File, d.store, d.budget, d.newline, d.Providers = f, tree.Of(f), nil, "\n", nil
	d.expr.SetBudget(nil)
	d.scratch, d.copies = d.scratch[:0], d.copies[:0]
	d.cache = cache{}
}

// item returns the record of an item. If there is no such item, the record is empty. The pointer is
// valid until an item is added.
func (d *items) item(id syntax.ItemID) *tree.Item {
	if uint(id) < uint(d.store.Len()) {
		return d.store.Item(id)
	}
	return new(tree.Item)
}

// Expr returns the expression at a span, valid until the next call. If there is no expression, the
// root of the result is 0.
func (d *items) Expr(at syntax.Span) *syntax.Expr {
	e, _ := syntax.ParseExpression(&d.expr, d.Text(), at)
	return e
}

// checkValue returns an error unless the text at a span is one expression. A line end must follow
// the span.
func (d *items) checkValue(at syntax.Span) error {
	d.budget.Parse(at.Len())
	return syntax.CheckValue(d.Text(), at)
}

// SetBudget charges the work and the new text of the draft to b. If b is nil, there are no bounds.
// A method of the draft that exceeds b panics: the caller must defer budget.Catch, and must not use
// the draft afterwards. Such methods panic as well if the text becomes too long for a Span.
func (d *items) SetBudget(b *budget.Budget) {
	d.budget = b
	d.expr.SetBudget(b)
	d.index.SetBudget(b)
}

// Index returns the draft's index of its bodies, objects and lists.
func (d *items) Index() *bodies.Index { return &d.index }

// Newline returns the line end of new lines: "\n" or "\r\n".
func (d *items) Newline() string { return d.newline }

// UseCRLF makes "\r\n" the line end of new lines.
func (d *items) UseCRLF() { d.newline = "\r\n" }

// end returns the last nonempty span of an item: the tail, the content or the head.
func (d *items) end(it *tree.Item) syntax.Span {
	if it.Tail.Len() > 0 {
		return it.Tail
	}
	if it.Content.Len() > 0 {
		return it.Content
	}
	return it.Head
}

// endsLine reports whether the text of an item ends in a line end.
func (d *items) endsLine(id syntax.ItemID) bool {
	return bytes.HasSuffix(d.At(d.end(d.item(id))), []byte{'\n'})
}

// StartsLine reports whether an item is at the start of a line.
func (d *items) StartsLine(id syntax.ItemID) bool {
	it := d.item(id)
	if it.Prev == syntax.NoItem {
		return it.Parent == syntax.Root
	}
	return d.endsLine(it.Prev)
}

// Changed reports whether the file has edits.
func (d *items) Changed() bool { return d.item(syntax.Root).Touched }

// Edits returns a number that becomes larger with every edit.
func (d *items) Edits() int { return d.store.Edits() }

// InFile reports whether an item is in the file: neither the item nor an item around it has been
// deleted.
func (d *items) InFile(id syntax.ItemID) bool {
	for ; id != syntax.Root; id = d.store.Item(id).Parent {
		if id <= syntax.NoItem || int(id) >= d.store.Len() || !d.store.Attached(id) {
			return false
		}
	}
	return true
}

// InSource reports whether a span is in the source. Other spans are in text that edits added.
func (d *items) InSource(s syntax.Span) bool { return int(s.To) <= d.store.SourceLen() }

// Expanded reports whether Expand has added the children of an item.
func (d *items) Expanded(id syntax.ItemID) bool { return d.item(id).Expanded() }

// EditedInside reports whether there are edits inside the value or body of an item. If so, the span
// of the value or body has outdated text. AppendValue appends the current text.
func (d *items) EditedInside(id syntax.ItemID) bool {
	it := d.item(id)
	return it.Expanded() && it.Touched
}

// isItem reports whether a kind is KindAttribute, KindBlock, KindPair or KindElement. The other
// kinds are for the text between such items.
func isItem(kind syntax.ItemKind) bool { return kind >= syntax.KindAttribute }

// cut returns the part of a span between two offsets, which are relative to the start of the span.
func cut(s syntax.Span, from, to int) syntax.Span {
	return syntax.Span{From: s.From + int32(from), To: s.From + int32(to)}
}

// withNewlines returns a copy of lines, with the line ends that Newline returns.
func (d *items) withNewlines(lines []byte) []byte {
	size := len(lines) + bytes.Count(lines, []byte{'\n'})*(len(d.newline)-1)
	copied := grow.Make[[]byte](d.budget, size, 0)
	for line := range bytes.Lines(lines) {
		if body, ends := bytes.CutSuffix(line, []byte{'\n'}); ends {
			line = append(copied, bytes.TrimSuffix(body, []byte{'\r'})...)
			copied = append(line, d.newline...)
		} else {
			copied = append(copied, line...)
		}
	}
	return copied
}

// codeWithNewlines is like withNewlines, but does not change line ends inside heredocs.
func (d *items) codeWithNewlines(code []byte) []byte {
	if d.newline == "\n" && bytes.IndexByte(code, '\r') < 0 || !bytes.Contains(code, []byte("<<")) {
		return d.withNewlines(code)
	}
	lines, from := grow.Make[[]byte](d.budget, len(code), 0), 0
	var s lexer.Scanner
	s.Reset(code, 0)
	for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
		d.budget.Step(1)
		if tok.Kind == lexer.StringLit {
			lines = append(lines, d.withNewlines(code[from:tok.Start])...)
			lines = append(lines, code[tok.Start:tok.End]...)
			from = int(tok.End)
		}
	}
	return append(lines, d.withNewlines(code[from:])...)
}
