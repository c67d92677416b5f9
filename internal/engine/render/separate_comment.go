package render

import (
	"bytes"
	"errors"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// SeparateComment returns the lines of the last separate comment above a top-level item. There must
// be blank lines below and above the comment; otherwise SeparateComment returns nil. It also
// returns nil for the first comment of the file and for the licence. The result titled is true if
// the file has only other comments above the returned comment, and these are not a licence.
func (d *comments) SeparateComment(id syntax.ItemID) (lines []byte, titled bool) {
	gap, from, to := d.findSeparateComment(id)
	if gap == syntax.NoItem {
		return nil, false
	}
	text := d.item(gap).Head
	titled = d.item(gap).Prev == syntax.NoItem && !syntax.IsLicence(d.At(cut(text, 0, from)))
	return d.At(cut(text, from, to)), titled
}

// IsBelowBanner reports whether a banner is between an item and the item above it. The licence of
// the file is no banner.
func (d *comments) IsBelowBanner(id syntax.ItemID) bool {
	for at := d.lines.leadComments(id); ; at = d.item(id).Head {
		text := d.At(at)
		d.budget.Step(1 + len(text)/8)
		if IsBanner(text) && !syntax.IsLicence(text) {
			return true
		}
		if id = d.item(id).Prev; id == syntax.NoItem || d.item(id).Kind != syntax.KindGap {
			return false
		}
	}
}

// IsBanner reports whether a line of a comment has only punctuation, such as # ------.
func IsBanner(lines []byte) bool {
	for line := range bytes.Lines(lines) {
		if line = bytes.TrimSpace(line); len(line) > 5 && len(bytes.Trim(line, "#/*-=~+_ ")) == 0 {
			return true
		}
	}
	return false
}

// DropSeparateComment removes the comment that SeparateComment returns. At least one blank line
// stays above the item.
func (d *comments) DropSeparateComment(id syntax.ItemID) {
	gap, from, to := d.findSeparateComment(id)
	if gap == syntax.NoItem {
		return
	}
	s := d.item(gap).Head
	if from > 0 {
		d.lines.trimGap(gap, cut(s, 0, from))
	} else {
		d.lines.trimGap(gap, cut(s, to, s.Len()))
	}
}

// PutSeparateComment adds comments above a top-level item, with a blank line below them. It returns
// an error if the item is not at the top level, or if the argument contains anything but comments.
func (d *comments) PutSeparateComment(id syntax.ItemID, comments []byte) error {
	if err := d.checkTopLevel(id); err != nil {
		return err
	}
	return d.lines.putComments(d.item(id).Prev, comments)
}

// LineBelow returns the comment on the line directly below a top-level item. It returns nil if that
// line has no comment, if the comment does not begin with # or //, or if the line after it is a
// comment, too.
func (d *comments) LineBelow(id syntax.ItemID) []byte {
	if d.checkTopLevel(id) != nil {
		return nil
	}
	gap := d.item(id).Next
	if gap == syntax.NoItem || d.item(gap).Kind != syntax.KindGap {
		return nil
	}
	line, rest, _ := bytes.Cut(d.At(d.item(gap).Head), []byte{'\n'})
	d.budget.Step(1 + len(line)/8)
	if !isLineComment(line) || isLineComment(rest) {
		return nil
	}
	return line
}

// isLineComment reports whether a text begins with # or //.
func isLineComment(text []byte) bool {
	return bytes.HasPrefix(text, []byte{'#'}) || bytes.HasPrefix(text, []byte("//"))
}

// DropLineBelow removes the comment that LineBelow returns.
func (d *comments) DropLineBelow(id syntax.ItemID) {
	if line := d.LineBelow(id); line != nil {
		gap := d.item(id).Next
		s := d.item(gap).Head
		d.lines.trimGap(gap, cut(s, min(len(line)+1, s.Len()), s.Len()))
	}
}

// PutLineBelow adds a comment directly below a top-level item. The line must be one comment that
// begins with # or //. PutLineBelow returns an error for any other text, and for any other item.
func (d *comments) PutLineBelow(id syntax.ItemID, line []byte) error {
	if err := d.checkTopLevel(id); err != nil {
		return err
	}
	line = bytes.TrimRight(line, "\r")
	if !isLineComment(line) || bytes.ContainsAny(line, "\r\n") {
		return errors.New("the text is not a comment of one line")
	}
	d.lines.endLine(id)
	text := d.add(line, []byte(d.newline))
	d.store.Touch(d.insertAfter(syntax.Root, id, tree.Item{Kind: syntax.KindGap, Head: text}))
	return nil
}

// checkTopLevel returns an error unless an item is at the top level of the file.
func (d *comments) checkTopLevel(id syntax.ItemID) error {
	if err := d.checks.checkExists(id); err != nil {
		return err
	}
	if it := d.item(id); it.Parent != syntax.Root || !isItem(it.Kind) {
		return errors.New("the item is not at the top level")
	}
	return nil
}

// findSeparateComment finds the comment that SeparateComment returns. It returns the gap that
// contains the comment, and the offsets of the comment in the text of the gap. The gap is NoItem if
// there is no such comment.
func (d *comments) findSeparateComment(id syntax.ItemID) (gap syntax.ItemID, from, to int) {
	if d.checkTopLevel(id) != nil {
		return syntax.NoItem, 0, 0
	}
	gap = d.item(id).Prev
	for gap != syntax.NoItem && d.item(gap).Kind == syntax.KindGap && d.lines.blankLinesIn(gap).blank {
		d.budget.Step(1)
		gap = d.item(gap).Prev
	}
	if gap == syntax.NoItem || d.item(gap).Kind != syntax.KindGap || d.lines.blankLinesAbove(d.item(id).Prev) == 0 {
		return syntax.NoItem, 0, 0
	}
	text := d.At(d.item(gap).Head)
	d.budget.Step(len(text) / 8)
	to = len(bytes.TrimRight(text, " \t\r\n"))
	n := bytes.IndexByte(text[to:], '\n')
	if n < 0 {
		return syntax.NoItem, 0, 0
	}
	blocks := bytes.Contains(text, []byte("*/")) // a comment may contain blank lines
	for from = to; from > 0; {
		start := bytes.LastIndexByte(text[:max(from-1, 0)], '\n') + 1
		blank := len(bytes.TrimSpace(text[start:from])) == 0
		if blank && (!blocks || len(bytes.TrimSpace(text[:start])) == 0) {
			break
		}
		from = start
	}
	if from == 0 && d.item(gap).Prev != syntax.NoItem {
		return syntax.NoItem, 0, 0 // the comment is directly below another item
	}
	if d.item(gap).Prev == syntax.NoItem && (len(bytes.TrimSpace(text[:from])) == 0 || syntax.IsLicence(text[from:to])) {
		return syntax.NoItem, 0, 0
	}
	return gap, from, to + n + 1
}

// DropLines removes lines from the comments above an item, or from a gap: those for which the function
// drops returns true. Blank lines below them go, too, unless other lines would then stand together. It
// does nothing to block comments. It reports whether it has removed any line.
func (d *comments) DropLines(id syntax.ItemID, drops func(line []byte) bool) bool {
	if d.checks.checkExists(id) != nil {
		return false
	}
	it := *d.item(id)
	lead := d.commentLines(id)
	if it.Kind == syntax.KindGap {
		lead = it.Head
	}
	text := d.At(lead)
	d.budget.Step(len(text) / 4)
	if bytes.Contains(text, []byte("/*")) {
		return false
	}
	var kept []syntax.Span
	at, dropped, open := 0, false, it.Prev == syntax.NoItem // open: no line is right above
	below := false                                          // a removed line was right above
	for line := range bytes.Lines(text) {
		isBlank := len(bytes.TrimSpace(line)) == 0
		switch {
		case drops(line):
			dropped, below = true, true
		case isBlank && below && open:
		default:
			kept = append(kept, cut(lead, at, at+len(line)))
			open, below = isBlank, false
		}
		at += len(line)
	}
	switch {
	case !dropped:
		return false
	case it.Kind == syntax.KindGap:
		d.lines.trimGap(id, d.join(kept...))
	default:
		d.item(id).Head = cut(it.Head, lead.Len(), it.Head.Len())
		d.putAbove(id, d.join(kept...))
	}
	return true
}
