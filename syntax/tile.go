package syntax

import "iacedit/lexer"

// A tiler makes the children of an item, from left to right, so that they tile it.
type tiler struct {
	f      *File
	parent ItemID
	last   ItemID // the child made last
	pos    int    // where it ends
}

func (t *tiler) push(it Item) {
	t.last = t.f.InsertAfter(t.parent, t.last, it)
}

// bodyItem adds an attribute or block, and the gap before it.
func (t *tiler) bodyItem(it parsed) {
	kind := KindAttribute
	if it.block {
		kind = KindBlock
	}
	lead := t.lead(int(it.name.From))
	end := lineTail(t.f.text, int(it.content.To))
	t.push(Item{Kind: kind, Name: it.name, Content: it.content,
		Head: span(lead, int(it.content.From)), Tail: span(int(it.content.To), end)})
	t.pos = end
}

// lead adds the gap before an item whose first token is at start, and returns
// where the item's lead comments start. A licence at the start of the file is a gap.
func (t *tiler) lead(start int) int {
	lead, commented := t.pos, false
	for pos := t.pos; pos < start; {
		kind, from, end := lexer.Next(t.f.text, pos)
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
			commented = t.f.text[end-1] != '\n'
		}
		pos = end
	}
	if lead == t.pos && t.parent == Root && t.last == NoItem {
		lead = licence(t.f.text, lead, start)
	}
	t.gap(lead)
	return lead
}

// gap adds what is left up to end as a gap.
func (t *tiler) gap(end int) {
	if end > t.pos {
		t.push(Item{Kind: KindGap, Head: span(t.pos, end)})
		t.pos = end
	}
}

// open adds what follows an opening bracket on its line. Where code follows there
// is no such child; it returns false.
func (t *tiler) open() bool {
	end := lineTail(t.f.text, t.pos)
	if t.f.text[end-1] != '\n' {
		return false
	}
	t.push(Item{Kind: KindOpen, Head: span(t.pos, end)})
	t.pos = end
	return true
}

// close adds what is left before the closing bracket at end: a gap, and what
// stands before the bracket on its line.
func (t *tiler) close(end int) {
	line := end
	for line > t.pos && t.f.text[line-1] != '\n' {
		line--
	}
	t.gap(line)
	if end > t.pos {
		t.push(Item{Kind: KindClose, Head: span(t.pos, end)})
		t.pos = end
	}
}

// lineTail returns where the line at pos ends, its line end included, if only
// blanks and comments are left on it; else where the code on it goes on. A comment
// over several lines counts as one line.
func lineTail(src []byte, pos int) int {
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

// Expand gives an item the children that its content is made of: those of a
// block's body, an object or a tuple. It returns false where the content is
// something else, and nothing changes.
func (f *File) Expand(id ItemID) bool {
	it := f.items[id]
	switch {
	case it.expanded:
		return true
	case it.Kind < KindAttribute:
		return false
	case it.Kind == KindBlock:
		f.expandBody(id)
	default:
		e := f.Expr(it.Content)
		root := e.Node(e.Root)
		if root.Kind != NodeObject && root.Kind != NodeTuple {
			return false
		}
		f.expandValue(id, e, root)
	}
	f.items[id].expanded = true
	return true
}

// Expr returns the tree of the expression at a span of the text. It is valid until
// the next call. The expression must be valid, as every value in a File is.
func (f *File) Expr(at Span) *Expr {
	e, err := ParseExpression(&f.expr, f.text, at)
	if err != nil {
		panic("syntax: an invalid expression in a tree: " + err.Error())
	}
	return e
}

func (f *File) expandBody(id ItemID) {
	content := f.items[id].Content
	open, end := int(content.From)+1, int(content.To)-1
	t := tiler{f: f, parent: id, pos: open}
	opened := t.open()
	p := parser{src: f.text[:end], end: open, newlines: true}
	for p.next(); p.kind != lexer.EOF; {
		if p.kind == lexer.Newline {
			p.next()
			continue
		}
		t.bodyItem(p.item())
	}
	if opened {
		t.close(end)
	} else {
		t.gap(end)
	}
}

// expandValue makes the children of an object or tuple.
func (f *File) expandValue(id ItemID, e *Expr, root Node) {
	t := tiler{f: f, parent: id, pos: int(root.Start) + 1}
	atLineStart := t.open()
	for n := root.First; n != 0; n = e.Nodes[n].Next {
		it := Item{Kind: KindElement, Content: span(int(e.Nodes[n].Start), int(e.Nodes[n].End))}
		if root.Kind == NodeObject {
			key := e.Node(e.Nodes[n].First)
			value := e.Node(key.Next)
			it = Item{Kind: KindPair, Name: Span{key.Start, key.End}, Content: Span{value.Start, value.End}}
		}
		lead := t.pos
		if atLineStart {
			lead = t.lead(int(e.Nodes[n].Start))
		}
		end := separatorTail(f.text, int(it.Content.To), root.Kind == NodeTuple)
		it.Head = span(lead, int(it.Content.From))
		it.Tail = span(int(it.Content.To), end)
		t.push(it)
		t.pos = end
		atLineStart = f.text[end-1] == '\n'
	}
	if atLineStart {
		t.close(int(root.End) - 1)
	} else {
		t.gap(int(root.End) - 1)
	}
}

// separatorTail returns where the tail of a pair or element ends whose value ends
// at pos: after its comma, if it has one, and the line's end, if no code follows on
// the line. A line end before the comma separates the pairs of an object, but not
// the elements of a tuple.
func separatorTail(src []byte, pos int, tuple bool) int {
	line := 0 // the offset after the first line end
	for {
		kind, start, end := lexer.Next(src, pos)
		switch {
		case kind == lexer.Comma:
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
