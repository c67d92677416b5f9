package render

import (
	"bytes"

	"iacedit/internal/tree"
	"iacedit/lexer"
	"iacedit/syntax"
)

// comma returns the offset of the comma in a pair's or element's tail, or -1.
func (d *Draft) comma(id syntax.ItemID) int {
	tail := d.At(d.Item(id).Tail)
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

func (d *Draft) hasComma(id syntax.ItemID) bool { return d.comma(id) >= 0 }

// addComma puts a comma after a pair's or element's value, before its line comment. A
// heredoc's marker has its line for itself: the comma then gets one, too.
func (d *Draft) addComma(id syntax.ItemID) {
	if d.hasComma(id) {
		return
	}
	it := d.Item(id)
	old := it.Tail
	if endsInHeredoc(d.At(it.Content)) {
		d.Item(id).Tail = d.join(d.text(d.newline, d.Indent(id), ","), old)
	} else {
		d.Item(id).Tail = d.join(d.text(","), old)
	}
	d.Touch(id)
}

// endsInHeredoc says whether the last token of a value is the marker of a heredoc.
func endsInHeredoc(value []byte) bool {
	if !bytes.Contains(value, []byte("<<")) {
		return false
	}
	var s lexer.Scanner
	s.Reset(append(bytes.Clone(value), '\n'), 0) // without which the marker is none
	last := lexer.EOF
	for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
		if tok.Kind != lexer.Newline {
			last = tok.Kind
		}
	}
	return last == lexer.CHeredoc
}

// dropComma takes the comma out of a tail, and with it the line that it may have for
// itself, and blank lines above that.
func (d *Draft) dropComma(id syntax.ItemID) {
	at := d.comma(id)
	if at < 0 {
		return
	}
	tail := d.At(d.Item(id).Tail)
	before, after := len(bytes.TrimRight(tail[:at], " \t")), at+1
	if line := after + len(blanks(tail[after:])); before > 0 && tail[before-1] == '\n' && endsAt(tail, line) {
		after = line + bytes.IndexByte(tail[line:], '\n') + 1
		code := len(bytes.TrimRight(tail[:before], " \t\r\n"))
		before = code + bytes.IndexByte(tail[code:], '\n') + 1
	}
	d.Item(id).Tail = d.join(cut(d.Item(id).Tail, 0, before), cut(d.Item(id).Tail, after, len(tail)))
	d.Touch(id)
}

// endsAt says whether a line ends at an offset.
func endsAt(text []byte, at int) bool {
	return bytes.HasPrefix(text[at:], []byte{'\n'}) || bytes.HasPrefix(text[at:], []byte("\r\n"))
}

// cut returns a part of a span, by offsets in its text.
func cut(s syntax.Span, from, to int) syntax.Span {
	return syntax.Span{From: s.From + int32(from), To: s.From + int32(to)}
}

// Empty says whether nothing is between an object's or tuple's brackets.
func (d *Draft) Empty(id syntax.ItemID) bool {
	d.Expand(id)
	for c := d.Item(id).First; c != syntax.NoItem; c = d.Item(c).Next {
		if isItem(d.Item(c).Kind) || hasComment(d.At(d.Item(c).Head)) {
			return false
		}
	}
	return true
}

// Pair adds a pair to an object that is not Empty, after its last. The key is written
// as given; the lines of the value must be indented as they will stand.
func (d *Draft) Pair(object syntax.ItemID, key string, value []byte) syntax.ItemID {
	prev := d.LastItem(object)
	if prev == syntax.NoItem {
		return d.afterComments(object, syntax.KindPair, key+" = ", len(key), value)
	}
	head := key + d.separator(prev)
	return d.insertSeparated(object, prev, syntax.KindPair, head, len(key), value)
}

// separator returns what stands between the key and the value of a new pair after
// prev: "=" between blanks, or the colon of prev as it stands.
func (d *Draft) separator(prev syntax.ItemID) string {
	it := d.Item(prev)
	between := d.At(syntax.Span{From: it.Name.To, To: it.Content.From})
	if kind, start, end := lexer.Next(between, 0); kind == lexer.Colon {
		return string(between[:start]) + ":" + string(blanks(between[end:]))
	}
	return " = "
}

