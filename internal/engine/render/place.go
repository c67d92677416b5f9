package render

import (
	"bytes"
	"errors"
	"fmt"

	"iacedit/syntax"
)

// A Place is a place for an attribute or block in a body: directly before or directly after an
// attribute or block. One of the fields Before and After is NoItem.
type Place struct {
	Before, After syntax.ItemID
	Spacing       Spacing // the blank lines around a block
}

// Spacing specifies whether there are blank lines above and below a block.
type Spacing uint8

// The spacings.
const (
	AsAround Spacing = iota // blank lines as between the items around the block
	Blank
	Tight
)

func (p Place) neighbour() syntax.ItemID {
	if p.Before != syntax.NoItem {
		return p.Before
	}
	return p.After
}

// checkPlace returns an error if a place is not in the body.
func (d *editor) checkPlace(body syntax.ItemID, p Place) error {
	at := p.neighbour()
	switch {
	case p.Before != syntax.NoItem && p.After != syntax.NoItem:
		return errors.New("the place is both before an item and after one")
	case !d.InFile(at) || d.item(at).Parent != body || !isItem(d.item(at).Kind):
		return errors.New("the item that the place is beside is not in the body")
	}
	return nil
}

// AttributeAt is like Attribute, but adds the attribute at a place. There is no blank line between
// the attribute and the item that the place names.
func (d *editor) AttributeAt(body syntax.ItemID, p Place, name string, value []byte) (syntax.ItemID, error) {
	if err := errors.Join(d.checks.checkHasBody(body), checkName(name)); err != nil {
		return syntax.NoItem, err
	}
	d.Expand(body)
	if err := d.checkPlace(body, p); err != nil {
		return syntax.NoItem, err
	}
	if d.checks.hasAttribute(body, name) {
		return syntax.NoItem, fmt.Errorf("the body has an attribute %s", name)
	}
	content, err := d.checks.addAttributeValue(value)
	if err != nil {
		return syntax.NoItem, err
	}
	d.lines.open(body)
	id := d.putAttribute(body, d.preparePlace(p), name, content)
	d.comments.comeBelow(id, p.Before)
	d.notePlaced(id)
	return id, nil
}

// BlockAt is like Block, but adds the block at a place. The block has blank lines above and below,
// unless the blocks at this place have no blank line between them.
func (d *editor) BlockAt(body syntax.ItemID, p Place, typ string, labels []string) (syntax.ItemID, error) {
	if err := errors.Join(d.checks.checkHasBody(body), checkName(typ), checkLabels(labels)); err != nil {
		return syntax.NoItem, err
	}
	d.Expand(body)
	if err := d.checkPlace(body, p); err != nil {
		return syntax.NoItem, err
	}
	d.lines.open(body)
	tight := d.isTight(p)
	id := d.putBlock(body, d.prepareBlockPlace(p, tight), typ, labels)
	d.addBlankBelow(id, tight)
	d.comments.comeBelow(id, p.Before)
	d.notePlaced(id)
	return id, nil
}

// MoveTo moves an attribute or block to another place in its body. The comments directly above the
// item move with it. Comments that blank lines separate from the item stay, and so do comments that
// are about something else (docs/layout.md, "Whose comment it is"). Blank lines change as
// if the item were deleted and added again. The item keeps its ID.
//
// MoveTo returns ErrLicence if the item's comments would be taken for the licence of the file. It
// returns another error if the place is not in the body of the item. On error, nothing changes.
func (d *editor) MoveTo(id syntax.ItemID, p Place) error {
	if err := d.checks.checkExists(id); err != nil {
		return err
	}
	it := *d.item(id)
	if it.Kind != syntax.KindAttribute && it.Kind != syntax.KindBlock {
		return errors.New("only attributes and blocks can be moved this way")
	}
	if err := d.checkPlace(it.Parent, p); err != nil {
		return err
	}
	if p.neighbour() == id {
		return errors.New("an item has no place beside itself")
	}
	d.budget.Step(8)
	switch {
	case p.Before != syntax.NoItem && d.NextItem(id) == p.Before, p.After != syntax.NoItem && d.NextItem(p.After) == id:
		return nil
	case p.Before != syntax.NoItem && d.lines.startsFile(p.Before) && syntax.IsLicence(d.At(d.Comments(id))):
		return ErrLicence
	}
	ended := d.endsLine(d.item(it.Parent).Last)
	d.lines.endLine(id)
	d.forgetPlace(id)
	d.deleteLines(id)
	if gap := d.comments.leftAbove(id, p.Before); gap != syntax.NoItem {
		d.lines.relink(id, gap)
		d.comments.handOn(gap)
	} else if it.Kind == syntax.KindBlock {
		tight := d.isTight(p)
		d.lines.relink(id, d.prepareBlockPlace(p, tight))
		d.addBlankBelow(id, tight)
	} else {
		d.lines.relink(id, d.preparePlace(p))
	}
	d.comments.comeBelow(id, p.Before)
	if it.Parent == syntax.Root && !ended {
		d.dropFinalLineEnd(d.item(syntax.Root).Last)
	}
	delete(d.cache.ends, it.Parent)
	setKey(&d.cache.moved, it.Parent, true)
	d.notePlaced(id)
	return nil
}

