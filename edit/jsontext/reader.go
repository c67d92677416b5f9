// Package jsontext reads and writes JSON text (RFC 8259), for requests that are
// read once and whose errors must point at the place that is wrong.
//
// It is stricter than encoding/json where a client's slip would go unseen: a key
// given twice in one object, bytes that are not UTF-8 and halves of surrogate
// pairs are errors. It keeps what encoding/json loses: the order of members, the
// digits of numbers, and where each value starts.
package jsontext

import (
	"fmt"
	"unicode/utf8"

	"iacedit/render"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 500

// MaxValues is how many values one call of Value reads. A value of two bytes of
// text takes some eighty in memory, so that the size of the text alone is no bound.
const MaxValues = 1_000_000

// maxKept is the largest block of items that a Reader keeps for the next text.
const maxKept = 1 << 14

// An Error says why a text was refused, and where.
type Error struct {
	At      int // offset in the text
	Message string
}

// Error returns the message with the offset.
func (e *Error) Error() string { return fmt.Sprintf("%s (at offset %d)", e.Message, e.At) }

// A Reader reads one JSON text from its start to its end. Reset gives it the
// text; then each call of Object, Value, Skip or AppendUnquoted reads the value
// that is next. The zero value is ready for Reset. After an error it has to be Reset.
//
// What it returns aliases the text where it can, and else the Reader's own
// memory: it is valid until the next Reset and as long as the text does not change.
type Reader struct {
	text    []byte
	pos     int
	base    int           // where the value being read starts: offsets count from here
	values  int           // read since base
	stack   []render.Item // items of the arrays and objects that are still open
	block   []render.Item // those of finished ones, carved from one block
	scratch []byte        // strings that had escapes
	slots   []uint32      // a hash table, see repeated
}

// Reset makes the Reader read text from its start. It drops every reference to
// the text before; Reset(nil) does only that.
func (r *Reader) Reset(text []byte) {
	r.text, r.pos, r.base, r.values = text, 0, 0, 0
	clear(r.stack[:cap(r.stack)])
	clear(r.block)
	r.stack, r.block, r.scratch = r.stack[:0], r.block[:0], r.scratch[:0]
	if cap(r.stack) > maxKept {
		r.stack = nil
	}
	if cap(r.block) > maxKept {
		r.block = nil
	}
}

// Offset returns where the next value starts: blanks are skipped.
func (r *Reader) Offset() int {
	r.next()
	return r.pos
}

// Next returns the kind of the next value, and whether a value is next at all.
// Of a number or a name only the first byte has been looked at.
func (r *Reader) Next() (render.Kind, bool) {
	switch c := r.next(); {
	case c == '{':
		return render.Object, true
	case c == '[':
		return render.Array, true
	case c == '"':
		return render.String, true
	case c == '-' || '0' <= c && c <= '9':
		return render.Number, true
	case c == 't':
		return render.True, true
	case c == 'f':
		return render.False, true
	case c == 'n':
		return render.Null, true
	}
	return render.Null, false
}

// End checks that nothing but blanks is left.
func (r *Reader) End() error {
	if r.next(); r.pos < len(r.text) {
		return r.expected("the end of the text")
	}
	return nil
}

// Object reads an object by calling member for each of its members, which has to
// read the member's value. at is where the key starts. Keys are not compared.
func (r *Reader) Object(member func(key string, at int) error) error {
	if r.next() != '{' {
		return r.expected("an object")
	}
	r.pos++
	for more := r.next() != '}'; more; {
		at := r.pos
		key, err := r.key()
		if err == nil {
			err = member(key, at)
		}
		if err == nil {
			more, err = r.goesOn('}', `"," or "}"`)
		}
		if err != nil {
			return err
		}
	}
	r.pos++
	return nil
}

// Value reads the next value. Its offsets and those inside count from its start.
// A key given twice in one object is an error.
func (r *Reader) Value() (v render.Value, err error) {
	r.base, r.values = r.Offset(), 0
	return r.value(0)
}

// value reads the next value. depth counts the arrays and objects around it.
func (r *Reader) value(depth int) (v render.Value, err error) {
	c := r.next()
	v.At = r.pos - r.base
	if r.values++; r.values > MaxValues {
		return v, r.refuse("more than %d values", MaxValues)
	}
	switch c {
	case '{', '[':
		if depth >= MaxDepth {
			return v, r.refuse("arrays and objects nested more than %d deep", MaxDepth)
		}
		if c == '{' {
			v.Kind = render.Object
			v.Items, err = r.object(depth)
			return v, err
		}
		v.Kind = render.Array
		v.Items, err = r.array(depth)
		return v, err
	case '"':
		v.Kind = render.String
		v.Text, err = r.string()
		return v, err
	}
	start := r.pos
	v.Kind, err = r.plain(c)
	if v.Kind == render.Number {
		v.Text = alias(r.text[start:r.pos])
	}
	return v, err
}

func (r *Reader) array(depth int) ([]render.Item, error) {
	mark := len(r.stack)
	r.pos++
	for more := r.next() != ']'; more; {
		v, err := r.value(depth + 1)
		r.stack = append(r.stack, render.Item{Value: v})
		if err == nil {
			more, err = r.goesOn(']', `"," or "]"`)
		}
		if err != nil {
			return nil, err
		}
	}
	r.pos++
	return r.keep(mark), nil
}

func (r *Reader) object(depth int) ([]render.Item, error) {
	mark := len(r.stack)
	r.pos++
	for more := r.next() != '}'; more; {
		var v render.Value
		key, err := r.key()
		if err == nil {
			v, err = r.value(depth + 1)
		}
		r.stack = append(r.stack, render.Item{Key: key, Value: v})
		if err == nil {
			more, err = r.goesOn('}', `"," or "}"`)
		}
		if err != nil {
			return nil, err
		}
	}
	r.pos++
	items := r.keep(mark)
	if i := r.repeated(items); i >= 0 {
		return nil, &Error{At: r.base + items[i].Value.At, Message: fmt.Sprintf("the key %q is given twice in one object", items[i].Key)}
	}
	return items, nil
}

// key reads an object's key and the colon after it.
func (r *Reader) key() (string, error) {
	if r.next() != '"' {
		return "", r.expected("a key in quotes")
	}
	key, err := r.string()
	if err != nil {
		return "", err
	}
	if r.next() != ':' {
		return "", r.expected(`":"`)
	}
	r.pos++
	return key, nil
}

// goesOn reads what comes after an element or a member: a comma, or the closing
// bracket, which it leaves.
func (r *Reader) goesOn(closing byte, either string) (bool, error) {
	switch r.next() {
	case ',':
		r.pos++
		return true, nil
	case closing:
		return false, nil
	}
	return false, r.expected(either)
}

// keep moves the items from mark on off the stack to where they stay.
func (r *Reader) keep(mark int) []render.Item {
	items := r.stack[mark:]
	r.stack = r.stack[:mark]
	if len(items) == 0 {
		return nil
	}
	if cap(r.block)-len(r.block) < len(items) {
		r.block = make([]render.Item, 0, max(16, len(items), 2*cap(r.block)))
	}
	n := len(r.block)
	r.block = append(r.block, items...)
	return r.block[n:len(r.block):len(r.block)]
}

// plain reads a number, true, false or null.
func (r *Reader) plain(c byte) (render.Kind, error) {
	switch c {
	case 't':
		return render.True, r.name("true")
	case 'f':
		return render.False, r.name("false")
	case 'n':
		return render.Null, r.name("null")
	}
	if c == '-' || '0' <= c && c <= '9' {
		return render.Number, r.number()
	}
	return render.Null, r.expected("a value")
}

func (r *Reader) name(name string) error {
	if len(r.text)-r.pos < len(name) || string(r.text[r.pos:r.pos+len(name)]) != name {
		return r.expected("a value")
	}
	r.pos += len(name)
	return nil
}

// number reads a number: -? (0 | [1-9][0-9]*) (.[0-9]+)? ([eE][+-]?[0-9]+)?
func (r *Reader) number() error {
	if r.byte() == '-' {
		r.pos++
	}
	if r.byte() == '0' {
		r.pos++
		if c := r.byte(); '0' <= c && c <= '9' {
			return r.refuse("a number may not start with 0")
		}
	} else if err := r.digits(); err != nil {
		return err
	}
	if r.byte() == '.' {
		r.pos++
		if err := r.digits(); err != nil {
			return err
		}
	}
	if c := r.byte(); c != 'e' && c != 'E' {
		return nil
	}
	r.pos++
	if c := r.byte(); c == '+' || c == '-' {
		r.pos++
	}
	return r.digits()
}

func (r *Reader) digits() error {
	start := r.pos
	for r.pos < len(r.text) && '0' <= r.text[r.pos] && r.text[r.pos] <= '9' {
		r.pos++
	}
	if r.pos == start {
		return r.expected("a digit")
	}
	return nil
}

// byte returns the byte at pos, or 0 at the end.
func (r *Reader) byte() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

// next skips blanks and returns the byte after them, or 0 at the end.
func (r *Reader) next() byte {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; c {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return c
		}
	}
	return 0
}

// expected is the error of finding something else at pos.
func (r *Reader) expected(what string) error {
	if r.pos >= len(r.text) {
		return r.refuse("expected %s, found the end of the text", what)
	}
	c, n := utf8.DecodeRune(r.text[r.pos:])
	if c == utf8.RuneError && n == 1 {
		return r.refuse("expected %s, found the byte 0x%02x", what, r.text[r.pos])
	}
	return r.refuse("expected %s, found %q", what, c)
}

// refuse is an error at pos.
func (r *Reader) refuse(format string, args ...any) error {
	return &Error{At: r.pos, Message: fmt.Sprintf(format, args...)}
}
