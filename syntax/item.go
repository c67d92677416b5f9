package syntax

import (
	"bytes"

	"iacedit/lexer"
)

// ItemID is an item's place in a File. It stays the item's for as long as the File
// lives; NoItem is none.
type ItemID int32

// The first items of every File.
const (
	NoItem ItemID = iota
	Root          // the file's own body
)

// ItemKind says what an Item is.
type ItemKind uint8

// The kinds of item.
const (
	KindRoot ItemKind = iota
	KindGap
	KindOpen
	KindClose
	KindAttribute
	KindBlock
	KindPair
	KindElement
)

// An Item is a piece of code that edits handle whole: an attribute or block of a
// body, a pair of an object, an element of a tuple, or what stands between them.
// Its text is Head, Content and Tail, one after the other. Items tile what they
// are in: together, in order, they are its text.
//
//	Kind           Head                            Content              Tail
//	KindRoot       the byte order mark             all the rest         –
//	KindAttribute  lead comments, name, "="        the value            to the line's end
//	KindBlock      lead comments, type, labels     braces and body      to the line's end
//	KindPair       lead comments, key, "=" or ":"  the value            separator, to the line's end
//	KindElement    lead comments                   the value            separator, to the line's end
//	KindGap        blank lines and comments that stand apart, whole lines
//	KindOpen       what follows an opening bracket on its line, line end included
//	KindClose      what stands before a closing bracket on its line
//
// Lead comments are the comment lines directly above, without a blank line
// between; but a licence at the start of the file is nobody's. "To the line's end" includes a comment and the line end; where more
// items are on the line, the Tail of each but the last ends after its separator.
type Item struct {
	Kind     ItemKind
	expanded bool // it has children in place of the text between Content's brackets
	Changed  bool // its own text is not as it was in the source, or a neighbour of it went
	Touched  bool // it is Changed, or an item in it is
	Revalued bool // all that Changed is its value, which was on one line and is so still
	Head     Span
	Content  Span
	Tail     Span
	Name     Span // the name, block type or key

	Parent, Prev, Next, First, Last ItemID
}

// Text returns the text that spans count in: the source, then what edits added.
// The caller must not write to it. An edit may move it.
func (f *File) Text() []byte { return f.text }

// SourceLen returns the length of the source. Spans before it are of the source.
func (f *File) SourceLen() int { return f.source }

// At returns the text of a span. It is valid until the next edit.
func (f *File) At(s Span) []byte { return s.of(f.text) }

// Item returns an item's record. It is valid until the next item is made.
func (f *File) Item(id ItemID) *Item { return &f.items[id] }

// Name returns an item's name, block type or key as it is written.
func (f *File) Name(id ItemID) []byte { return f.At(f.items[id].Name) }

// Expanded says whether the item's children stand for what is between its brackets.
func (it *Item) Expanded() bool { return it.expanded }

// Add appends text to the File's text and returns where it is.
func (f *File) Add(text ...[]byte) Span {
	from := len(f.text)
	for _, t := range text {
		f.text = append(f.text, t...)
	}
	return span(from, len(f.text))
}

// InsertAfter makes it a child of parent, after the child prev, or first where prev
// is NoItem. It does not touch it.
func (f *File) InsertAfter(parent, prev ItemID, it Item) ItemID {
	id := ItemID(len(f.items))
	it.Parent, it.Prev, it.Next = parent, prev, f.items[parent].First
	if prev != NoItem {
		it.Next = f.items[prev].Next
	}
	f.items = append(f.items, it)
	f.link(parent, prev, id)
	f.link(parent, id, it.Next)
	return id
}

// Remove takes an item out of its parent, and touches its neighbours, or the parent
// if it has none.
func (f *File) Remove(id ItemID) {
	it := f.items[id]
	f.link(it.Parent, it.Prev, it.Next)
	if it.Prev == NoItem && it.Next == NoItem {
		f.Touch(it.Parent)
	}
	for _, neighbour := range [...]ItemID{it.Prev, it.Next} {
		if neighbour != NoItem {
			f.Touch(neighbour)
		}
	}
}

// link makes a and b neighbours in parent; NoItem stands for its start or end.
func (f *File) link(parent, a, b ItemID) {
	if a != NoItem {
		f.items[a].Next = b
	} else {
		f.items[parent].First = b
	}
	if b != NoItem {
		f.items[b].Prev = a
	} else {
		f.items[parent].Last = a
	}
}

// Touch marks an item as changed, and all that it is in as touched.
func (f *File) Touch(id ItemID) {
	f.items[id].Changed, f.items[id].Revalued = true, false
	for id != NoItem && !f.items[id].Touched {
		f.items[id].Touched = true
		id = f.items[id].Parent
	}
}

// SetContent gives an item another value, and drops its children.
func (f *File) SetContent(id ItemID, content Span) {
	it := &f.items[id]
	revalued := it.Revalued || !it.Touched && oneLine(f.At(it.Content))
	it.Content, it.expanded, it.First, it.Last = content, false, NoItem, NoItem
	f.Touch(id)
	it.Revalued = revalued && oneLine(f.At(content))
}

func oneLine(text []byte) bool { return bytes.IndexByte(text, '\n') < 0 }

// Labels returns an iterator over a block's labels: the text of each, unescaped.
// A label is valid until the iterator goes on.
func (f *File) Labels(id ItemID) func(yield func(label []byte) bool) {
	return func(yield func([]byte) bool) {
		var scratch [64]byte
		it := &f.items[id]
		for pos := int(it.Name.To); ; {
			kind, start, end := nextInHeader(f.text, pos)
			pos = end
			switch kind {
			case lexer.Ident:
				if !yield(f.text[start:end]) {
					return
				}
			case lexer.OQuote:
				if !yield(AppendUnescaped(scratch[:0], f.text[start+1:end-1])) {
					return
				}
			case lexer.OBrace, lexer.EOF:
				return
			}
		}
	}
}

// HasLabels says whether a block's labels are exactly these.
func (f *File) HasLabels(id ItemID, labels []string) bool {
	n := 0
	for label := range f.Labels(id) {
		if n >= len(labels) || string(label) != labels[n] {
			return false
		}
		n++
	}
	return n == len(labels)
}
