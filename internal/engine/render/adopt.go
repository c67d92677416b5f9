package render

import (
	"bytes"
	"errors"

	"iacedit/lexer"
	"iacedit/syntax"
)

// Adopt gives a new item the value or body of another item of the file, with the comments above the
// other item and after it, and removes the other item as Delete does. Comments above it that are
// about something else stay. Lines get the indentation of the new item. An attribute or pair adopts
// an attribute, and a block adopts a block. On error, nothing changes.
func (d *editor) Adopt(id, from syntax.ItemID) error {
	if err := errors.Join(d.checks.checkExists(id), d.checks.checkRemovable(from)); err != nil {
		return err
	}
	kind, old := d.item(id).Kind, d.item(from).Kind
	if old != syntax.KindAttribute && old != syntax.KindBlock || kind != old && (kind != syntax.KindPair || old != syntax.KindAttribute) {
		return errors.New("an item of another kind cannot take the place of the item")
	}
	staying, _ := d.comments.staying(from)
	lead := d.comments.commentLines(from)
	lead.From = max(lead.From, staying.To)
	if own := d.commentsOnLine(from); own.Len() > 0 {
		lead = d.join(lead, own)
	}
	after := d.item(from).Tail // it has no comma
	tail := bytes.TrimRight(d.At(after), " \t\r\n")
	after = cut(after, len(tail)-len(bytes.TrimLeft(tail, " \t")), len(tail))
	if lead.Len()+after.Len() > 0 || d.endsInHeredoc(d.item(from).Content) {
		d.comments.putOnOwnLine(id, false)
	}
	d.adopt(id, d.lines.Indent(from), d.Current(from), lead, after)
	d.delete(from)
	return nil
}

// AdoptText is like Adopt, but for an attribute of another file. The text consists of its lines, with
// the comments above it, and outer is its indentation.
func (d *editor) AdoptText(id syntax.ItemID, outer string, text []byte) error {
	if err := d.checks.checkExists(id); err != nil {
		return err
	}
	f, from, err := d.parseOne(text, syntax.KindAttribute)
	if err != nil {
		return err
	}
	it := f.Item(from)
	head := f.At(syntax.Span{From: it.Head.From, To: it.Name.From})
	lead := head[:bytes.LastIndexByte(head, '\n')+1]
	if len(bytes.TrimSpace(head[len(lead):])) > 0 {
		return errors.New("a comment is on its line, before its name")
	}
	d.adopt(id, outer, d.add(f.At(it.Content)), d.add(lead), d.add(f.At(f.LineComment(from))))
	return nil
}

// adopt gives an item a value, lines of comments above it and comments after it, which all come
// from an item with the indentation outer. Comments may be empty.
func (d *editor) adopt(id syntax.ItemID, outer string, value, lead, after syntax.Span) {
	inner := d.lines.Indent(id)
	d.setContent(id, d.Shift(value, outer, inner))
	if lead.Len() > 0 {
		d.comments.putAbove(id, d.Shift(lead, outer, inner))
	}
	if after.Len() > 0 {
		tail := d.item(id).Tail
		code := len(bytes.TrimRight(d.At(tail), " \t\r\n"))
		d.item(id).Tail = d.join(cut(tail, 0, code), d.addStrings(" "), after, d.addStrings(d.newline))
		d.store.Touch(id)
	}
	for body := d.item(id).Parent; body != syntax.NoItem; body = d.item(body).Parent { // the code comes from another place
		d.budget.Step(1)
		setKey(&d.cache.moved, body, true)
	}
}

// commentsOnLine returns lines with the comments before an item's value or body that are on the line
// of its name, up to its labels.
func (d *editor) commentsOnLine(id syntax.ItemID) syntax.Span {
	head := d.At(d.item(id).Head)
	line := d.comments.commentLines(id).Len()
	d.budget.Step(len(head))
	lines := d.addStrings()
	for at := int(line); at < len(head); {
		kind, from, to := lexer.Next(head, at)
		if kind == lexer.EOF || kind == lexer.OQuote {
			break
		}
		if kind == lexer.Comment {
			lines = d.join(lines, d.addStrings(d.lines.Indent(id), string(head[from:to]), d.newline))
		}
		at = to
	}
	return lines
}
