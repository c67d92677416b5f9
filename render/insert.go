package render

import (
	"bytes"
	"iacedit/value"

	"iacedit/internal/tree"
	"iacedit/syntax"
)

// Attribute adds an attribute to a body: after the last attribute that stands before
// the body's first block; before that block where there is none; else at the
// body's end (EDITS.md section 7.6). Lines of the value after its first must be
// indented as they will stand, in a body indented by ChildIndent.
func (d *Draft) Attribute(body syntax.ItemID, name string, value []byte) syntax.ItemID {
	d.Open(body)
	prev, next := d.attributePlace(body)
	if prev != syntax.NoItem {
		d.endLine(prev)
	}
	head := d.text(d.ChildIndent(body), name, " = ")
	at := head.To - int32(len(name)) - int32(len(" = "))
	id := d.InsertAfter(body, prev, tree.Item{
		Kind:    syntax.KindAttribute,
		Head:    head,
		Name:    syntax.Span{From: at, To: at + int32(len(name))},
		Content: d.Add(value),
		Tail:    d.text(d.newline),
	})
	d.Touch(id)
	if next != syntax.NoItem {
		d.blankAfter(id)
	}
	d.added = id
	return id
}

// attributePlace returns the child of a body after which a new attribute goes, and
// the block that it then stands before if no attribute does.
func (d *Draft) attributePlace(body syntax.ItemID) (prev, block syntax.ItemID) {
	if d.added != syntax.NoItem && d.Item(d.added).Parent == body {
		return d.added, syntax.NoItem
	}
	last := syntax.NoItem
	for id := d.Item(body).First; id != syntax.NoItem; id = d.Item(id).Next {
		switch d.Item(id).Kind {
		case syntax.KindAttribute:
			last = id
		case syntax.KindBlock:
			if last != syntax.NoItem {
				return last, syntax.NoItem
			}
			return d.Item(id).Prev, id
		}
	}
	if last != syntax.NoItem {
		return last, syntax.NoItem
	}
	return d.endOfCode(body), syntax.NoItem
}

// endOfCode returns the child of a body after which code goes that is to stand at
// the body's end: after comments, but before blank lines. A blank line parts it from
// comments that stand there, or they would become its own.
func (d *Draft) endOfCode(body syntax.ItemID) syntax.ItemID {
	id := d.Item(body).Last
	if id != syntax.NoItem && d.Item(id).Kind == syntax.KindClose {
		id = d.Item(id).Prev
	}
	if id == syntax.NoItem || d.Item(id).Kind != syntax.KindGap {
		return id
	}
	text := d.At(d.Item(id).Head)
	code := len(bytes.TrimRight(text, " \t\r\n"))
	if code == 0 {
		return d.Item(id).Prev
	}
	if n := bytes.IndexByte(text[code:], '\n'); n >= 0 && code+n+1 < len(text) {
		d.splitGap(id, code+n+1)
	}
	d.endLine(id)
	return d.blankAfter(id)
}

// splitGap makes two gaps of one, the first n bytes long.
func (d *Draft) splitGap(id syntax.ItemID, n int) {
	it := d.Item(id)
	cut := it.Head.From + int32(n)
	rest := syntax.Span{From: cut, To: it.Head.To}
	it.Head.To = cut
	d.InsertAfter(it.Parent, id, tree.Item{Kind: syntax.KindGap, Head: rest})
}

// blankAfter puts a blank line after a child that ends a line, and returns the gap that
// has it.
func (d *Draft) blankAfter(id syntax.ItemID) syntax.ItemID {
	if it := *d.Item(id); it.Kind == syntax.KindGap {
		d.Item(id).Head = d.join(it.Head, d.text(d.newline))
		d.Touch(id)
		return id
	}
	gap := d.InsertAfter(d.Item(id).Parent, id, tree.Item{Kind: syntax.KindGap, Head: d.text(d.newline)})
	d.Touch(gap)
	return gap
}

// endLine gives a child a line end where it has none, as at the end of a file. Blanks
// that stand there stay, as all bytes do.
func (d *Draft) endLine(id syntax.ItemID) {
	if d.endsLine(id) {
		return
	}
	lineEnd := d.text(d.newline)
	if it := *d.Item(id); isItem(it.Kind) {
		d.Item(id).Tail = d.join(it.Tail, lineEnd)
	} else {
		d.Item(id).Head = d.join(it.Head, lineEnd)
	}
	d.Touch(id)
}

