package rename

import (
	"errors"
	"slices"

	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// move moves items into and out of nested blocks, and removes the blocks that become empty.
func (n *renamer) move() error {
	sorted := map[draft.Block]bool{} // by object: whether its keys were in order before
	for i := range n.moves {
		m := &n.moves[i]
		m.block.Budget.Step(stepsPerBlock)
		var err error
		if m.name.Object {
			err = m.intoObject(sorted)
		} else {
			err = m.intoBlocks()
		}
		if _, told := errors.AsType[*fault.Error](err); err != nil && !told {
			err = draft.ErrorAt(m.name.Attribute.At, err)
		}
		if err != nil {
			return err
		}
		n.o.WarnKept(m.name.Attribute.At, m.block.File, false)
	}
	for i := range n.moves {
		m := &n.moves[i]
		for _, id := range slices.Backward(m.from) {
			if !m.keepEmpty && m.block.Draft.InFile(id) && m.block.Draft.Empty(id) {
				m.block.Delete(id)
				n.o.WarnKept(m.name.Attribute.At, m.block.File, false)
			}
		}
	}
	return nil
}

// intoBlocks moves the item into its nested blocks. It makes those that are missing.
func (m *movedItem) intoBlocks() error {
	f, at := m.block.File, m.name.Attribute.At
	body, special := m.body, m.special
	var made []draft.Block
	for _, typ := range m.into {
		if f.Index.Attribute(body, typ) != syntax.NoItem {
			return fault.At(at, fault.InvalidRequest, `rename: %s is an attribute in the code, not a nested block; "object": true puts %s into an object`, excerpt.Quote(typ), excerpt.Quote(m.name.Attribute.Text))
		}
		if found := f.Index.Blocks(nil, body, []string{typ}); len(found) > 0 {
			body = found[0]
		} else {
			block, err := apply.MakeNested(f, body, special, typ, nil, at)
			if err != nil {
				return err
			}
			body, made = block.ID, append(made, block)
		}
		special = special.Block(typ)
	}
	if err := m.put(body, special); err != nil {
		return err
	}
	for _, block := range slices.Backward(made) {
		if block.Styler().GoesOnOneLine(block.ID) {
			if err := block.Draft.Close(block.ID, value.LineWidth); err != nil {
				return err
			}
		}
	}
	return nil
}

// put moves the item to the place of a new item of its name in a body.
func (m *movedItem) put(body syntax.ItemID, special *terraform.Body) error {
	f, at := m.block.File, m.name.Attribute.At
	if f.Index.Attribute(body, m.newName) != syntax.NoItem || !m.isBlock && f.Index.HasBlock(body, []string{m.newName}) {
		return m.takenError()
	}
	if !m.isBlock {
		id, err := apply.MakeAttribute(f, body, special, m.newName, []byte("null"), at)
		if err == nil {
			err = f.Draft.Adopt(id, m.id)
		}
		if err == nil {
			f.Draft.Space(id)
		}
		return err
	}
	typ, labels := m.newName, (draft.Block{File: f, ID: m.id}).Labels()
	if string(f.Draft.Name(m.id)) == "dynamic" {
		typ, labels = "dynamic", []string{m.newName}
	}
	block, err := apply.MakeNested(f, body, special, typ, labels, at)
	if err != nil {
		return err
	}
	return f.Draft.Adopt(block.ID, m.id)
}

// intoObject moves the item into the object that is the value of an attribute. It makes the
// attribute if it is missing. Items that move into one object keep their order, unless the keys of
// the object were in order before. sorted records this.
func (m *movedItem) intoObject(sorted map[draft.Block]bool) error {
	f, at := m.block.File, m.name.Attribute.At
	d := f.Draft
	object := f.Index.Attribute(m.body, m.into[0])
	if object == syntax.NoItem {
		var err error
		empty := "{" + d.Newline() + d.ChildIndent(m.body) + "}"
		if object, err = apply.MakeAttribute(f, m.body, m.special, m.into[0], []byte(empty), at); err != nil {
			return err
		}
	}
	if f.Expand(object); d.Inside(object) != syntax.InsideObject {
		return fault.At(at, fault.InvalidRequest, "rename: %s cannot become %s: the value of %s is not an object in the code", excerpt.Quote(m.name.Attribute.Text), excerpt.Quote(m.name.Sent), m.into[0])
	}
	if f.Index.Pair(object, m.newName, value.Template) != syntax.NoItem {
		return m.takenError()
	}
	in := draft.Block{File: f, ID: object}
	if _, known := sorted[in]; !known {
		sorted[in] = d.IsInOrder(object, draft.LeastSiblings)
	}
	put := d.Pair
	if sorted[in] {
		put = d.PairInOrder
	}
	id, err := put(object, string(value.AppendKey(nil, m.newName)), []byte("null"))
	if err == nil {
		err = d.Adopt(id, m.id)
	}
	if err == nil {
		d.Space(id)
	}
	return err
}

func (m *movedItem) takenError() error {
	return fault.At(m.name.Attribute.At, fault.AttributeAlreadyExists, "rename: %s is there already; choose another name", excerpt.Quote(m.name.Sent))
}
