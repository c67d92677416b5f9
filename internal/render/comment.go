package render

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"iacedit/internal/tree"
	"iacedit/syntax"
)

// A commenter sets and removes comments.
type commenter struct{ spacer }

// ErrLicence is the error for a comment at the start of a file that would be taken for the licence
// of the file, not for the comment of an item.
var ErrLicence = errors.New("at the start of the file this comment would be its licence")

// Comment returns the text of an item's lead comments, and reports whether it has any.
// The text consists of the lines without the comment signs and the blank after each
// sign, joined by "\n".
func (d *commenter) Comment(id syntax.ItemID) (text string, ok bool) {
	return d.commentAt(d.lead(id))
}

// commentAt is like Comment, but takes the span of the comments.
func (d *commenter) commentAt(at syntax.Span) (text string, ok bool) {
	if at.Len() == 0 {
		return "", false
	}
	d.budget.Step(at.Len() / 8)
	return string(syntax.AppendComment(nil, d.At(at))), true
}

// SetComment sets the lead comments of an attribute, block, pair or element: a comment line
// for each line of the text, without trailing blanks. The lines begin with "//" if the first
// line of the old comments does, and otherwise with "#". One line end at the end of the text
// is ignored. An item that does not start a line is moved to a line of its own, and so are all
// items beside it in the brackets. If the comments already have this text, they stay as they
// are.
//
// The error is ErrLicence, or says that the item cannot have a comment. Nothing is changed then.
func (d *commenter) SetComment(id syntax.ItemID, text string) error {
	return d.SetCommentIn(id, text, CommentStyle{})
}

// A CommentStyle is the style of a file that new comments follow.
type CommentStyle struct {
	Slashes bool // comments begin with "//"
	Bare    bool // multi-line lists have no comma after the last element
}

// SetCommentIn is like SetComment, but uses the comment sign of the style if the item has no
// comment yet. If the comment makes a list multi-line, the style says whether the last element
// gets a comma.
func (d *commenter) SetCommentIn(id syntax.ItemID, text string, style CommentStyle) error {
	if err := d.commentable(id); err != nil {
		return err
	}
	d.budget.Step(len(text) / 8)
	lines := commentLines(text)
	before := d.lead(id)
	if is, ok := d.commentAt(before); ok && (is == text || strings.TrimSuffix(is, "\n") == strings.Join(lines, "\n") || asUTF8(is) == text) {
		return nil
	}
	sign := "#"
	if bytes.HasPrefix(d.At(before), []byte("//")) || before.Len() == 0 && style.Slashes {
		sign = "//"
	}
	if d.startsFile(id) && syntax.IsLicence([]byte(sign+strings.Join(lines, "\n"+sign))) {
		return ErrLicence
	}
	d.ownLine(id, style.Bare)
	d.clearAbove(id)
	d.setLead(id, d.comment(lines, sign, d.Indent(id)))
	note(&d.known.commented, id, true)
	return nil
}

// RemoveComment removes the lead comments of an attribute, block, pair or element. It returns
// an error for any other item.
func (d *commenter) RemoveComment(id syntax.ItemID) error {
	if err := d.commentable(id); err != nil {
		return err
	}
	if d.lead(id).Len() > 0 {
		d.setLead(id, syntax.Span{})
	}
	return nil
}

func (d *commenter) commentable(id syntax.ItemID) error {
	if err := d.exists(id); err != nil {
		return err
	}
	if !isItem(d.item(id).Kind) {
		return errors.New("only attributes, blocks, pairs and elements have lead comments")
	}
	if d.item(d.item(id).Parent).Inside() >= syntax.InsideChoice {
		return errors.New("a part of an expression has no comment of its own")
	}
	return nil
}

// commentLines returns the lines of a comment's text.
func commentLines(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return lines
}

// asUTF8 returns text with a replacement character for each byte that is not UTF-8, as JSON does.
func asUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// comment adds a comment to the file's text. Each line gets the indentation and the comment sign.
func (d *commenter) comment(lines []string, sign, indent string) syntax.Span {
	n := len(lines) * (len(indent) + len(sign) + len(d.newline))
	for _, line := range lines {
		if line != "" {
			n += len(" ") + len(line)
		}
	}
	return d.write(n, func(dst []byte) []byte {
		for _, line := range lines {
			dst = append(append(dst, indent...), sign...)
			if line != "" {
				dst = append(append(dst, ' '), line...)
			}
			dst = append(dst, d.newline...)
		}
		return dst
	})
}

