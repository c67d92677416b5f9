package tree

import "iacedit/lexer"

// Inside is the kind of an item's children, which replace the text between its brackets.
type Inside uint8

// The kinds of children. Kinds from InsideBody on have, or could have, children.
const (
	InsideUnknown Inside = iota // not known yet
	InsideNothing               // its value has no children
	InsideBody                  // the attributes and blocks of a block or of the root
	InsideObject                // pairs
	InsideList                  // elements
	InsideCall                  // the arguments of a call, which are elements
	InsideParens                // the contents of parentheses, an element
	InsideChoice                // the condition and the results of a conditional, which are elements
	InsideParts                 // the parts of any other expression without brackets around them, which are elements
)

// Brackets returns the offsets of the brackets around an expanded item's children; the name of
// a call comes before its opening bracket. The Root and parts of an expression have no
// brackets.
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

// AfterParen returns the offset after the next opening parenthesis. pos is the start of the
// name of a call.
func AfterParen(text []byte, pos int) int {
	for {
		kind, _, end := lexer.Next(text, pos)
		if kind == lexer.OParen || kind == lexer.EOF {
			return end
		}
		pos = end
	}
}
