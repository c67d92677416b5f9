package render

import (
	"bytes"
	"slices"
	"strings"

	"iacedit/internal/engine/tree"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// comments adds, changes and removes comments. It decides which of the comments above an item stay
// when the item is removed or moved, and keeps them in their place (docs/layout.md, "Whose comment it
// is").
type comments struct {
	*items
	checks  *checks
	lines   *lines
	members *members

	kept     []Kept                                       // the comments that have stayed; see TakeKept
	left     map[syntax.ItemID]syntax.ItemID              // by item: the item or gap that has the comment which stayed when the item went
	holds    map[syntax.ItemID][]syntax.ItemID            // by item: the items that went and whose comments are now above it
	borrowed map[syntax.ItemID]syntax.ItemID              // by item: the item whose comment comeBelow put above it
	labelled map[syntax.ItemID]map[string][]syntax.ItemID // by body: its blocks by their last label
}

// Providers are the providers of a module.
type Providers interface {
	// HasProvider reports whether the module has a provider of a name.
	HasProvider(name string) bool
}

// Subject is what a comment above an item is about.
type Subject uint8

// The subjects. A comment about the item itself goes where the item goes; the others stay.
const (
	Itself   Subject = iota
	OldCode          // the comment is code that was commented out
	Several          // the comment is the heading of this item and of the next one
	Another          // the comment begins with the name of another item
	ItsBlock         // the comment is an instruction to a tool, about the block around the item
)

// A Kept is a comment that stayed when the item below it was removed or moved.
type Kept struct {
	Comment syntax.Span
	About   Subject
	Below   syntax.ItemID // the item
	Went    bool          // the comment stayed then, but has now gone with the next item, or is kept again
}

// TakeKept returns the comments that have stayed since the last call, and those that had stayed but
// have gone since then, in order.
func (d *comments) TakeKept() []Kept {
	kept := d.kept
	d.kept = nil
	return kept
}

// endKept records that an item is removed that had the comments of removed items above it.
func (d *comments) endKept(id syntax.ItemID) {
	for _, below := range d.holds[id] {
		d.budget.Step(1)
		d.kept = append(d.kept, Kept{Below: below, Went: true})
	}
	delete(d.holds, id)
}

// staying returns the lines above an item that stay when the item goes, and what they are about.
func (d *comments) staying(id syntax.ItemID) (lines syntax.Span, about Subject) {
	if !d.StartsLine(id) {
		return lines, Itself
	}
	lead := d.commentLines(id)
	if lead.Len() == 0 {
		return lines, Itself
	}
	text := d.At(lead)
	if n := d.oldCode(d.item(id).Parent, text); n > 0 {
		return cut(lead, 0, n), OldCode
	}
	comment := string(syntax.AppendComment(nil, text))
	name := d.nameOf(id)
	switch {
	case d.startsBody(id) && isToolNote(comment):
		return cut(lead, 0, toolNotes(text)), ItsBlock
	case d.item(id).Kind == syntax.KindElement:
		return lines, Itself
	case d.headsNext(id, comment):
		return lead, Several
	case d.namesAnother(id, firstName(comment)) && !strings.Contains(strings.ToLower(comment), strings.ToLower(name)):
		return lead, Another
	}
	return lines, Itself
}

// Heads reports whether the comment above an item is the heading of this item and of the next one.
func (d *comments) Heads(id syntax.ItemID) bool {
	if !d.InFile(id) || !isItem(d.item(id).Kind) {
		return false
	}
	_, about := d.staying(id)
	return about == Several
}

// IsHeaded reports whether the comment above one item is the heading of this item and of another
// one, which need not be the next.
func (d *comments) IsHeaded(heading, id syntax.ItemID) bool {
	return d.lines.leadComments(id).Len() == 0 && d.isHeadingOf(d.commentText(heading), heading, id)
}

func (d *comments) commentText(id syntax.ItemID) string {
	return string(syntax.AppendComment(nil, d.At(d.lines.leadComments(id))))
}

// OwnText returns the lines of an item, with the comments above it that go where the item goes.
// The text is valid until the next change of the draft.
func (d *comments) OwnText(id syntax.ItemID) []byte {
	it := d.item(id)
	from := it.Head.From
	if staying, about := d.staying(id); about != Itself {
		from = staying.To
	}
	if it.Head.To == it.Content.From {
		return d.At(syntax.Span{From: from, To: it.Tail.To})
	}
	// The header is in new text, for example because a heading stayed when the item above went.
	header := d.At(syntax.Span{From: from, To: it.Head.To})
	rest := d.At(syntax.Span{From: it.Content.From, To: it.Tail.To})
	d.budget.Grow(len(header) + len(rest))
	return slices.Concat(header, rest)
}

// startsBody reports whether an item is the first in the body of a block.
func (d *comments) startsBody(id syntax.ItemID) bool {
	it := d.item(id)
	return d.item(it.Parent).Kind == syntax.KindBlock && it.Prev != syntax.NoItem && d.item(it.Prev).Kind == syntax.KindOpen
}

// toolNotes returns the length of the lines at the start of a comment that are instructions to
// tools. The first line must be one.
func toolNotes(comment []byte) (n int) {
	if bytes.Contains(comment, []byte("/*")) {
		return len(comment)
	}
	for line := range bytes.Lines(comment) {
		if n > 0 && !isToolNote(string(syntax.AppendComment(nil, line))) {
			break
		}
		n += len(line)
	}
	return n
}

// commentLines returns the lines of an item's lead comments. It leaves out a comment on the same
// line as the item's code.
func (d *comments) commentLines(id syntax.ItemID) syntax.Span {
	it := d.item(id)
	lead := it.Head
	switch {
	case !isItem(it.Kind):
		return syntax.Span{}
	case it.Name.Len() > 0:
		lead.To = it.Name.From
	}
	text, end := d.At(lead), 0
	for at := 0; at < len(text); {
		if _, _, at = lexer.Next(text, at); text[at-1] == '\n' {
			end = at
		}
	}
	d.budget.Step(1 + len(text)/8)
	return cut(lead, 0, end)
}

// isAbout reports whether a comment in a gap begins with the name of an item.
func (d *comments) isAbout(gap, id syntax.ItemID) bool {
	return id != syntax.NoItem && firstName(string(syntax.AppendComment(nil, d.At(d.item(gap).Head)))) == d.nameOf(id)
}

// isPlainLine reports whether an item is on one line, without a comment above it.
func (d *comments) isPlainLine(id syntax.ItemID) bool {
	return d.lines.OneLine(id) && d.lines.leadComments(id).Len() == 0
}

// nameOf returns the name of an attribute, the key of a pair, or the last label of a block, which
// is its type if it has no labels.
func (d *comments) nameOf(id syntax.ItemID) string {
	name := string(bytes.Trim(d.Name(id), `"`))
	if d.item(id).Kind == syntax.KindBlock {
		for label := range d.Labels(id) {
			name = string(label)
		}
	}
	d.budget.Step(1 + len(name)/8)
	return name
}

// headsNext reports whether the comment above an item is a heading of the item and of the next one:
// a block of the same type with at most a blank line between, or an item on the next line.
func (d *comments) headsNext(id syntax.ItemID, comment string) bool {
	next := d.inRun(id)
	return next != syntax.NoItem && d.lines.leadComments(next).Len() == 0 && d.isHeadingOf(comment, id, next)
}

// inRun returns the next item of the run to which an item belongs, or NoItem.
func (d *comments) inRun(id syntax.ItemID) syntax.ItemID {
	next, blank := d.item(id).Next, 0
	for next != syntax.NoItem && d.item(next).Kind == syntax.KindGap && d.lines.blankLinesIn(next).blank {
		d.budget.Step(1)
		blank += d.lines.blankLinesIn(next).above
		next = d.item(next).Next
	}
	switch isBlock := d.item(id).Kind == syntax.KindBlock; {
	case next == syntax.NoItem, d.item(next).Kind != d.item(id).Kind, !d.StartsLine(next):
	case isBlock && blank <= 1 && bytes.Equal(d.Name(id), d.Name(next)), !isBlock && blank == 0:
		return next
	}
	return syntax.NoItem
}

// isHeadingOf reports whether a comment is a heading of two items.
func (d *comments) isHeadingOf(comment string, id, next syntax.ItemID) bool {
	d.budget.Step(len(comment))
	if d.item(id).Kind != syntax.KindBlock {
		return isHeading(comment, d.nameOf(id), d.nameOf(next))
	}
	types := []string{string(d.Name(id))}
	if first := d.firstOfSeveralLabels(id); first != "" && first == d.firstOfSeveralLabels(next) {
		types = append(types, first)
	}
	name, other := d.nameOf(id), d.nameOf(next)
	if name == types[0] {
		name, other = "", ""
	}
	return isHeading(comment, name, other, types...)
}

func (d *comments) firstOfSeveralLabels(id syntax.ItemID) (first string) {
	n := 0
	for label := range d.Labels(id) {
		if n++; n == 1 {
			first = string(label)
		}
	}
	if n < 2 {
		return ""
	}
	return first
}

// namesAnother reports whether a name is the whole name of another item around: an attribute, key
// or block of the same body or object, or in required_providers a provider of the module.
func (d *comments) namesAnother(id syntax.ItemID, name string) bool {
	if name == "" || name == d.nameOf(id) {
		return false
	}
	parent := d.item(id).Parent
	if d.item(parent).Inside() == syntax.InsideObject {
		return d.index.Pair(parent, name, value.Template) != syntax.NoItem
	}
	if d.index.Attribute(parent, name) != syntax.NoItem || parent != syntax.Root && d.index.HasBlock(parent, []string{name}) {
		return true
	}
	if string(d.Name(parent)) == "required_providers" && d.Providers != nil && d.Providers.HasProvider(name) {
		return true
	}
	return d.item(id).Kind == syntax.KindBlock && d.hasLabelled(id, name)
}

// hasLabelled reports whether another block of a block's type, in the same body, has a name as its
// last label.
func (d *comments) hasLabelled(id syntax.ItemID, name string) bool {
	parent := d.item(id).Parent
	if d.labelled[parent] == nil {
		labelled := map[string][]syntax.ItemID{}
		for c := d.FirstItem(parent); c != syntax.NoItem; c = d.NextItem(c) {
			if d.item(c).Kind == syntax.KindBlock {
				d.budget.Step(stepsPerLabel)
				label := d.nameOf(c)
				labelled[label] = append(labelled[label], c)
			}
		}
		setKey(&d.labelled, parent, labelled)
	}
	for _, c := range d.labelled[parent][name] {
		d.budget.Step(1)
		if c != id && d.InFile(c) && bytes.Equal(d.Name(c), d.Name(id)) {
			return true
		}
	}
	return false
}

// stepsPerLabel is the number of steps charged for noting the last label of a block.
const stepsPerLabel = 16

// leave moves the lines above an item that stay when the item goes into a gap above the item. It
// returns the gap, or NoItem if no lines stay.
func (d *comments) leave(id syntax.ItemID) (gap syntax.ItemID, about Subject) {
	lines, about := d.staying(id)
	if about == Itself {
		return syntax.NoItem, about
	}
	it := d.item(id)
	lines.From = it.Head.From
	it.Head.From = lines.To
	gap = d.insertAfter(it.Parent, it.Prev, tree.Item{Kind: syntax.KindGap, Head: lines})
	d.kept = append(d.kept, Kept{Comment: lines, About: about, Below: id})
	return gap, about
}

// handOn makes the comment in a gap the comment of the item directly below, if there is one.
func (d *comments) handOn(gap syntax.ItemID) syntax.ItemID {
	next := d.item(gap).Next
	if next == syntax.NoItem || !isItem(d.item(next).Kind) {
		return gap
	}
	lines := d.item(gap).Head
	d.remove(gap)
	d.putAbove(next, lines)
	return next
}

// putAbove puts comment lines above the lead comments of an item.
func (d *comments) putAbove(id syntax.ItemID, lines syntax.Span) {
	it := *d.item(id)
	head := d.join(lines, it.Head)
	shift := head.To - it.Head.To
	to := d.item(id)
	to.Head, to.Name = head, syntax.Span{From: it.Name.From + shift, To: it.Name.To + shift}
	d.store.Touch(id)
	setKey(&d.cache.commented, id, true)
}

// comeBelow puts an item that now stands directly before another one below the comment of that
// other item, if the comment is the heading of both, or if the item stood below the comment before.
// If next is NoItem, it does nothing.
func (d *comments) comeBelow(id, next syntax.ItemID) {
	if next == syntax.NoItem {
		return
	}
	lead := d.commentLines(next)
	if lead.Len() == 0 || d.lines.leadComments(id).Len() > 0 || d.inRun(id) != next {
		return
	}
	if d.left[id] != next && !d.isHeadingOf(string(syntax.AppendComment(nil, d.At(lead))), id, next) {
		return
	}
	to := d.item(next)
	lead.From = to.Head.From
	to.Head.From = lead.To
	d.store.Touch(next)
	d.putAbove(id, lead)
	setKey(&d.borrowed, id, next)
}

// leftAbove returns the gap above the item before which another one goes, if the gap has the comment
// that the other item left behind when it moved away, or NoItem.
func (d *comments) leftAbove(id, before syntax.ItemID) syntax.ItemID {
	gap := d.left[id]
	if gap == syntax.NoItem || before == syntax.NoItem || d.item(gap).Kind != syntax.KindGap || !d.InFile(gap) {
		return syntax.NoItem
	}
	for prev := d.item(before).Prev; prev != gap; prev = d.item(prev).Prev {
		d.budget.Step(1)
		if prev == syntax.NoItem || d.item(prev).Kind != syntax.KindGap || !d.lines.blankLinesIn(prev).blank {
			return syntax.NoItem
		}
	}
	return gap
}

// giveBack undoes what comeBelow did for an item, which is about to get a comment of its own.
func (d *comments) giveBack(id syntax.ItemID) {
	next, ok := d.borrowed[id]
	if !ok {
		return
	}
	delete(d.borrowed, id)
	if lead := d.commentLines(id); lead.Len() > 0 && d.InFile(next) {
		it := d.item(id)
		lead.From = it.Head.From
		it.Head.From = lead.To
		d.putAbove(next, lead)
	}
}
