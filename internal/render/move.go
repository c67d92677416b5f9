package render

import (
	"errors"

	"iacedit/syntax"
)

// A mover moves pairs and elements.
type mover struct{ commenter }

// ErrMixedLines is Move's error if some items share a line and others do not, and the move would
// change whether the item shares its line. Then it would be unclear which items the comments
// describe.
var ErrMixedLines = errors.New("some items stand several on a line, others do not")

// Move moves a pair or element inside its object or tuple: directly after another item, or
// before all others if after is NoItem. The comments directly above and behind the item move
// with it. Comments that blank lines separate from the item stay. The new last item has a
// comma only if the old last item had a comma (docs/layout.md, "The smallest change"). The
// item keeps its ID.
//
// The error is ErrMixedLines, or says that the items are not in one object or tuple. Nothing
// is changed then.
func (d *mover) Move(id, after syntax.ItemID) error {
	if err := errors.Join(d.valued(id), d.single(id)); err != nil {
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
	case d.valued(after) != nil || d.item(after).Parent != parent:
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
	if trailing := d.hasComma(last); inline {
		d.moveInline(id, after, first, last)
		d.keepLastComma(last, trailing, true)
	} else {
		d.moveLines(id, after, first)
		d.keepLastComma(last, trailing, kind == syntax.KindElement)
	}
	if id == first || after == syntax.NoItem {
		d.guardFor(parent)
	}
	return nil
}

// moveLines moves an item with its lines.
func (d *mover) moveLines(id, after, first syntax.ItemID) {
	d.deleteLines(id, *d.item(id))
	if after == syntax.NoItem {
		after = d.item(first).Prev
	}
	d.relink(id, after)
}

// moveInline moves an item within its line. The text before the first and after the last item
// stays.
func (d *mover) moveInline(id, after, first, last syntax.ItemID) {
	d.parkBlanks(last)
	d.parkLead(first)
	next := d.NextItem(id)
	d.remove(id)
	if id == first {
		d.leadAs(next, syntax.Span{})
		d.leadAs(id, d.text(" "))
	}
	if after == syntax.NoItem {
		d.leadAs(first, d.text(" "))
		d.leadAs(id, syntax.Span{})
		after = d.item(first).Prev
	}
	d.relink(id, after)
}

// keepLastComma corrects the commas after a move. The last item may have a comma only if the item
// that was last before the move had one, as the flag trailing says. If it had none and is not last
// any more, it gets a comma, and the new last item loses its comma. The flag needed says that there
// must be commas between items.
func (d *mover) keepLastComma(was syntax.ItemID, trailing, needed bool) {
	last := d.LastItem(d.item(was).Parent)
	if last == was || trailing || !needed && !d.hasComma(last) {
		return
	}
	d.addComma(was)
	d.dropComma(last)
}
