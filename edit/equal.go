package edit

import (
	"bytes"
	"strings"
	"unsafe"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// equal says whether an expression has a JSON value, in a place (EDITS.md section
// 4): strings after unescaping, numbers as exact decimals, lists in order, objects
// in any order; a string and a number or boolean as Terraform converts them; any
// other expression by its tokens.
func equal(e *syntax.Expr, id syntax.NodeID, v *value.Value, p *value.Schema) bool {
	id = unwrap(e, id)
	n := e.Node(id)
	switch v.Kind {
	case value.Null:
		return n.Kind == syntax.NodeNull
	case value.True, value.False:
		text := "false"
		if v.Kind == value.True {
			text = "true"
		}
		lit, ok := literalOf(e, id)
		return ok && lit == text
	case value.Number:
		lit, ok := literalOf(e, id)
		return ok && sameNumber(lit, v.Text)
	case value.String:
		return equalString(e, id, v, p)
	case value.Array:
		return n.Kind == syntax.NodeTuple && equalArray(e, n, v, p)
	default:
		return n.Kind == syntax.NodeObject && equalObject(e, n, v, p)
	}
}

// literalOf returns the text of a literal as Terraform converts it to a string: a
// string without template sequences, a number, true or false.
func literalOf(e *syntax.Expr, id syntax.NodeID) (text string, ok bool) {
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse:
		return string(e.Source(id)), true
	case syntax.NodeUnary:
		if n.Op == lexer.Minus && e.Node(n.First).Kind == syntax.NodeNumber {
			return "-" + string(e.Source(n.First)), true
		}
	case syntax.NodeTemplate:
		return literalString(e, id)
	}
	return "", false
}

// literalString returns the text of a template that has no sequences.
func literalString(e *syntax.Expr, id syntax.NodeID) (string, bool) {
	if text, ok := plainString(e, e.Node(id)); ok {
		return text, true
	}
	for c := e.Node(id).First; c != 0; c = e.Node(c).Next {
		if e.Node(c).Kind != syntax.NodeText {
			return "", false
		}
	}
	var text []byte
	for _, part := range e.Parts(nil, id) {
		text = append(text, part.Text...)
	}
	return string(text), true
}

// plainString returns the text of a quoted template that is its text as it stands, as
// most are: without escapes and sequences. The string shares the expression's memory.
func plainString(e *syntax.Expr, t syntax.Node) (string, bool) {
	if t.First == 0 || t.Flags&syntax.FlagHeredoc != 0 {
		return "", t.First == 0
	}
	text := e.Source(t.First)
	if e.Node(t.First).Next != 0 || e.Node(t.First).Kind != syntax.NodeText || bytes.IndexByte(text, '\\') >= 0 || bytes.IndexByte(text, '{') >= 0 {
		return "", false
	}
	return unsafe.String(unsafe.SliceData(text), len(text)), true
}

// isLiteralString says whether a node is a quoted string or heredoc without
// template sequences.
func isLiteralString(e *syntax.Expr, id syntax.NodeID) bool {
	if e.Node(id).Kind != syntax.NodeTemplate {
		return false
	}
	_, ok := literalString(e, id)
	return ok
}

// equalString compares an expression with a string, which is a template or names an
// expression, by its place.
func equalString(e *syntax.Expr, id syntax.NodeID, v *value.Value, p *value.Schema) bool {
	m := mode(p)
	if text, ok := literalText(v.Text, m); ok {
		if lit, ok := literalOf(e, id); ok {
			return lit == text || !isLiteralString(e, id) && sameNumber(lit, text)
		}
		return isBare(m) && sameTokens(e.Source(id), []byte(text))
	}
	if m == value.Template {
		if same, ok := equalTemplate(e, id, v.Text); ok {
			return same
		}
	}
	sent, err := value.AppendText(nil, v.Text, m)
	if err != nil {
		return false
	}
	other, err := syntax.ParseExpression(nil, sent, syntax.Span{To: int32(len(sent))})
	if err != nil {
		return false
	}
	return sameExpr(e, id, other, other.Root)
}

