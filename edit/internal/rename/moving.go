package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// A movedItem is an attribute or nested block that moves into or out of nested blocks, or into an
// object.
type movedItem struct {
	block     draft.Block     // the block of the entry
	body      syntax.ItemID   // the body in which the old and the new path start
	special   *terraform.Body // describes the body
	id        syntax.ItemID
	isBlock   bool
	from      []syntax.ItemID // the nested blocks that contain the item, the outermost first
	into      []string        // the types of the nested blocks into which the item moves, or the name of the object
	name      *plan.NewName
	newName   string
	where     address.Address // the address of the block, for a report
	keepEmpty bool            // leave nested blocks that become empty
	quiet     bool            // do not warn of code that was not searched
}

// An itemPath is a rename whose old or new path leads through nested blocks.
type itemPath struct {
	name      *plan.NewName
	isBlock   bool     // the path leads to nested blocks, not to an attribute
	old, new  []string // the paths
	where     address.Address
	keepEmpty bool
	found     bool // an item was found
}

// pathOf returns the itemPath for a new name in a body. It returns nil if the item only gets another
// name: if it stays in the body, or is a key of an attribute.
func (n *renamer) pathOf(b bodyPath, body syntax.ItemID, name *plan.NewName, isBlock bool) (*itemPath, error) {
	refuse := func(why string) error {
		return fault.At(name.Attribute.At, fault.InvalidRequest, "rename: %s cannot become %s: %s", excerpt.Quote(name.Attribute.Text), excerpt.Quote(name.Sent), why)
	}
	isPath := name.IsMoved() && name.Sent != name.Attribute.Text
	isKey := !isBlock && name.IsInside() && b.Index.Attribute(body, name.Attribute.Name) != syntax.NoItem
	switch {
	case isKey && len(name.Into) > 0 && isPath:
		return nil, refuse(excerpt.Quote(name.Attribute.Name) + " is an attribute, and the new name is that of its key alone")
	case isKey, !name.IsMoved(), name.IsInside() && len(name.Parents()) == 0:
		return nil, nil
	case body == syntax.Root || b.typ == "locals":
		if !isPath || len(name.Into) == 0 {
			return nil, nil // the error says that there is no such attribute
		}
		return nil, refuse("a path leads into nested blocks, and there are none")
	}
	old := slices.Concat(name.Parents(), []string{name.LastStep()})
	return &itemPath{name: name, isBlock: isBlock, old: old, new: slices.Concat(name.Into, []string{name.Name})}, nil
}

// findMove records the move of an item into or out of nested blocks or objects, and returns true. It
// returns false for an item that stays in its body.
func (n *renamer) findMove(b bodyPath, body syntax.ItemID, where address.Address, name *plan.NewName, isBlock, keepEmpty bool) (bool, error) {
	p, err := n.pathOf(b, body, name, isBlock)
	if p == nil || err != nil {
		return false, err
	}
	p.where, p.keepEmpty = where, keepEmpty
	return true, n.findPath(b, body, p)
}

// findPath records the items at a path: they move, or get another name in their nested blocks. It
// returns an error if there are none, unless the entry is optional.
func (n *renamer) findPath(b bodyPath, body syntax.ItemID, p *itemPath) (err error) {
	at := p.name.Attribute.At
	n.lastAt = at
	defer budget.CatchAt(&err, at)
	isOptional := b.optional
	b.optional = true // some of several nested blocks may lack the item
	if err := n.findInPath(b, body, language.Body(b.Module.Language, b.typ), p, p.old, p.new); err != nil {
		return err
	}
	n.addPathReference(b, p)
	switch {
	case p.found:
	case isOptional:
		n.o.RecordOutcome(at, b.File, p.where, p.name.Attribute.Text, report.Absent)
	case p.isBlock:
		return fault.At(at, fault.BlockNotFound, "rename: no %s block; %s", p.name.Attribute.Text, b.AttributesOf(body, p.name.Attribute.Name))
	default:
		return fault.At(at, fault.AttributeNotFound, "rename: no attribute %s; %s", excerpt.Quote(p.name.Attribute.Text), b.AttributesOf(body, p.name.Attribute.Name))
	}
	return nil
}

