package value

import (
	"bytes"
	"strings"

	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// plainString returns the text of a quoted string that contains no backslash and no "{", and so
// neither escapes nor template sequences. For any other node, ok is false. The text
// is a slice of the expression's text.
func plainString(e *syntax.Expr, t syntax.Node) (text []byte, ok bool) {
	if t.Kind != syntax.NodeTemplate || t.Flags&syntax.FlagHeredoc != 0 {
		return nil, false
	}
	if t.First == 0 {
		return nil, true
	}
	text = e.Source(t.First)
	first := e.Node(t.First)
	return text, first.Next == 0 && first.Kind == syntax.NodeText && bytes.IndexByte(text, '\\') < 0 && bytes.IndexByte(text, '{') < 0
}

// literalString returns the text of a template that has no interpolations and no directives. It
// returns false for any other node.
func literalString(e *syntax.Expr, id syntax.NodeID) (string, bool) {
	t := e.Node(id)
	if text, ok := plainString(e, t); ok {
		return nocopy.String(text), true
	}
	if t.Kind != syntax.NodeTemplate {
		return "", false
	}
	for c := t.First; c != 0; c = e.Node(c).Next {
		if e.Node(c).Kind != syntax.NodeText {
			return "", false
		}
	}
	if first := t.First; first != 0 && e.Node(first).Next == 0 && t.Flags&syntax.FlagHeredoc == 0 {
		return nocopy.String(syntax.AppendUnescaped(nil, e.Source(first))), true
	}
	var text []byte
	for _, part := range e.Parts(nil, id) {
		text = append(text, part.Text...)
	}
	return nocopy.String(text), true
}

// IsPlainName reports whether an object's key, as written, consists of ASCII letters, digits, "_"
// and "-", and starts with a letter or "_". Two such keys are equal only if they are written alike.
func IsPlainName(code []byte) bool {
	for _, c := range code {
		if !isLetter(c) && c != '_' && c != '-' && (c < '0' || '9' < c) {
			return false
		}
	}
	return len(code) > 0 && (code[0] == '_' || isLetter(code[0]))
}

// LiteralKey returns the text of an object's key, given the key's node. It reports whether the key
// is a name or a string without sequences.
func LiteralKey(e *syntax.Expr, key syntax.NodeID) (string, bool) {
	if e == nil {
		return "", false
	}
	if isName(e.Node(key).Kind) {
		return nocopy.String(e.Source(key)), true
	}
	return literalString(e, e.Unwrapped(key))
}

// EscapeTemplate returns the template whose value is the literal text s: "${" becomes "$${".
func EscapeTemplate(s string) string {
	if hasNoSequence(s) {
		return s
	}
	return escapes.Replace(s)
}

var escapes = strings.NewReplacer("${", "$${", "%{", "%%{")

// templateOf returns a template that means the same as the string s, which is read in the mode m.
func templateOf(s string, m Mode) string {
	if m == Template {
		return s
	}
	return EscapeTemplate(s)
}
