package value

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// An Encoder converts expressions to JSON values. AppendValue converts the values back to the same
// expressions, or to expressions that edits treat as equal (see Setting). The zero value is ready.
// An Encoder reuses its memory and must not be used by several goroutines at once.
type Encoder struct {
	expr         *syntax.Expr
	classes      []Class // the classes of the nodes, computed when the first key or template needs them
	place        *Schema // the schema of the whole expression
	root         syntax.NodeID
	table        Classes
	text         []byte
	parts        []syntax.Part
	pieces       []byte // memory for the text of the parts
	keys         []Item // the keys of the current object
	set          keySet
	budget       *budget.Budget
	chargedBytes int // the bytes charged for classes
}

// bytesPerClass is the approximate memory for the class of a node.
const bytesPerClass = 64

// SetBudget sets the budget that is charged for the memory of encoding; nil for no bounds.
func (x *Encoder) SetBudget(b *budget.Budget) {
	x.budget, x.chargedBytes = b, 0
	grow.Held(b, x.keys)
	grow.Held(b, x.set.slots)
}

// AppendJSON appends the expression at a node as JSON text; p is the schema of its place. Literal
// text, numbers, booleans, null, lists and objects become JSON values; any other expression
// becomes "${…}" around its text or, in the modes Reference and Expression, its text alone.
// AppendJSON returns dst unchanged and false if no JSON value has the meaning of the expression at
// this place, or if the code is not UTF-8.
func AppendJSON(dst []byte, e *syntax.Expr, id syntax.NodeID, p *Schema) ([]byte, bool) {
	return new(Encoder).Append(dst, e, id, p)
}

// Read returns the JSON value that AppendJSON writes for the expression at a node, with the field
// As set for its strings.
func Read(e *syntax.Expr, id syntax.NodeID, p *Schema) (Value, bool) {
	text, ok := AppendJSON(nil, e, id, p)
	if !ok {
		return Value{}, false
	}
	var r Reader
	r.Reset(text)
	v, err := r.Value()
	v.setAs(p)
	return v, err == nil
}

// Append is like the function AppendJSON, but reuses the memory of x.
func (x *Encoder) Append(dst []byte, e *syntax.Expr, id syntax.NodeID, p *Schema) ([]byte, bool) {
	if e == nil {
		return dst, false
	}
	x.expr, x.root, x.place, x.classes = e, id, p, x.classes[:0]
	if p == nil {
		p = defaultSchema
	}
	out, ok := x.appendValue(dst, id, p)
	ok = ok && utf8.Valid(e.Source(id))
	x.expr = nil
	if !ok {
		return dst, false
	}
	return out, true
}

// appendValue appends the JSON value of a node. It returns false if the node cannot be a JSON value
// at its place. The caller must then write the expression around the node as a string of code.
func (x *Encoder) appendValue(dst []byte, id syntax.NodeID, p *Schema) ([]byte, bool) {
	if p == nil {
		p = defaultSchema
	}
	start := len(dst)
	dst, ok := x.appendLiteralValue(dst, id, p)
	switch {
	case ok:
		return dst, true
	case isBare(p.Mode):
		return x.appendCodeValue(dst[:start], id, p)
	case p.Mode == Template && p.takes(String):
		return x.appendInterpolation(dst[:start], id), true
	}
	return dst[:start], false
}