// findInPath is findPath for the rest of the paths in one body. A step that both paths begin with
// leads into all nested blocks of its type.
func (n *renamer) findInPath(b bodyPath, body syntax.ItemID, special *terraform.Body, p *itemPath, old, new []string) error {
	n.m.Budget.Step(stepsPerBlock)
	switch {
	case len(old) > 1 && len(new) > 1 && old[0] == new[0]:
		for _, inner := range b.bodiesOf(body, old[0]) {
			if err := n.findInPath(b, inner, special.Block(old[0]), p, old[1:], new[1:]); err != nil {
				return err
			}
		}
		return nil
	case len(old) == 1 && len(new) == 1:
		return n.findStaying(b, body, p, old[0], new[0])
	}
	item := movedItem{block: b.Block, body: body, special: special, isBlock: p.isBlock, into: new[:len(new)-1], name: p.name, newName: new[len(new)-1], where: p.where, keepEmpty: p.keepEmpty, quiet: b.keepReferences || b.byPattern && !n.m.Named}
	source, err := b.walk(body, old[:len(old)-1], p, &item.from)
	if err != nil || source == syntax.NoItem {
		return err
	}
	for _, id := range b.itemsNamed(source, old[len(old)-1], p.isBlock) {
		p.found, item.id = true, id
		if p.name.ChangesValue() {
			n.forms.addValue(b.Block, id, p.name, p.where)
		}
		if block := (draft.Block{File: b.File, ID: id}); p.isBlock && string(b.Draft.Name(id)) == "dynamic" && !b.keepReferences {
			n.iterators.add(block, item.newName)
		}
		n.moves = append(n.moves, item)
	}
	if !p.found || p.name.Object {
		return nil
	}
	_, err = b.walk(body, item.into, p, nil)
	return err
}

// findStaying records the new name of an item that stays in its body.
func (n *renamer) findStaying(b bodyPath, body syntax.ItemID, p *itemPath, old, new string) error {
	here := *p.name
	here.Attribute.Name, here.Attribute.Path, here.Name, here.Into = old, nil, new, nil
	if len(b.itemsNamed(body, old, p.isBlock)) == 0 {
		return nil
	}
	p.found = true
	if p.isBlock {
		return n.findBlockType(b, body, p.where, &here)
	}
	return n.findAttribute(b, body, p.where, &here)
}

// bodiesOf returns the nested blocks of a type in a body, and the contents of dynamic blocks that
// generate such blocks.
func (b bodyPath) bodiesOf(body syntax.ItemID, typ string) []syntax.ItemID {
	ids := b.Index.Blocks(nil, body, []string{typ})
	for _, dynamic := range b.dynamicBlocks(body, typ) {
		ids = append(ids, b.Index.Blocks(nil, dynamic.ID, []string{"content"})...)
	}
	return ids
}

// itemsNamed returns the attribute of a name in a body, or the nested blocks of that type, with the
// dynamic blocks that generate such blocks.
func (b bodyPath) itemsNamed(body syntax.ItemID, name string, blocks bool) (ids []syntax.ItemID) {
	if !blocks {
		if id := b.Index.Attribute(body, name); id != syntax.NoItem {
			ids = append(ids, id)
		}
		return ids
	}
	ids = b.Index.Blocks(nil, body, []string{name})
	for _, dynamic := range b.dynamicBlocks(body, name) {
		ids = append(ids, dynamic.ID)
	}
	slices.Sort(ids)
	return ids
}

// walk follows types of nested blocks from a body, through one block of each type. It returns the
// last block, and appends all blocks to *through unless that is nil. The result is NoItem if there
// is no block of a type. If there are several, or a dynamic block may generate several, the result
// is an error.
func (b bodyPath) walk(body syntax.ItemID, types []string, p *itemPath, through *[]syntax.ItemID) (syntax.ItemID, error) {
	for _, typ := range types {
		found := b.itemsNamed(body, typ, true)
		switch {
		case len(found) == 0:
			return syntax.NoItem, nil
		case len(found) > 1, string(b.Draft.Name(found[0])) == "dynamic":
			return syntax.NoItem, fault.At(p.name.Attribute.At, fault.AmbiguousMatch, "rename: %s cannot become %s: there may be several %s blocks", excerpt.Quote(p.name.Attribute.Text), excerpt.Quote(p.name.Sent), typ)
		}
		body = found[0]
		if through != nil {
			*through = append(*through, body)
		}
	}
	return body, nil
}

// stepsPerPathPart is the price of recording one part of a path.
const stepsPerPathPart = 16

// addPathReference records that references to the item at a path must be changed.
func (n *renamer) addPathReference(b bodyPath, p *itemPath) {
	r, ok := b.renameOf(refs.Part{Name: p.old[0]}, p.name.Name)
	if !ok {
		return
	}
	n.m.Budget.Step(stepsPerPathPart * (len(p.old) + len(p.new)))
	r.Path = slices.Grow(r.Path, len(p.old)-1)
	for _, step := range p.old[1:] {
		r.Path = append(r.Path, refs.Part{Name: step})
	}
	r.NewPath = append(make([]refs.Part, 0, len(b.path)+len(p.new)), b.path...)
	for i, step := range p.new {
		part := refs.Part{Name: step}
		if i < len(p.new)-1 && !p.name.Object {
			part.Element = 1
		}
		r.NewPath = append(r.NewPath, part)
	}
	n.addReferenceTo(b.Folder, r, p.name.Attribute.At, p.name)
}