// Element adds an element to a tuple that is not Empty: after prev, or as the first
// where prev is NoItem.
func (d *Draft) Element(tuple, prev syntax.ItemID, value []byte) syntax.ItemID {
	switch {
	case prev != syntax.NoItem:
		return d.insertSeparated(tuple, prev, syntax.KindElement, "", 0, value)
	case d.FirstItem(tuple) == syntax.NoItem:
		prev = d.afterComments(tuple, syntax.KindElement, "", 0, value)
	default:
		prev = d.firstElement(tuple, value)
	}
	d.guardFor(tuple)
	return prev
}

// insertSeparated adds a pair or element after prev, in the style of prev: on a line
// of its own or on the same line, with a comma after it or not.
func (d *Draft) insertSeparated(parent, prev syntax.ItemID, kind syntax.ItemKind, head string, name int, value []byte) syntax.ItemID {
	last := d.NextItem(prev) == syntax.NoItem
	trailing := d.hasComma(prev)
	lead, tail := " ", ""
	if d.endsLine(prev) {
		lead, tail = d.ChildIndent(parent), d.newline
		if !trailing && (kind == syntax.KindElement || d.commasBetween(prev)) {
			d.addComma(prev)
		}
	} else {
		// What stands before the bracket on the line stays there.
		old := d.Item(prev).Tail
		code := len(bytes.TrimRight(d.At(old), " \t"))
		tail = string(d.At(cut(old, code, old.Len())))
		d.Item(prev).Tail = cut(old, 0, code)
		if !trailing {
			d.Item(prev).Tail = d.join(cut(old, 0, code), d.text(","))
			d.Touch(prev)
		}
	}
	if trailing || !last && (kind == syntax.KindElement || !d.endsLine(prev)) {
		tail = "," + tail
	}
	return d.insert(parent, prev, kind, lead, head, name, value, tail)
}

// afterComments adds the first pair or element to an object or tuple in which there
// are only comments.
func (d *Draft) afterComments(parent syntax.ItemID, kind syntax.ItemKind, head string, name int, value []byte) syntax.ItemID {
	prev, lead, tail := d.Item(parent).Last, "", " "
	if d.Item(d.Item(parent).First).Kind == syntax.KindOpen {
		prev, lead, tail = d.endOfCode(parent), d.ChildIndent(parent), d.newline
		if kind == syntax.KindElement {
			tail = "," + tail
		}
	}
	return d.insert(parent, prev, kind, lead, head, name, value, tail)
}

// insert adds a pair or element whose key is the first name bytes of head.
func (d *Draft) insert(parent, prev syntax.ItemID, kind syntax.ItemKind, lead, head string, name int, value []byte, tail string) syntax.ItemID {
	from := d.text(lead, head)
	at := from.From + int32(len(lead))
	id := d.InsertAfter(parent, prev, tree.Item{
		Kind:    kind,
		Head:    from,
		Name:    syntax.Span{From: at, To: at + int32(name)},
		Content: d.Add(value),
		Tail:    d.text(tail),
	})
	d.Touch(id)
	return id
}

// commasBetween says whether the pairs before the last are separated by commas as
// well as by line ends.
func (d *Draft) commasBetween(last syntax.ItemID) bool {
	prev := d.PrevItem(last)
	return prev != syntax.NoItem && d.hasComma(prev)
}

// firstElement adds an element before the first one of a tuple.
func (d *Draft) firstElement(tuple syntax.ItemID, value []byte) syntax.ItemID {
	next := d.FirstItem(tuple)
	it := d.Item(next)
	lead, tail := d.ChildIndent(tuple), ","+d.newline
	if !d.startsLine(next) {
		lead, tail = string(blanks(d.At(it.Head))), ", "
		it.Head.From += int32(len(lead))
	}
	d.Touch(next)
	return d.insert(tuple, it.Prev, syntax.KindElement, lead, "", 0, value, tail)
}

// LastItem returns the last attribute, block, pair or element of an item, or NoItem.
func (d *Draft) LastItem(parent syntax.ItemID) syntax.ItemID {
	id := d.Item(parent).Last
	if id != syntax.NoItem && !isItem(d.Item(id).Kind) {
		return d.PrevItem(id)
	}
	return id
}

// FirstItem returns the first one.
func (d *Draft) FirstItem(parent syntax.ItemID) syntax.ItemID {
	id := d.Item(parent).First
	if id != syntax.NoItem && !isItem(d.Item(id).Kind) {
		return d.NextItem(id)
	}
	return id
}
