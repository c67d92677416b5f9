package render

import (
	"bytes"
	"errors"
	"fmt"

	"iacedit/syntax"
)

// A Place is where an attribute or block goes in a body: directly before an attribute or
// block of that body, or directly after it. One of Before and After is NoItem.
type Place struct {
	Before, After syntax.ItemID
	Spacing       Spacing // the blank lines around a block
}

// Spacing says whether blank lines separate a block from the items above and below.
type Spacing uint8

// The spacings.
const (
	AsAround Spacing = iota // separated like the items around it
	Blank
	Tight
)

func (p Place) at() syntax.ItemID {
	if p.Before != syntax.NoItem {
		return p.Before
	}
	return p.After
}

// placed returns an error unless a place is in the given body.
func (d *inserter) placed(body syntax.ItemID, p Place) error {
	at := p.at()
	switch {
	case p.Before != syntax.NoItem && p.After != syntax.NoItem:
		return errors.New("the place is both before an item and after one")
	case !d.InFile(at) || d.item(at).Parent != body || !isItem(d.item(at).Kind):
		return errors.New("the item that the place is beside is not in the body")
	}
	return nil
}

// AttributeAt is like Attribute, but adds the attribute at a place. No blank line separates the
// attribute from its neighbour.
func (d *inserter) AttributeAt(body syntax.ItemID, p Place, name string, value []byte) (syntax.ItemID, error) {
	if err := errors.Join(d.bodied(body), newName(name)); err != nil {
		return syntax.NoItem, err
	}
	d.Expand(body)
	if err := d.placed(body, p); err != nil {
		return syntax.NoItem, err
	}
	if d.hasAttribute(body, name) {
		return syntax.NoItem, fmt.Errorf("the body has an attribute %s", name)
	}
	content, err := d.newAttributeValue(value)
	if err != nil {
		return syntax.NoItem, err
	}
	d.open(body)
	id := d.putAttribute(body, d.clear(p), name, content)
	d.notePlaced(id)
	return id, nil
}

// BlockAt is like Block, but adds the block at a place. Blank lines separate it from the
// items above and below, unless the blocks there are directly below one another.
func (d *inserter) BlockAt(body syntax.ItemID, p Place, typ string, labels []string) (syntax.ItemID, error) {
	if err := errors.Join(d.bodied(body), newName(typ), newLabels(labels)); err != nil {
		return syntax.NoItem, err
	}
	d.Expand(body)
	if err := d.placed(body, p); err != nil {
		return syntax.NoItem, err
	}
	d.open(body)
	tight := d.tight(p)
	id := d.putBlock(body, d.room(p, tight), typ, labels)
	d.roomBelow(id, tight)
	d.notePlaced(id)
	return id, nil
}

// MoveTo moves an attribute or block, with its comments, to another place in its body. Comments
// that blank lines separate from the item stay. Blank lines change as if the item were deleted,
// and added at the new place. The item keeps its ID.
//
// The error is ErrLicence if the item's lead comments would become the licence of the file,
// or says that the place is not in the item's body. Nothing is changed then.
func (d *inserter) MoveTo(id syntax.ItemID, p Place) error {
	if err := d.exists(id); err != nil {
		return err
	}
	it := *d.item(id)
	if it.Kind != syntax.KindAttribute && it.Kind != syntax.KindBlock {
		return errors.New("only attributes and blocks are moved so")
	}
	if err := d.placed(it.Parent, p); err != nil {
		return err
	}
	if p.at() == id {
		return errors.New("an item has no place beside itself")
	}
	d.budget.Step(8)
	switch {
	case p.Before != syntax.NoItem && d.NextItem(id) == p.Before, p.After != syntax.NoItem && d.NextItem(p.After) == id:
		return nil
	case p.Before != syntax.NoItem && d.startsFile(p.Before) && syntax.IsLicence(d.At(d.Comments(id))):
		return ErrLicence
	}
	ended := d.endsLine(d.item(it.Parent).Last)
	d.endLine(id)
	d.forgetPlace(id)
	d.deleteLines(id, *d.item(id))
	if it.Kind == syntax.KindBlock {
		tight := d.tight(p)
		d.relink(id, d.room(p, tight))
		d.roomBelow(id, tight)
	} else {
		d.relink(id, d.clear(p))
	}
	if it.Parent == syntax.Root && !ended {
		d.unendLine(d.item(syntax.Root).Last)
	}
	delete(d.known.ends, it.Parent)
	note(&d.known.moved, it.Parent, true)
	d.notePlaced(id)
	return nil
}

