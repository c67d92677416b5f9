package value

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/grow"
	"iacedit/lexer"
	"iacedit/syntax"
)

// LineWidth is the last column at which a list or object on one line may end. A longer list or
// object is written on several lines.
const LineWidth = 100

// A ValueError describes why a value cannot be written as an expression.
type ValueError struct {
	At      int // the offset of the faulty value in the JSON text; this value may be inside the value to be written
	Message string
}

// Error returns the message.
func (e *ValueError) Error() string { return e.Message }

// AppendValue appends a JSON value as an expression. The schema p defines how strings are read at
// the value's place in the code. AppendValue writes one blank on each side of "=" and leaves
// alignment to the caller. If it returns an error, which is a *ValueError, it returns dst
// unchanged.
func AppendValue(dst []byte, v *Value, p *Schema, l Layout) ([]byte, error) {
	v = orNull(v)
	if err := l.check(); err != nil {
		return dst, &ValueError{At: v.At, Message: err.Error()}
	}
	w := valueWriter{buf: dst, layout: l, lineStart: len(dst), column: l.Column, heredocs: l.Heredoc, like: l.Like}
	if err := w.value(v, p, l.OneLine); err != nil {
		return dst, err
	}
	return w.buf, nil
}

// A valueWriter writes one value.
type valueWriter struct {
	buf       []byte
	layout    Layout
	level     int // the current line's levels of indentation, relative to the first line
	lineStart int // the offset in buf at which the current line starts
	column    int // the columns before buf[lineStart]: Layout.Column on the first line, then 0
	keys      keySet
	heredocs  bool // the current string may be a heredoc
	like      *Examples
	usual     *Usual // nil until it is needed
}

// value writes a value. If oneLine is set, arrays and objects stay on one line.
func (w *valueWriter) value(v *Value, p *Schema, oneLine bool) (err error) {
	if p == nil {
		p = defaultSchema
	}
	if err := p.check(v); err != nil {
		return err
	}
	switch v.Kind {
	case Null, True, False:
		w.text(plainText[v.Kind])
	case Number:
		w.text(v.Text)
		return checkNumber(v)
	case String:
		return w.string(v, p.Mode)
	case Array:
		return w.writeArray(v, p, oneLine)
	default:
		return w.writeObject(v, p, oneLine)
	}
	return nil
}

var plainText = [...]string{Null: "null", False: "false", True: "true"}

func (w *valueWriter) text(text string) { w.buf = grow.Text(w.layout.budget, w.buf, text) }

// surelyFine is the length up to which numbers are not checked, because the exponents of such short
// numbers cannot exceed HCL's range.
const surelyFine = 6

// bytesLexed is the number of bytes of an expression or template that are split into tokens for one
// step of the budget.
const bytesLexed = 4

// string writes a string that is read in the mode m, as a heredoc if the layout allows a heredoc
// and the string can be written as one.
func (w *valueWriter) string(v *Value, m Mode) error {
	w.layout.budget.Grow(len(v.Text) + len(`""`))
	if m != Literal {
		w.layout.budget.Step(len(v.Text) / bytesLexed)
	}
	if w.heredocs {
		if out, ok := w.appendHeredoc(w.buf, v.Text, m); ok {
			w.buf = out
			return nil
		}
		if out, ok := appendLastOnLine(w.buf, v.Text, m); ok && w.layout.Newline == "\n" {
			w.buf = out
			return nil
		}
	}
	out, err := appendText(w.buf, v.Text, m)
	if err != nil {
		return &ValueError{At: v.At, Message: excerpt.Quote(v.Text) + " " + describeError(err)}
	}
	start := len(w.buf)
	w.buf = out
	if crlf := w.layout.Newline == "\r\n"; bytes.IndexByte(out[start:], '\n') >= 0 && (crlf || bytes.IndexByte(out[start:], '\r') >= 0) {
		w.buf = appendWithLineEnds(out[:start], bytes.Clone(out[start:]), w.layout.Newline)
	}
	return nil
}