// equalTemplate compares an expression with a template as a JSON string has it, which
// is what it would be as the text of a heredoc. Where it can be none, ok is false.
func equalTemplate(e *syntax.Expr, id syntax.NodeID, text string) (same, ok bool) {
	marker := "E"
	for strings.Contains(text, marker) {
		marker += "E"
	}
	lineEnd := ""
	if !strings.HasSuffix(text, "\n") {
		lineEnd = "\n"
	}
	src := []byte("<<" + marker + "\n" + text + lineEnd + marker + "\n")
	heredoc, err := syntax.ParseExpression(nil, src, syntax.Span{To: int32(len(src) - 1)})
	if err != nil || heredoc.Node(heredoc.Root).Kind != syntax.NodeTemplate {
		return false, false
	}
	parts := heredoc.Parts(nil, heredoc.Root)
	if last := len(parts) - 1; last >= 0 && parts[last].Node == 0 {
		if parts[last].Text = bytes.TrimSuffix(parts[last].Text, []byte(lineEnd)); len(parts[last].Text) == 0 {
			parts = parts[:last]
		}
	}
	if len(parts) == 1 && heredoc.Node(parts[0].Node).Kind == syntax.NodeInterp {
		return sameExpr(e, id, heredoc, heredoc.Node(parts[0].Node).First), true
	}
	if e.Node(id).Kind != syntax.NodeTemplate {
		return false, true
	}
	return bytes.Equal(templateForm(e, e.Parts(nil, id)), templateForm(heredoc, parts)), true
}

// unwrap returns the expression that a node is when the parentheses around it, and the
// "${…}" of a template that is nothing else, are left away.
func unwrap(e *syntax.Expr, id syntax.NodeID) syntax.NodeID {
	for {
		n := e.Node(id)
		switch part := e.Node(n.First); {
		case n.Kind == syntax.NodeParen:
			id = n.First
		case n.Kind == syntax.NodeTemplate && part.Kind == syntax.NodeInterp && part.Next == 0:
			id = part.First
		default:
			return id
		}
	}
}

// sameExpr compares two expressions: templates part by part, others by their tokens.
func sameExpr(a *syntax.Expr, x syntax.NodeID, b *syntax.Expr, y syntax.NodeID) bool {
	x, y = unwrap(a, x), unwrap(b, y)
	if a.Node(x).Kind != syntax.NodeTemplate || b.Node(y).Kind != syntax.NodeTemplate {
		return sameTokens(a.Source(x), b.Source(y))
	}
	return bytes.Equal(templateForm(a, a.Parts(nil, x)), templateForm(b, b.Parts(nil, y)))
}

// templateForm returns a template's parts in a form in which equal templates are
// equal: text decoded, sequences as tokens with one NUL between them, which no token
// holds.
func templateForm(e *syntax.Expr, parts []syntax.Part) []byte {
	var form []byte
	for _, part := range parts {
		if part.Node == 0 {
			form = append(form, part.Text...)
			continue
		}
		form = append(form, 0)
		form = appendTokens(form, stripMarkers(e.Source(part.Node)))
		form = append(form, 0)
	}
	return form
}

// stripMarkers returns a template sequence without its "~", which has had its effect
// on the text around it.
func stripMarkers(sequence []byte) []byte {
	inner := bytes.TrimPrefix(sequence[2:len(sequence)-1], []byte("~"))
	inner = bytes.TrimSuffix(inner, []byte("~"))
	return append(append(append([]byte(nil), sequence[:2]...), inner...), '}')
}

// sameTokens compares two expressions, blind to spacing and comments.
func sameTokens(a, b []byte) bool {
	return bytes.Equal(appendTokens(nil, a), appendTokens(nil, b))
}