// BlankAfter adds a blank line below an attribute or block, if an item is directly below it.
func (d *inserter) BlankAfter(id syntax.ItemID) error {
	if err := d.exists(id); err != nil {
		return err
	}
	if next := d.item(id).Next; next != syntax.NoItem && isItem(d.item(next).Kind) && d.endsLine(id) {
		d.blankAfter(id)
		d.store.Touch(id) // nothing is aligned across the blank line
		d.store.Touch(next)
	}
	return nil
}

// Above returns the item directly above another, without a blank line or a separate comment
// between them, or NoItem.
func (d *inserter) Above(id syntax.ItemID) syntax.ItemID {
	if prev := d.item(id).Prev; prev != syntax.NoItem && isItem(d.item(prev).Kind) {
		return prev
	}
	return syntax.NoItem
}

// Below returns the item directly below another, without a blank line or a separate
// comment between them, or NoItem.
func (d *inserter) Below(id syntax.ItemID) syntax.ItemID {
	if next := d.item(id).Next; next != syntax.NoItem && isItem(d.item(next).Kind) {
		return next
	}
	return syntax.NoItem
}

// clear returns the child that precedes a place, and makes sure that the place is at the start of
// a line.
func (d *inserter) clear(p Place) (prev syntax.ItemID) {
	prev = p.After
	if p.Before != syntax.NoItem {
		prev = d.item(p.Before).Prev
	}
	if prev == syntax.NoItem {
		return prev
	}
	d.endLine(prev)
	if d.item(prev).Kind == syntax.KindGap {
		if g := d.gap(prev); !g.blank && g.below == 0 {
			prev = d.blankAfter(prev) // otherwise the licence would become the comment of the new item
		}
	}
	return prev
}

// tight reports whether a new block gets no blank lines around it, because the blocks at its place
// have none between them. The two blocks around the place count or, for a nested block, the block
// beside it and that block's other neighbour.
func (d *inserter) tight(p Place) bool {
	if p.Spacing != AsAround {
		return p.Spacing == Tight
	}
	between, beyond := d.Above, d.Below
	if p.After != syntax.NoItem {
		between, beyond = beyond, between
	}
	at := p.at()
	return between(at) != syntax.NoItem || d.item(at).Parent != syntax.Root && beyond(at) != syntax.NoItem
}

// room is like clear, but prepares a place for a block: it adds a blank line above, unless tight is
// set.
func (d *inserter) room(p Place, tight bool) (prev syntax.ItemID) {
	prev = d.clear(p)
	if prev != syntax.NoItem && isItem(d.item(prev).Kind) && !tight {
		prev = d.blankAfter(prev)
	}
	return prev
}

// roomBelow adds a blank line below a block if an item is directly below it, unless tight is set.
func (d *inserter) roomBelow(id syntax.ItemID, tight bool) {
	if !tight && d.Below(id) != syntax.NoItem {
		d.blankAfter(id)
	}
}

// unendLine removes the line end after the last item, in a file that had no line end there before
// the edits.
func (d *inserter) unendLine(id syntax.ItemID) {
	it := *d.item(id)
	if !isItem(it.Kind) || d.endsInHeredoc(it.Content) {
		return
	}
	text := d.At(it.Tail)
	d.item(id).Tail = cut(it.Tail, 0, len(bytes.TrimSuffix(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\r'})))
	d.store.Touch(id)
}

// notePlaced updates the known place of new attributes after an item was put at a place.
func (d *inserter) notePlaced(id syntax.ItemID) {
	it := d.item(id)
	if it.Kind == syntax.KindBlock {
		return
	}
	if at := d.attrPlace(it.Parent); at.last != syntax.NoItem && at.last == it.Prev {
		d.noteAttribute(it.Parent, id)
	}
}

// NextAfterBlanks returns the item below another, if only blank lines are between them, or
// NoItem.
func (d *inserter) NextAfterBlanks(id syntax.ItemID) syntax.ItemID {
	next := d.item(id).Next
	for next != syntax.NoItem && d.item(next).Kind == syntax.KindGap && d.gap(next).blank {
		d.budget.Step(1)
		next = d.item(next).Next
	}
	if next == syntax.NoItem || !isItem(d.item(next).Kind) {
		return syntax.NoItem
	}
	return next
}

// EndsFile reports whether only blank lines follow an item. Comments may follow, too, if they
// start directly below it.
func (d *inserter) EndsFile(id syntax.ItemID) bool {
	id = d.item(id).Next
	touches := id != syntax.NoItem && d.gap(id).above == 0
	for id != syntax.NoItem && d.item(id).Kind == syntax.KindGap && (touches || d.gap(id).blank) {
		d.budget.Step(1)
		id = d.item(id).Next
	}
	return id == syntax.NoItem
}
