package value

import (
	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// Given the class x of a string whose text is code, unquotedClass returns the class of that code.
// It is for places where code is expected (modes T and X): old code has quotes there, as in
// depends_on = ["a.b"]. If x is not the class of a string, or the string is not code or contains an
// escape such as "$${a}", unquotedClass returns x.
func (n *Classes) unquotedClass(x Class) Class {
	if t, text := n.record(x); t == tagString && hasNoSequence(nocopy.String(text)) {
		if code := n.codeClass(string(text)); code != 0 {
			return code
		}
	}
	return x
}

// codeClass returns the class of the expression in a string that is code (modes T and X), with or
// without "${…}" around it. It returns 0 if the string is not code.
func (n *Classes) codeClass(s string) Class {
	src, q, err := unwrap(s)
	if err != nil {
		return 0
	}
	x := n.parsedClass(src, syntax.Span{From: int32(q.from), To: int32(q.to)})
	if x == 0 {
		return 0
	}
	return n.unquotedClass(x)
}

// parsedClass returns the class of the expression at a span of a text, or 0 if the text there is
// not an expression.
func (n *Classes) parsedClass(src []byte, at syntax.Span) Class {
	n.budget.Parse(at.Len())
	memory := n.expr
	n.expr = nil
	e, err := syntax.ParseExpression(memory, src, at)
	x := Class(0)
	if err == nil {
		x = n.Root(e, nil)
	}
	n.expr = e
	return x
}

// textClass is like jsonString, but caches the class of the last long text, because an edit may set
// many attributes to the same value.
func (n *Classes) textClass(s string, m Mode) Class {
	if len(s) <= maxQuickText {
		return n.jsonString(s, m)
	}
	if n.lastText.class == 0 || n.lastText.mode != m || n.lastText.text != s {
		n.lastText = lastText{s, m, n.jsonString(s, m)}
	}
	return n.lastText.class
}

// A lastText is a text, with the mode in which it was read and the class that it had in that mode.
type lastText struct {
	text  string
	mode  Mode
	class Class
}

// jsonString returns the class of a JSON string that is read in the mode m, or 0 if the string is
// invalid in that mode.
func (n *Classes) jsonString(s string, m Mode) Class {
	switch {
	case isBare(m):
		return n.codeClass(s)
	case m == Literal, hasNoSequence(s):
		return n.stringClass(nocopy.Bytes(s))
	}
	n.budget.Step(len(s) / bytesLexed)
	code, err := appendTemplate(takeMemory(&n.code), s, true)
	x := Class(0)
	if err == nil {
		x = n.parsedClass(code, syntax.Span{To: int32(len(code))})
	}
	n.code = code
	return x
}

// Key returns the class of an object's key. The node is the key of a pair, or a whole expression
// that is a key; m is the mode in which the keys of the object are read. If the argument classes is
// nil, Key computes the classes of the nodes. Otherwise this argument must be the result of Expr
// for e.
func (n *Classes) Key(e *syntax.Expr, id syntax.NodeID, classes []Class, m Mode) Class {
	switch {
	case e == nil:
		return 0
	case isName(e.Node(id).Kind):
		return n.stringClass(e.Source(id))
	case classes != nil:
		return n.key(e, id, classOf(classes, id), m)
	}
	values := n.Expr(takeMemory(&n.values), e, nil)
	x := n.key(e, id, classOf(values, id), m)
	n.values = values
	return x
}

// classOf returns the class of a node, or 0 if there is no such node.
func classOf(classes []Class, id syntax.NodeID) Class {
	if uint(id) >= uint(len(classes)) {
		return 0
	}
	return classes[id]
}

// isName reports whether a key is only a name, not an expression, given the kind of its node.
func isName(k syntax.NodeKind) bool {
	return k == syntax.NodeVariable || k == syntax.NodeTrue || k == syntax.NodeFalse || k == syntax.NodeNull
}

// key is like Key, but its argument x is the class that Expr returned for the key's node.
func (n *Classes) key(e *syntax.Expr, id syntax.NodeID, x Class, m Mode) Class {
	if isName(e.Node(id).Kind) {
		return n.stringClass(e.Source(id))
	}
	if x == 0 {
		return 0
	}
	if t, text := n.record(x); isBare(m) && t == tagString {
		return n.bareKey(string(text))
	}
	return n.keyValue(x)
}

// textKey returns the class of a key in a JSON object, or 0 if the key is invalid. The keys of
// the object are read in the mode m.
func (n *Classes) textKey(key string, m Mode) Class {
	switch {
	case isBare(m):
		return n.bareKey(key)
	case m == Literal, hasNoSequence(key):
		return n.LiteralKey(key)
	}
	return n.keyValue(n.jsonString(key, m))
}

// PathKey returns the class of the key that a step of a path names, such as Name in tags.Name. The
// step is literal text, but the keys of the object are read in the mode m.
func (n *Classes) PathKey(key string, m Mode) Class {
	if isBare(m) {
		return n.bareKey(key)
	}
	return n.LiteralKey(key)
}

// bareKey returns the class of a key in the modes Reference and Expression, in which strings are
// code. A key that is an identifier is literal text, as in HCL; any other key is an expression.
func (n *Classes) bareKey(code string) Class {
	code = Unwrap(code)
	if IsIdentifier(code) {
		return n.LiteralKey(code)
	}
	return n.keyValue(n.codeClass(code))
}

// keyValue returns the class of a key, given the class x of the expression that is the key.
// Terraform converts such a key to text, so keyValue returns the class of the text. If the text
// cannot be known, as for a reference, keys are equal only if their expressions are equal.
func (n *Classes) keyValue(x Class) Class {
	if x == 0 {
		return 0
	}
	switch t, payload := n.record(x); t {
	case tagString:
		return x
	case tagTrue:
		return n.LiteralKey("true")
	case tagFalse:
		return n.LiteralKey("false")
	case tagDecimal:
		d, _ := parseDecimalForm(string(payload))
		var few [64]byte
		if text, ok := d.appendPlain(few[:0]); ok {
			return n.stringClass(text)
		}
	}
	start := n.begin(tagKey)
	n.add(x)
	return n.endRecord(start)
}
