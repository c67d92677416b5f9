package value

import (
	"iacedit/internal/grow"
	"iacedit/internal/jsontext"
	"iacedit/syntax"
)

// object appends the object whose first pair is c, or an empty object if c is 0.
func (x *Encoder) object(dst []byte, c syntax.NodeID, p *Schema) ([]byte, bool) {
	if x.repeated(c, p) {
		return dst, false
	}
	dst = append(dst, '{')
	for first := c; c != 0; c = x.e.Node(c).Next {
		if c != first {
			dst = append(dst, ',')
		}
		key := x.e.Node(c).First
		out, ok := x.key(dst, key, p.Keys)
		if !ok {
			return dst, false
		}
		inner := p.memberAt(x.e, key)
		if out, ok = x.value(append(out, ':'), x.e.Node(key).Next, inner); !ok {
			return dst, false
		}
		dst = out
	}
	return append(dst, '}'), true
}

// key appends an object's key: a name or literal string as text, any other expression in "${…}".
// If keys are code, it omits "${…}".
func (x *Encoder) key(dst []byte, id syntax.NodeID, m Mode) ([]byte, bool) {
	t := x.e.Node(id)
	if isName(t.Kind) {
		return jsontext.AppendQuote(dst, x.e.Source(id)), true
	}
	inner := x.e.Unwrapped(id)
	start := len(dst)
	if kind := x.e.Node(inner).Kind; kind == syntax.NodeTemplate && !isBare(m) {
		if out, ok := x.template(dst, inner, m); ok {
			return out, true
		}
	} else if kind == syntax.NodeNumber && inner == id && !isBare(m) {
		if text, ok := canonical(x.e.Source(id)); ok {
			return jsontext.AppendQuote(dst, text), true
		}
	}
	switch {
	case m == Template:
		return x.wrapped(dst[:start], inner), true
	case isBare(m) && inner == id:
		return x.code(dst[:start], id, m)
	}
	return dst[:start], false
}

// canonical returns the text to which Terraform converts a number that is a key, such as "10" for
// 1e1. It also reports whether the number in the code is written in this way.
func canonical(digits []byte) ([]byte, bool) {
	d, ok := parseDecimal(stringOf(digits))
	if !ok {
		return nil, false
	}
	text, ok := d.appendPlain(nil)
	return text, ok && string(text) == string(digits)
}

// repeated reports whether an object has a key twice.
func (x *Encoder) repeated(first syntax.NodeID, p *Schema) bool {
	x.keys = x.keys[:0]
	for c := first; c != 0; c = x.e.Node(c).Next {
		text, ok := x.simpleKey(x.e.Node(c).First, p.Keys)
		if !ok {
			return x.repeatedClass(first, p)
		}
		x.keys = grow.Append(x.budget, x.keys, Item{Key: stringOf(text)})
	}
	found := x.set.repeated(x.keys, x.budget) >= 0
	clear(x.keys) // drop the reference to the code
	return found
}

// simpleKey returns the text of a key that is a name or an ASCII string without escapes.
func (x *Encoder) simpleKey(id syntax.NodeID, m Mode) (text []byte, ok bool) {
	key := x.e.Node(id)
	if key.Kind == syntax.NodeVariable {
		text = x.e.Source(id)
	} else if text, ok = plainString(x.e, key); !ok || isBare(m) {
		return nil, false
	}
	return text, isASCII(text)
}

// repeatedClass is like repeated, but compares the classes of the keys, and so handles every key.
func (x *Encoder) repeatedClass(first syntax.NodeID, p *Schema) bool {
	x.classify()
	seen := make(map[Class]bool)
	for c := first; c != 0; c = x.e.Node(c).Next {
		key := x.table.Key(x.e, x.e.Node(c).First, x.classes, p.Keys)
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}
