package render

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"iacedit/internal/engine/tree"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A Remade is an item that Remake makes. Its spans are of the file's text: of the source, or of text
// that Compose or Shift added.
type Remade struct {
	Kind    syntax.ItemKind // KindAttribute, KindBlock or KindGap
	Lead    syntax.Span     // the lead comments and the indentation; the whole text of a gap
	Name    string          // the name of an attribute, or the type of a block
	Header  syntax.Span     // the text between the name and the value or body: " = " for an attribute
	Content syntax.Span     // the value, or the body with its braces
	Tail    syntax.Span     // the rest of the last line, with its line end
}

// Compose adds text that consists of older text and of new strings, and returns its span. The older
// text keeps its layout (see Draft.Append).
func (d *editor) Compose(parts ...Part) syntax.Span {
	spans := make([]syntax.Span, len(parts))
	for i, p := range parts {
		if spans[i] = d.within(p.At); p.Text != "" {
			spans[i] = d.addStrings(p.Text)
		}
	}
	return d.join(spans...)
}

// A Part is a part of new text: older text or, if Text is not empty, a new string.
type Part struct {
	At   syntax.Span
	Text string
}

// within returns a span, or the empty span if it is not in the file's text.
func (d *editor) within(at syntax.Span) syntax.Span {
	if d.At(at) == nil {
		return syntax.Span{}
	}
	return at
}

// Old returns the Part with the text of a span.
func Old(at syntax.Span) Part { return Part{At: at} }

// New returns the Part with a new text.
func New(text string) Part { return Part{Text: text} }

// Current returns the span of an item's value or body, with all edits so far.
func (d *editor) Current(id syntax.ItemID) syntax.Span {
	if !d.EditedInside(id) {
		return d.item(id).Content
	}
	return d.join(d.currentParts(nil, id)...)
}

// OwnStart returns the offset, in the head of an item, at which the comments begin that go where the
// item goes.
func (d *editor) OwnStart(id syntax.ItemID) int32 {
	if staying, about := d.comments.staying(id); about != Itself {
		return staying.To
	}
	return d.item(id).Head.From
}

// currentParts appends the spans of an item's current value or body.
func (d *editor) currentParts(dst []syntax.Span, id syntax.ItemID) []syntax.Span {
	if !d.EditedInside(id) {
		return append(dst, d.item(id).Content)
	}
	opening, closing := d.store.Brackets(id)
	dst = append(dst, opening)
	for c := d.item(id).First; c != syntax.NoItem; c = d.item(c).Next {
		d.budget.Step(1)
		if dst = append(dst, d.item(c).Head); isItem(d.item(c).Kind) {
			dst = append(d.currentParts(dst, c), d.item(c).Tail)
		}
	}
	return append(dst, closing)
}

// Shift returns a copy of code whose lines have the indentation inner instead of outer. The first
// line is shifted only if it starts with a blank or comment, because otherwise the code may start
// inside a line. Lines inside heredocs and comments do not change, nor do blank lines, nor those that
// are not indented enough.
func (d *editor) Shift(code syntax.Span, outer, inner string) syntax.Span {
	for outer != "" && inner != "" && outer[0] == inner[0] {
		outer, inner = outer[1:], inner[1:]
	}
	if code = d.within(code); code.Len() == 0 || outer == inner {
		return code
	}
	text := d.At(code)
	d.budget.Parse(len(text))
	indent := syntax.Span{}
	if inner != "" {
		indent = d.addStrings(inner)
	}
	var parts []syntax.Span
	from := code.From
	line := func(at int32) { // a line starts there
		text := d.Text()[at:code.To]
		if len(text) > 0 && text[0] != '\n' && text[0] != '\r' && bytes.HasPrefix(text, []byte(outer)) {
			parts = append(parts, syntax.Span{From: from, To: at}, indent)
			from = at + int32(len(outer))
		}
	}
	if bytes.IndexByte([]byte(" \t#/"), text[0]) >= 0 {
		line(code.From)
	}
	for at := range lineStarts(text) {
		line(code.From + int32(at))
	}
	return d.join(append(parts, syntax.Span{From: from, To: code.To})...)
}

// lineStarts returns the offsets at which lines of code start, but for the first line, and for lines
// inside heredocs and comments.
func lineStarts(code []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		var s lexer.Scanner
		s.Reset(code, 0)
		for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
			if (tok.Kind == lexer.Newline || tok.Kind == lexer.Comment && code[tok.End-1] == '\n') && !yield(int(tok.End)) {
				return
			}
		}
	}
}

