package value

import (
	"strings"

	"iacedit/syntax"
)

// Old code has quotes around references, types and keywords, as in depends_on = ["a.b"]. The quoted
// and the bare form are the same value, so setting one where the other is changes nothing. A value
// that asks for the bare form takes the quotes away.

// AsksForBare reports whether a string, at a place with the schema p, asks for code without quotes:
// "${a.b}" does, and "a.b" does not. At places where strings are templates or text, it returns
// false.
func AsksForBare(v *Value, p *Schema) bool {
	return v != nil && v.Kind == String && isBare(p.StringMode()) && strings.HasPrefix(strings.TrimLeft(v.Text, " \t\r\n"), "${")
}

// Quotes returns where an expression at a place with the schema p has quotes around code. Each
// result is the range of a quoted string, in the order of the code.
func Quotes(e *syntax.Expr, p *Schema) []syntax.Span {
	if e == nil || !p.hasBare(0) {
		return nil
	}
	return appendQuotes(nil, e, e.Root, p)
}

func appendQuotes(dst []syntax.Span, e *syntax.Expr, id syntax.NodeID, p *Schema) []syntax.Span {
	id = e.Unwrapped(id)
	switch t := e.Node(id); t.Kind {
	case syntax.NodeTemplate:
		if text, ok := plainString(e, t); ok && isBare(p.StringMode()) && isCode(string(text), p.StringMode()) {
			return append(dst, t.Span())
		}
	case syntax.NodeTuple:
		for c := t.First; c != 0; c = e.Node(c).Next {
			dst = appendQuotes(dst, e, c, p.Element())
		}
	case syntax.NodeObject:
		for c := t.First; c != 0; c = e.Node(c).Next {
			key := e.Node(c).First
			dst = appendQuotes(dst, e, e.Node(key).Next, p.memberAt(e, key))
		}
	}
	return dst
}

// isCode reports whether a text is code in a mode for code.
func isCode(text string, m Mode) bool {
	_, err := appendText(nil, text, m)
	return err == nil
}
