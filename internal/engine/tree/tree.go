// Package tree stores the tree of package syntax: its items, and the text that they refer to. Edits
// append to the text, and do not change the bytes that are already there. Package tree is separate
// from package syntax because two packages use the tree: package syntax fills the tree, and returns
// copies of its items to readers; package render calls Of to get the tree of a *syntax.File, and
// changes the tree. Packages outside this module cannot use package tree.
//
// The documentation of package syntax explains the tree and its terms.
package tree

import (
	"bytes"
	"math"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/lexer"
)

// Limit is the greatest length of a text in bytes: offsets have 32 bits. Only tests change it.
var Limit = math.MaxInt32

// Span is a range of bytes of a Tree's text.
type Span = lexer.Span

// ID identifies an item of a Tree: it is the index of the item, and never changes.
type ID int32

// The first items of every Tree.
const (
	None ID = iota
	Root
)

// Kind is the kind of an Item.
type Kind uint8

// The kinds of item. Items of the kinds from KindAttribute on contain code.
const (
	KindNone Kind = iota
	KindRoot
	KindGap
	KindOpen
	KindClose
	KindAttribute
	KindBlock
	KindPair
	KindElement

	kindCount
)

var kindNames = [kindCount]string{
	KindNone: "none", KindRoot: "root", KindGap: "gap", KindOpen: "open", KindClose: "close",
	KindAttribute: "attribute", KindBlock: "block", KindPair: "pair", KindElement: "element",
}

// String returns the name of the kind.
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "unknown item"
}

// An Item is a node of the tree. syntax.Item explains Head, Content and Tail for each kind.
type Item struct {
	Kind     Kind
	inside   Inside
	Changed  bool // the item's own text differs from the source, or a neighbour was removed
	Touched  bool // the item, or an item in it, is Changed
	Revalued bool // only the item's value was changed; the old and new values are each on one line
	Renamed  bool // only names in the value were changed; no aligned text follows on their lines
	Head     Span
	Content  Span
	Tail     Span
	Name     Span // the name, block type or key

	Parent, Prev, Next, First, Last ID

	Tree int32 // the number of the expression tree that package syntax keeps for Content, or 0
}

// Expanded reports whether the text between the item's brackets has been divided into children.
func (it *Item) Expanded() bool { return it.inside >= InsideBody }

// Inside returns the kind of the item's children, or InsideUnknown.
func (it *Item) Inside() Inside { return it.inside }

// A Tree is a text and its items. The text is the source, followed by the additions of edits;
// offsets into it stay valid, and the source's bytes are never modified. The zero Tree has no
// items.
type Tree struct {
	text   []byte
	items  []Item
	source int32  // the length of the source
	edits  int32  // the number of edits so far
	types  uint64 // the bits (see typeBit) of the types of the source's top-level blocks
	budget *budget.Budget
	moved  bool // the text is not in the memory of the source

	watcher Watcher // or nil
}

// Reset makes t the tree of a source, with the root as its only item. It stores the items in the
// given memory as long as they fit. It does not modify the source. The budget b is charged for the
// memory of t.
func (t *Tree) Reset(source []byte, memory []Item, b *budget.Budget) {
	t.budget, t.moved, t.types = b, false, 0
	bom := int32(lexer.BOMLen(source))
	end := int32(len(source))
	t.text, t.source, t.watcher = source[:end:end], end, nil
	t.items = append(grow.Held(b, memory)[:0], Item{}, Item{
		Kind: KindRoot, inside: InsideBody,
		Head: Span{To: bom}, Content: Span{From: bom, To: end},
	})
}

// Bound sets the budget to which t charges the memory that it allocates from now on.
func (t *Tree) Bound(b *budget.Budget) { t.budget = b }

// Budget returns the budget that Reset or Bound has set.
func (t *Tree) Budget() *budget.Budget { return t.budget }

// Own allows t to append text to the slice of its source, up to the capacity of the slice.
// Otherwise t copies the source before it appends text. The argument must be the source of t.
func (t *Tree) Own(source []byte) { t.text = source }

// Memory returns the slice in which t stores its items, so that it can be passed to a later Reset.
// Do not use t after a call of Memory.
func (t *Tree) Memory() []Item { return t.items }

// Len returns the number of all items so far. All IDs are less than this number.
func (t *Tree) Len() int { return len(t.items) }

// Text returns the text to which spans refer. The caller must not write to it. Add may move the
// text to other memory.
func (t *Tree) Text() []byte { return t.text }

// Edits returns a number that increases with every edit, so that a caller can see whether t has
// changed since an earlier call.
func (t *Tree) Edits() int { return int(t.edits) }

