package render

import "iacedit/syntax"

// An attrPlace caches where new attributes go in a body.
type attrPlace struct {
	last     syntax.ItemID // the last attribute before the first block
	searched syntax.ItemID // no attribute is between this child and the first block
}

// attributePlace returns the child of a body after which to add a new attribute. If the body has a
// block, and no attribute is above its first block, attributePlace also returns that block.
func (d *inserter) attributePlace(body syntax.ItemID) (prev, block syntax.ItemID) {
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
		switch d.item(id).Kind {
		case syntax.KindAttribute:
			at.last, at.searched = id, id
		case syntax.KindBlock:
			block = id
		default:
			at.searched = id
		}
	}
	d.budget.Step(steps)
	switch {
	case at.last != syntax.NoItem:
		if steps > fewSteps {
			setKey(&d.cache.attrs, body, at)
		}
		return at.last, syntax.NoItem
	case block != syntax.NoItem:
		return d.item(block).Prev, block
	}
	return d.endOfCode(body), syntax.NoItem
}

// noteAttribute updates the cached place of new attributes after an attribute was added.
func (d *inserter) noteAttribute(body, id syntax.ItemID) {
	d.cache.body, d.cache.attr = body, id
	if at, ok := d.cache.attrs[body]; ok {
		if at.searched == at.last {
			at.searched = id
		}
		at.last = id
		d.cache.attrs[body] = at
	}
}

// blockPlace returns the child of a body after which to add a new block of the given type.
func (d *inserter) blockPlace(body syntax.ItemID, typ string) syntax.ItemID {
	if body == syntax.Root {
		return d.item(body).Last
	}
	if last := d.index.LastBlock(body, typ); last != syntax.NoItem {
		return last
	}
	return d.endOfCode(body)
}
