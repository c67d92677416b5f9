package render

import (
	"bytes"

	"iacedit/internal/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// Delete takes an attribute, block, pair or element out of what it is in, with its
// lead comments, its line comment and its separator. Blank lines around it are kept
// or go so that none are doubled, and none come to stand at the start or end of a
// body that were not there before (EDITS.md section 7.8).
func (d *Draft) Delete(id syntax.ItemID) {
	d.added = syntax.NoItem
	it := *d.Item(id)
	switch {
	case it.Kind == syntax.KindPair || it.Kind == syntax.KindElement:
		d.deleteSeparated(id, it)
		d.guardFor(it.Parent)
	case d.startsLine(id):
		d.deleteLines(id, it)
	default: // the one attribute of a body on one line
		d.Remove(id)
		d.SetValue(it.Parent, []byte("{}"))
	}
}

// deleteLines takes out an item that has its lines for itself.
func (d *Draft) deleteLines(id syntax.ItemID, it tree.Item) {
	before, after := it.Prev, it.Next
	above, below := d.blankLines(before, true), d.blankLines(after, false)
	keepAbove, keepBelow := d.keepBlank(it, above, below)
	d.Remove(id)
	d.trimGap(before, keepAbove-above, true)
	d.trimGap(after, keepBelow-below, false)
}

// keepBlank decides how many of the blank lines above and below an item stay when
// it goes. The rule undoes what adding it did: an attribute is added without a blank
// line, a block with one above.
func (d *Draft) keepBlank(it tree.Item, above, below int) (keepAbove, keepBelow int) {
	first := !d.hasCode(it.Prev, func(i *tree.Item) syntax.ItemID { return i.Prev })
	last := !d.hasCode(it.Next, func(i *tree.Item) syntax.ItemID { return i.Next })
	switch {
	case first && last:
	case first:
		return above, 0
	case last && it.Parent == syntax.Root && it.Kind == syntax.KindBlock:
		above = max(above-1, 0)
	case last:
		return 0, below
	case it.Kind == syntax.KindBlock && it.Parent != syntax.Root && d.followsBlock(it, above):
		return 0, below
	}
	if above > below {
		return above, 0
	}
	return 0, below
}

// hasCode says whether a child, or one on from it, is more than blank lines.
func (d *Draft) hasCode(id syntax.ItemID, on func(*tree.Item) syntax.ItemID) bool {
	for ; id != syntax.NoItem; id = on(d.Item(id)) {
		it := d.Item(id)
		if isItem(it.Kind) || it.Kind == syntax.KindGap && len(bytes.TrimSpace(d.At(it.Head))) > 0 {
			return true
		}
	}
	return false
}

// followsBlock says whether only blank lines part an item from a block before it.
func (d *Draft) followsBlock(it tree.Item, above int) bool {
	prev := it.Prev
	if prev != syntax.NoItem && d.Item(prev).Kind == syntax.KindGap {
		if bytes.Count(d.At(d.Item(prev).Head), []byte{'\n'}) > above {
			return false
		}
		prev = d.Item(prev).Prev
	}
	return prev != syntax.NoItem && d.Item(prev).Kind == syntax.KindBlock
}

// blankLines counts the blank lines of a gap at its end, or at its start.
func (d *Draft) blankLines(gap syntax.ItemID, atEnd bool) int {
	if gap == syntax.NoItem || d.Item(gap).Kind != syntax.KindGap {
		return 0
	}
	text := d.At(d.Item(gap).Head)
	n := 0
	for {
		rest := cutBlankLine(text, atEnd)
		if len(rest) == len(text) {
			return n
		}
		text = rest
		n++
	}
}

// cutBlankLine returns lines without the blank line at their end, or start, if there
// is one.
func cutBlankLine(lines []byte, atEnd bool) []byte {
	from, to := 0, bytes.IndexByte(lines, '\n')+1
	if atEnd {
		to = len(lines)
		from = bytes.LastIndexByte(lines[:max(to-1, 0)], '\n') + 1
	}
	if line := lines[from:to]; len(line) == 0 || line[len(line)-1] != '\n' || len(bytes.TrimSpace(line)) > 0 {
		return lines
	}
	if atEnd {
		return lines[:from]
	}
	return lines[to:]
}

// trimGap removes blank lines from a gap's end or start; change is how many, as a
// negative number.
func (d *Draft) trimGap(gap syntax.ItemID, change int, atEnd bool) {
	if change == 0 {
		return
	}
	it := d.Item(gap)
	text := d.At(it.Head)
	for ; change < 0; change++ {
		text = cutBlankLine(text, atEnd)
	}
	if atEnd {
		it.Head.To = it.Head.From + int32(len(text))
	} else {
		it.Head.From = it.Head.To - int32(len(text))
	}
	d.Touch(gap)
	if len(text) == 0 {
		d.Remove(gap)
	}
}

// deleteSeparated takes out a pair or an element.
func (d *Draft) deleteSeparated(id syntax.ItemID, it tree.Item) {
	starts, ends := d.startsLine(id), d.endsLine(id)
	next := d.NextItem(id)
	prev := d.PrevItem(id)
	if next == syntax.NoItem && prev != syntax.NoItem && !d.hasComma(id) {
		d.dropComma(prev)
	}
	switch {
	case starts && ends:
		d.deleteLines(id, it)
	case ends: // the one before it is the last on the line now
		d.Remove(id)
		if prev != syntax.NoItem {
			lineEnd := d.text(d.newline)
			tail := d.Item(prev).Tail
			d.Item(prev).Tail = d.join(cut(tail, 0, len(bytes.TrimRight(d.At(tail), " \t"))), lineEnd)
			d.Touch(prev)
		}
	case next != syntax.NoItem && !starts && prev != syntax.NoItem:
		d.Remove(id)
	case next != syntax.NoItem: // the one after it comes to stand where it stood
		lead := blanks(d.At(it.Head))
		d.Remove(id)
		to := d.Item(next)
		skip := int32(len(blanks(d.At(to.Head))))
		to.Head.From += skip
		d.InsertAfter(it.Parent, it.Prev, tree.Item{Kind: syntax.KindGap,
			Head: syntax.Span{From: it.Head.From, To: it.Head.From + int32(len(lead))}})
		d.Touch(next)
	default: // what stood before the bracket stays there
		d.Remove(id)
		if prev != syntax.NoItem {
			space := cut(it.Tail, len(bytes.TrimRight(d.At(it.Tail), " \t")), it.Tail.Len())
			d.Item(prev).Tail = d.join(d.Item(prev).Tail, space)
			d.Touch(prev)
		}
	}
}

// guardFor sees to it that the first pair or element of an object or tuple does not
// start with the name "for", which would be the keyword there.
func (d *Draft) guardFor(parent syntax.ItemID) {
	id := d.FirstItem(parent)
	if id == syntax.NoItem {
		return
	}
	it := *d.Item(id)
	switch {
	case it.Kind == syntax.KindElement && value.StartsWithFor(d.At(it.Content)):
		d.SetContent(id, d.join(d.text("("), it.Content, d.text(")")))
	case it.Kind == syntax.KindPair && value.StartsWithFor(d.At(it.Name)):
		quote := [2]string{`"`, `"`}
		if it.Name.Len() > len("for") {
			quote = [2]string{"(", ")"}
		}
		lead := syntax.Span{From: it.Head.From, To: it.Name.From}
		name := d.join(d.text(quote[0]), it.Name, d.text(quote[1]))
		head := d.join(lead, name, syntax.Span{From: it.Name.To, To: it.Head.To})
		to := d.Item(id)
		to.Head = head
		to.Name = syntax.Span{From: head.From + int32(lead.Len()), To: head.From + int32(lead.Len()+name.Len())}
		d.Touch(id)
	}
}