// Source returns the source, which is the beginning of Text.
func (t *Tree) Source() []byte { return t.text[:t.source:t.source] }

// SourceLen returns the length of the source. Spans that end at or before this offset
// are in the source.
func (t *Tree) SourceLen() int { return int(t.source) }

// At returns the text of a span, or nil if the span is outside the text.
func (t *Tree) At(s Span) []byte { return s.Of(t.text) }

// Item returns an item's record. The record is valid until the next item is added.
func (t *Tree) Item(id ID) *Item { return &t.items[id] }

// Name returns an item's name, block type or key as written.
func (t *Tree) Name(id ID) []byte { return t.At(t.items[id].Name) }

// Add appends the arguments to the text of t, and returns their span. If the text of t would exceed
// Limit, Add ends the request with budget.Refuse, because edits deep in the tree cannot return an
// error.
func (t *Tree) Add(text ...[]byte) Span {
	from, n := len(t.text), 0
	for _, part := range text {
		n = min(n+len(part), Limit+1)
	}
	t.makeRoom(n)
	for _, part := range text {
		t.text = append(t.text, part...)
	}
	return Span{From: int32(from), To: int32(len(t.text))}
}

// Write calls the given function, which must append n bytes to the text. Write returns the span of
// these bytes. If the text would exceed Limit, Write panics like Add.
func (t *Tree) Write(n int, write func(dst []byte) []byte) Span {
	t.makeRoom(n)
	from := len(t.text)
	t.text = write(t.text)
	if len(t.text) != from+n {
		panic("tree: the text is not as long as was said")
	}
	return Span{From: int32(from), To: int32(from + n)}
}

// makeRoom makes room for n bytes of text, or panics like Add. If the text moves to new memory, the
// old memory is given back to the budget, except the memory of the source, which was not charged
// for t.
func (t *Tree) makeRoom(n int) {
	if n > Limit-len(t.text) {
		budget.Refuse(budget.Bytes, int64(Limit))
	}
	if cap(t.text)-len(t.text) < n {
		instead := 0
		if t.moved {
			instead = cap(t.text)
		}
		size := len(t.text) + max(n, len(t.text)/4)
		t.text, t.moved = append(grow.Make[[]byte](t.budget, size, instead), t.text...), true
	}
}

// NoteType records the type of a top-level block of the source, for MayHaveType.
func (t *Tree) NoteType(typ Span) { t.types |= typeBit(t.At(typ)) }

// MayHaveType reports whether the top level may have a block of a type. After an edit it always
// returns true.
func (t *Tree) MayHaveType(typ string) bool {
	return t.edits > 0 || typ == "" || t.types&typeBit(typ) != 0
}

// typeBit returns a number with one bit set. The position of the bit is a hash of a block type,
// which must not be empty.
func typeBit[T string | []byte](typ T) uint64 {
	n := len(typ)
	return 1 << ((int(typ[0]) + 3*int(typ[n/2]) + 7*int(typ[n-1]) + n) % 64)
}

// Full reports whether t has no room for another item without new memory.
func (t *Tree) Full() bool { return len(t.items) == cap(t.items) }

// AddStrings is like Add, but for strings, whose total length must be n bytes.
func (t *Tree) AddStrings(n int, text ...string) Span {
	t.makeRoom(n)
	from := len(t.text)
	for _, part := range text {
		t.text = append(t.text, part...)
	}
	return Span{From: int32(from), To: int32(len(t.text))}
}

// Reserve makes room for n more items.
func (t *Tree) Reserve(n int) { t.items = grow.Reserve(t.budget, t.items, n) }

// Foresee makes room for the items that will probably be added for the rest of a text. Its
// arguments are:
//
//	base   the number of items in the tree before the first item of the text
//	done   the length of the first part of the text, whose items have already been added
//	whole  the length of the whole text
func (t *Tree) Foresee(base, done, whole int) {
	t.items = grow.Foresee(t.budget, t.items, base, done, whole)
}

// Append adds a last child to parent, and returns the child's ID and record. The caller sets the
// fields of the record, which is faster than copying an Item. The record is valid until the next
// item is added.
func (t *Tree) Append(parent ID, kind Kind) (ID, *Item) {
	id := ID(len(t.items))
	last := t.items[parent].Last
	if len(t.items) < cap(t.items) {
		t.items = t.items[:id+1]
	} else {
		t.items = append(grow.Reserve(t.budget, t.items, len(t.items)/2+16), Item{})
	}
	it := &t.items[id]
	*it = Item{Kind: kind, Parent: parent, Prev: last}
	t.items[parent].Last = id
	if last != None {
		t.items[last].Next = id
	} else {
		t.items[parent].First = id
	}
	return id, it
}

