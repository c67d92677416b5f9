package syntax

import (
	"iacedit/internal/engine/tree"
	"iacedit/lexer"
)

// An ItemID is an item's number in its File. It never changes.
type ItemID = tree.ID

// The first items of every File.
const (
	NoItem ItemID = tree.None // returned for items that do not exist
	Root   ItemID = tree.Root // the file's own body
)

// An ItemKind is the kind of an Item. String returns its name, such as "attribute" or "block".
type ItemKind = tree.Kind

// The kinds of item. Items of KindAttribute and of the kinds after KindAttribute contain code. The
// kinds between KindRoot and KindAttribute are for the text between items that contain code.
const (
	KindNone      ItemKind = tree.KindNone  // no item
	KindRoot      ItemKind = tree.KindRoot  // the file's own body
	KindGap       ItemKind = tree.KindGap   // blank lines and separate comments
	KindOpen      ItemKind = tree.KindOpen  // the text that follows an opening bracket on its line
	KindClose     ItemKind = tree.KindClose // the text before a closing bracket on its line
	KindAttribute ItemKind = tree.KindAttribute
	KindBlock     ItemKind = tree.KindBlock
	KindPair      ItemKind = tree.KindPair
	KindElement   ItemKind = tree.KindElement
)

// Inside is the kind of an item's children.
type Inside = tree.Inside

// The kinds of children.
const (
	InsideNothing Inside = tree.InsideNothing // the item has no children
	InsideBody    Inside = tree.InsideBody    // attributes and blocks of a block or the Root
	InsideObject  Inside = tree.InsideObject  // pairs
	InsideList    Inside = tree.InsideList    // elements
	InsideCall    Inside = tree.InsideCall    // the arguments of a call, as elements
	InsideParens  Inside = tree.InsideParens  // the value in parentheses, as an element
	InsideChoice  Inside = tree.InsideChoice  // the condition and the results of a conditional, as elements
	InsideParts   Inside = tree.InsideParts   // the parts of an operation, a for expression or a template, as elements
)

// A Span is a range of bytes of a text: From is the offset of its first byte, To the offset after
// its last, both of type int32. Its method Len returns the number of bytes, and Of returns the
// bytes of a text. The zero Span is empty.
type Span = lexer.Span

// An Item is a copy of an item's record in a File. The item's text is Head, Content and Tail, one
// after the other:
//
//	Kind           Head                            Content              Tail
//	KindRoot      the byte order mark             all the rest         –
//	KindAttribute lead comments, name, "="        the value            to the line's end
//	KindBlock     lead comments, type, labels     braces and body      to the line's end
//	KindPair      lead comments, key, "=" or ":"  the value            separator, to the line's end
//	KindElement   lead comments                   the value            separator, to the line's end
//	KindGap       blank lines and separate comments, whole lines
//	KindOpen      the text after an opening bracket on its line, line end included
//	KindClose     the text before a closing bracket on its line
//
// A Tail "to the line's end" includes the comment on that line and the line end. If several items
// are on a line, the Tail of each but the last ends after its separator. The methods Comments,
// Header, Value and LineComment return the parts of Head, Content and Tail. Lead comments are the
// comment lines directly above the item, without a blank line in between. A licence at the start of
// the file belongs to no item.
type Item struct {
	Kind    ItemKind
	Parent  ItemID // the enclosing item; NoItem for the Root
	Name    Span   // the attribute's name, the block's type or the pair's key; else empty
	Head    Span
	Content Span
	Tail    Span
}

// Item returns a copy of an item, or the zero Item.
func (f *File) Item(id ItemID) Item {
	it := f.item(id)
	return Item{it.Kind, it.Parent, it.Name, it.Head, it.Content, it.Tail}
}

// item returns an item's record, which the caller must not change.
func (f *File) item(id ItemID) *tree.Item {
	if uint(id) < uint(f.tree().Len()) {
		return f.tree().Item(id)
	}
	return &noItem
}

var noItem tree.Item

// Text returns the text to which spans refer: the source, followed by the text that edits added.
// The caller must not write to it.
func (f *File) Text() []byte { return f.tree().Text() }

// At returns the text of a span, a slice of Text. It returns nil if the span is not within Text.
func (f *File) At(s Span) []byte { return f.tree().At(s) }

// Kind returns the kind of an item.
func (f *File) Kind(id ItemID) ItemKind { return f.item(id).Kind }

// Name returns an attribute's name, a block's type or a pair's key as written, a slice of Text.
// Other items have no name.
func (f *File) Name(id ItemID) []byte { return f.At(f.item(id).Name) }

// Value returns the span of an attribute's, pair's or element's value, of a block's braces and
// body, or of all items of the Root.
func (f *File) Value(id ItemID) Span { return f.item(id).Content }

// Inside returns the kind of an item's children.
func (f *File) Inside(id ItemID) Inside {
	if f.Expand(id) {
		return f.item(id).Inside()
	}
	return InsideNothing
}

// Brackets returns the spans of the brackets around an item's children; the opening bracket of a
// call includes the function's name. Both are empty for the Root, for an item without children,
// and for an item whose children are the parts that ExpandParts made.
func (f *File) Brackets(id ItemID) (opening, closing Span) {
	if !f.Expand(id) {
		return Span{}, Span{}
	}
	return f.tree().Brackets(id)
}

// Header returns the span of an item's header: an attribute's name and "=", a block's type and
// labels, or a pair's key and "=" or ":". Other items have no header.
func (f *File) Header(id ItemID) Span {
	it := f.item(id)
	if it.Name.Len() == 0 {
		return Span{}
	}
	header := Span{From: it.Name.From, To: it.Head.To}
	for text := f.Text(); header.To > it.Name.To && isSpace(text[header.To-1]); {
		header.To--
	}
	return header
}

// Comments returns the span of an item's lead comments, without the last line end. For a gap, it
// returns the span of the comments in the gap. The span is empty if there are no comments.
func (f *File) Comments(id ItemID) Span {
	it := f.item(id)
	lead := it.Head
	if it.Name.Len() > 0 {
		lead.To = it.Name.From
	}
	return f.commentsIn(lead)
}

// LineComment returns the span of the comments that follow an item on its last line.
func (f *File) LineComment(id ItemID) Span { return f.commentsIn(f.item(id).Tail) }

// commentsIn returns the span from the first comment in s to the last one.
func (f *File) commentsIn(s Span) Span {
	text := f.At(s)
	found := Span{From: s.From, To: s.From}
	for pos := 0; pos < len(text); {
		kind, start, end := lexer.Next(text, pos)
		pos = end
		if kind != lexer.Comment {
			continue
		}
		for text[end-1] == '\n' || text[end-1] == '\r' {
			end--
		}
		if found.Len() == 0 {
			found.From = s.From + int32(start)
		}
		found.To = s.From + int32(end)
	}
	return found
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
