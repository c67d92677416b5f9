package render

import (
	"errors"

	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// Attribute adds an attribute to a body, and returns its ID. The value is the code of an expression.
// There is an error for an item without a body, an invalid name or value, a name that the body has
// already, and a place that is not in the body.
func (d *Draft) Attribute(body syntax.ItemID, at Place, name string, value []byte) (syntax.ItemID, error) {
	return d.edit(func() (id syntax.ItemID, err error) {
		if at == (Place{}) {
			id, err = d.draft.Attribute(body, name, value)
		} else {
			id, err = d.draft.AttributeAt(body, at.of(), name, value)
		}
		if err == nil {
			d.draft.SpaceAttribute(id, false)
		}
		return id, err
	})
}

// Block adds an empty block to a body, and returns its ID. The labels are text, which Block quotes
// and escapes. There is an error for an item without a body, an invalid type or label, and a place
// that is not in the body.
func (d *Draft) Block(body syntax.ItemID, at Place, typ string, labels ...string) (syntax.ItemID, error) {
	return d.edit(func() (syntax.ItemID, error) {
		if at == (Place{}) {
			return d.draft.Block(body, typ, labels)
		}
		return d.draft.BlockAt(body, at.of(), typ, labels)
	})
}

// Pair adds a pair to an object, after the last pair, and returns its ID. The item is the attribute,
// pair or element that has the object as its value. The key is code: an identifier or a quoted
// string, which gets or loses quotes, so that it looks like the other keys. The value is the code of
// an expression. There is an error if the item has another value, and for an invalid key or value.
func (d *Draft) Pair(object syntax.ItemID, key string, value []byte) (syntax.ItemID, error) {
	return d.edit(func() (syntax.ItemID, error) {
		id, err := d.draft.Pair(object, key, value)
		if err == nil {
			d.draft.Space(id)
		}
		return id, err
	})
}

// Element adds an element to a list, after another element or, if that is syntax.NoItem, before all
// others, and returns its ID. The item list is the attribute, pair or element that has the list as
// its value. The value is the code of an expression. There is an error if the item has another
// value, if the other element is not in the list, and for an invalid value.
func (d *Draft) Element(list, after syntax.ItemID, value []byte) (syntax.ItemID, error) {
	return d.edit(func() (syntax.ItemID, error) { return d.draft.Element(list, after, value) })
}

// SetValue sets the value of an attribute, pair or element to the code of an expression. There is an
// error for an item without a value, and for an invalid value.
func (d *Draft) SetValue(id syntax.ItemID, value []byte) error {
	return d.change(func() error { return d.draft.SetValue(id, value) })
}

// SetNames changes the names of attributes, the types of blocks and the keys of pairs. Names and
// types must be identifiers; keys are text. All change at once, so that two may swap their names.
// There is an error for an item without a name, an invalid name, and two attributes of one name.
// References do not change: package refs finds them.
func (d *Draft) SetNames(names map[syntax.ItemID]string) error {
	return d.change(func() error { return d.draft.SetNames(names) })
}

// SetLabels changes the labels of a block to texts. There is an error if the block has another number
// of labels, and for an item that is no block.
func (d *Draft) SetLabels(block syntax.ItemID, labels ...string) error {
	return d.change(func() error { return d.draft.SetLabels(block, labels) })
}

// Comment returns the text of the comment directly above an item, without comment signs, and whether
// there is one.
func (d *Draft) Comment(id syntax.ItemID) (text string, ok bool) {
	if !d.Has(id) {
		return "", false
	}
	return d.draft.Comment(id)
}

// SetComment sets the comment directly above an attribute, block, pair or element. Each line of the
// text becomes a comment line. There is an error for an item that cannot have a comment, and for the
// first item of a file if its comment would be taken for the licence of the file.
func (d *Draft) SetComment(id syntax.ItemID, text string) error {
	return d.change(func() error { return d.draft.SetComment(id, text) })
}

// RemoveComment removes the comment directly above an attribute, block, pair or element.
func (d *Draft) RemoveComment(id syntax.ItemID) error {
	return d.change(func() error { return d.draft.RemoveComment(id) })
}

// Delete removes an attribute, block, pair or element, with its comma, and with its comments except
// those that are about something else (docs/layout.md, "Whose comment it is"). There is an error for
// any other item.
func (d *Draft) Delete(id syntax.ItemID) error {
	return d.change(func() error { return d.draft.Delete(id) })
}

// MoveTo moves an attribute or block to another place of its body, with its comments. The item keeps
// its ID. There is an error if the place is not in the body, or is zero.
func (d *Draft) MoveTo(id syntax.ItemID, at Place) error {
	return d.change(func() error {
		if at == (Place{}) {
			return errors.New("a move needs a place")
		}
		return d.draft.MoveTo(id, at.of())
	})
}

// MoveAfter moves a pair or element after another one of its object or list or, if that is
// syntax.NoItem, before all others. The item keeps its ID. There is an error for any other item, and
// if some of the items share a line while others do not.
func (d *Draft) MoveAfter(id, after syntax.ItemID) error {
	return d.change(func() error { return d.draft.Move(id, after) })
}

// of returns the place for the engine.
func (p Place) of() render.Place { return render.Place{Before: p.Before, After: p.After} }
