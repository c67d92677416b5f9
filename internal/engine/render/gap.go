package render

import (
	"bytes"
	"errors"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// gapLines describes the blank lines in a gap.
type gapLines struct {
	above, below int  // the numbers of blank lines at the start and at the end
	blank        bool // the gap contains nothing but blanks and line ends
}

// blankLinesIn counts the blank lines in a gap. For a child that is not a gap, the result is zero.
func (d *lines) blankLinesIn(id syntax.ItemID) gapLines {
	if id == syntax.NoItem || d.item(id).Kind != syntax.KindGap {
		return gapLines{}
	}
	s := d.item(id).Head
	if s.Len() > fewBytes {
		if g, ok := d.gaps[s]; ok {
			return g
		}
	}
	text := d.At(s)
	code := bytes.TrimLeft(text, " \t\r\n")
	g := gapLines{blank: len(code) == 0, above: bytes.Count(text[:len(text)-len(code)], []byte{'\n'})}
	switch g.below = g.above; {
	case !bytes.HasSuffix(text, []byte{'\n'}): // the gap ends in the middle of a line, or at the end of the file
		g.below = 0
	case !g.blank:
		after := text[len(bytes.TrimRight(text, " \t\r\n")):]
		g.below = max(bytes.Count(after, []byte{'\n'})-1, 0) // the comment ends at the first line end
	}
	if s.Len() > fewBytes {
		d.budget.Step(s.Len() / 8)
		setKey(&d.gaps, s, g)
	}
	return g
}

// blankLinesAbove counts the blank lines directly above an item. The argument id is the previous
// sibling of that item. If this sibling is a gap, the blank lines are at its end, and perhaps in
// the gaps before it. Otherwise there are no blank lines.
func (d *lines) blankLinesAbove(id syntax.ItemID) (n int) {
	for id != syntax.NoItem && d.item(id).Kind == syntax.KindGap {
		g := d.blankLinesIn(id)
		n += g.below
		if !g.blank {
			break
		}
		d.budget.Step(1)
		id = d.item(id).Prev
	}
	return n
}

// blankLinesBelow counts the blank lines directly below an item. The argument id is the next
// sibling of that item. If this sibling is a gap, the blank lines are at its start, and perhaps in
// the gaps after it. Otherwise there are no blank lines.
func (d *lines) blankLinesBelow(id syntax.ItemID) (n int) {
	for id != syntax.NoItem && d.item(id).Kind == syntax.KindGap {
		g := d.blankLinesIn(id)
		n += g.above
		if !g.blank {
			break
		}
		d.budget.Step(1)
		id = d.item(id).Next
	}
	return n
}

// trimAbove removes n of the blank lines that blankLinesAbove counts.
func (d *lines) trimAbove(id syntax.ItemID, n int) {
	for n > 0 {
		before, lines := d.item(id).Prev, min(n, d.blankLinesIn(id).below)
		s := d.item(id).Head
		text := d.At(s)
		for range lines {
			text = text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1]
		}
		d.trimGap(id, cut(s, 0, len(text)))
		n -= lines
		id = before
	}
}

// trimBelow removes n of the blank lines that blankLinesBelow counts.
func (d *lines) trimBelow(id syntax.ItemID, n int) {
	for n > 0 {
		after, lines := d.item(id).Next, min(n, d.blankLinesIn(id).above)
		s := d.item(id).Head
		text := d.At(s)
		for range lines {
			text = text[bytes.IndexByte(text, '\n')+1:]
		}
		d.trimGap(id, cut(s, s.Len()-len(text), s.Len()))
		n -= lines
		id = after
	}
}

func (d *lines) trimGap(id syntax.ItemID, rest syntax.Span) {
	d.budget.Step(1 + (d.item(id).Head.Len()-rest.Len())/8)
	d.item(id).Head = rest
	d.store.Touch(id)
	if rest.Len() == 0 {
		d.remove(id)
	}
}

// endOfCode prepares the end of a body for new code, and returns the child after which to add the
// code. Blank lines at the end of the body stay below the new code. If the body ends in comments,
// endOfCode adds a blank line after them; otherwise they would become comments of the new code.
func (d *lines) endOfCode(body syntax.ItemID) syntax.ItemID {
	id := d.item(body).Last
	if id != syntax.NoItem && d.item(id).Kind == syntax.KindClose {
		id = d.item(id).Prev
	}
	for id != syntax.NoItem && d.item(id).Kind == syntax.KindGap && d.blankLinesIn(id).blank {
		d.budget.Step(1)
		id = d.item(id).Prev
	}
	if id == syntax.NoItem || d.item(id).Kind != syntax.KindGap {
		return id
	}
	text := d.At(d.item(id).Head)
	code := len(bytes.TrimRight(text, " \t\r\n"))
	if n := bytes.IndexByte(text[code:], '\n'); n >= 0 && code+n+1 < len(text) {
		d.splitGap(id, code+n+1)
	}
	d.endLine(id)
	return d.blankAfter(id)
}

