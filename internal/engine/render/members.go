package render

import (
	"bytes"
	"errors"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// members adds items to objects, lists and calls, and adds and removes commas.
type members struct {
	*items
	checks *checks
	lines  *lines
}

// Empty reports whether an object or tuple has neither items nor comments between its brackets.
func (d *members) Empty(id syntax.ItemID) bool {
	d.Expand(id)
	if d.FirstItem(id) != syntax.NoItem {
		return false
	}
	for c := d.item(id).First; c != syntax.NoItem; c = d.item(c).Next {
		d.budget.Step(1)
		if hasComment(d.At(d.item(c).Head)) {
			return false
		}
	}
	return true
}

// Pair adds a pair to an object. The new pair goes after the last pair, and is written in the style
// of the previous pairs. The key is code: an identifier or a quoted string. Pair adds or removes
// quotes, so that the key looks like the other keys. The lines of the value must already have their
// final indentation. Pair returns an error, and changes nothing, if the value of the item is not an
// object, or if the new key or value is invalid.
func (d *members) Pair(object syntax.ItemID, key string, value []byte) (syntax.ItemID, error) {
	if err := errors.Join(d.checks.checkBracket(object, '{'), d.checks.checkKey(key)); err != nil {
		return syntax.NoItem, err
	}
	content, err := d.checks.addMemberValue(object, d.LastItem(object), value)
	if err != nil {
		return syntax.NoItem, err
	}
	return d.pair(object, key, content), nil
}

func (d *members) pair(object syntax.ItemID, key string, value syntax.Span) syntax.ItemID {
	prev := d.LastItem(object)
	if prev == syntax.NoItem {
		id := d.insertFirstSeparated(object, syntax.KindPair, key+" = ", len(key), value)
		d.guardForKeyword(object)
		return id
	}
	colon, ok := d.colonOf(prev)
	key = d.keyInStyle(prev, key, ok)
	id := d.insertSeparated(object, prev, syntax.KindPair, key+" = ", len(key), value)
	if ok {
		it := *d.item(id)
		head := d.join(syntax.Span{From: it.Head.From, To: it.Name.To}, colon)
		shift := head.From - it.Head.From
		to := d.item(id)
		to.Head, to.Name = head, syntax.Span{From: it.Name.From + shift, To: it.Name.To + shift}
	}
	return id
}

// colonOf returns the text between the key and the value of a pair. ok is true if that text is a
// colon with at most a few spaces around it.
func (d *members) colonOf(pair syntax.ItemID) (between syntax.Span, ok bool) {
	it := d.item(pair)
	between = syntax.Span{From: it.Name.To, To: it.Head.To}
	text := d.At(between)
	return between, len(text) <= fewSteps && string(bytes.Trim(text, " \t")) == ":"
}

// keyInStyle adds or removes the quotes of a key, in the style of the keys above it. The nearest
// key that is valid both with and without quotes decides: the new key gets quotes if that key has
// them. If the last few pairs have no such key, the new key gets quotes only if a colon follows it,
// as in JSON.
func (d *members) keyInStyle(prev syntax.ItemID, key string, colon bool) string {
	bare, mayBeBare := bareKey([]byte(key))
	if !mayBeBare {
		return key
	}
	quoted := colon
	for n := 0; prev != syntax.NoItem && n < fewSteps; n++ {
		name := d.Name(prev)
		if _, either := bareKey(name); either {
			quoted = name[0] == '"'
			break
		}
		prev = d.PrevItem(prev)
	}
	if quoted {
		return `"` + bare + `"`
	}
	return bare
}

// bareKey returns a key without quotes. It returns false unless the key is valid both with and
// without quotes.
func bareKey(key []byte) (string, bool) {
	if n := len(key); n > fewBytes {
		return "", false
	} else if n > 1 && key[0] == '"' && key[n-1] == '"' {
		key = key[1 : n-1]
	}
	text := string(key)
	if string(value.AppendKey(nil, text)) != text {
		return "", false
	}
	return text, true
}

// Element adds an element to a tuple, or an argument to a call that has arguments. The new element
// goes after the element prev, or before all others if prev is NoItem. Element returns an error if
// the item is not a tuple or such a call, if it does not contain prev, or if the new value is
// invalid. On error, nothing changes.
func (d *members) Element(tuple, prev syntax.ItemID, value []byte) (syntax.ItemID, error) {
	if err := d.checks.checkHasElements(tuple); err != nil {
		return syntax.NoItem, err
	}
	if prev != syntax.NoItem && (d.checks.checkHasValue(prev) != nil || d.item(prev).Parent != tuple) {
		return syntax.NoItem, errors.New("the element before is in another place")
	}
	content, err := d.checks.addMemberValue(tuple, prev, value)
	if err != nil {
		return syntax.NoItem, err
	}
	return d.element(tuple, prev, content), nil
}

func (d *members) element(tuple, prev syntax.ItemID, value syntax.Span) (id syntax.ItemID) {
	switch {
	case prev != syntax.NoItem:
		return d.insertSeparated(tuple, prev, syntax.KindElement, "", 0, value)
	case d.FirstItem(tuple) == syntax.NoItem:
		id = d.insertFirstSeparated(tuple, syntax.KindElement, "", 0, value)
	default:
		id = d.insertFirstElement(tuple, value)
	}
	d.guardForKeyword(tuple)
	return id
}

// insertSeparated adds a pair or element after prev. The new item is written like prev: if prev
// ends with a line end, the new item gets its own line, and if prev has a comma, so does the new
// item.
func (d *members) insertSeparated(parent, prev syntax.ItemID, kind syntax.ItemKind, head string, name int, value syntax.Span) syntax.ItemID {
	last := d.isLast(prev)
	trailing := d.hasComma(prev)
	lead, tail := " ", ""
	if d.endsLine(prev) {
		lead, tail = d.lines.ChildIndent(parent), d.newline
		if !trailing && (kind == syntax.KindElement || d.commasBetween(prev)) {
			d.addComma(prev)
		}
	} else {
		d.moveBlanksToGap(prev) // the blanks before the bracket stay
		d.addComma(prev)
	}
	if trailing || !last && (kind == syntax.KindElement || tail == "") {
		tail = "," + tail
	}
	return d.insert(parent, prev, kind, lead, head, name, value, tail)
}

// insertFirstSeparated adds the first pair of an object, or the first element of a tuple. There may
// be comments between the brackets.
func (d *members) insertFirstSeparated(parent syntax.ItemID, kind syntax.ItemKind, head string, name int, value syntax.Span) syntax.ItemID {
	prev, lead, tail := d.item(parent).Last, "", " "
	if prev == syntax.NoItem {
		tail = ""
	} else if d.item(d.item(parent).First).Kind == syntax.KindOpen {
		prev, lead, tail = d.lines.endOfCode(parent), d.lines.ChildIndent(parent), d.newline
		if kind == syntax.KindElement {
			tail = "," + tail
		}
	}
	return d.insert(parent, prev, kind, lead, head, name, value, tail)
}

// insert adds a pair or element with the given texts. For a pair, the argument head starts with the
// key, and the argument name is the length of the key. For an element, head is empty and name is 0.
func (d *members) insert(parent, prev syntax.ItemID, kind syntax.ItemKind, lead, head string, name int, value syntax.Span, tail string) syntax.ItemID {
	from := d.addStrings(lead, head)
	at := from.From + int32(len(lead))
	id := d.insertAfter(parent, prev, tree.Item{
		Kind:    kind,
		Head:    from,
		Name:    syntax.Span{From: at, To: at + int32(name)},
		Content: value,
		Tail:    d.addStrings(tail),
	})
	d.store.Touch(id)
	return id
}

// insertFirstElement adds an element before all others in a tuple.
func (d *members) insertFirstElement(tuple syntax.ItemID, value syntax.Span) syntax.ItemID {
	next := d.FirstItem(tuple)
	lead, tail := "", ","
	if d.StartsLine(next) {
		lead, tail = d.lines.ChildIndent(tuple), ","+d.newline
		d.store.Touch(next)
	} else {
		d.moveLeadToGap(next)
		d.replaceLead(next, d.addStrings(" "))
	}
	return d.insert(tuple, d.item(next).Prev, syntax.KindElement, lead, "", 0, value, tail)
}

// guardForKeyword puts quotes or parentheses around the first key of an object, or the first
// element of a tuple, if it starts with the name "for". After the bracket, this name would be a
// keyword.
func (d *members) guardForKeyword(parent syntax.ItemID) {
	id := d.FirstItem(parent)
	if inside := d.item(parent).Inside(); id == syntax.NoItem || inside != syntax.InsideObject && inside != syntax.InsideList {
		return
	}
	it := *d.item(id)
	switch {
	case it.Kind == syntax.KindElement && value.StartsWithFor(d.At(it.Content)):
		if it.Touched && it.Expanded() {
			it.Content = d.add(d.AppendValue(nil, id))
		}
		d.setContent(id, d.join(d.addStrings("("), it.Content, d.addStrings(")")))
	case it.Kind == syntax.KindPair && value.StartsWithFor(d.At(it.Name)):
		quote := [2]string{`"`, `"`}
		if it.Name.Len() > len("for") {
			quote = [2]string{"(", ")"}
		}
		lead := syntax.Span{From: it.Head.From, To: it.Name.From}
		name := d.join(d.addStrings(quote[0]), it.Name, d.addStrings(quote[1]))
		head := d.join(lead, name, syntax.Span{From: it.Name.To, To: it.Head.To})
		to := d.item(id)
		to.Head = head
		to.Name = syntax.Span{From: head.From + int32(lead.Len()), To: head.From + int32(lead.Len()+name.Len())}
		d.store.Touch(id)
	}
}

// TakesHeredoc reports whether a heredoc can be the value of an item. The item must be an
// attribute, or a pair of a multi-line object without commas, and a line end must follow its value.
// If the item is in a block on one line, the caller must call Open first.
func (d *members) TakesHeredoc(id syntax.ItemID) bool {
	it := d.item(id)
	if d.newline != "\n" || it.Kind != syntax.KindAttribute && it.Kind != syntax.KindPair {
		return false
	}
	tail := bytes.TrimLeft(d.At(it.Tail), " \t")
	if len(tail) == 0 {
		return it.Kind == syntax.KindAttribute && it.Parent != syntax.Root && !d.StartsLine(id)
	}
	return tail[0] == '\n' && (it.Kind == syntax.KindAttribute || d.StartsLine(id) && d.TakesHeredocs(it.Parent))
}

// TakesHeredocs reports whether a heredoc can be the value of a new pair in an object. The object
// must have several lines, and no commas after its last pairs.
func (d *members) TakesHeredocs(object syntax.ItemID) bool {
	last := d.LastItem(object)
	if last == syntax.NoItem {
		return d.newline == "\n" && d.item(d.item(object).First).Kind == syntax.KindOpen
	}
	return d.newline == "\n" && d.endsLine(last) && !d.hasComma(last) && !d.commasBetween(last)
}
