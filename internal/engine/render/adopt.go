package render

import (
	"bytes"
	"errors"
	"iter"

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
	text := d.AppendValue(nil, from)
	staying, _ := d.comments.staying(from)
	lead := d.comments.commentLines(from)
	lead.From = max(lead.From, staying.To)
	after := d.lineComment(from)
	if lead.Len()+after.Len() > 0 || d.endsInHeredoc(d.item(from).Content) {
		d.comments.putOnOwnLine(id, false)
	}
	outer, inner := d.lines.Indent(from), d.lines.Indent(id)
	d.setContent(id, d.add(d.reindented(text, outer, inner, false)))
	if lead.Len() > 0 {
		d.comments.putAbove(id, d.add(d.reindented(d.At(lead), outer, inner, true)))
	}
	if after.Len() > 0 {
		tail := d.item(id).Tail
		code := len(bytes.TrimRight(d.At(tail), " \t\r\n"))
		d.item(id).Tail = d.join(cut(tail, 0, code), d.addStrings(" "), after, d.addStrings(d.newline))
		d.store.Touch(id)
	}
	d.delete(from)
	return nil
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

// lineComment returns the comment after an item on its last line, without the line end.
func (d *editor) lineComment(id syntax.ItemID) syntax.Span {
	tail := d.item(id).Tail
	text := d.At(tail)
	d.budget.Step(len(text))
	for at := 0; at < len(text); {
		kind, from, to := lexer.Next(text, at)
		if kind == lexer.EOF {
			break
		}
		if kind == lexer.Comment {
			return cut(tail, from, from+len(bytes.TrimRight(text[from:to], "\r\n")))
		}
		at = to
	}
	return syntax.Span{}
}
