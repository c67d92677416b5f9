package render

import (
	"bytes"
	"errors"
	"strings"

	"iacedit/syntax"
)

// SetLineComment sets the comment after the code on the last line of an attribute, pair or element. If
// the old comment has the same text, nothing changes. The comment begins with "//" if the old one does,
// or, without an old one, if style.Slashes is set. If something follows the item on its line, it is put
// on another line.
//
// SetLineComment returns an error for an item that cannot have such a comment, and for a text of several
// lines. On error, nothing changes.
func (d *comments) SetLineComment(id syntax.ItemID, text string, style CommentStyle) error {
	if err := d.checkCommentable(id); err != nil {
		return err
	}
	d.budget.Step(len(text) / 8)
	old := d.lineCommentOf(id)
	if len(old) > 0 && asUTF8(string(syntax.AppendComment(nil, old))) == text {
		return nil
	}
	lines := commentLines(text)
	switch {
	case len(lines) > 1:
		return errors.New("a comment behind code has one line")
	case d.endsInHeredoc(d.item(id).Content):
		return errors.New("no comment can be behind the end of a heredoc")
	}
	sign := "#"
	if bytes.HasPrefix(old, []byte("//")) || len(old) == 0 && style.Slashes {
		sign = "//"
	}
	d.putOnOwnLine(id, style.Bare)
	if it := d.item(id); !d.endsLine(id) && !(it.Parent == syntax.Root && it.Next == syntax.NoItem) {
		d.members.endLineHere(id)
	}
	d.replaceLineComment(id, " "+strings.TrimRight(sign+" "+lines[0], " "))
	return nil
}

// RemoveLineComment removes the comment after the code on the last line of an item, if there is one. It
// returns an error for an item that cannot have such a comment.
func (d *comments) RemoveLineComment(id syntax.ItemID) error {
	err := d.checkCommentable(id)
	if err == nil && len(d.lineCommentOf(id)) > 0 {
		d.replaceLineComment(id, "")
	}
	return err
}

// lineCommentOf returns the comment after the code on the last line of an item.
func (d *comments) lineCommentOf(id syntax.ItemID) []byte {
	tail := d.At(d.item(id).Tail)
	d.budget.Step(len(tail))
	return syntax.LineComment(tail)
}

// replaceLineComment replaces the comment after an item by a text, which begins with a blank or is empty.
func (d *comments) replaceLineComment(id syntax.ItemID, text string) {
	it := d.item(id)
	tail, comment := d.At(it.Tail), d.lineCommentOf(id)
	code := len(bytes.TrimRight(tail, " \t\r\n"))
	from, to := code, code
	if len(comment) > 0 {
		from = bytes.LastIndex(tail, comment)
		to = from + len(comment)
	}
	from = len(bytes.TrimRight(tail[:from], " \t"))
	d.item(id).Tail = d.join(cut(it.Tail, 0, from), cut(it.Tail, to, max(to, code)), d.addStrings(text), cut(it.Tail, len(bytes.TrimRight(tail, "\r\n")), len(tail)))
	d.store.Touch(id)
}
