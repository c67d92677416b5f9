package render

import (
	"bytes"

	"iacedit/syntax"
)

// Space adds blank lines above and below a new attribute, pair or element that has several lines.
// It does so only if blank lines also separate its siblings that have several lines
// (docs/layout.md, "Shape"). A new item on one line gets a blank line between it and such a sibling,
// if all siblings have one there. Space adds none if a block directly follows the item: a removal of
// the item would not take these blank lines back.
func (d *lines) Space(id syntax.ItemID) {
	switch {
	case !d.InFile(id) || d.isAboveBlock(id):
	case d.isMultiline(id):
		if d.siblingsAreSpaced(id, false) {
			d.addBlankLinesAround(id)
		}
	case d.StartsLine(id) && d.endsLine(id):
		above, below := d.Above(id), d.Below(id)
		isBelow, isAbove := above != syntax.NoItem && d.isMultiline(above), below != syntax.NoItem && d.isMultiline(below)
		if !isBelow && !isAbove || !d.siblingsAreSpaced(id, true) {
			return
		}
		if isBelow {
			_ = d.BlankAfter(above) // cannot fail: the item is in the file
		}
		if isAbove {
			_ = d.BlankAfter(id) // cannot fail
		}
	}
}

// SpaceAttribute is like Space, but for a new attribute. It also adds blank lines if all other
// attributes of the body have blank lines between them, even if the new attribute is on one line.
// The parameter meta must be true for a meta-argument such as "count"; SpaceAttribute then does the
// same as Space if the attribute has several lines, and otherwise nothing.
func (d *lines) SpaceAttribute(id syntax.ItemID, meta bool) {
	switch {
	case !meta && d.InFile(id) && !d.isAboveBlock(id) && d.attributesAreSpaced(id):
		d.addBlankLinesAround(id)
	case !meta || d.InFile(id) && d.isMultiline(id):
		d.Space(id)
	}
}

// isAboveBlock reports whether a block directly follows an item.
func (d *lines) isAboveBlock(id syntax.ItemID) bool {
	below := d.Below(id)
	return below != syntax.NoItem && d.item(below).Kind == syntax.KindBlock
}

// IsApart reports whether an attribute, pair or element has several lines and no other item
// directly above or below it. Pass the result to SpaceMoved.
func (d *lines) IsApart(id syntax.ItemID) bool {
	it := d.item(id)
	return it.Prev != it.Next && d.isMultiline(id) && d.Above(id) == syntax.NoItem && d.Below(id) == syntax.NoItem
}

// SpaceMoved is like Space, but for a moved item. The argument apart is the result of IsApart
// before the move. If it is true, the item gets blank lines at its new place.
func (d *lines) SpaceMoved(id syntax.ItemID, apart bool) {
	if apart && d.InFile(id) && d.isMultiline(id) {
		d.addBlankLinesAround(id)
		return
	}
	d.Space(id)
}

// addBlankLinesAround adds blank lines above and below an item.
func (d *lines) addBlankLinesAround(id syntax.ItemID) {
	if above := d.Above(id); above != syntax.NoItem {
		_ = d.BlankAfter(above) // cannot fail: the item is in the file
	}
	_ = d.BlankAfter(id) // cannot fail
}

// isMultiline reports whether an item is an attribute, pair or element that has several lines, and
// no other item is on these lines.
func (d *lines) isMultiline(id syntax.ItemID) bool {
	it := d.item(id)
	switch it.Kind {
	case syntax.KindAttribute, syntax.KindPair, syntax.KindElement:
		return d.StartsLine(id) && d.endsLine(id) && d.hasBreak(id)
	}
	return false
}

// hasBreak reports whether the value of an item has a line break.
func (d *lines) hasBreak(id syntax.ItemID) bool {
	it := d.item(id)
	if !it.Expanded() || !it.Touched {
		return d.hasLineEnd(it.Content)
	}
	return !d.OneLine(id)
}

// siblingsAreSpaced reports whether blank lines or comments separate those siblings of an item that
// have several lines. At least two such siblings must be next to each other. If fromAll is true,
// blank lines or comments must separate them from all other siblings, too, and two pairs of any
// siblings are enough. siblingsAreSpaced looks only at the last siblings.
func (d *lines) siblingsAreSpaced(except syntax.ItemID, fromAll bool) bool {
	pairs, found := 0, false
	below, wasOver := syntax.NoItem, false
	for id, n := d.LastItem(d.item(except).Parent), 0; id != syntax.NoItem && n < 4*fewSteps; id, n = d.PrevItem(id), n+1 {
		d.budget.Step(2)
		if id == except {
			continue
		}
		over := d.isMultiline(id)
		if over && wasOver || fromAll && below != syntax.NoItem && (over || wasOver) {
			above := d.item(below).Prev
			if above == except {
				above = d.item(except).Prev
			}
			if above == id {
				return false
			}
			if d.blankBetween(id, below) {
				pairs++
				found = found || over && wasOver || pairs > 1
			}
		}
		below, wasOver = id, over
	}
	return found
}

// minOneLineAttributes is the number of one-line attributes that a body must have for
// attributesAreSpaced to be true.
const minOneLineAttributes = 4

// attributesAreSpaced reports whether blank lines or comments separate all attributes of a body
// other than the given one. At least minOneLineAttributes of them must be one-line attributes.
func (d *lines) attributesAreSpaced(except syntax.ItemID) bool {
	if d.item(except).Kind != syntax.KindAttribute {
		return false
	}
	onOneLine, below := 0, syntax.NoItem
	for id, n := d.LastItem(d.item(except).Parent), 0; id != syntax.NoItem && n < 4*fewSteps; id, n = d.PrevItem(id), n+1 {
		d.budget.Step(2)
		if id == except {
			continue
		}
		if d.item(id).Kind != syntax.KindAttribute {
			below = syntax.NoItem
			continue
		}
		if below != syntax.NoItem {
			above := d.item(below).Prev
			if above == except {
				above = d.item(except).Prev
			}
			if above == id {
				return false
			}
		}
		if !d.isMultiline(id) {
			onOneLine++
		}
		below = id
	}
	return onOneLine >= minOneLineAttributes
}

// blankBetween reports whether a blank line or a separate comment is between two items.
func (d *lines) blankBetween(id, below syntax.ItemID) bool {
	for id = d.item(id).Next; id != below && id != syntax.NoItem; id = d.item(id).Next {
		d.budget.Step(1)
		if it := d.item(id); it.Kind == syntax.KindGap && bytes.IndexByte(d.At(it.Head), '\n') >= 0 {
			return true
		}
	}
	return false
}
