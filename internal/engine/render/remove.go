package render

import (
	"bytes"
	"errors"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// Delete removes an attribute, block, pair or element. Its lead comments, its line comment and its
// comma are removed, too, but lead comments that are about something else stay (docs/layout.md,
// "Whose comment it is"). Delete also removes blank lines, so that it leaves no double blank lines
// at the place of the item, and no blank lines at the start or end of the body (docs/layout.md,
// "Removing"). It returns an error for any other item, and for an item that is no longer in the
// file.
func (d *editor) Delete(id syntax.ItemID) error {
	if err := d.checks.checkRemovable(id); err != nil {
		return err
	}
	if !isItem(d.item(id).Kind) {
		return errors.New("the item cannot be deleted by itself")
	}
	d.delete(id)
	return nil
}

func (d *editor) delete(id syntax.ItemID) {
	d.budget.Step(8)
	it := *d.item(id)
	switch {
	case it.Kind == syntax.KindPair || it.Kind == syntax.KindElement:
		d.deleteSeparated(id, it)
	case d.StartsLine(id):
		d.forgetPlace(id)
		d.deleteLines(id)
	default: // the only attribute of a body on one line
		d.forgetPlace(id)
		d.remove(id)
		d.setContent(it.Parent, d.addStrings("{}"))
	}
}

// Clear removes all pairs of an object or all elements of a tuple. Separate comments between the
// brackets stay. If there are no such comments, the result is {} or [] (docs/layout.md, "The
// smallest change"). It returns an error for an item with any other value.
func (d *editor) Clear(id syntax.ItemID) error {
	if err := d.checks.checkHasValue(id); err != nil {
		return err
	}
	if inside := d.Inside(id); inside != syntax.InsideObject && inside != syntax.InsideList {
		return errors.New("the item's value is neither an object nor a tuple")
	}
	for c := d.FirstItem(id); c != syntax.NoItem; {
		next := d.NextItem(c)
		d.delete(c)
		c = next
	}
	if d.members.Empty(id) && d.item(id).First != syntax.NoItem {
		content := d.item(id).Content
		d.setContent(id, d.join(cut(content, 0, 1), cut(content, content.Len()-1, content.Len())))
	}
	return nil
}

// deleteLines removes an item together with its lines, which contain no other item.
// Comments that are about something else stay. A heading then stands directly above the next item.
func (d *editor) deleteLines(id syntax.ItemID) {
	d.comments.endKept(id)
	left, about := d.comments.leave(id)
	glued := about == Several || about == Another && d.comments.isAbout(left, d.NextItem(id))
	it := *d.item(id)
	above, below := d.lines.blankLinesAbove(it.Prev), d.lines.blankLinesBelow(it.Next)
	keepAbove, keepBelow := d.blankLinesToKeep(it, above, below)
	if glued {
		keepBelow = 0
	}
	top := it.Parent == syntax.Root && (it.Prev == syntax.NoItem || it.Prev == d.item(syntax.Root).First)
	d.remove(id)
	d.lines.trimAbove(it.Prev, above-keepAbove)
	d.lines.trimBelow(it.Next, below-keepBelow)
	if left != syntax.NoItem {
		holder := d.comments.handOn(left)
		setKey(&d.comments.left, id, holder)
		setKey(&d.comments.holds, holder, append(d.comments.holds[holder], id))
	}
	if top {
		d.repairFileStart()
	}
}

// repairFileStart is called after the first item of the file was removed. If the first comment
// could now be mistaken for the licence of the file, repairFileStart makes sure that a blank line
// is between the comment and the next item. If the file is now empty, repairFileStart sets the line
// end of new lines to "\n".
func (d *editor) repairFileStart() {
	first := d.item(syntax.Root).First
	switch {
	case first == syntax.NoItem:
		d.newline = "\n" // the default for an empty file
	case d.item(first).Kind == syntax.KindGap:
		if next := d.item(first).Next; next != syntax.NoItem && d.comments.commentLines(next).Len() > 0 {
			d.lines.separateFromLicence(next)
		}
	default:
		lead := d.comments.commentLines(first)
		if lead.Len() == 0 || !syntax.IsLicence(d.At(lead)) {
			return
		}
		d.item(first).Head.From = lead.To
		d.insertAfter(syntax.Root, syntax.NoItem, tree.Item{Kind: syntax.KindGap, Head: lead})
	}
}

// blankLinesToKeep returns how many of the blank lines above and below an item stay when the item
// is removed. A removal must undo an addition, which puts a blank line above a block, but not above
// an attribute.
func (d *editor) blankLinesToKeep(it tree.Item, above, below int) (keepAbove, keepBelow int) {
	first := !d.hasCode(it.Prev, func(i *tree.Item) syntax.ItemID { return i.Prev })
	last := !d.hasCode(it.Next, func(i *tree.Item) syntax.ItemID { return i.Next })
	switch {
	case first && last && it.Parent == syntax.Root:
	case first && last:
		return 0, 0
	case first:
		return above, 0
	case last:
		return 0, below
	case it.Kind == syntax.KindBlock && it.Parent != syntax.Root && d.followsBlock(it):
		return 0, below
	}
	if above > below {
		return above, 0
	}
	return 0, below
}

// hasCode reports whether a child, or any of the siblings on one side of it, is code or a comment.
// The given function returns the next sibling on that side.
func (d *editor) hasCode(id syntax.ItemID, next func(*tree.Item) syntax.ItemID) bool {
	for ; id != syntax.NoItem; id = next(d.item(id)) {
		d.budget.Step(1)
		it := d.item(id)
		if isItem(it.Kind) || it.Kind == syntax.KindGap && !d.lines.blankLinesIn(id).blank {
			return true
		}
	}
	return false
}

// followsBlock reports whether a block is above an item, with only blank lines between them.
func (d *editor) followsBlock(it tree.Item) bool {
	prev := it.Prev
	for prev != syntax.NoItem && d.item(prev).Kind == syntax.KindGap && d.lines.blankLinesIn(prev).blank {
		d.budget.Step(1)
		prev = d.item(prev).Prev
	}
	return prev != syntax.NoItem && d.item(prev).Kind == syntax.KindBlock
}

// deleteSeparated removes a pair or an element.
func (d *editor) deleteSeparated(id syntax.ItemID, it tree.Item) {
	first, last := d.isFirst(id), d.isLast(id)
	starts, ends := d.StartsLine(id), d.endsLine(id)
	if last && !ends {
		d.members.moveBlanksToGap(id)
	}
	if last && !first && !d.members.hasComma(id) {
		d.members.dropComma(d.PrevItem(id))
	}
	switch {
	case starts && ends:
		d.deleteLines(id)
	case ends: // the previous item becomes the last on the line
		d.remove(id)
		if !first {
			d.members.endLineHere(it.Prev)
		}
	case starts && !last: // the next item becomes the first on the line
		next := d.NextItem(id)
		d.remove(id)
		d.members.replaceLead(next, cut(it.Head, 0, len(blanks(d.At(it.Head)))))
	case first && !last: // the next item takes the place of the removed one
		next := d.NextItem(id)
		d.members.moveLeadToGap(id)
		d.remove(id)
		d.members.replaceLead(next, syntax.Span{})
	default:
		d.remove(id)
		if starts && last && !first {
			d.lines.trimAbove(it.Prev, d.lines.blankLinesAbove(it.Prev))
			d.joinBracket(it.Parent)
		}
	}
	if first {
		d.members.guardForKeyword(it.Parent)
	}
}

// joinBracket removes the line end before a closing bracket. It does so only if the first item is
// on the line of the opening bracket, and nothing but blanks is around the line end. In such a list
// or object, the closing bracket was probably directly after the removed item.
func (d *editor) joinBracket(parent syntax.ItemID) {
	id := d.LastItem(parent)
	it := d.item(id)
	tail := d.At(it.Tail)
	if d.StartsLine(d.FirstItem(parent)) || !d.endsLine(id) || hasComment(tail) || d.endsInHeredoc(it.Content) {
		return
	}
	if next := it.Next; next != syntax.NoItem && len(bytes.Trim(d.At(d.item(next).Head), " \t")) > 0 {
		return
	}
	it.Tail = cut(it.Tail, 0, len(bytes.TrimRight(tail, " \t\r\n")))
	d.store.Touch(id)
}
