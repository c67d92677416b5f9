package syntax

import (
	"bytes"

	"iacedit/internal/engine/tree"
	"iacedit/lexer"
)

// A tiler adds the children of an item, from left to right. The children tile a range of the text:
// they cover the range, without overlaps.
type tiler struct {
	t      *tree.Tree
	text   []byte // the tree's text
	parent ItemID
	pos    int // the offset at which the last child ends

	base     int // the number of items of the tree before the first child
	from, to int // the range of the text that the children tile
}

// newTiler returns a tiler of the text between two offsets.
func newTiler(t *tree.Tree, text []byte, parent ItemID, from, to int) tiler {
	return tiler{t: t, text: text, parent: parent, pos: from, base: t.Len(), from: from, to: to}
}

// bodyItem adds an attribute or block. If there is text between the last child and the new child,
// bodyItem first adds this text as a gap.
func (t *tiler) bodyItem(it parsed) ItemID {
	kind := KindAttribute
	if it.block {
		kind = KindBlock
		if t.parent == Root {
			t.t.NoteType(it.name)
		}
	}
	lead := t.lead(int(it.name.From))
	end := lineTail(t.text, int(it.content.To))
	if t.t.Full() {
		t.t.Foresee(t.base, t.pos-t.from, t.to-t.from)
	}
	t.pos = end
	id, made := t.t.Append(t.parent, kind)
	made.Name, made.Content = it.name, it.content
	made.Head, made.Tail = span(lead, int(it.content.From)), span(int(it.content.To), end)
	return id
}

// lead adds the gap before an item whose first token is at the offset start. It returns the start
// of the item's lead comments. A licence at the start of the file is part of the gap, not a lead
// comment.
func (t *tiler) lead(start int) int {
	if line, ok := t.blank(start); ok {
		t.gap(line)
		return line
	}
	lead, commented := t.pos, false
	for pos := t.pos; pos < start; {
		t.t.Budget().Pass(1)
		kind, from, end := lexer.Next(t.text, pos)
		if from >= start {
			break
		}
		switch kind {
		case lexer.Newline:
			if !commented {
				lead = end
			}
			commented = false
		case lexer.Comment:
			commented = t.text[end-1] != '\n'
		}
		pos = end
	}
	if lead == t.pos && t.parent == Root && t.t.Item(Root).Last == NoItem {
		lead = licence(t.text, lead, start)
	}
	t.gap(lead)
	return lead
}

// blank reports whether the text from t.pos to the offset start consists of blanks and line ends.
// If so, it returns the start of the last line of that text.
func (t *tiler) blank(start int) (line int, ok bool) {
	line = t.pos
	for i, c := range t.text[t.pos:start] {
		switch c {
		case ' ', '\t', '\r':
		case '\n':
			line = t.pos + i + 1
		default:
			return 0, false
		}
	}
	return line, true
}

// gap adds the text up to an offset as a gap.
func (t *tiler) gap(end int) {
	if end > t.pos {
		t.between(KindGap, end)
	}
}

// between adds the text up to an offset as an item that contains no code, such as a gap.
func (t *tiler) between(kind ItemKind, end int) {
	_, made := t.t.Append(t.parent, kind)
	made.Head = span(t.pos, end)
	t.pos = end
}

// open adds the text that follows an opening bracket on its line. If code follows the bracket on
// the line, open adds nothing and returns false.
func (t *tiler) open() bool {
	end := lineTail(t.text, t.pos)
	if t.text[end-1] != '\n' {
		return false
	}
	t.between(KindOpen, end)
	return true
}

// close adds the remaining text before the closing bracket, which is at the offset end: a gap,
// and the text on the line of the bracket. A multi-line comment counts as one line.
func (t *tiler) close(end int) {
	line := t.pos + bytes.LastIndexByte(t.text[t.pos:end], '\n') + 1
	if bytes.Contains(t.text[t.pos:line], []byte("/*")) {
		line = t.lineOf(end)
	}
	t.gap(line)
	if end > t.pos {
		t.between(KindClose, end)
	}
}

// lineOf returns the start of the line that contains an offset. A multi-line comment counts as a
// part of one line. Nothing but blanks, comments and line ends may be between the last child and
// the offset.
func (t *tiler) lineOf(end int) int {
	line := t.pos
	for pos := t.pos; pos < end; {
		t.t.Budget().Pass(1)
		_, _, pos = lexer.Next(t.text, pos)
		if t.text[pos-1] == '\n' {
			line = pos
		}
	}
	return line
}

// lineTail returns the offset of the next code on the line, at or after pos. If only blanks and
// comments follow, it returns the offset after the line end, or the end of src if there is no
// line end. A multi-line comment counts as one line.
func lineTail(src []byte, pos int) int {
	if pos < len(src) && src[pos] == '\n' {
		return pos + 1
	}
	for {
		kind, start, end := lexer.Next(src, pos)
		switch kind {
		case lexer.Newline, lexer.EOF:
			return end
		case lexer.Comment:
			if src[end-1] == '\n' {
				return end
			}
			pos = end
		default:
			return start
		}
	}
}

// Expand reports whether an item has children: it is the Root or a block, or its value is an
// object, a list, a call or an expression in parentheses. It creates the children if necessary, as
// Children and all look-ups do.
func (f *File) Expand(id ItemID) bool {
	it := f.item(id)
	switch {
	case it.Inside() != tree.InsideUnknown:
		return it.Expanded()
	case it.Kind < KindAttribute:
		return false
	case it.Kind == KindBlock:
		f.expandBody(id, it.Content)
		return true
	}
	e, err := ParseExpression(f.inside.bounded(f.tree().Budget()), f.Text(), it.Content)
	return err == nil && f.expandValue(id, e, e.Root)
}

