package render

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// ErrLicence is returned if a comment above the first item of a file would be taken for the licence
// of the file.
var ErrLicence = errors.New("at the start of the file this comment would be taken for its licence")

// Comment returns the text of the comment directly above an item, and whether there is such a
// comment. For the lines "# a" and "# b" the text is "a\nb".
func (d *comments) Comment(id syntax.ItemID) (text string, ok bool) {
	return d.commentAt(d.lines.leadComments(id))
}

// commentAt returns the text of the comment at a span, as Comment does.
func (d *comments) commentAt(at syntax.Span) (text string, ok bool) {
	if at.Len() == 0 {
		return "", false
	}
	d.budget.Step(at.Len() / 8)
	return string(syntax.AppendComment(nil, d.At(at))), true
}

// SetComment sets the comment directly above an attribute, block, pair or element. Each line of the
// text becomes a comment line, without blanks at its end; a line end at the end of the text is
// ignored. The lines begin with "//" if the old comment does, and otherwise with "#". If the old
// comment has the same text, nothing changes. If the item does not start a line, it is put on a
// line of its own, and so are the other items between the same brackets.
//
// Besides ErrLicence, SetComment returns an error for an item that cannot have a comment. On error,
// nothing changes.
func (d *comments) SetComment(id syntax.ItemID, text string) error {
	return d.SetCommentIn(id, text, CommentStyle{})
}

// A CommentStyle describes how comments and lists are written in a file, so that new code can
// follow that style.
type CommentStyle struct {
	Slashes bool // comments begin with "//"
	Bare    bool // multi-line lists have no comma after the last element
}

// SetCommentIn is like SetComment, but uses the comment sign of the style if the item has no
// comment yet. If a one-line list becomes multi-line, style.Bare decides whether the last element
// gets a comma.
func (d *comments) SetCommentIn(id syntax.ItemID, text string, style CommentStyle) error {
	if err := d.checkCommentable(id); err != nil {
		return err
	}
	d.budget.Step(len(text) / 8)
	d.giveBack(id)
	lines := commentLines(text)
	before := d.lines.leadComments(id)
	if is, ok := d.commentAt(before); ok && (is == text || strings.TrimSuffix(is, "\n") == strings.Join(lines, "\n") || asUTF8(is) == text) {
		return nil
	}
	sign := "#"
	if bytes.HasPrefix(d.At(before), []byte("//")) || before.Len() == 0 && style.Slashes {
		sign = "//"
	}
	if d.lines.startsFile(id) && syntax.IsLicence([]byte(sign+strings.Join(lines, "\n"+sign))) {
		return ErrLicence
	}
	d.putOnOwnLine(id, style.Bare)
	d.lines.separateFromLicence(id)
	d.setLead(id, d.addCommentText(lines, sign, d.lines.Indent(id)))
	setKey(&d.cache.commented, id, true)
	return nil
}

// RemoveComment removes the comment directly above an attribute, block, pair or element. It returns
// an error for any other item.
func (d *comments) RemoveComment(id syntax.ItemID) error {
	if err := d.checkCommentable(id); err != nil {
		return err
	}
	if d.lines.leadComments(id).Len() > 0 {
		d.setLead(id, syntax.Span{})
	}
	return nil
}

