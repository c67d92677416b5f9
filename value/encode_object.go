package value

import (
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// appendObject appends the object whose first pair is c, or an empty object if c is 0.
func (x *Encoder) appendObject(dst []byte, c syntax.NodeID, p *Schema) ([]byte, bool) {
	if x.hasRepeatedKey(c, p) {
		return dst, false
	}
	dst = append(dst, '{')
	for first := c; c != 0; c = x.expr.Node(c).Next {
		if c != first {
			dst = append(dst, ',')
		}
		key := x.expr.Node(c).First
		out, ok := x.appendKey(dst, key, p.Keys)
		if !ok {
			return dst, false
		}
		inner := p.memberAt(x.expr, key)
		if out, ok = x.appendValue(append(out, ':'), x.expr.Node(key).Next, inner); !ok {
			return dst, false
		}
		dst = out
	}
	return append(dst, '}'), true
}

// appendKey appends an object's key: a name or literal string as text, any other expression in
// "${…}". If keys are code, it omits "${…}".
func (x *Encoder) appendKey(dst []byte, id syntax.NodeID, m Mode) ([]byte, bool) {
	t := x.expr.Node(id)
	if isName(t.Kind) {
		return jsontext.AppendQuote(dst, x.expr.Source(id)), true
	}
	inner := x.expr.Unwrapped(id)
	start := len(dst)
	if kind := x.expr.Node(inner).Kind; kind == syntax.NodeTemplate && !isBare(m) {
		if out, ok := x.appendTemplate(dst, inner, m); ok {
			return out, true
		}
	} else if kind == syntax.NodeNumber && inner == id && !isBare(m) {
		if text, ok := convertedNumber(x.expr.Source(id)); ok {
			return jsontext.AppendQuote(dst, text), true
		}
	}
	switch {
	case m == Template:
		return x.appendInterpolation(dst[:start], inner), true
	case isBare(m) && inner == id:
		return x.appendSource(dst[:start], id, m)
	}
	return dst[:start], false
}

// convertedNumber returns the text to which Terraform converts a number that is a key, such as "10"
// for 1e1. It also reports whether the code of the number is already that text.
func convertedNumber(digits []byte) ([]byte, bool) {
	d, ok := parseDecimal(nocopy.String(digits))
	if !ok {
		return nil, false
	}
	text, ok := d.appendPlain(nil)
	return text, ok && string(text) == string(digits)
}

// hasRepeatedKey reports whether an object has the same key twice, given its first pair.
func (x *Encoder) hasRepeatedKey(first syntax.NodeID, p *Schema) bool {
	x.keys = x.keys[:0]
	for c := first; c != 0; c = x.expr.Node(c).Next {
		text, ok := x.simpleKey(x.expr.Node(c).First, p.Keys)
		if !ok {
			return x.hasRepeatedClass(first, p)
		}
		x.keys = grow.Append(x.budget, x.keys, Item{Key: nocopy.String(text)})
	}
	found := x.set.repeated(x.keys, x.budget) >= 0
	clear(x.keys) // drop the reference to the code
	return found
}

// simpleKey returns the text of a key that is a name or an ASCII string without escapes.
func (x *Encoder) simpleKey(id syntax.NodeID, m Mode) (text []byte, ok bool) {
	key := x.expr.Node(id)
	if key.Kind == syntax.NodeVariable {
		text = x.expr.Source(id)
	} else if text, ok = plainString(x.expr, key); !ok || isBare(m) {
		return nil, false
	}
	return text, isASCII(text)
}

// hasRepeatedClass is like hasRepeatedKey, but compares the classes of the keys. This is slower,
// but works for all keys, not only for those that simpleKey can read.
func (x *Encoder) hasRepeatedClass(first syntax.NodeID, p *Schema) bool {
	x.classify()
	seen := make(map[Class]bool)
	for c := first; c != 0; c = x.expr.Node(c).Next {
		key := x.table.Key(x.expr, x.expr.Node(c).First, x.classes, p.Keys)
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}