// Begin adds comments and a blank line to an empty file. It returns an error if the file is not
// empty, or if the argument contains anything but comments.
func (d *lines) Begin(comments []byte) error {
	if d.item(syntax.Root).First != syntax.NoItem {
		return errors.New("comments can only begin an empty file")
	}
	return d.putComments(syntax.NoItem, comments)
}

// putComments adds comments and a blank line after the child prev of the root. If prev is NoItem,
// it adds them at the start of the file.
func (d *lines) putComments(prev syntax.ItemID, comments []byte) error {
	lines := bytes.TrimRight(comments, "\r\n")
	d.budget.Parse(len(lines))
	f, err := syntax.Parse(append(bytes.Clone(lines), '\n'))
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		return errors.New("there are no comments")
	}
	for id := range f.Children(syntax.Root) {
		if f.Kind(id) != syntax.KindGap {
			return errors.New("the text is not comments alone")
		}
	}
	text := d.add(d.withNewlines(lines), []byte(d.newline), []byte(d.newline))
	d.store.Touch(d.insertAfter(syntax.Root, prev, tree.Item{Kind: syntax.KindGap, Head: text}))
	return nil
}

// splitGap splits a gap into two gaps. The first gap is n bytes long.
func (d *lines) splitGap(id syntax.ItemID, n int) {
	it := d.item(id)
	rest := cut(it.Head, n, it.Head.Len())
	it.Head.To = rest.From
	d.insertAfter(it.Parent, id, tree.Item{Kind: syntax.KindGap, Head: rest})
}

// blankAfter adds a blank line after a child, which must end in a line end. It returns the new gap.
func (d *lines) blankAfter(id syntax.ItemID) syntax.ItemID {
	gap := d.insertAfter(d.item(id).Parent, id, tree.Item{Kind: syntax.KindGap, Head: d.addStrings(d.newline)})
	d.store.Touch(gap)
	return gap
}

// endLine adds a line end to a child that does not end in one, such as the last child of a file.
func (d *lines) endLine(id syntax.ItemID) {
	if d.endsLine(id) {
		return
	}
	lineEnd := d.addStrings(d.newline)
	if it := *d.item(id); isItem(it.Kind) {
		d.item(id).Tail = d.join(it.Tail, lineEnd)
	} else {
		d.item(id).Head = d.join(it.Head, lineEnd)
	}
	d.store.Touch(id)
}

// separateFromLicence adds a blank line above an item if the licence of the file is directly above
// it. Otherwise a new comment of the item would become part of the licence.
func (d *lines) separateFromLicence(id syntax.ItemID) {
	prev := d.item(id).Prev
	if prev == syntax.NoItem || d.item(prev).Kind != syntax.KindGap {
		return
	}
	if g := d.blankLinesIn(prev); !g.blank && g.below == 0 {
		d.blankAfter(prev)
	}
}

// relink puts a removed item back into its parent, after the child prev. If prev is NoItem, the
// item becomes the first child.
func (d *lines) relink(id, prev syntax.ItemID) {
	d.store.Return(id, prev)
	it := d.item(id)
	if e, ok := d.cache.ends[it.Parent]; ok {
		if prev == e.last {
			e.last = id
		}
		if it.Next == e.first {
			e.first = id
		}
		d.cache.ends[it.Parent] = e
	}
	d.childrenChanged(it.Parent)
}

// BlankAfter adds a blank line below an attribute or block if another item is directly below it.
func (d *lines) BlankAfter(id syntax.ItemID) error {
	if err := d.checks.checkExists(id); err != nil {
		return err
	}
	if next := d.item(id).Next; next != syntax.NoItem && isItem(d.item(next).Kind) && d.endsLine(id) {
		d.blankAfter(id)
		d.store.Touch(id) // nothing is aligned across the blank line
		d.store.Touch(next)
	}
	return nil
}

// Above returns the item directly above another one. It returns NoItem if a blank line or a
// separate comment is between them.
func (d *lines) Above(id syntax.ItemID) syntax.ItemID {
	if prev := d.item(id).Prev; prev != syntax.NoItem && isItem(d.item(prev).Kind) {
		return prev
	}
	return syntax.NoItem
}

// Below returns the item directly below another one. It returns NoItem if a blank line or a
// separate comment is between them.
func (d *lines) Below(id syntax.ItemID) syntax.ItemID {
	if next := d.item(id).Next; next != syntax.NoItem && isItem(d.item(next).Kind) {
		return next
	}
	return syntax.NoItem
}
