package tree

import "iacedit/lexer"

// Inside is the kind of an item's children, such as the pairs of an object or the elements of a
// list. Once the children exist, the text between the item's brackets belongs to them.
type Inside uint8

// The kinds of children. An item can have children if the kind is InsideBody or a later kind.
const (
	InsideUnknown Inside = iota // not known yet
	InsideNothing               // the item has no children
	InsideBody                  // the attributes and blocks of a block or of the root
	InsideObject                // pairs
	InsideList                  // elements
	InsideCall                  // elements: the arguments of a call
	InsideParens                // an element: the value in parentheses
	InsideChoice                // elements: the condition and the results of a conditional
	InsideParts                 // elements: the parts, not in brackets, of any other expression
)

// Brackets returns the spans of the brackets around an expanded item's children. The opening
// bracket of a call includes the function's name. Both spans are empty for the Root, and for an
// expression whose parts have no brackets around them.
func (t *Tree) Brackets(id ID) (opening, closing Span) {
	it := &t.items[id]
	from, to := it.Content.From, it.Content.To
	switch it.inside {
	case InsideUnknown, InsideNothing:
		return Span{}, Span{}
	case InsideCall:
		return Span{From: from, To: int32(AfterParen(t.text, int(from)))}, Span{From: to - 1, To: to}
	case InsideChoice, InsideParts:
		return Span{From: from, To: from}, Span{From: to, To: to}
	}
	if it.Kind == KindRoot {
		return Span{From: from, To: from}, Span{From: to, To: to}
	}
	return Span{From: from, To: from + 1}, Span{From: to - 1, To: to}
}

// AfterParen returns the offset after the opening parenthesis of the call that starts at pos.
func AfterParen(text []byte, pos int) int {
	for {
		kind, _, end := lexer.Next(text, pos)
		if kind == lexer.OParen || kind == lexer.EOF {
			return end
		}
		pos = end
	}
}
