package render

import "iacedit/syntax"

// attributePlace returns the child of a body after which a new attribute goes, and
// the block that it then stands before if no attribute does.
func (d *Draft) attributePlace(body syntax.ItemID) (prev, block syntax.ItemID) {
	last := d.knownAttribute(body)
	from := last
	if from == syntax.NoItem {
		from = d.Item(body).First
	}
	steps := 0
	for id := from; id != syntax.NoItem; id = d.Item(id).Next {
		steps++
		if kind := d.Item(id).Kind; kind == syntax.KindAttribute {
			last = id
		} else if kind == syntax.KindBlock {
			block = id
			break
		}
	}
	d.budget.Step(steps)
	switch {
	case last != syntax.NoItem:
		if steps > fewSteps {
			note(&d.known.attrs, body, last)
		}
		return last, syntax.NoItem
	case block != syntax.NoItem:
		return d.Item(block).Prev, block
	}
	return d.endOfCode(body), syntax.NoItem
}

// knownAttribute returns an attribute of a body that stands before its first block and
// is, or was, the last that does; or NoItem.
func (d *Draft) knownAttribute(body syntax.ItemID) syntax.ItemID {
	if d.known.body == body && d.known.attr != syntax.NoItem {
		return d.known.attr
	}
	return d.known.attrs[body]
}

// noteAttribute remembers that a new attribute went to its place.
func (d *Draft) noteAttribute(body, id syntax.ItemID) {
	d.known.body, d.known.attr = body, id
	if _, ok := d.known.attrs[body]; ok {
		d.known.attrs[body] = id
	}
}

// forgetPlace makes what is known of places true without an item that goes.
func (d *Draft) forgetPlace(id syntax.ItemID) {
	body := d.Item(id).Parent
	if d.knownAttribute(body) != id && d.known.attrs[body] != id {
		return
	}
	before := d.PrevItem(id)
	if before != syntax.NoItem && d.Item(before).Kind != syntax.KindAttribute {
		before = syntax.NoItem
	}
	if d.known.body == body {
		d.known.attr = before
	}
	if before == syntax.NoItem {
		delete(d.known.attrs, body)
	} else if d.known.attrs != nil {
		d.known.attrs[body] = before
	}
}

// blockPlace returns the child of a body after which a new block of a type goes.
func (d *Draft) blockPlace(body syntax.ItemID, typ string) syntax.ItemID {
	if body == syntax.Root {
		return d.Item(body).Last
	}
	if types, ok := d.known.types[body]; ok {
		return d.lastOf(body, types, typ)
	}
	id := d.Item(body).Last
	for steps := 0; id != syntax.NoItem; id = d.Item(id).Prev {
		if d.Item(id).Kind == syntax.KindBlock && string(d.Name(id)) == typ {
			return id
		}
		if steps++; steps > fewSteps {
			return d.lastOf(body, d.noteBlocks(body), typ)
		}
	}
	return d.endOfCode(body)
}

// noteBlocks remembers the blocks of a body by their types.
func (d *Draft) noteBlocks(body syntax.ItemID) map[string][]syntax.ItemID {
	types := make(map[string][]syntax.ItemID)
	for id := d.Item(body).First; id != syntax.NoItem; id = d.Item(id).Next {
		d.budget.Step(4)
		if d.Item(id).Kind == syntax.KindBlock {
			name := d.Name(id)
			types[string(name)] = append(types[string(name)], id)
		}
	}
	note(&d.known.types, body, types)
	return types
}

// lastOf returns the last block of a type in a body that is still there, else the
// end of the body.
func (d *Draft) lastOf(body syntax.ItemID, types map[string][]syntax.ItemID, typ string) syntax.ItemID {
	blocks := types[typ]
	for n := len(blocks); n > 0; n = len(blocks) {
		if id := blocks[n-1]; d.attached(id) {
			return id
		}
		blocks = blocks[:n-1]
		types[typ] = blocks
	}
	return d.endOfCode(body)
}

// noteBlock remembers that a new block went to its place.
func (d *Draft) noteBlock(body syntax.ItemID, typ string, id syntax.ItemID) {
	if types, ok := d.known.types[body]; ok {
		types[typ] = append(types[typ], id)
	}
}
