package render

import (
	"bytes"
	"errors"

	"iacedit/internal/base/budget"
	"iacedit/lexer"
	"iacedit/syntax"
)

// Adopt gives a new item the value or body of another item of the file, with the comments above the
// other item and after it, and removes the other item as Delete does. Comments above it that are
// about something else stay. Lines get the indentation of the new item. The items must be of one
// kind; but a pair may adopt an attribute. On error, nothing changes.
func (d *editor) Adopt(id, from syntax.ItemID) error {
	if err := errors.Join(d.checks.checkExists(id), d.checks.checkRemovable(from)); err != nil {
		return err
	}
	kind, old := d.item(id).Kind, d.item(from).Kind
	if kind != old && (kind != syntax.KindPair || old != syntax.KindAttribute) {
		return errors.New("an item of another kind cannot take the place of the item")
	}
	staying, _ := d.comments.staying(from)
	lead := d.comments.commentLines(from)
	lead.From = max(lead.From, staying.To)
	tail := d.item(from).Tail
	after := lineComment(d.At(tail), d.budget)
	if lead.Len()+after.Len() > 0 || d.endsInHeredoc(d.item(from).Content) {
		d.comments.putOnOwnLine(id, false)
	}
	after = syntax.Span{From: tail.From + after.From, To: tail.From + after.To}
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
	after := f.At(it.Tail)
	comment := lineComment(after, d.budget)
	d.adopt(id, outer, d.add(f.At(it.Content)), d.add(lead), d.add(after[comment.From:comment.To]))
	return nil
}

// adopt gives an item a value, lines of comments above it and a comment after it, which all come
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

// lineComment returns where the comment is in a tail of an item that is after the item on its last
// line, without the line end.
func lineComment(tail []byte, b *budget.Budget) syntax.Span {
	b.Step(len(tail))
	for at := 0; at < len(tail); {
		kind, from, to := lexer.Next(tail, at)
		if kind == lexer.EOF {
			break
		}
		if kind == lexer.Comment {
			return syntax.Span{From: int32(from), To: int32(from + len(bytes.TrimRight(tail[from:to], "\r\n")))}
		}
		at = to
	}
	return syntax.Span{}
}
