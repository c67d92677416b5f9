package render

import "iacedit/syntax"

// An attrPlace caches where new attributes go in a body.
type attrPlace struct {
	last     syntax.ItemID // the last attribute before the first block; at the top level, the last of all
	searched syntax.ItemID // no attribute is between this child and the first block, or the end
}

// attributePlace returns the child of a body after which to add a new attribute. If the body is that
// of a block, has a nested block, and no attribute is above the first one, attributePlace also
// returns that block. At the top level, a new attribute goes after the last one, or else to the end.
func (d *editor) attributePlace(body syntax.ItemID) (prev, block syntax.ItemID) {
	at := d.attrPlace(body)
	id := d.item(body).First
	if at.last != syntax.NoItem {
		id = at.last
		if at.searched != syntax.NoItem && d.store.Attached(at.searched) {
			id = at.searched
		}
	}
	steps := 0
	for ; id != syntax.NoItem && block == syntax.NoItem; id = d.item(id).Next {
		steps++
		switch {
		case d.item(id).Kind == syntax.KindAttribute:
			at.last, at.searched = id, id
		case d.item(id).Kind == syntax.KindBlock && body != syntax.Root:
			block = id
		default:
			at.searched = id
		}
	}
	d.budget.Step(steps)
	switch {
	case at.last != syntax.NoItem:
		if steps > fewSteps {
			setKey(&d.attrs, body, at)
		}
		return at.last, syntax.NoItem
	case block != syntax.NoItem:
		return d.item(block).Prev, block
	}
	return d.lines.endOfCode(body), syntax.NoItem
}

// noteAttribute updates the cached place of new attributes after an attribute was added.
func (d *editor) noteAttribute(body, id syntax.ItemID) {
	d.body, d.attr = body, id
	if at, ok := d.attrs[body]; ok {
		if at.searched == at.last {
			at.searched = id
		}
		at.last = id
		d.attrs[body] = at
	}
}

// blockPlace returns the child of a body after which to add a new block of the given type.
func (d *editor) blockPlace(body syntax.ItemID, typ string) syntax.ItemID {
	if body == syntax.Root {
		return d.item(body).Last
	}
	if last := d.index.LastBlock(body, typ); last != syntax.NoItem {
		return last
	}
	return d.lines.endOfCode(body)
}

// attrPlace looks up the place of new attributes in a body. The result is zero if the place is not
// cached.
func (d *editor) attrPlace(body syntax.ItemID) attrPlace {
	if at, ok := d.attrs[body]; ok {
		return at
	}
	if d.body == body {
		return attrPlace{last: d.attr}
	}
	return attrPlace{}
}

// forgetPlace updates the cached place of new attributes in the body of an item that will be
// removed. Call forgetPlace before the removal.
func (d *editor) forgetPlace(id syntax.ItemID) {
	body := d.item(id).Parent
	at := d.attrPlace(body)
	if at.last != id {
		return
	}
	before := d.PrevItem(id)
	if before != syntax.NoItem && d.item(before).Kind != syntax.KindAttribute {
		before = syntax.NoItem
	}
	if d.body == body {
		d.attr = before
	}
	if _, ok := d.attrs[body]; !ok {
		return
	}
	if at.last = before; at.searched == id {
		at.searched = before
	}
	if d.attrs[body] = at; before == syntax.NoItem {
		delete(d.attrs, body)
	}
}