// appendWithLineEnds appends an expression with the given line ends. Only the lines of a heredoc's
// text keep theirs, because they are part of a value.
func appendWithLineEnds(dst, expr []byte, newline string) []byte {
	var s lexer.Scanner
	s.Reset(expr, 0)
	from := int32(0)
	for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
		text := expr[from:tok.End]
		if (tok.Kind == lexer.Newline || tok.Kind == lexer.Comment) && text[len(text)-1] == '\n' {
			dst = append(append(dst, bytes.TrimRight(text, "\r\n")...), newline...)
		} else {
			dst = append(dst, text...)
		}
		from = tok.End
	}
	return append(dst, expr[from:]...)
}

// appendText appends the expression for a string that is read in the mode m. The appended text is a
// valid expression. The error's text completes a sentence about the string, such as "is not UTF-8".
func appendText(dst []byte, s string, m Mode) ([]byte, error) {
	switch m {
	case Literal:
		return appendUTF8(dst, s)
	case Reference:
		return appendReference(dst, s)
	case Expression:
		return AppendExpression(dst, s)
	}
	return AppendTemplate(dst, s)
}

// describeError returns the text of an error about a string, without its subject: "is not UTF-8".
func describeError(err error) string {
	if fault, ok := err.(*syntax.Error); ok {
		return "does not parse: " + fault.Message
	}
	return err.Error()
}

// writeArray writes a list. If oneLine is set, the list is on one line. Otherwise, a list that fits
// on one line is written on one line in two cases. In the first case, all example lists in the code
// are on one line (see fitsExamples). In the second case, the list has only scalars, and at least
// one example, if there are any, is on one line. In any other list, each element gets a line of its
// own.
func (w *valueWriter) writeArray(v *Value, p *Schema, oneLine bool) error {
	switch {
	case len(v.Items) == 0:
		w.text("[]")
		return nil
	case oneLine:
		return w.writeInline(v, p)
	}
	scalars := onlyScalars(v.Items)
	form, most := w.like.form(collectionKind{Array, !scalars})
	if form != overLines && scalars || w.fitsExamples(form, most, v) {
		if done, err := w.tryInline(v, p); done || err != nil {
			return err
		}
	}
	return w.writeBlock(v, p, "[", "]")
}

func errDeep(v *Value) error {
	return &ValueError{At: v.At, Message: fmt.Sprintf("nested more than %d levels deep", syntax.MaxDepth)}
}

func (w *valueWriter) writeObject(v *Value, p *Schema, oneLine bool) error {
	if i := w.keys.repeatedKey(v.Items, p.Keys, w.layout.budget); i >= 0 {
		return errRepeated(&v.Items[i])
	}
	switch {
	case len(v.Items) == 0:
		w.text("{}")
		return nil
	case oneLine:
		return w.writeInline(v, p)
	}
	if form, most := w.like.form(collectionKind{kind: Object}); w.fitsExamples(form, most, v) {
		if done, err := w.tryInline(v, p); done || err != nil {
			return err
		}
	}
	return w.writeBlock(v, p, "{", "}")
}

func onlyScalars(items []Item) bool {
	for i := range items {
		if k := items[i].Value.Kind; k == Array || k == Object {
			return false
		}
	}
	return true
}

// fits reports whether the text from the offset start on is one line, and ends within LineWidth
// columns.
func (w *valueWriter) fits(start int) bool {
	if bytes.IndexByte(w.buf[start:], '\n') >= 0 {
		return false
	}
	return w.column+utf8.RuneCount(w.buf[w.lineStart:]) <= LineWidth
}

// writeInline writes a nonempty array or object on one line.
func (w *valueWriter) writeInline(v *Value, p *Schema) error {
	opening, closing := "[", "]"
	if v.Kind == Object {
		opening, closing = "{ ", " }"
	}
	w.text(opening)
	if w.level++; w.level > syntax.MaxDepth {
		return errDeep(v)
	}
	style, _ := w.like.pairStyle(false)
	style.Comma, style.Last = false, false
	var inside *Examples
	if v.Kind == Array {
		inside = w.like.elements()
	}
	for i := range v.Items {
		if i > 0 {
			w.text(", ")
		}
		if err := w.writeItem(v, i, p, true, style, inside); err != nil {
			return err
		}
	}
	w.level--
	w.text(closing)
	return nil
}

