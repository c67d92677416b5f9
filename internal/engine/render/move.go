package render

import (
	"errors"

	"iacedit/syntax"
)

// ErrMixedLines is returned by Move if an item shares its line with other items, but would be alone
// on its line at the new place, or the reverse. After such a move it would be unclear which items
// the comments on these lines describe.
var ErrMixedLines = errors.New("some items share a line, others do not")

// Move moves a pair or element inside its object or tuple. The item goes directly after the item in
// after. If after is NoItem, the item goes before all others. The item keeps its ID. The comments
// directly above and directly after the item move with it. Comments that blank lines separate from
// the item stay. After the move, the last item has a comma only if the item that was last before
// the move had one (docs/layout.md, "The smallest change").
//
// Besides ErrMixedLines, Move returns an error if the items are not in one object or tuple. On
// error, nothing changes.
func (d *editor) Move(id, after syntax.ItemID) error {
	if err := errors.Join(d.checks.checkHasValue(id), d.checks.checkRemovable(id)); err != nil {
		return err
	}
	kind, parent := d.item(id).Kind, d.item(id).Parent
	switch {
	case kind == syntax.KindAttribute:
		return errors.New("only pairs and elements are moved")
	case after == syntax.NoItem:
		if d.isFirst(id) {
			return nil
		}
	case d.checks.checkHasValue(after) != nil || d.item(after).Parent != parent:
		return errors.New("the item to move behind is in another place")
	case after == id || d.NextItem(after) == id:
		return nil
	}
	d.budget.Step(8)
	first, last := d.FirstItem(parent), d.LastItem(parent)
	inline := !d.endsLine(id)
	if inline == d.StartsLine(id) || after == syntax.NoItem && inline == d.StartsLine(first) || after != syntax.NoItem && inline == d.endsLine(after) {
		return ErrMixedLines
	}
	if trailing := d.members.hasComma(last); inline {
		d.moveInline(id, after, first, last)
		d.keepLastComma(last, trailing, true)
	} else {
		d.moveLines(id, after, first)
		d.keepLastComma(last, trailing, kind == syntax.KindElement)
	}
	if id == first || after == syntax.NoItem {
		d.members.guardForKeyword(parent)
	}
	return nil
}

// moveLines moves an item that shares its lines with no other item.
func (d *editor) moveLines(id, after, first syntax.ItemID) {
	d.deleteLines(id)
	if after == syntax.NoItem {
		after = d.item(first).Prev
	}
	d.lines.relink(id, after)
}

// moveInline moves an item among items on the same line. The blanks before the first of these items
// and after the last one stay in place.
func (d *editor) moveInline(id, after, first, last syntax.ItemID) {
	d.members.moveBlanksToGap(last)
	d.members.moveLeadToGap(first)
	next := d.NextItem(id)
	d.remove(id)
	if id == first {
		d.members.replaceLead(next, syntax.Span{})
		d.members.replaceLead(id, d.addStrings(" "))
	}
	if after == syntax.NoItem {
		d.members.replaceLead(first, d.addStrings(" "))
		d.members.replaceLead(id, syntax.Span{})
		after = d.item(first).Prev
	}
	d.lines.relink(id, after)
}

// keepLastComma corrects the commas after a move. Its arguments are the item that was last before
// the move, whether this item had a comma, and whether commas are necessary between the items. If
// the item had no comma and is no longer the last one, it gets a comma, and the new last item loses
// its comma.
func (d *editor) keepLastComma(wasLast syntax.ItemID, trailing, needed bool) {
	last := d.LastItem(d.item(wasLast).Parent)
	if last == wasLast || trailing || !needed && !d.members.hasComma(last) {
		return
	}
	d.members.addComma(wasLast)
	d.members.dropComma(last)
}
