package render

import (
	"bytes"
	"sort"

	"iacedit/internal/tree"
	"iacedit/syntax"
)

// A Draft is a file that is being edited: the tree, and the style in which new code
// is written into it.
type Draft struct {
	*syntax.File
	*store
	expr    syntax.Expr
	newline string
	scratch []byte
	added   syntax.ItemID // the attribute added last, if it is still there: the next one goes after it
	copies  []textCopy    // in ascending order of where they are
}

// A textCopy is new text that is older text again, between other text than before.
// It is known for what it is a copy of when the file's lines are put together: what
// was laid out by the author is left so.
type textCopy struct {
	at syntax.Span
	of syntax.Span
}

// NewDraft returns a draft of f. New lines end as the first line of the source does.
func NewDraft(f *syntax.File) *Draft {
	d := &Draft{File: f, store: tree.Of(f), newline: "\n"}
	if i := bytes.IndexByte(f.Text(), '\n'); i > 0 && f.Text()[i-1] == '\r' {
		d.newline = "\r\n"
	}
	return d
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

// Newline returns what new lines end in, LF or CR LF.
func (d *Draft) Newline() string { return d.newline }

// isItem says whether an item holds code; else it is a gap or the rest of a line.
func isItem(kind syntax.ItemKind) bool { return kind >= syntax.KindAttribute }

// text adds new text to the file and returns where it is.
func (d *Draft) text(parts ...string) syntax.Span {
	d.scratch = d.scratch[:0]
	for _, p := range parts {
		d.scratch = append(d.scratch, p...)
	}
	return d.Add(d.scratch)
}

// join adds a text that is made of older text and returns where it is. What it is made
// of must be of the text before the call.
func (d *Draft) join(parts ...syntax.Span) syntax.Span {
	all := d.Add()
	for _, of := range parts {
		at := d.Add(d.At(of))
		d.copies = append(d.copies, textCopy{at: at, of: of})
		all.To = at.To
	}
	return all
}

// origins calls yield with the spans that a span is made of, in their order: what is
// copied in it, as what it is a copy of.
func (d *Draft) origins(s syntax.Span, yield func(syntax.Span)) {
	i := len(d.copies)
	if int(s.To) > d.SourceLen() {
		i = sort.Search(len(d.copies), func(i int) bool { return d.copies[i].at.To > s.From })
	}
	for ; i < len(d.copies) && d.copies[i].at.From < s.To; i++ {
		c := d.copies[i]
		yield(syntax.Span{From: s.From, To: max(s.From, c.at.From)})
		from, to := max(s.From, c.at.From), min(s.To, c.at.To)
		d.origins(syntax.Span{From: c.of.From + from - c.at.From, To: c.of.From + to - c.at.From}, yield)
		s.From = to
	}
	yield(s)
}

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

// endsLine says whether an item is the last on its line.
func (d *Draft) endsLine(id syntax.ItemID) bool {
	return bytes.HasSuffix(d.At(d.end(d.Item(id))), []byte{'\n'})
}

// startsLine says whether an item is the first on its line.
func (d *Draft) startsLine(id syntax.ItemID) bool {
	it := d.Item(id)
	if it.Prev == syntax.NoItem {
		return it.Parent == syntax.Root
	}
	return d.endsLine(it.Prev)
}

// Indent returns the blanks that the line starts with on which an item's name, or
// its value if it has no name, begins.
func (d *Draft) Indent(id syntax.ItemID) string {
	for ; id != syntax.Root && id != syntax.NoItem; id = d.Item(id).Parent {
		it := d.Item(id)
		before := d.At(it.Head)
		if it.Name.Len() > 0 {
			before = before[:it.Name.From-it.Head.From]
		}
		line := bytes.LastIndexByte(before, '\n') + 1
		if line > 0 || d.startsLine(id) {
			return string(blanks(before[line:]))
		}
	}
	return ""
}

// blanks returns the spaces and tabs at the start of b.
func blanks(b []byte) []byte { return b[:len(b)-len(bytes.TrimLeft(b, " \t"))] }

// ChildIndent returns the blanks that a new line in an item starts with: those of
// the item's children, else one step more than the item's own.
func (d *Draft) ChildIndent(parent syntax.ItemID) string {
	if child := d.lineOfOwn(parent); child != syntax.NoItem {
		return d.Indent(child)
	}
	if parent == syntax.Root {
		return ""
	}
	return d.Indent(parent) + d.Step(parent)
}

// lineOfOwn returns the last child of an item that starts a line, or NoItem.
func (d *Draft) lineOfOwn(parent syntax.ItemID) syntax.ItemID {
	for id := d.Item(parent).Last; id != syntax.NoItem; id = d.Item(id).Prev {
		if isItem(d.Item(id).Kind) && d.startsLine(id) {
			return id
		}
	}
	return syntax.NoItem
}

// Step returns the blanks by which code in an item is indented more than the item:
// as much as its children are, or as it is itself in what it is in, or two blanks.
func (d *Draft) Step(id syntax.ItemID) string {
	for ; id != syntax.Root && id != syntax.NoItem; id = d.Item(id).Parent {
		child := d.lineOfOwn(id)
		if child == syntax.NoItem {
			continue
		}
		own, inner := d.Indent(id), d.Indent(child)
		if len(inner) > len(own) && inner[:len(own)] == own {
			return inner[len(own):]
		}
	}
	return "  "
}

// OneLine says whether an item's value or body stands on one line: what is put into
// it then does so, too.
func (d *Draft) OneLine(id syntax.ItemID) bool {
	it := d.Item(id)
	if !it.Expanded() {
		return bytes.IndexByte(d.At(it.Content), '\n') < 0
	}
	for c := it.First; c != syntax.NoItem; c = d.Item(c).Next {
		child := d.Item(c)
		if bytes.IndexByte(d.At(child.Head), '\n') >= 0 || bytes.IndexByte(d.At(child.Tail), '\n') >= 0 || !d.OneLine(c) {
			return false
		}
	}
	return true
}

// SetValue gives an item another value. Its lines after the first must be indented as
// they will stand.
func (d *Draft) SetValue(id syntax.ItemID, value []byte) {
	// The line end is no part of the value, but a heredoc's marker needs one.
	content := d.Add(value, []byte{'\n'})
	content.To--
	d.SetContent(id, content)
	if it := d.Item(id); it.Kind == syntax.KindElement {
		d.guardFor(it.Parent)
	}
}

// NextItem returns the next attribute, block, pair or element after a child, or NoItem.
func (d *Draft) NextItem(id syntax.ItemID) syntax.ItemID {
	for id = d.Item(id).Next; id != syntax.NoItem && !isItem(d.Item(id).Kind); id = d.Item(id).Next {
	}
	return id
}

// PrevItem returns the one before it.
func (d *Draft) PrevItem(id syntax.ItemID) syntax.ItemID {
	for id = d.Item(id).Prev; id != syntax.NoItem && !isItem(d.Item(id).Kind); id = d.Item(id).Prev {
	}
	return id
}