// Remake puts new items in the place of the children of a body from first to last, and returns the
// IDs of the new items. The children must have their lines for themselves, as the new items do (see
// Open). Remake returns an error if they do not, if an item is not code of its kind, or if two
// attributes would have one name. On error, nothing changes.
func (d *editor) Remake(first, last syntax.ItemID, made ...Remade) ([]syntax.ItemID, error) {
	if err := errors.Join(d.checks.checkExists(first), d.checks.checkExists(last)); err != nil {
		return nil, err
	}
	body := d.item(first).Parent
	if kind := d.item(body).Kind; kind != syntax.KindBlock && kind != syntax.KindRoot || d.item(last).Parent != body {
		return nil, errors.New("the items are not in one body")
	}
	if !d.StartsLine(first) || !d.endsLine(last) {
		return nil, errors.New("the items share a line with others")
	}
	replaced := map[syntax.ItemID]bool{}
	for id := first; !replaced[last]; id = d.item(id).Next {
		d.budget.Step(2)
		if id == syntax.NoItem || d.item(id).Kind == syntax.KindOpen || d.item(id).Kind == syntax.KindClose {
			return nil, errors.New("the items are not in this order")
		}
		replaced[id] = true
	}
	items := make([]tree.Item, len(made))
	for i := range made {
		it, err := d.remade(&made[i])
		if err != nil {
			return nil, err
		}
		if had := d.index.Attribute(body, made[i].Name); it.Kind == syntax.KindAttribute && had != syntax.NoItem && !replaced[had] {
			return nil, fmt.Errorf("the body has an attribute %s", made[i].Name)
		}
		items[i] = it
	}
	prev := d.item(first).Prev
	for id := first; ; {
		next := d.item(id).Next
		if isItem(d.item(id).Kind) {
			d.forgetPlace(id)
		}
		d.remove(id)
		if id == last {
			break
		}
		id = next
	}
	ids := make([]syntax.ItemID, len(items))
	for i, it := range items {
		prev = d.insertAfter(body, prev, it)
		d.store.Touch(prev)
		setKey(&d.cache.remade, prev, true)
		ids[i] = prev
	}
	d.forgetPlaces(body)
	setKey(&d.cache.moved, body, true) // the code may come from other places of the body
	return ids, nil
}

// remade returns the record of a new item, or an error if the item is not code of its kind.
func (d *editor) remade(m *Remade) (tree.Item, error) {
	m.Lead, m.Header, m.Content, m.Tail = d.within(m.Lead), d.within(m.Header), d.within(m.Content), d.within(m.Tail)
	if m.Kind == syntax.KindGap {
		return tree.Item{Kind: syntax.KindGap, Head: m.Lead}, d.checkGap(m.Lead)
	}
	if err := checkName(m.Name); err != nil {
		return tree.Item{}, err
	}
	head := d.Compose(Old(m.Lead), New(m.Name), Old(m.Header))
	name := syntax.Span{From: head.From + int32(m.Lead.Len())}
	name.To = name.From + int32(len(m.Name))
	code := d.At(d.join(head, m.Content, m.Tail))
	d.budget.Parse(len(code))
	f, err := syntax.Parse(code)
	if err != nil {
		return tree.Item{}, fmt.Errorf("the new code of %s does not parse: %w", m.Name, err)
	}
	id, n := syntax.NoItem, 0
	for child := range f.Children(syntax.Root) {
		if f.Kind(child) == m.Kind {
			id = child
			n++
		}
	}
	if it := f.Item(id); n != 1 || it.Head.From != 0 || int(it.Head.To) != head.Len() || it.Content.Len() != m.Content.Len() || it.Tail.Len() != m.Tail.Len() || !bytes.HasSuffix(code, []byte{'\n'}) {
		return tree.Item{}, fmt.Errorf("the new code of %s is not one %s", m.Name, m.Kind)
	}
	return tree.Item{Kind: m.Kind, Head: head, Name: name, Content: m.Content, Tail: m.Tail}, nil
}

// checkGap returns an error if a text is not whole lines of comments and blanks.
func (d *editor) checkGap(at syntax.Span) error {
	code := d.At(at)
	d.budget.Parse(len(code))
	f, err := syntax.Parse(code)
	if err != nil {
		return err
	}
	for id := range f.Children(syntax.Root) {
		if f.Kind(id) != syntax.KindGap {
			return errors.New("the text is not comments alone")
		}
	}
	if !bytes.HasSuffix(code, []byte{'\n'}) {
		return errors.New("the comments do not end in a line end")
	}
	return nil
}