// InsertAfter adds an item to parent, after the child prev, or as the first child if prev is None.
// InsertAfter does not mark the item or its parents as Touched.
func (t *Tree) InsertAfter(parent, prev ID, it Item) ID {
	id := ID(len(t.items))
	it.Parent, it.Prev, it.Next = parent, prev, t.items[parent].First
	if prev != None {
		it.Next = t.items[prev].Next
	}
	if t.Full() {
		t.Reserve(len(t.items)/2 + 16)
	}
	t.items = append(t.items, it)
	t.types = ^uint64(0)
	t.link(parent, prev, id)
	t.link(parent, id, it.Next)
	if t.watcher != nil {
		t.watcher.Inserted(id)
	}
	return id
}

// Return puts an item that was just removed back into its parent, after the child prev, or as the
// first child if prev is None. Return also calls Touch for the item.
func (t *Tree) Return(id, prev ID) {
	it := &t.items[id]
	it.Prev, it.Next = prev, t.items[it.Parent].First
	if prev != None {
		it.Next = t.items[prev].Next
	}
	t.link(it.Parent, prev, id)
	t.link(it.Parent, id, it.Next)
	t.Touch(id)
	if t.watcher != nil {
		t.watcher.Returned(id)
	}
}

// SetHead changes an item's head and the name in it, and calls Touch for the item.
func (t *Tree) SetHead(id ID, head, name Span) {
	t.items[id].Head, t.items[id].Name = head, name
	t.Touch(id)
	if t.watcher != nil {
		t.watcher.Renamed(id)
	}
}

// SetInside sets the kind of an item's children. Call it after the children have been created, or
// if the item has no children.
func (t *Tree) SetInside(id ID, inside Inside) { t.items[id].inside = inside }

// Attached reports whether an item is among the children of its parent. The result is false for a
// removed item, but true for the children of a removed item.
func (t *Tree) Attached(id ID) bool {
	it := &t.items[id]
	switch {
	case it.Parent == None:
		return false
	case it.Prev != None:
		return t.items[it.Prev].Next == id
	}
	return t.items[it.Parent].First == id
}

// Remove removes an item from its parent, and touches its neighbours, or the parent if there are
// no neighbours.
func (t *Tree) Remove(id ID) {
	if t.watcher != nil {
		t.watcher.Removing(id)
	}
	it := t.items[id]
	t.link(it.Parent, it.Prev, it.Next)
	if it.Prev == None && it.Next == None {
		t.Touch(it.Parent)
	}
	for _, neighbour := range [...]ID{it.Prev, it.Next} {
		if neighbour != None {
			t.Touch(neighbour)
		}
	}
}

// link makes the items a and b, which are children of parent, neighbours of each other. The item b
// becomes the first child if a == None; the item a becomes the last child if b == None.
func (t *Tree) link(parent, a, b ID) {
	if a != None {
		t.items[a].Next = b
	} else {
		t.items[parent].First = b
	}
	if b != None {
		t.items[b].Prev = a
	} else {
		t.items[parent].Last = a
	}
}

// Touch marks an item as Changed, and marks it and all enclosing items as Touched. Each call counts
// as an edit.
func (t *Tree) Touch(id ID) {
	t.edits++
	t.items[id].Changed, t.items[id].Revalued, t.items[id].Renamed = true, false, false
	for id != None && !t.items[id].Touched {
		t.items[id].Touched = true
		id = t.items[id].Parent
	}
}

// SetContent changes an item's value, and touches the item. It drops the children of the item,
// which then have no parent.
func (t *Tree) SetContent(id ID, content Span) {
	if t.watcher != nil {
		t.watcher.Revaluing(id)
	}
	it := &t.items[id]
	for c := it.First; c != None; c = t.items[c].Next {
		t.items[c].Parent = None
	}
	revalued := it.Revalued || !it.Touched && oneLine(t.At(it.Content))
	it.Content, it.inside, it.First, it.Last, it.Tree = content, InsideUnknown, None, None, 0
	t.Touch(id)
	it.Revalued = revalued && oneLine(t.At(content))
}

// SetNames is like SetContent, and marks the item as Renamed. The item must be untouched, and the
// new content may differ from the old only in names. The lines of these names must not contain
// anything aligned after a name.
func (t *Tree) SetNames(id ID, content Span) {
	t.SetContent(id, content)
	t.items[id].Renamed = true
}

func oneLine(text []byte) bool { return bytes.IndexByte(text, '\n') < 0 }