// setLead replaces an item's lead comments by the text at a span, which consists of whole lines or
// is empty.
func (d *commenter) setLead(id syntax.ItemID, lead syntax.Span) {
	it := *d.item(id)
	code := it.Head.Len()
	if it.Name.Len() > 0 {
		code = int(it.Name.From - it.Head.From)
	}
	text := d.At(it.Head)[:code]
	d.budget.Step(len(text) / 8)
	line := len(bytes.TrimRight(text, " \t"))
	var head syntax.Span
	switch {
	case line == 0 || text[line-1] == '\n':
		head = d.join(lead, cut(it.Head, line, it.Head.Len()))
	case d.StartsLine(id): // another comment precedes the code on its line
		head = d.join(lead, d.indentOf(id), cut(it.Head, code, it.Head.Len()))
	default:
		head = d.join(cut(it.Head, 0, len(blanks(text))), cut(it.Head, code, it.Head.Len()))
	}
	shift := head.To - it.Head.To
	to := d.item(id)
	to.Head = head
	to.Name = syntax.Span{From: it.Name.From + shift, To: it.Name.To + shift}
	d.store.Touch(id)
}

// ownLine makes an item the first on its line. If the item is in one-line brackets or braces, it
// puts their contents on several lines, and does the same for enclosing brackets. Parentheses
// around an object or list stay on one line. If bare is set, the last element of a list gets no
// comma.
func (d *commenter) ownLine(id syntax.ItemID, bare bool) {
	if d.StartsLine(id) {
		return
	}
	parent := d.item(id).Parent
	first := d.FirstItem(parent)
	switch {
	case d.item(parent).Kind == syntax.KindBlock:
		d.open(parent)
	case d.StartsLine(first):
		d.endBefore(id, d.ChildIndent(parent))
	default:
		if d.item(d.item(parent).Parent).Inside() <= syntax.InsideList {
			d.ownLine(parent, bare)
		}
		d.spread(parent, bare)
	}
}

// endBefore puts a line end and the indentation before a pair or element.
func (d *commenter) endBefore(id syntax.ItemID, indent string) {
	prev := d.item(id).Prev
	if isItem(d.item(prev).Kind) {
		d.endLineHere(prev)
	} else {
		d.endLine(prev)
	}
	d.leadAs(id, d.text(indent))
}

// Spread makes a one-line list multi-line: each element gets a line of its own. If bare is set,
// the last element gets no comma.
func (d *commenter) Spread(list syntax.ItemID, bare bool) {
	if d.bracketed(list, '[') == nil && d.FirstItem(list) != syntax.NoItem && d.Inside(list) == syntax.InsideList && !d.StartsLine(d.FirstItem(list)) && d.OneLine(list) {
		d.spread(list, bare)
	}
}

// spread puts each pair, element or argument on a line of its own. Pairs get no commas. Elements
// get commas, but not the last element if bare is set. Arguments have commas between them.
func (d *commenter) spread(parent syntax.ItemID, bare bool) {
	outer, inner := d.Indent(parent), d.ChildIndent(parent)
	inside, last := d.item(parent).Inside(), d.LastItem(parent)
	starts := false
	for id := d.item(parent).First; id != syntax.NoItem; {
		d.budget.Step(4)
		next, ends := d.item(id).Next, d.endsLine(id)
		switch kind := d.item(id).Kind; {
		case kind == syntax.KindClose || starts && ends:
		case !isItem(kind):
			d.spreadGap(id, inner)
		default:
			comma := inside == syntax.InsideList && !(bare && id == last) || inside == syntax.InsideCall && id != last
			d.spreadItem(id, inner, starts, comma, inside == syntax.InsideObject)
		}
		id, starts = next, ends
	}
	open := d.insertAfter(parent, syntax.NoItem, tree.Item{Kind: syntax.KindOpen, Head: d.text(d.newline)})
	if last := d.item(parent).Last; d.item(last).Kind != syntax.KindClose {
		d.insertAfter(parent, last, tree.Item{Kind: syntax.KindClose, Head: d.text(outer)})
	}
	d.store.Touch(open)
}

// spreadGap puts comments between brackets on a line of their own, and removes blanks.
func (d *commenter) spreadGap(id syntax.ItemID, indent string) {
	s := d.item(id).Head
	text := d.At(s)
	from, to := len(blanks(text)), len(bytes.TrimRight(text, " \t"))
	switch {
	case from >= to:
		d.remove(id)
	case text[to-1] != '\n':
		d.item(id).Head = d.join(d.text(indent), cut(s, from, to), d.text(d.newline))
		d.store.Touch(id)
	}
}

// spreadItem puts a pair or element on a line of its own. If the flag starts is set, the item
// starts a line already. If comma is set, the item gets a comma; otherwise it loses its comma if
// the flag none is set.
func (d *commenter) spreadItem(id syntax.ItemID, indent string, starts, comma, none bool) {
	if !starts {
		d.leadAs(id, d.text(indent))
	}
	switch {
	case d.endsLine(id) && !comma:
		return
	case comma:
		d.addComma(id)
	case none:
		d.dropComma(id)
	}
	if !d.endsLine(id) {
		d.endLineHere(id)
		if gap := d.item(id).Next; gap != syntax.NoItem && d.gap(gap).blank {
			d.spreadGap(gap, indent) // for the blanks around the new comma
		}
	}
}
