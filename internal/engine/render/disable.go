package render

import (
	"bytes"
	"errors"
	"fmt"

	"iacedit/internal/base/grow"
	"iacedit/internal/engine/oldcode"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// ErrSharesLine is the error of CommentOut for an item that is not alone on its lines.
var ErrSharesLine = errors.New("it shares a line with other code")

// ErrTooShallow is the error of CommentOut for an item with a heredoc or comment that has a line
// indented less than the item: the line could not become code again as it was.
var ErrTooShallow = errors.New("a line of a heredoc or comment in it is indented less than the item")

// CommentOut makes comments of the lines of an attribute, block, pair or element, and of the comments
// above it that go where the item goes. Each line begins with the given sign, at the indentation of
// the first line. CommentOut returns an error for any other item, ErrSharesLine and ErrTooShallow.
// On error, nothing changes.
func (d *editor) CommentOut(id syntax.ItemID, sign string) error {
	if err := d.checks.checkRemovable(id); err != nil {
		return err
	}
	if sign != "#" && sign != "//" {
		return errors.New("a comment begins with # or //")
	}
	it := *d.item(id)
	atEnd := it.Parent == syntax.Root && it.Next == syntax.NoItem
	switch {
	case !isItem(it.Kind):
		return errors.New("the item cannot be commented out by itself")
	case !d.StartsLine(id), !d.endsLine(id) && !atEnd, it.Kind == syntax.KindElement && !d.isLast(id) && !d.members.hasComma(id):
		return ErrSharesLine
	}
	own := d.OwnStart(id)
	all := d.Compose(Old(syntax.Span{From: own, To: it.Head.To}), Old(d.Current(id)), Old(it.Tail))
	lines, err := d.asComments(d.At(all), sign)
	if err != nil {
		return err
	}
	made := []syntax.Span{{From: it.Head.From, To: own}, d.add(lines)}
	if it.Kind == syntax.KindAttribute || it.Kind == syntax.KindBlock {
		d.forgetPlaces(it.Parent)
	}
	prev := it.Prev
	d.remove(id)
	for _, lines := range made {
		if lines.Len() > 0 {
			prev = d.insertAfter(it.Parent, prev, tree.Item{Kind: syntax.KindGap, Head: lines})
			d.store.Touch(prev)
		}
	}
	d.members.guardForKeyword(it.Parent)
	return nil
}

// forgetPlaces drops the cached place of new attributes in a body.
func (d *editor) forgetPlaces(body syntax.ItemID) {
	delete(d.attrs, body)
	if d.body == body {
		d.body, d.attr = syntax.NoItem, syntax.NoItem
	}
}

// asComments returns lines of code as comment lines.
func (d *editor) asComments(code []byte, sign string) (lines []byte, err error) {
	d.budget.Parse(len(code))
	indent := string(blanks(code))
	starts := map[int]bool{0: true} // the lines that do not start inside a heredoc or comment
	for at := range lineStarts(code) {
		starts[at] = true
	}
	at := 0
	for line := range bytes.Lines(code) {
		rest, deep := bytes.CutPrefix(line, []byte(indent))
		end := len(bytes.TrimRight(line, "\r\n"))
		switch {
		case end == 0:
			lines = grow.Text(d.budget, grow.Text(d.budget, lines, indent+sign), line)
		case !deep && !starts[at]:
			return nil, ErrTooShallow
		case !deep:
			rest = bytes.TrimLeft(line, " \t")
			fallthrough
		default:
			lines = grow.Text(d.budget, grow.Text(d.budget, lines, indent+sign+" "), rest)
		}
		at += len(line)
	}
	return lines, nil
}

// Uncomment makes code of comment lines that Find of package oldcode has found in the file, and
// returns the new item. The comments beside these lines stay; those above them, in the same child of the
// parent, are in the gap that Uncomment returns. It returns an error if the lines are not
// there, or if the body or object has such an attribute or key. On error, nothing changes.
func (d *editor) Uncomment(c *oldcode.Code) (id, gap syntax.ItemID, err error) {
	if err := d.checkOldCode(c); err != nil {
		return syntax.NoItem, syntax.NoItem, err
	}
	made := c.Tree.Item(c.ID)
	shift := d.add(c.Text.Of(c.Tree.Text())).From - c.Text.From
	move := func(s syntax.Span) syntax.Span {
		if s.Len() == 0 && s.From == 0 {
			return s
		}
		return syntax.Span{From: s.From + shift, To: s.To + shift}
	}
	it := tree.Item{Kind: made.Kind, Head: move(made.Head), Name: move(made.Name), Content: move(made.Content), Tail: move(made.Tail)}
	if !bytes.HasSuffix(d.At(c.Lines), []byte{'\n'}) { // the end of the file
		it.Tail.To--
	}
	child := d.item(c.Child)
	body, prev, before := child.Parent, child.Prev, syntax.Span{From: child.Head.From, To: c.Lines.From}
	child.Head.From = c.Lines.To // the child keeps the rest, in which there may be more code
	d.store.Touch(c.Child)
	if it.Kind == syntax.KindAttribute || it.Kind == syntax.KindBlock {
		d.forgetPlaces(body)
	}
	if before.Len() > 0 {
		gap = d.insertAfter(body, prev, tree.Item{Kind: syntax.KindGap, Head: before})
		prev = gap
	}
	id = d.insertAfter(body, prev, it)
	d.store.Touch(id)
	setKey(&d.cache.remade, id, true)
	if child := d.item(c.Child); child.Kind == syntax.KindGap && child.Head.Len() == 0 {
		d.remove(c.Child)
	}
	if it.Kind == syntax.KindElement {
		if !d.isLast(id) {
			d.members.addComma(id)
		} else if above := d.PrevItem(id); above != syntax.NoItem {
			d.members.addComma(above)
		}
	}
	d.members.guardForKeyword(body)
	return id, gap, nil
}

// checkOldCode returns an error unless code that is commented out can become code.
func (d *editor) checkOldCode(c *oldcode.Code) error {
	if c == nil || c.Tree == nil {
		return errors.New("there is no code")
	}
	if err := d.checks.checkExists(c.Child); err != nil {
		return err
	}
	parent := d.item(c.Child).Parent
	if at := oldcode.Place(d.File, c.Child); c.Lines.From < at.From || c.Lines.To > at.To {
		return errors.New("the comment is not there any more")
	}
	switch name := string(c.Tree.Name(c.ID)); c.Tree.Kind(c.ID) {
	case syntax.KindAttribute:
		if d.checks.hasAttribute(parent, name) {
			return fmt.Errorf("the body has an attribute %s", name)
		}
	case syntax.KindPair:
		if key, literal := c.Tree.Key(c.ID); literal && d.index.Pair(parent, key, value.Template) != syntax.NoItem {
			return fmt.Errorf("the object has a key %s", name)
		}
	case syntax.KindElement:
		above := d.PrevItem(c.Child)
		last := d.NextItem(c.Child) == syntax.NoItem && !isItem(d.item(c.Child).Kind)
		if above != syntax.NoItem && d.IsSpread(above) || !last && syntax.IsSpread(c.Tree.At(c.Tree.Item(c.ID).Tail)) {
			return errors.New("the last argument is spread, and none may follow")
		}
	}
	return nil
}