// appendLiteralValue appends a node as the JSON value of a literal, list or object, not as a string
// with code. It returns false if that is impossible or the place does not accept the value.
func (x *Encoder) appendLiteralValue(dst []byte, id syntax.NodeID, p *Schema) ([]byte, bool) {
	id = x.expr.Unwrapped(id)
	t := x.expr.Node(id)
	switch t.Kind {
	case syntax.NodeNull:
		return append(dst, "null"...), p.takes(Null)
	case syntax.NodeTrue:
		return append(dst, "true"...), p.takes(True)
	case syntax.NodeFalse:
		return append(dst, "false"...), p.takes(False)
	case syntax.NodeNumber:
		return appendNumber(dst, x.expr.Source(id), p)
	case syntax.NodeUnary:
		if digits, ok := negative(x.expr, t); ok {
			return appendNumber(append(dst, '-'), digits, p)
		}
	case syntax.NodeTemplate:
		if !isBare(p.Mode) && p.takes(String) {
			return x.appendTemplate(dst, id, p.Mode)
		}
	case syntax.NodeTuple:
		if p.takes(Array) {
			return x.appendArray(dst, t.First, p)
		}
	case syntax.NodeObject:
		if p.takes(Object) {
			return x.appendObject(dst, t.First, p)
		}
	}
	return dst, false
}

// appendNumber appends a number. It omits leading zeros and a final dot, which JSON does not
// allow.
func appendNumber(dst, digits []byte, p *Schema) ([]byte, bool) {
	for len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9' {
		digits = digits[1:]
	}
	if dot := bytes.IndexByte(digits, '.'); dot >= 0 && (dot+1 == len(digits) || digits[dot+1] < '0' || '9' < digits[dot+1]) {
		digits = append(bytes.Clone(digits[:dot]), digits[dot+1:]...)
	}
	return append(dst, digits...), p.takes(Number) && isNumber(nocopy.String(digits))
}

func (x *Encoder) appendArray(dst []byte, c syntax.NodeID, p *Schema) ([]byte, bool) {
	dst = append(dst, '[')
	for first := c; c != 0; c = x.expr.Node(c).Next {
		if c != first {
			dst = append(dst, ',')
		}
		out, ok := x.appendValue(dst, c, p.Element())
		if !ok {
			return dst, false
		}
		dst = out
	}
	return append(dst, ']'), true
}

// classify computes x.classes if they are not known yet.
func (x *Encoder) classify() {
	if len(x.classes) == 0 {
		x.table.Reset()
		if n := bytesPerClass * x.expr.Len(); n > x.chargedBytes {
			x.budget.Hold(n - x.chargedBytes)
			x.chargedBytes = n
		}
		x.classes = x.table.classify(x.classes, x.expr, x.root, x.place)
	}
}

// appendCodeValue appends the code of a node as a JSON string. At the node's place, strings are
// code.
func (x *Encoder) appendCodeValue(dst []byte, id syntax.NodeID, p *Schema) ([]byte, bool) {
	if !p.takes(String) {
		return dst, false
	}
	start := len(dst)
	dst, ok := x.appendSource(dst, id, p.Mode)
	if p.Word != "" && string(dst[start:]) != `"`+p.Word+`"` {
		return dst[:start], false
	}
	return dst, ok
}

// appendSource appends the source of a node as a JSON string, for a place where strings are code
// that is read in the mode m. In old code, the node may be a quoted string. The text of such a
// string is appended without the quotes, unless the text contains a template sequence or is not
// allowed in that mode. The result is false for source that is not allowed in that mode.
func (x *Encoder) appendSource(dst []byte, id syntax.NodeID, m Mode) ([]byte, bool) {
	id = x.expr.Unwrapped(id)
	if text, ok := literalString(x.expr, id); ok && hasNoSequence(text) {
		text = norm.NFC.String(text)
		if _, err := appendText(x.text[:0], text, m); err == nil {
			return jsontext.AppendQuote(dst, nocopy.Bytes(text)), true
		}
	}
	source := x.expr.Source(id)
	if len(source) == 0 {
		return dst, false // the node is not part of this expression
	}
	if c := source[0]; 'a' <= c && c <= 'z' && isAccepted(source, m) {
		return jsontext.AppendQuote(dst, source), true
	}
	if _, err := appendText(x.text[:0], nocopy.String(source), m); err != nil {
		return dst, false
	}
	return jsontext.AppendQuote(dst, source), true
}