// writeBlock writes a nonempty array or object, one item per line.
func (w *valueWriter) writeBlock(v *Value, p *Schema, opening, closing string) error {
	if w.level++; w.level > syntax.MaxDepth {
		return errDeep(v)
	}
	w.text(opening)
	var style PairStyle
	var inside *Examples
	if v.Kind == Array {
		inside = w.like.elements()
	} else if s, ok := w.like.pairStyle(true); ok {
		style = s
	} else {
		style = w.usualStyle().Pairs
	}
	for i := range v.Items {
		w.newLine()
		start, last := len(w.buf), i == len(v.Items)-1
		if err := w.writeItem(v, i, p, false, style, inside); err != nil {
			return err
		}
		switch {
		case v.Kind == Array && !(last && w.usualStyle().Bare):
			w.text(",")
		case v.Kind == Object && (style.Comma && !last || style.Last && last) && !bytes.Contains(w.buf[start:], []byte("<<")):
			w.text(",")
		}
	}
	w.level--
	w.newLine()
	w.text(closing)
	return nil
}

// writeItem writes the i-th element, or the i-th member with its key. inside contains the examples
// for the elements.
func (w *valueWriter) writeItem(v *Value, i int, p *Schema, oneLine bool, style PairStyle, inside *Examples) error {
	item, like := &v.Items[i], w.like
	if v.Kind == Array {
		w.like = inside
		err := w.writeElement(&item.Value, p.Element(), oneLine)
		w.like = like
		return err
	}
	if like.Len() > 0 {
		w.like = like.member(item.Key)
	}
	w.layout.budget.Grow(len(item.Key) + len(`""`))
	start := len(w.buf)
	out, err := AppendKeyText(w.buf, item.Key, p.Keys)
	if err != nil {
		return &ValueError{At: item.Value.At, Message: "the key " + excerpt.Quote(item.Key) + " " + describeError(err)}
	}
	if style.Quoted && (p.Keys == Template || p.Keys == Literal) && IsIdentifier(string(out[start:])) {
		out = appendString(out[:start], item.Key)
	}
	sign := " = "
	if style.Colon {
		sign = " : "
	}
	w.buf = out
	w.text(sign)
	w.heredocs = (w.layout.Heredoc || w.layout.Heredocs) && !oneLine && !style.Comma && !style.Last
	err = w.value(&item.Value, p.Member(item.Key), oneLine)
	w.like = like
	return err
}

// writeElement writes an element of a list. It adds parentheses if the element starts with the name
// "for", which would be a keyword in the first element.
func (w *valueWriter) writeElement(v *Value, p *Schema, oneLine bool) error {
	start := len(w.buf)
	w.heredocs = false
	err := w.value(v, p, oneLine)
	if v.Kind == String && err == nil && StartsWithFor(w.buf[start:]) {
		w.buf = append(slices.Insert(w.buf, start, '('), ')')
	}
	return err
}

func (w *valueWriter) newLine() {
	w.text(w.layout.Newline)
	w.lineStart, w.column = len(w.buf), 0
	w.buf = w.layout.appendIndent(w.buf, w.level)
}

// AppendKeyText appends the code for an object's key, given the key that a client sent. A key that
// is an identifier is literal text; any other key is read in the mode m. A key that is exactly one
// interpolation becomes an expression in parentheses. The text of an error says what is wrong with
// the key, such as "is not UTF-8".
func AppendKeyText(dst []byte, key string, m Mode) ([]byte, error) {
	switch {
	case (m == Literal || m == Template && hasNoSequence(key)) && !utf8.ValidString(key):
		return dst, errEncoding
	case m == Literal || m == Template && hasNoSequence(key) || IsIdentifier(key):
		return AppendKey(dst, key), nil
	case m != Template:
		return appendText(dst, key, m)
	}
	src := []byte(key)
	q, sole, err := scanSole(src)
	if err == nil && !sole {
		return AppendTemplate(dst, key)
	}
	out := dst
	if err == nil {
		out, err = appendBare(append(dst, '('), src, q, false)
	}
	if err != nil {
		return dst, err
	}
	return append(out, ')'), nil
}
