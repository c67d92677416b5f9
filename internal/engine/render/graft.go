package render

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// Graft adds a block of another file at a top-level place, or at the end of the file if the place
// is zero. The text consists of the block's lines, including its lead comments. Graft changes the
// line ends of the text to those of this file. Line ends inside heredocs stay unchanged, because
// they are part of a value. Graft returns an error if the text is not one block, or if the place is
// invalid. The error is ErrLicence if the block's comments would be taken for the licence of the
// file. On error, nothing changes.
func (d *editor) Graft(text []byte, p Place) (syntax.ItemID, error) {
	f, block, err := d.parseOne(text, syntax.KindBlock)
	if err != nil {
		return syntax.NoItem, err
	}
	if p != (Place{}) {
		if err := d.checkPlace(syntax.Root, p); err != nil {
			return syntax.NoItem, err
		}
		if p.Before != syntax.NoItem && d.lines.startsFile(p.Before) && syntax.IsLicence(f.At(f.Comments(block))) {
			return syntax.NoItem, ErrLicence
		}
	}
	it := f.Item(block)
	typ := string(f.Name(block))
	prev, tight := d.blockPlace(syntax.Root, typ), true
	switch {
	case p != (Place{}):
		tight = d.isTight(p)
		prev = d.prepareBlockPlace(p, tight)
	case prev != syntax.NoItem:
		blank := d.needsBlankAbove(prev)
		d.lines.endLine(prev)
		if blank {
			prev = d.lines.blankAfter(prev)
		}
	}
	at := d.add(f.Text()[1:])
	shift := func(s syntax.Span) syntax.Span {
		return syntax.Span{From: s.From - 1 + at.From, To: s.To - 1 + at.From}
	}
	id := d.insertAfter(syntax.Root, prev, tree.Item{
		Kind: syntax.KindBlock, Head: shift(it.Head), Name: shift(it.Name), Content: shift(it.Content), Tail: shift(it.Tail),
	})
	d.store.Touch(syntax.Root) // the block itself is not touched, so that its blanks stay
	d.addBlankBelow(id, tight)
	d.comments.comeBelow(id, p.Before)
	if p != (Place{}) {
		d.notePlaced(id)
	}
	return id, nil
}

// parseOne parses lines of another file, which must be one block or one attribute of the given kind
// with the comments above it. The result has a line end before these lines, and the line ends of
// this file.
func (d *editor) parseOne(text []byte, kind syntax.ItemKind) (*syntax.File, syntax.ItemID, error) {
	if !bytes.HasSuffix(text, []byte{'\n'}) {
		text = append(bytes.Clone(text), '\n')
	}
	// At the start of a file a comment might be parsed as its licence.
	lines := slices.Insert(d.codeWithNewlines(text), 0, '\n')
	d.budget.Parse(len(lines))
	f, err := syntax.Parse(lines)
	if err != nil {
		return nil, syntax.NoItem, err
	}
	var all []syntax.ItemID
	for id := range f.Children(syntax.Root) {
		if f.Kind(id) != syntax.KindGap {
			all = append(all, id)
		}
	}
	if len(all) != 1 || f.Kind(all[0]) != kind || f.Item(all[0]).Head.From != 1 || int(f.Item(all[0]).Tail.To) != len(lines) {
		return nil, syntax.NoItem, fmt.Errorf("the text is not one %s", [...]string{syntax.KindBlock: "block", syntax.KindAttribute: "attribute"}[kind])
	}
	return f, all[0], nil
}

// BlockText returns the lines of a block for Graft, including its lead comments, but not those that
// stay when the block is deleted. It returns an error if the block has been edited below its header.
func (d *editor) BlockText(block syntax.ItemID) ([]byte, error) {
	if err := d.checks.checkExists(block); err != nil {
		return nil, err
	}
	it := d.item(block)
	if it.Kind != syntax.KindBlock {
		return nil, errors.New("the item is not a block")
	}
	// The Touched flag of the block itself does not matter: removing a neighbour also sets it.
	edited := it.Content.To != it.Tail.From
	for c := it.First; c != syntax.NoItem && !edited; c = d.item(c).Next {
		d.budget.Step(1)
		edited = d.item(c).Touched
	}
	if edited {
		return nil, errors.New("the block has been edited")
	}
	return d.comments.OwnText(block), nil
}
