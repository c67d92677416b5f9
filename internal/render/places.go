package render

import "iacedit/syntax"

// An attrPlace is where new attributes of a body go.
type attrPlace struct {
	last syntax.ItemID // the last attribute before the first block, after which they go
	seen syntax.ItemID // a child after which no attribute was seen before the first block
}

// attributePlace returns the child of a body after which a new attribute goes, and
// the block that it then stands before if no attribute does.
func (d *inserter) attributePlace(body syntax.ItemID) (prev, block syntax.ItemID) {
	at := d.attrPlace(body)
	id := d.item(body).First
	if at.last != syntax.NoItem {
		id = at.last
		if at.seen != syntax.NoItem && d.store.Attached(at.seen) {
			id = at.seen
		}
	}
	steps := 0
	for ; id != syntax.NoItem && block == syntax.NoItem; id = d.item(id).Next {
		steps++
		switch d.item(id).Kind {
		case syntax.KindAttribute:
			at.last, at.seen = id, id
		case syntax.KindBlock:
			block = id
		default:
			at.seen = id
		}
	}
	d.budget.Step(steps)
	switch {
	case at.last != syntax.NoItem:
		if steps > fewSteps {
			note(&d.known.attrs, body, at)
		}
		return at.last, syntax.NoItem
	case block != syntax.NoItem:
		return d.item(block).Prev, block
	}
	return d.endOfCode(body), syntax.NoItem
}

// noteAttribute remembers that a new attribute went to its place.
func (d *inserter) noteAttribute(body, id syntax.ItemID) {
	d.known.body, d.known.attr = body, id
	if names := d.known.names[body]; names != nil {
		names[string(d.Name(id))] = true
	}
	if at, ok := d.known.attrs[body]; ok {
		if at.seen == at.last {
			at.seen = id
		}
		at.last = id
		d.known.attrs[body] = at
	}
}

// blockPlace returns the child of a body after which a new block of a type goes.
func (d *inserter) blockPlace(body syntax.ItemID, typ string) syntax.ItemID {
	if body == syntax.Root {
		return d.item(body).Last
	}
	if types, ok := d.known.types[body]; ok {
		return d.lastOf(body, types, typ)
	}
	id := d.item(body).Last
	for steps := 0; id != syntax.NoItem; id = d.item(id).Prev {
		if d.item(id).Kind == syntax.KindBlock && string(d.Name(id)) == typ {
			return id
		}
		if steps++; steps > fewSteps {
			return d.lastOf(body, d.noteBlocks(body), typ)
		}
	}
	return d.endOfCode(body)
}

// noteBlocks remembers the blocks of a body by their types.
func (d *inserter) noteBlocks(body syntax.ItemID) map[string][]syntax.ItemID {
	types := make(map[string][]syntax.ItemID)
	for id := d.item(body).First; id != syntax.NoItem; id = d.item(id).Next {
		d.budget.Step(4)
		if d.item(id).Kind == syntax.KindBlock {
			name := d.Name(id)
			types[string(name)] = append(types[string(name)], id)
		}
	}
	note(&d.known.types, body, types)
	return types
}

// lastOf returns the last block of a type in a body that is still there, else the
// end of the body.
func (d *inserter) lastOf(body syntax.ItemID, types map[string][]syntax.ItemID, typ string) syntax.ItemID {
	blocks := types[typ]
	for n := len(blocks); n > 0; n = len(blocks) {
		if id := blocks[n-1]; d.store.Attached(id) {
			return id
		}
		blocks = blocks[:n-1]
		types[typ] = blocks
	}
	return d.endOfCode(body)
}

// noteBlock remembers that a new block went to its place.
func (d *inserter) noteBlock(body syntax.ItemID, typ string, id syntax.ItemID) {
	if types, ok := d.known.types[body]; ok {
		types[typ] = append(types[typ], id)
	}
}
