package render

import (
	"bytes"
	"errors"
	"iter"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
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
	after := lineComment(d.At(d.item(from).Tail), d.budget)
	if lead.Len()+len(after) > 0 || d.endsInHeredoc(d.item(from).Content) {
		d.comments.putOnOwnLine(id, false)
	}
	d.adopt(id, d.lines.Indent(from), d.AppendValue(nil, from), d.At(lead), after)
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
	d.adopt(id, outer, f.At(it.Content), lead, lineComment(f.At(it.Tail), d.budget))
	return nil
}

// adopt gives an item a value, lines of comments above it and a comment after it, which all come
// from an item with the indentation outer. Comments may be empty.
func (d *editor) adopt(id syntax.ItemID, outer string, value, lead, after []byte) {
	inner := d.lines.Indent(id)
	content, above, comment := d.add(d.reindented(value, outer, inner, false)), syntax.Span{}, syntax.Span{}
	if len(lead) > 0 {
		above = d.add(d.reindented(lead, outer, inner, true))
	}
	if len(after) > 0 {
		comment = d.add(after)
	}
	d.setContent(id, content)
	if above.Len() > 0 {
		d.comments.putAbove(id, above)
	}
	if comment.Len() > 0 {
		tail := d.item(id).Tail
		code := len(bytes.TrimRight(d.At(tail), " \t\r\n"))
		d.item(id).Tail = d.join(cut(tail, 0, code), d.addStrings(" "), comment, d.addStrings(d.newline))
		d.store.Touch(id)
	}
}

// reindented returns code whose lines have the indentation inner instead of outer, except lines in
// heredocs. If starts is not set, the code may start inside a line.
func (d *editor) reindented(code []byte, outer, inner string, starts bool) []byte {
	var out []byte
	from := 0
	line := func(at int) { // a line starts there
		out, from = grow.Text(d.budget, out, code[from:at]), at
		if rest, ok := bytes.CutPrefix(code[at:], []byte(outer)); ok && len(rest) > 0 && rest[0] != '\n' && rest[0] != '\r' {
			out, from = grow.Text(d.budget, out, inner), at+len(outer)
		}
	}
	if starts {
		line(0)
	}
	for at := range lineStarts(code) {
		line(at)
	}
	return grow.Text(d.budget, out, code[from:])
}

// lineStarts returns the offsets at which lines of code start, but for the first line, and for lines
// inside heredocs and comments.
func lineStarts(code []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		var s lexer.Scanner
		s.Reset(code, 0)
		for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
			if (tok.Kind == lexer.Newline || tok.Kind == lexer.Comment && code[tok.End-1] == '\n') && !yield(int(tok.End)) {
				return
			}
		}
	}
}

// lineComment returns the comment in a tail of an item, which is after the item on its last line,
// without the line end.
func lineComment(tail []byte, b *budget.Budget) []byte {
	b.Step(len(tail))
	for at := 0; at < len(tail); {
		kind, from, to := lexer.Next(tail, at)
		if kind == lexer.EOF {
			break
		}
		if kind == lexer.Comment {
			return bytes.TrimRight(tail[from:to], "\r\n")
		}
		at = to
	}
	return nil
}