// appendTokens appends an expression's tokens, a NUL after each. A line end between
// the pairs of an object is a comma; a comma before a closing bracket is nothing.
func appendTokens(dst, expr []byte) []byte {
	var s lexer.Scanner
	s.Reset(expr, 0)
	var braces []bool // for every open bracket: is it a brace?
	comma := false
	for {
		tok := s.Next()
		switch tok.Kind {
		case lexer.EOF:
			return dst
		case lexer.Comment, lexer.Newline:
			if line := expr[tok.End-1] == '\n'; line && len(braces) > 0 && braces[len(braces)-1] && !bytes.HasSuffix(dst, []byte("{\x00")) {
				comma = true
			}
			continue
		case lexer.Comma:
			comma = true
			continue
		case lexer.OBrace, lexer.OBrack, lexer.OParen, lexer.TemplateInterp, lexer.TemplateControl:
			braces = append(braces, tok.Kind == lexer.OBrace)
		case lexer.CBrace, lexer.CBrack, lexer.CParen, lexer.TemplateSeqEnd:
			comma = false
			braces = braces[:max(len(braces)-1, 0)]
		}
		if comma {
			dst = append(dst, ',', 0)
			comma = false
		}
		// Blanks in a template's text are text: a token's bytes are taken as they are.
		dst = append(append(dst, expr[tok.Start:tok.End]...), 0)
	}
}

func equalArray(e *syntax.Expr, n syntax.Node, v *value.Value, p *value.Schema) bool {
	i := 0
	for c := n.First; c != 0; c = e.Node(c).Next {
		if i == len(v.Items) || !equal(e, c, &v.Items[i].Value, p.Element()) {
			return false
		}
		i++
	}
	return i == len(v.Items)
}

func equalObject(e *syntax.Expr, n syntax.Node, v *value.Value, p *value.Schema) bool {
	count := 0
	find := memberFinder(v, keyMode(p))
	for c := n.First; c != 0; c = e.Node(c).Next {
		key := e.Node(c).First
		i := find(objectKey(e, key, keyMode(p)))
		if i < 0 || !equal(e, e.Node(key).Next, &v.Items[i].Value, p.Member(v.Items[i].Key)) {
			return false
		}
		count++
	}
	return count == len(v.Items)
}

// objectKey returns an object's key as a JSON object whose keys are of that mode would
// have it: the text of a name or literal, "${…}" around another expression.
func objectKey(e *syntax.Expr, key syntax.NodeID, m value.Mode) string {
	n := e.Node(key)
	switch n.Kind {
	case syntax.NodeVariable, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull:
		return string(e.Source(key))
	case syntax.NodeParen:
		if _, ok := literalOf(e, n.First); !ok {
			return "${" + string(e.Source(n.First)) + "}"
		}
		key = n.First
	}
	if text, ok := literalOf(e, key); ok {
		if m == value.Template {
			text = escapeKey(text)
		}
		return text
	}
	if n.Kind == syntax.NodeTemplate && n.Flags&syntax.FlagHeredoc == 0 {
		source := e.Source(key)
		return string(syntax.AppendUnescaped(nil, source[1:len(source)-1]))
	}
	return "${" + string(e.Source(key)) + "}"
}

// manyMembers is how many members of an object are looked through one by one.
const manyMembers = 16

// memberFinder returns a function that finds an object's member by its key: its
// place in v.Items, or -1.
func memberFinder(v *value.Value, m value.Mode) func(key string) int {
	if len(v.Items) <= manyMembers {
		return func(key string) int {
			for i := range v.Items {
				if k := v.Items[i].Key; k == key || normalKey(k, m) == normalKey(key, m) {
					return i
				}
			}
			return -1
		}
	}
	places := make(map[string]int, len(v.Items))
	for i := range v.Items {
		places[normalKey(v.Items[i].Key, m)] = i
	}
	return func(key string) int {
		if i, ok := places[normalKey(key, m)]; ok {
			return i
		}
		return -1
	}
}

// normalKey returns a key in the form that equal keys share: of an expression, the
// tokens.
func normalKey(key string, m value.Mode) string {
	switch {
	case isBare(m):
		key = value.Unwrap(key)
	case m == value.Literal, !strings.HasPrefix(key, "${"), !strings.HasSuffix(key, "}"):
		return key
	}
	return string(appendTokens(nil, []byte(key)))
}
