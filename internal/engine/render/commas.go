package render

import (
	"bytes"

	"iacedit/internal/engine/tree"
	"iacedit/lexer"
	"iacedit/syntax"
)

// commaOffset returns the offset of the comma in the tail of a pair or element, or -1.
func (d *members) commaOffset(id syntax.ItemID) int {
	tail := d.At(d.item(id).Tail)
	d.budget.Step(len(tail) / 16)
	for pos := 0; ; {
		kind, start, end := lexer.Next(tail, pos)
		switch kind {
		case lexer.Comma:
			return start
		case lexer.EOF:
			return -1
		}
		pos = end
	}
}

func (d *members) hasComma(id syntax.ItemID) bool { return d.commaOffset(id) >= 0 }

// addComma adds a comma after the value of a pair or element. If the item ends with a line end, the
// comma goes before the line comment. Otherwise the comma goes after the comments, because comments
// after the comma would belong to the next item. After a heredoc the comma goes on the next line. A
// pair with a heredoc gets no comma, because its line end separates it from the next pair.
func (d *members) addComma(id syntax.ItemID) {
	if d.hasComma(id) {
		return
	}
	tail := d.item(id).Tail
	switch {
	case !d.endsLine(id):
		d.moveBlanksToGap(id)
		tail = d.join(d.item(id).Tail, d.addStrings(","))
	case d.endsInHeredoc(d.item(id).Content):
		if d.item(id).Kind == syntax.KindPair {
			return
		}
		tail = d.join(d.addStrings(d.newline, d.lines.Indent(id), ","), tail)
	default:
		tail = d.join(d.addStrings(","), tail)
	}
	d.item(id).Tail = tail
	d.store.Touch(id)
}

// dropLineEndAfterValue removes the line end after the value of an element. Call it for a value
// that has replaced a heredoc. The comma or the closing bracket then directly follows the value,
// unless the elements are on different lines.
func (d *members) dropLineEndAfterValue(id syntax.ItemID) {
	it := d.item(id)
	tail := d.At(it.Tail)
	end := len(tail) - len(bytes.TrimLeft(tail, " \t\r\n"))
	d.budget.Step(1 + end/16)
	closing := it.Next
	switch {
	case end < len(tail) && tail[end] == ',':
		it.Tail = cut(it.Tail, end, len(tail))
	case end == len(tail) && !d.StartsLine(id) && closing != syntax.NoItem && d.item(closing).Kind == syntax.KindClose && !hasComment(d.At(d.item(closing).Head)):
		it.Tail = cut(it.Tail, 0, 0)
		d.remove(closing)
	}
	d.store.Touch(id)
}

// dropComma removes the comma from the tail of an item. If the comma is the only text on its line,
// dropComma removes the line, and the blank lines above it.
func (d *members) dropComma(id syntax.ItemID) {
	at := d.commaOffset(id)
	if at < 0 {
		return
	}
	tail := d.At(d.item(id).Tail)
	before, after := len(bytes.TrimRight(tail[:at], " \t")), at+1
	if line := after + len(blanks(tail[after:])); before > 0 && tail[before-1] == '\n' && endsAt(tail, line) {
		after = line + bytes.IndexByte(tail[line:], '\n') + 1
		code := len(bytes.TrimRight(tail[:before], " \t\r\n"))
		before = code + bytes.IndexByte(tail[code:], '\n') + 1
	}
	if old := d.item(id).Tail; after == len(tail) {
		d.item(id).Tail = cut(old, 0, before)
	} else {
		d.item(id).Tail = d.join(cut(old, 0, before), cut(old, after, len(tail)))
	}
	d.store.Touch(id)
}

// commasBetween reports whether the pair before the last one has a comma. Otherwise only line ends
// separate the pairs.
func (d *members) commasBetween(last syntax.ItemID) bool {
	prev := d.PrevItem(last)
	return prev != syntax.NoItem && d.hasComma(prev)
}

// trimTail removes the spaces and tabs at the end of a tail.
func (d *members) trimTail(tail syntax.Span) syntax.Span {
	return cut(tail, 0, len(bytes.TrimRight(d.At(tail), " \t")))
}

// endLineHere adds a line end after a child, and removes the spaces and tabs before the line end.
func (d *members) endLineHere(id syntax.ItemID) {
	if !isItem(d.item(id).Kind) {
		d.lines.endLine(id)
		return
	}
	tail := d.trimTail(d.item(id).Tail)
	if !bytes.HasSuffix(d.At(tail), []byte{'\n'}) { // a line end was lost with the comma of a heredoc
		tail = d.join(tail, d.addStrings(d.newline))
	}
	d.item(id).Tail = tail
	d.store.Touch(id)
}

// moveBlanksToGap moves the spaces and tabs at the end of an item into a new gap, if another item
// or the closing bracket follows on the same line. In a gap, the blanks stay in place when items
// before them are added or removed.
func (d *members) moveBlanksToGap(id syntax.ItemID) {
	tail := d.item(id).Tail
	code := d.trimTail(tail)
	if code == tail {
		return
	}
	d.item(id).Tail = code
	d.insertAfter(d.item(id).Parent, id, tree.Item{Kind: syntax.KindGap, Head: syntax.Span{From: code.To, To: tail.To}})
}

// moveLeadToGap moves the white space before a pair or element into a new gap, so that a new item
// can be added after it.
func (d *members) moveLeadToGap(id syntax.ItemID) {
	it := d.item(id)
	lead := cut(it.Head, 0, len(blanks(d.At(it.Head))))
	if lead.Len() == 0 {
		return
	}
	it.Head.From = lead.To
	d.insertAfter(it.Parent, it.Prev, tree.Item{Kind: syntax.KindGap, Head: lead})
}

func (d *members) replaceLead(id syntax.ItemID, lead syntax.Span) {
	it := *d.item(id)
	rest := cut(it.Head, len(blanks(d.At(it.Head))), it.Head.Len())
	if lead.Len() > 0 {
		head := d.join(lead, rest)
		shift := head.From + int32(lead.Len()) - rest.From
		rest = head
		it.Name.From, it.Name.To = it.Name.From+shift, it.Name.To+shift
	}
	to := d.item(id)
	to.Head, to.Name = rest, it.Name
	d.store.Touch(id)
}

// endsAt reports whether a line end starts at an offset of the text.
func endsAt(text []byte, at int) bool {
	return bytes.HasPrefix(text[at:], []byte{'\n'}) || bytes.HasPrefix(text[at:], []byte("\r\n"))
}
