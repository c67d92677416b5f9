package render

import (
	"bytes"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// Open puts the braces of a block on different lines, so that items can be added between them. An
// attribute that was on the same line gets its own line. For the body of the file, Open does
// nothing. It returns an error for an item without a body.
func (d *lines) Open(body syntax.ItemID) error {
	if err := d.checks.checkHasBody(body); err != nil {
		return err
	}
	d.open(body)
	return nil
}

func (d *lines) open(body syntax.ItemID) {
	d.Expand(body)
	first := d.item(body).First
	if d.item(body).Kind != syntax.KindBlock || first != syntax.NoItem && d.item(first).Kind == syntax.KindOpen {
		return
	}
	indent := d.Indent(body)
	inner := indent + d.Step(body)
	var rest syntax.Span
	for id := first; id != syntax.NoItem; id = d.item(id).Next {
		it := *d.item(id)
		if !isItem(it.Kind) {
			rest = cut(it.Head, 0, len(bytes.TrimRight(d.At(it.Head), " \t")))
			d.item(id).Head = syntax.Span{}
			continue
		}
		lead := len(blanks(d.At(it.Head)))
		code := len(bytes.TrimRight(d.At(it.Tail), " \t"))
		head := d.join(d.addStrings(inner), cut(it.Head, lead, it.Head.Len()))
		shift := head.From + int32(len(inner)-lead) - it.Head.From
		tail := d.join(cut(it.Tail, 0, code), d.addStrings(d.newline))
		to := d.item(id)
		to.Head, to.Tail = head, tail
		to.Name = syntax.Span{From: it.Name.From + shift, To: it.Name.To + shift}
		d.store.Touch(id)
	}
	d.insertAfter(body, syntax.NoItem, tree.Item{Kind: syntax.KindOpen, Head: d.join(rest, d.addStrings(d.newline))})
	d.insertAfter(body, d.item(body).Last, tree.Item{Kind: syntax.KindClose, Head: d.addStrings(indent)})
	d.store.Touch(body)
}