// Block adds an empty block to a body: at the end of the file for the file's own
// body, else after the body's last block of that type, or at the body's end
// (EDITS.md section 7.6). Labels are text; they are quoted and escaped here.
func (d *Draft) Block(body syntax.ItemID, typ string, labels []string) syntax.ItemID {
	d.Open(body)
	prev := d.blockPlace(body, typ)
	indent := d.ChildIndent(body)
	if body == syntax.Root {
		indent = ""
	}
	if prev != syntax.NoItem {
		d.endLine(prev)
		if d.Item(prev).Kind != syntax.KindOpen && !d.endsBlank(prev, body) {
			prev = d.blankAfter(prev)
		}
	}
	d.scratch = append(append(d.scratch[:0], indent...), typ...)
	for _, label := range labels {
		d.scratch = value.AppendString(append(d.scratch, ' '), label)
	}
	d.scratch = append(d.scratch, ' ')
	head := d.Add(d.scratch)
	at := head.From + int32(len(indent))
	id := d.InsertAfter(body, prev, tree.Item{
		Kind:    syntax.KindBlock,
		Head:    head,
		Name:    syntax.Span{From: at, To: at + int32(len(typ))},
		Content: d.text("{}"),
		Tail:    d.text(d.newline),
	})
	d.Touch(id)
	return id
}

// endsBlank says whether a child before a new block ends in the blank line that a block
// is to have before it. At the end of a file only a file of nothing but blank lines
// has it: a block that is added there and taken away again leaves what was there.
func (d *Draft) endsBlank(prev, body syntax.ItemID) bool {
	it := d.Item(prev)
	if body != syntax.Root {
		return d.blankLines(prev, true) > 0
	}
	return it.Kind == syntax.KindGap && it.Prev == syntax.NoItem && len(bytes.TrimSpace(d.At(it.Head))) == 0
}

// blockPlace returns the child of a body after which a new block of a type goes.
func (d *Draft) blockPlace(body syntax.ItemID, typ string) syntax.ItemID {
	if body == syntax.Root {
		return d.Item(body).Last
	}
	for id := d.Item(body).Last; id != syntax.NoItem; id = d.Item(id).Prev {
		if d.Item(id).Kind == syntax.KindBlock && string(d.Name(id)) == typ {
			return id
		}
	}
	return d.endOfCode(body)
}

// Open spreads a block's body over lines, so that there is place for more items:
// "{}" becomes an opening and a closing line, the attribute of a one-line body gets
// a line of its own. Other items are left as they are.
func (d *Draft) Open(body syntax.ItemID) {
	d.Expand(body)
	first := d.Item(body).First
	if d.Item(body).Kind != syntax.KindBlock || first != syntax.NoItem && d.Item(first).Kind == syntax.KindOpen {
		return
	}
	indent := d.Indent(body)
	inner := indent + d.Step(body)
	var rest syntax.Span
	for id := first; id != syntax.NoItem; id = d.Item(id).Next {
		it := *d.Item(id)
		if !isItem(it.Kind) {
			rest = cut(it.Head, 0, len(bytes.TrimRight(d.At(it.Head), " \t")))
			d.Item(id).Head = syntax.Span{}
			continue
		}
		lead := len(blanks(d.At(it.Head)))
		code := len(bytes.TrimRight(d.At(it.Tail), " \t"))
		head := d.join(d.text(inner), cut(it.Head, lead, it.Head.Len()))
		shift := head.From + int32(len(inner)-lead) - it.Head.From
		tail := d.join(cut(it.Tail, 0, code), d.text(d.newline))
		to := d.Item(id)
		to.Head, to.Tail = head, tail
		to.Name = syntax.Span{From: it.Name.From + shift, To: it.Name.To + shift}
		d.Touch(id)
	}
	d.InsertAfter(body, syntax.NoItem, tree.Item{Kind: syntax.KindOpen, Head: d.join(rest, d.text(d.newline))})
	d.InsertAfter(body, d.Item(body).Last, tree.Item{Kind: syntax.KindClose, Head: d.text(indent)})
	d.Touch(body)
}