// appendInterpolation appends the expression at a node in "${…}".
func (x *Encoder) appendInterpolation(dst []byte, id syntax.NodeID) []byte {
	for inner := x.expr.Sole(id); inner != 0; inner = x.expr.Sole(id) {
		id = inner
	}
	source := x.expr.Source(id)
	if isPlainCode(source) {
		return appendPlainCode(dst, source)
	}
	dst = jsontext.AppendEscaped(append(dst, `"${`...), source)
	return append(x.endHeredoc(dst, id), `}"`...)
}

// endHeredoc appends a line end if the node's expression ends with the last line of a heredoc.
func (x *Encoder) endHeredoc(dst []byte, id syntax.NodeID) []byte {
	source := x.expr.Source(id)
	if !bytes.Contains(source, []byte("<<")) {
		return dst
	}
	from, end := int(x.expr.Node(id).Start), int(x.expr.Node(id).End)
	for _, lineEnd := range []string{"\n", "\r\n"} {
		if bytes.HasPrefix(x.expr.Text[end:], []byte(lineEnd)) {
			end += len(lineEnd)
		}
	}
	if q, err := scanInside(x.expr.Text[from:end], 0, false); err == nil && q.heredoc {
		dst = append(dst, `\n`...)
	}
	return dst
}

// appendTemplate appends a template as a string. m is a mode whose strings are text: Template or
// Literal.
func (x *Encoder) appendTemplate(dst []byte, id syntax.NodeID, m Mode) ([]byte, bool) {
	t := x.expr.Node(id)
	if text, ok := plainString(x.expr, t); ok {
		return jsontext.AppendQuote(dst, text), true
	}
	if x.isLiteral(t) {
		x.text = x.appendLiteral(x.text[:0], id)
		if m == Template && !hasNoSequence(nocopy.String(x.text)) {
			return jsontext.AppendQuote(dst, nocopy.Bytes(EscapeTemplate(nocopy.String(x.text)))), true
		}
		return jsontext.AppendQuote(dst, x.text), true
	}
	if m != Template || x.expr.Sole(id) != 0 {
		return dst, false
	}
	return x.appendSequences(dst, id)
}

// isLiteral reports whether a template has no sequences.
func (x *Encoder) isLiteral(t syntax.Node) bool {
	for c := t.First; c != 0; c = x.expr.Node(c).Next {
		if x.expr.Node(c).Kind != syntax.NodeText {
			return false
		}
	}
	return true
}

// appendLiteral appends the text of a template without sequences.
func (x *Encoder) appendLiteral(dst []byte, id syntax.NodeID) []byte {
	t := x.expr.Node(id)
	if first := x.expr.Node(t.First); t.Flags&syntax.FlagHeredoc == 0 && first.Next == 0 {
		return syntax.AppendUnescaped(dst, x.expr.Source(t.First))
	}
	x.parts, x.pieces = x.expr.PartsIn(x.parts[:0], x.pieces[:0], id)
	for _, part := range x.parts {
		dst = append(dst, part.Text...)
	}
	return dst
}

// appendSequences appends, as a JSON string, a template that has sequences. The "~" markers, and
// the blanks that they strip, stay if the resulting string has the same value as the template.
// Otherwise both are left out.
func (x *Encoder) appendSequences(dst []byte, id syntax.NodeID) ([]byte, bool) {
	if text, ok := simpleTemplate(x.expr, id); ok {
		return jsontext.AppendQuote(dst, text), true
	}
	marked := x.hasStripMarkers(id)
	x.parts, x.pieces = x.expr.PartsIn(x.parts[:0], x.pieces[:0], id)
	if x.appendParts(id, marked) && (!marked || x.hasSameValue(x.text, id)) {
		return jsontext.AppendQuote(dst, x.text), true
	}
	if marked && x.appendParts(id, false) && x.hasSameValue(x.text, id) {
		return jsontext.AppendQuote(dst, x.text), true
	}
	return dst, false
}

