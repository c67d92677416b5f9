package render

import (
	"bytes"

	"iacedit/syntax"
)

// lines finds the layout for new code, and changes blank lines and line ends between items.
type lines struct {
	*items
	checks *checks

	breaks      map[syntax.Span]bool     // by span: whether it contains a line end
	gaps        map[syntax.Span]gapLines // by span: the blank lines in a gap
	step        string                   // the result of FileStep; "" if not known
	childIndent childIndent              // the last indentation that ChildIndent computed
}

// Indent returns the blanks at the start of the line on which an item begins. Comments above the
// item do not count.
func (d *lines) Indent(id syntax.ItemID) string { return d.stringOf(d.indentOf(id)) }

func (d *lines) indentOf(id syntax.ItemID) syntax.Span {
	for ; id != syntax.Root && id != syntax.NoItem; id = d.item(id).Parent {
		it := d.item(id)
		before := it.Head
		if it.Name.Len() > 0 {
			before.To = it.Name.From
		}
		if line := d.lastLine(before); line.newline || d.StartsLine(id) {
			return line.blanks
		}
		d.budget.Step(1)
	}
	return syntax.Span{}
}

// ChildIndent returns the blanks for the start of a new line in an item: the indentation of a child
// or, if no child starts a line, the item's own indentation and one step more.
func (d *lines) ChildIndent(parent syntax.ItemID) string {
	if child := d.childOnOwnLine(parent); child != syntax.NoItem {
		return d.Indent(child)
	}
	if parent == syntax.Root {
		return ""
	}
	outer, step := d.indentOf(parent), d.Step(parent)
	if in := &d.childIndent; in.outer != outer || in.step != step || in.text == "" {
		*in = childIndent{outer, step, d.stringOf(outer) + step}
	}
	return d.childIndent.text
}

// childOnOwnLine returns a child that starts a line, or NoItem. It looks at only a few children at
// the end and at the start.
func (d *lines) childOnOwnLine(parent syntax.ItemID) syntax.ItemID {
	id := d.item(parent).Last
	for n := 0; id != syntax.NoItem && n < fewSteps; n++ {
		if isItem(d.item(id).Kind) && d.StartsLine(id) {
			return id
		}
		id = d.item(id).Prev
	}
	if id == syntax.NoItem {
		return id
	}
	id = d.item(parent).First
	for n := 0; n < fewSteps && id != syntax.NoItem; n++ {
		if isItem(d.item(id).Kind) && d.StartsLine(id) {
			return id
		}
		id = d.item(id).Next
	}
	return syntax.NoItem
}

// Step returns the indentation that an item adds to the code inside it: usually two spaces. Step
// compares the indentation of the item with that of a child. If no child starts a line, Step looks
// at the enclosing items in turn, and finally returns FileStep.
func (d *lines) Step(id syntax.ItemID) string {
	for ; id != syntax.Root && id != syntax.NoItem; id = d.item(id).Parent {
		d.budget.Step(1)
		child := d.childOnOwnLine(id)
		if child == syntax.NoItem {
			continue
		}
		own, inner := d.indentOf(id), d.indentOf(child)
		if n := own.Len(); inner.Len() > n && bytes.HasPrefix(d.At(inner), d.At(own)) {
			return d.stringOf(cut(inner, n, inner.Len()))
		}
	}
	return d.FileStep()
}

// SetFileStep sets the step of a file that has no indented blocks yet (see FileStep). It ignores a
// step that is not made of spaces and tabs.
func (d *lines) SetFileStep(step string) {
	if len(bytes.Trim([]byte(step), " \t")) == 0 {
		d.step = step
	}
}