// preparePlace prepares a place for a new item: it adds a line end if the text above has none. It
// returns the child after which to add the item.
func (d *editor) preparePlace(p Place) (prev syntax.ItemID) {
	prev = p.After
	if p.Before != syntax.NoItem {
		prev = d.item(p.Before).Prev
	}
	if prev == syntax.NoItem {
		return prev
	}
	d.lines.endLine(prev)
	if d.item(prev).Kind == syntax.KindGap {
		if g := d.lines.blankLinesIn(prev); !g.blank && g.below == 0 {
			prev = d.lines.blankAfter(prev) // otherwise the licence would become the comment of the new item
		}
	}
	return prev
}

// isTight reports whether a new block gets no blank lines above and below. If p.Spacing is
// AsAround, the existing items decide: the block gets no blank lines if no blank line is between
// the two items beside the place, and at the top level each of these is on one line without
// comments above it. A nested block also gets none if no blank line separates the item
// that p names from the item beyond it.
func (d *editor) isTight(p Place) bool {
	if p.Spacing != AsAround {
		return p.Spacing == Tight
	}
	between, beyond := d.lines.Above, d.lines.Below
	if p.After != syntax.NoItem {
		between, beyond = beyond, between
	}
	at := p.neighbour()
	if d.item(at).Parent == syntax.Root && d.item(at).Kind == syntax.KindBlock {
		other := between(at)
		return other != syntax.NoItem && d.comments.isPlainLine(at) && d.comments.isPlainLine(other)
	}
	return between(at) != syntax.NoItem || d.item(at).Parent != syntax.Root && beyond(at) != syntax.NoItem
}

// prepareBlockPlace is like preparePlace, but for a block. If the argument tight is false, it also
// adds a blank line above the block.
func (d *editor) prepareBlockPlace(p Place, tight bool) (prev syntax.ItemID) {
	prev = d.preparePlace(p)
	if prev != syntax.NoItem && isItem(d.item(prev).Kind) && !tight {
		prev = d.lines.blankAfter(prev)
	}
	return prev
}

// addBlankBelow adds a blank line below a new block if an item is directly below the block. If the
// argument tight is true, it does nothing.
func (d *editor) addBlankBelow(id syntax.ItemID, tight bool) {
	if !tight && d.lines.Below(id) != syntax.NoItem {
		d.lines.blankAfter(id)
	}
}

// dropFinalLineEnd removes the line end of the last item in the file. Call dropFinalLineEnd if the
// source ended without a line end.
func (d *editor) dropFinalLineEnd(id syntax.ItemID) {
	it := *d.item(id)
	if !isItem(it.Kind) || d.endsInHeredoc(it.Content) {
		return
	}
	text := d.At(it.Tail)
	d.item(id).Tail = cut(it.Tail, 0, len(bytes.TrimSuffix(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\r'})))
	d.store.Touch(id)
}

// notePlaced updates the cached place of new attributes after an item was added to a body.
func (d *editor) notePlaced(id syntax.ItemID) {
	it := d.item(id)
	if it.Kind == syntax.KindBlock {
		return
	}
	if at := d.attrPlace(it.Parent); at.last != syntax.NoItem && at.last == it.Prev {
		d.noteAttribute(it.Parent, id)
	}
}

// NextAfterBlanks returns the next item below another one, even if blank lines are between them. It
// returns NoItem if anything else is between them.
func (d *editor) NextAfterBlanks(id syntax.ItemID) syntax.ItemID {
	next := d.item(id).Next
	for next != syntax.NoItem && d.item(next).Kind == syntax.KindGap && d.lines.blankLinesIn(next).blank {
		d.budget.Step(1)
		next = d.item(next).Next
	}
	if next == syntax.NoItem || !isItem(d.item(next).Kind) {
		return syntax.NoItem
	}
	return next
}

// EndsFile reports whether an item is the last in the file, and no separate comments follow it.
// Comments that start directly below the item may follow.
func (d *editor) EndsFile(id syntax.ItemID) bool {
	id = d.item(id).Next
	touches := id != syntax.NoItem && d.lines.blankLinesIn(id).above == 0
	for id != syntax.NoItem && d.item(id).Kind == syntax.KindGap && (touches || d.lines.blankLinesIn(id).blank) {
		d.budget.Step(1)
		id = d.item(id).Next
	}
	return id == syntax.NoItem
}