// hasSameValue reports whether a text, read as a template, has the same value as the expression at
// a node.
func (x *Encoder) hasSameValue(text []byte, id syntax.NodeID) bool {
	x.classify()
	return x.table.jsonString(string(text), Template) == x.classes[id]
}

// hasStripMarkers reports whether a template has sequences with "~" markers.
func (x *Encoder) hasStripMarkers(template syntax.NodeID) bool {
	for c := x.expr.Node(template).First; c != 0; c = x.expr.Node(c).Next {
		if part := x.expr.Node(c); part.Kind != syntax.NodeText && (x.expr.Text[part.Start+2] == '~' || x.expr.Text[part.End-2] == '~') {
			return true
		}
	}
	return false
}

// appendParts sets x.text to the parts of a template, with or without the "~" markers of its
// sequences. It returns false if a literal text ends in "$" or "%" and the next sequence starts
// with the same character, because the two characters would be an escape.
func (x *Encoder) appendParts(template syntax.NodeID, markers bool) bool {
	dst := x.text[:0]
	before, c := syntax.NodeID(0), x.expr.Node(template).First // the nodes of the previous part and the current part
	from := 0                                                  // the start of the current literal text
	for _, part := range x.parts {
		next := x.expr.Node(c).Next
		if part.Node == 0 {
			left, right := []byte(nil), []byte(nil)
			if markers {
				left, right = x.strippedBlanks(template, before, c, next)
			}
			dst = append(append(append(dst, left...), part.Text...), right...)
		} else {
			dst = escapeFrom(dst, from)
			source := x.expr.Source(part.Node)
			if last := len(dst) - 1; last >= from && dst[last] == source[0] {
				x.text = dst
				return false
			}
			dst = appendSequence(dst, source, markers)
			from = len(dst)
		}
		before, c = c, next
	}
	x.text = escapeFrom(dst, from)
	return true
}

// escapeFrom escapes the template sequences in the literal text dst[from:].
func escapeFrom(dst []byte, from int) []byte {
	if literal := nocopy.String(dst[from:]); !hasNoSequence(literal) {
		return append(dst[:from], EscapeTemplate(strings.Clone(literal))...)
	}
	return dst
}

// strippedBlanks returns the blanks that the "~" markers beside a literal text strip: those at the
// start and those at the end of the text.
func (x *Encoder) strippedBlanks(template, before, text, after syntax.NodeID) (left, right []byte) {
	source := x.expr.Source(text)
	if x.expr.Node(template).Flags&syntax.FlagHeredoc == 0 {
		source = syntax.AppendUnescaped(nil, source)
	}
	rest := source
	if before != 0 && x.expr.Node(before).Kind != syntax.NodeText && x.expr.Text[x.expr.Node(before).End-2] == '~' {
		rest = bytes.TrimLeftFunc(source, unicode.IsSpace)
		left = source[:len(source)-len(rest)]
	}
	if after != 0 && x.expr.Node(after).Kind != syntax.NodeText && x.expr.Text[x.expr.Node(after).Start+2] == '~' {
		right = rest[len(bytes.TrimRightFunc(rest, unicode.IsSpace)):]
	}
	return left, right
}

// appendSequence appends a sequence as written, but without the line ends before its closing
// brace. It omits the "~" markers unless markers is set.
func appendSequence(dst, source []byte, markers bool) []byte {
	from, to := 2, len(source)-1
	if source[from] == '~' && !markers {
		from++
	}
	closing := source[to:]
	if source[to-1] == '~' {
		to--
		if markers {
			closing = source[to:]
		}
	}
	if bytes.IndexByte(source[from:to], '\n') >= 0 {
		if q, err := scanSequence(source, 2); err == nil && !q.heredoc && bytes.IndexByte(source[q.to:to], '\n') >= 0 {
			to = q.to
		}
	}
	dst = append(append(dst, source[:2]...), source[from:to]...)
	return append(dst, closing...)
}
