package render

import (
	"bytes"
	"errors"
	"fmt"

	"iacedit/internal/base/grow"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// An editor adds, removes, moves and replaces items.
type editor struct {
	*items
	checks   *checks
	lines    *lines
	members  *members
	comments *comments

	attrs  map[syntax.ItemID]attrPlace // by body: the place of new attributes
	body   syntax.ItemID               // the body that the last new attribute was added to
	attr   syntax.ItemID               // the last attribute before the first block of that body, or NoItem
	groups map[syntax.ItemID]*group    // by item: the result of groupOf
}

// Attribute adds an attribute to a body. The new attribute goes after the last attribute that is
// above all blocks of the body. If there is no such attribute, the new one goes above the first
// block, or to the end of a body without blocks (docs/layout.md, "New code"). If the value has
// several lines, all lines after the first must already be indented as in a child of the body (see
// ChildIndent). Attribute returns an error for an item without a body, an invalid name or value, or
// a name that the body already has. On error, nothing changes.
func (d *editor) Attribute(body syntax.ItemID, name string, value []byte) (syntax.ItemID, error) {
	if err := errors.Join(d.checks.checkHasBody(body), checkName(name)); err != nil {
		return syntax.NoItem, err
	}
	d.Expand(body)
	if d.checks.hasAttribute(body, name) {
		return syntax.NoItem, fmt.Errorf("the body has an attribute %s", name)
	}
	content, err := d.checks.addAttributeValue(value)
	if err != nil {
		return syntax.NoItem, err
	}
	return d.attribute(body, name, content), nil
}

func (d *editor) attribute(body syntax.ItemID, name string, content syntax.Span) syntax.ItemID {
	d.lines.open(body)
	prev, next := d.attributePlace(body)
	if prev != syntax.NoItem {
		d.lines.endLine(prev)
		if d.item(prev).Kind == syntax.KindGap && d.lines.blankLinesAbove(prev) == 0 {
			prev = d.lines.blankAfter(prev) // otherwise the licence would become the block's comment
		}
	}
	id := d.putAttribute(body, prev, name, content)
	if next != syntax.NoItem {
		d.lines.blankAfter(id)
	}
	d.noteAttribute(body, id)
	return id
}

// putAttribute adds an attribute after the child prev of a body. The body must have several lines.
func (d *editor) putAttribute(body, prev syntax.ItemID, name string, content syntax.Span) syntax.ItemID {
	head := d.addStrings(d.lines.ChildIndent(body), name, " = ")
	at := head.To - int32(len(name)) - int32(len(" = "))
	id := d.insertAfter(body, prev, tree.Item{
		Kind:    syntax.KindAttribute,
		Head:    head,
		Name:    syntax.Span{From: at, To: at + int32(len(name))},
		Content: content,
		Tail:    d.addStrings(d.newline),
	})
	d.store.Touch(id)
	return id
}

// Block adds an empty block to a body. A top-level block goes to the end of the file. A nested
// block goes after the last block of its type in the body, or else to the end of the body
// (docs/layout.md, "New code"). The labels are text, which Block quotes and escapes. It returns an
// error for an item without a body, or an invalid type or label. On error, nothing changes.
func (d *editor) Block(body syntax.ItemID, typ string, labels []string) (syntax.ItemID, error) {
	return d.BlockSpaced(body, AsAround, typ, labels)
}

// BlockSpaced is like Block, but the argument spacing decides whether a blank line is added above
// the block.
func (d *editor) BlockSpaced(body syntax.ItemID, spacing Spacing, typ string, labels []string) (syntax.ItemID, error) {
	if err := errors.Join(d.checks.checkHasBody(body), checkName(typ), checkLabels(labels)); err != nil {
		return syntax.NoItem, err
	}
	d.lines.open(body)
	return d.block(body, d.blockPlace(body, typ), spacing, typ, labels), nil
}

func (d *editor) block(body, prev syntax.ItemID, spacing Spacing, typ string, labels []string) syntax.ItemID {
	if prev != syntax.NoItem {
		blank := d.needsBlankAbove(prev)
		if spacing != AsAround {
			blank = spacing == Blank && isItem(d.item(prev).Kind)
		}
		d.lines.endLine(prev)
		if blank {
			prev = d.lines.blankAfter(prev)
		}
	}
	return d.putBlock(body, prev, typ, labels)
}

// putBlock adds an empty block after the child prev of a body. The body must have several lines.
func (d *editor) putBlock(body, prev syntax.ItemID, typ string, labels []string) syntax.ItemID {
	indent := ""
	if body != syntax.Root {
		indent = d.lines.ChildIndent(body)
	}
	d.scratch = grow.Text(d.budget, d.scratch[:0], indent)
	d.scratch = grow.Text(d.budget, d.scratch, typ)
	for _, label := range labels {
		d.budget.Afford(len(label))
		d.scratch = value.AppendString(grow.Text(d.budget, d.scratch, " "), label)
	}
	d.scratch = grow.Text(d.budget, d.scratch, " ")
	head := d.add(d.scratch)
	at := head.From + int32(len(indent))
	id := d.insertAfter(body, prev, tree.Item{
		Kind:    syntax.KindBlock,
		Head:    head,
		Name:    syntax.Span{From: at, To: at + int32(len(typ))},
		Content: d.addStrings("{}"),
		Tail:    d.addStrings(d.newline),
	})
	d.store.Touch(id)
	return id
}

// needsBlankAbove reports whether a blank line must separate a child from a new block below it. It
// returns false at the start of a block, below a blank line, and below a nested block that has no
// blank line above it.
func (d *editor) needsBlankAbove(prev syntax.ItemID) bool {
	it := d.item(prev)
	switch {
	case it.Kind == syntax.KindOpen || d.lines.blankLinesAbove(prev) > 0:
		return false
	case it.Kind == syntax.KindBlock && it.Parent != syntax.Root && it.Prev != syntax.NoItem:
		return !isItem(d.item(it.Prev).Kind)
	}
	return true
}

// Close puts a block on one line, as in lifecycle { prevent_destroy = true }. It does nothing
// unless the block contains exactly one attribute and no comments, and the line would have at most
// the given number of columns. The attribute gets a new ID.
func (d *editor) Close(block syntax.ItemID, columns int) error {
	if err := d.checks.checkHasBody(block); err != nil {
		return err
	}
	first := d.FirstItem(block)
	if first == syntax.NoItem || first != d.LastItem(block) || !d.endsLine(first) || d.item(block).Kind != syntax.KindBlock {
		return nil
	}
	it := *d.item(first)
	if it.Kind != syntax.KindAttribute || it.Expanded() && it.Touched || d.lines.hasLineEnd(it.Content) || hasComment(d.At(it.Tail)) || d.lines.leadComments(first).Len() > 0 {
		return nil
	}
	for c := d.item(block).First; c != syntax.NoItem; c = d.item(c).Next {
		d.budget.Step(1)
		if c != first && hasComment(d.At(d.item(c).Head)) {
			return nil
		}
	}
	head := d.lastLine(d.item(block).Head)
	line := d.item(block).Head.Len() - int(head.blanks.From-d.item(block).Head.From)
	text := d.join(d.addStrings("{ "), syntax.Span{From: it.Name.From, To: it.Head.To}, it.Content, d.addStrings(" }"))
	if line+text.Len() > columns {
		return nil
	}
	d.setContent(block, text)
	return nil
}

// SetValue sets the value of an attribute, pair or element. All lines of the value but the first
// must already have their final indentation. It returns an error for an item without a value, or an
// invalid value. On error, nothing changes.
func (d *editor) SetValue(id syntax.ItemID, value []byte) error {
	if err := d.checks.checkHasValue(id); err != nil {
		return err
	}
	content, err := d.checks.addValueOf(id, value)
	if err != nil {
		return err
	}
	if d.endsInHeredoc(content) {
		if tail := bytes.TrimLeft(d.At(d.item(id).Tail), " \t\r"); len(tail) == 0 || tail[0] != '\n' {
			return errHeredocPlace
		}
	}
	wrapped := d.item(id).Kind == syntax.KindElement && d.endsInHeredoc(d.item(id).Content)
	d.setContent(id, content)
	if wrapped && !d.endsInHeredoc(content) {
		d.members.dropLineEndAfterValue(id)
	}
	if it := d.item(id); it.Kind == syntax.KindElement && d.isFirst(id) {
		d.members.guardForKeyword(it.Parent)
	}
	return nil
}