// ExpandNode is like Expand, but for an item whose value has already been parsed: the value is the
// given node of e. The Expr e must have been parsed from the File's text. ExpandNode also returns
// false if the node and the item's value have different spans.
func (f *File) ExpandNode(id ItemID, e *Expr, value NodeID) bool {
	it := f.item(id)
	switch {
	case it.Inside() != tree.InsideUnknown:
		return it.Expanded()
	case e == nil, it.Kind < KindAttribute, it.Kind == KindBlock, e.Node(value).Span() != it.Content:
		return false
	}
	return f.expandValue(id, e, value)
}

// Expr returns the tree of the expression at a span of Text, such as an attribute's Value. It
// allocates memory; ParseExpression can reuse memory for many expressions. If there is no
// expression at the span, the Expr is empty: its Root is 0.
func (f *File) Expr(at Span) *Expr {
	e, err := ParseExpression(nil, f.Text(), at)
	if err != nil {
		return new(Expr)
	}
	return e
}

func (f *File) expandBody(id ItemID, content Span) {
	open, end := int(content.From)+1, int(content.To)-1
	t := newTiler(f.tree(), f.Text(), id, open, end)
	opened := t.open()
	p := parserOf(t.text[:end], open, true, f.tree().Budget())
	for p.Kind != lexer.EOF {
		if p.Kind == lexer.Newline {
			p.NextLine()
		} else if it := p.item(); p.err == nil {
			t.bodyItem(it)
		}
	}
	p.free()
	if opened {
		t.close(end)
	} else {
		t.gap(end)
	}
	f.tree().SetInside(id, InsideBody)
}

// expandValue creates the children of an item, whose value is a node of the expression e. The
// expression must have been parsed from the File's text. It returns false if the value has no
// children.
func (f *File) expandValue(id ItemID, e *Expr, value NodeID) bool {
	root := e.Node(value)
	inside, first := e.inside(value)
	if inside == InsideNothing {
		f.tree().SetInside(id, inside)
		return false
	}
	t := newTiler(f.tree(), e.Text, id, int(root.Start)+1, int(root.End))
	n := 2 // for the text beside the two brackets
	for c := first; c != 0; c = e.Node(c).Next {
		n++
	}
	t.t.Reserve(n)
	if inside == InsideCall {
		t.pos = tree.AfterParen(t.text, int(root.Start))
	}
	atLineStart := t.open()
	for n := first; n != 0; n = e.Node(n).Next {
		node := e.Node(n)
		kind, name, content := KindElement, Span{}, node.Span()
		if node.Kind == NodePair {
			key := e.Node(node.First)
			kind, name, content = KindPair, key.Span(), e.Node(key.Next).Span()
		}
		lead := t.pos
		if atLineStart {
			lead = t.lead(int(node.Start))
		}
		end := separatorTail(t.text, int(content.To), inside != InsideObject)
		_, made := t.t.Append(id, kind)
		made.Name, made.Content = name, content
		made.Head, made.Tail = span(lead, int(content.From)), span(int(content.To), end)
		t.pos = end
		atLineStart = t.text[end-1] == '\n'
	}
	if atLineStart {
		t.close(int(root.End) - 1)
	} else {
		t.gap(int(root.End) - 1)
	}
	f.tree().SetInside(id, inside)
	return true
}

// inside returns the kind of an item's children, given the node of the item's value. It also
// returns the node of the first child: a NodePair, or the node of an element's value.
func (e *Expr) inside(value NodeID) (inside Inside, first NodeID) {
	n := e.Node(value)
	switch n.Kind {
	case NodeObject:
		return InsideObject, n.First
	case NodeTuple:
		return InsideList, n.First
	case NodeCall:
		return InsideCall, e.Node(n.First).Next
	case NodeParen:
		return InsideParens, n.First
	}
	return InsideNothing, 0
}

// separatorTail returns the end of the tail of a pair or element whose value ends at pos. The tail
// includes a comma or "...", and the rest of the line with the line end, unless more code is on the
// line. A line end before the comma ends a pair of an object, but not an element of a tuple.
func separatorTail(src []byte, pos int, tuple bool) int {
	line := 0 // the offset after the first line end
	for {
		kind, start, end := lexer.Next(src, pos)
		switch {
		case kind == lexer.Comma || kind == lexer.Ellipsis:
			if tail := lineTail(src, end); src[tail-1] == '\n' {
				return tail
			}
			return end
		case kind != lexer.Newline && kind != lexer.Comment:
			if line > 0 {
				return line
			}
			return start
		case src[end-1] == '\n' && !tuple:
			return end
		case src[end-1] == '\n' && line == 0:
			line = end
		}
		pos = end
	}
}

// IsSpread reports whether "..." is in the tail of a call's argument, as in f(list...). The
// elements of the argument's value are then separate arguments of the call.
func IsSpread(tail []byte) bool {
	if !bytes.Contains(tail, []byte("...")) {
		return false
	}
	for pos := 0; ; {
		kind, _, end := lexer.Next(tail, pos)
		if kind == lexer.EOF || kind == lexer.Ellipsis {
			return kind == lexer.Ellipsis
		}
		pos = end
	}
}