func (d *comments) checkCommentable(id syntax.ItemID) error {
	if err := d.checks.checkExists(id); err != nil {
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

// commentLines splits the text of a comment into lines, and removes the blanks at their ends.
func commentLines(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return lines
}

// asUTF8 returns text with U+FFFD in place of each byte that is not UTF-8, as in the JSON of an
// answer.
func asUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// addCommentText adds comment lines to the text, each with the indentation and the comment sign
// before it.
func (d *comments) addCommentText(lines []string, sign, indent string) syntax.Span {
	n := len(lines) * (len(indent) + len(sign) + len(d.newline))
	for _, line := range lines {
		if line != "" {
			n += len(" ") + len(line)
		}
	}
	return d.addBytes(n, func(dst []byte) []byte {
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

// setLead replaces the lead comments of an item. The argument lead is the span of the new comments:
// whole lines, or nothing.
func (d *comments) setLead(id syntax.ItemID, lead syntax.Span) {
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
	case d.StartsLine(id): // a comment is before the code on the same line
		head = d.join(lead, d.lines.indentOf(id), cut(it.Head, code, it.Head.Len()))
	default:
		head = d.join(cut(it.Head, 0, len(blanks(text))), cut(it.Head, code, it.Head.Len()))
	}
	shift := head.To - it.Head.To
	to := d.item(id)
	to.Head = head
	to.Name = syntax.Span{From: it.Name.From + shift, To: it.Name.To + shift}
	d.store.Touch(id)
}

// putOnOwnLine puts an item at the start of a line. If the item is between brackets on one line,
// each item between these brackets gets its own line. If these brackets are inside outer brackets
// on the same line, each item between the outer brackets gets its own line, too. Parentheses around
// an object or list stay on its first and last line. If the argument bare is true, the last element
// of a list gets no comma.
func (d *comments) putOnOwnLine(id syntax.ItemID, bare bool) {
	if d.StartsLine(id) {
		return
	}
	parent := d.item(id).Parent
	first := d.FirstItem(parent)
	switch {
	case d.item(parent).Kind == syntax.KindBlock:
		d.lines.open(parent)
	case d.StartsLine(first):
		d.putOnNewLine(id, d.lines.ChildIndent(parent))
	default:
		if d.item(d.item(parent).Parent).Inside() <= syntax.InsideList {
			d.putOnOwnLine(parent, bare)
		}
		d.putItemsOnLines(parent, bare)
	}
}

// putOnNewLine puts a pair or element at the start of a new line.
func (d *comments) putOnNewLine(id syntax.ItemID, indent string) {
	prev := d.item(id).Prev
	if isItem(d.item(prev).Kind) {
		d.members.endLineHere(prev)
	} else {
		d.lines.endLine(prev)
	}
	d.members.replaceLead(id, d.addStrings(indent))
}

// PutElementsOnLines changes a list on one line so that each element has its own line. If the
// argument bare is true, the last element gets no comma.
func (d *comments) PutElementsOnLines(list syntax.ItemID, bare bool) {
	if d.checks.checkBracket(list, '[') == nil && d.FirstItem(list) != syntax.NoItem && d.Inside(list) == syntax.InsideList && !d.StartsLine(d.FirstItem(list)) && d.lines.OneLine(list) {
		d.putItemsOnLines(list, bare)
	}
}

// putItemsOnLines puts each pair, element or argument on its own line. Afterwards pairs have no
// commas, and arguments have commas only between them. Each element has a comma, except the last
// one if the argument bare is true.
func (d *comments) putItemsOnLines(parent syntax.ItemID, bare bool) {
	outer, inner := d.lines.Indent(parent), d.lines.ChildIndent(parent)
	inside, last := d.item(parent).Inside(), d.LastItem(parent)
	starts := false
	for id := d.item(parent).First; id != syntax.NoItem; {
		d.budget.Step(4)
		next, ends := d.item(id).Next, d.endsLine(id)
		switch kind := d.item(id).Kind; {
		case kind == syntax.KindClose || starts && ends:
		case !isItem(kind):
			d.putGapOnLine(id, inner)
		default:
			comma := inside == syntax.InsideList && !(bare && id == last) || inside == syntax.InsideCall && id != last
			d.putItemOnLine(id, inner, starts, comma, inside == syntax.InsideObject)
		}
		id, starts = next, ends
	}
	open := d.insertAfter(parent, syntax.NoItem, tree.Item{Kind: syntax.KindOpen, Head: d.addStrings(d.newline)})
	if last := d.item(parent).Last; d.item(last).Kind != syntax.KindClose {
		d.insertAfter(parent, last, tree.Item{Kind: syntax.KindClose, Head: d.addStrings(outer)})
	}
	d.store.Touch(open)
}

// putGapOnLine puts a comment between brackets on its own line. If the gap contains only blanks,
// putGapOnLine removes it.
func (d *comments) putGapOnLine(id syntax.ItemID, indent string) {
	s := d.item(id).Head
	text := d.At(s)
	from, to := len(blanks(text)), len(bytes.TrimRight(text, " \t"))
	switch {
	case from >= to:
		d.remove(id)
	case text[to-1] != '\n':
		d.item(id).Head = d.join(d.addStrings(indent), cut(s, from, to), d.addStrings(d.newline))
		d.store.Touch(id)
	}
}

// putItemOnLine puts a pair or element on its own line. If startsLine is set, the item is
// already at the start of a line. If needsComma is set, the item gets a comma; if losesComma is
// set, its comma is removed.
func (d *comments) putItemOnLine(id syntax.ItemID, indent string, startsLine, needsComma, losesComma bool) {
	if !startsLine {
		d.members.replaceLead(id, d.addStrings(indent))
	}
	switch {
	case d.endsLine(id) && !needsComma:
		return
	case needsComma:
		d.members.addComma(id)
	case losesComma:
		d.members.dropComma(id)
	}
	if !d.endsLine(id) {
		d.members.endLineHere(id)
		if gap := d.item(id).Next; gap != syntax.NoItem && d.lines.blankLinesIn(gap).blank {
			d.putGapOnLine(gap, indent) // for the blanks around the new comma
		}
	}
}