// FileStep returns the step of more than half of the indented blocks of the file: a tab, or a few
// spaces. Without such a step, it returns two spaces.
func (d *lines) FileStep() string {
	if d.step != "" {
		return d.step
	}
	const spaces = "        "
	var votes [1 + len(spaces)]int // by number of spaces; votes[0] is for tabs
	all := 0
	for id := d.item(syntax.Root).Last; id != syntax.NoItem; id = d.item(id).Prev {
		d.budget.Step(1)
		if d.item(id).Kind != syntax.KindBlock {
			continue
		}
		inner, ok := firstIndent(d.At(d.item(id).Content))
		if step, is := bytes.CutPrefix(inner, d.At(d.indentOf(id))); ok && is && len(step) > 0 {
			all++
			switch n := len(bytes.TrimRight(step, " ")); {
			case step[0] == '\t':
				votes[0]++
			case n == 0 && len(step) <= len(spaces):
				votes[len(step)]++
			}
		}
	}
	d.step = "  "
	for n, count := range votes {
		switch {
		case 2*count <= all:
		case n == 0:
			d.step = "\t"
		default:
			d.step = spaces[:n]
		}
	}
	return d.step
}

// firstIndent returns the blanks at the start of the first nonblank line inside a body. It returns
// false if the body has no such line, or has code or a /* */ comment behind its opening brace: that
// may go on in the next line.
func firstIndent(body []byte) (indent []byte, ok bool) {
	first, lines, _ := bytes.Cut(body, []byte{'\n'})
	first = bytes.TrimSpace(bytes.TrimPrefix(first, []byte{'{'}))
	if len(first) > 0 && first[0] != '#' && !bytes.HasPrefix(first, []byte("//")) {
		return nil, false
	}
	for line := range bytes.Lines(lines) {
		if text := bytes.TrimLeft(line, " \t\r\n"); len(text) > 0 {
			return line[:len(line)-len(text)], text[0] != '}'
		}
	}
	return nil, false
}

// OneLine reports whether the value or body of an item is on one line. New contents of an item on
// one line are added on that line. OneLine looks only at the first and the last child.
func (d *lines) OneLine(id syntax.ItemID) bool {
	for {
		it := d.item(id)
		if !it.Expanded() {
			return !d.hasLineEnd(it.Content)
		}
		last := d.LastItem(id)
		for _, c := range [...]syntax.ItemID{it.First, it.Last, last} {
			if c == syntax.NoItem {
				continue
			}
			if child := d.item(c); child.Kind == syntax.KindOpen || d.hasLineEnd(child.Head) || d.hasLineEnd(child.Tail) {
				return false
			}
		}
		if last == syntax.NoItem {
			return true
		}
		d.budget.Step(1)
		id = last
	}
}

// IsEmpty reports whether a block has no contents.
func (d *lines) IsEmpty(block syntax.ItemID) bool {
	if it := d.item(block); it.Expanded() {
		return it.First == syntax.NoItem
	}
	text := d.At(d.item(block).Content)
	return len(text) < fewBytes && len(bytes.Trim(text, "{} \t\r\n")) == 0
}

// hasLineEnd reports whether a text contains a line end.
func (d *lines) hasLineEnd(s syntax.Span) bool {
	if s.Len() <= manyBytes {
		return bytes.IndexByte(d.At(s), '\n') >= 0
	}
	is, ok := d.breaks[s]
	if !ok {
		d.budget.Step(s.Len() / 64)
		is = bytes.IndexByte(d.At(s), '\n') >= 0
		setKey(&d.breaks, s, is)
	}
	return is
}

// leadComments returns the span of an item's lead comments. It charges the budget for all text
// before the item's code.
func (d *lines) leadComments(id syntax.ItemID) syntax.Span {
	it := d.item(id)
	before := it.Head.Len()
	if it.Name.Len() > 0 {
		before = int(it.Name.From - it.Head.From)
	}
	d.budget.Step(before / 4)
	return d.Comments(id)
}

// startsFile reports whether an item is the first child of the file.
func (d *lines) startsFile(id syntax.ItemID) bool {
	it := d.item(id)
	return it.Parent == syntax.Root && it.Prev == syntax.NoItem
}
