// Package jsontext reads the JSON text (RFC 8259) of requests, and writes the JSON text of answers.
// It reads a text once, and its errors give the offset of the fault.
//
// It is stricter than encoding/json, to reveal mistakes of clients: bytes that are not UTF-8 and
// halves of surrogate pairs are errors. It accepts duplicate keys; callers refuse them. Package
// jsontext keeps what encoding/json loses: the order of members, the digits of numbers, and the
// offset of each value.
//
// # Files
//
//	reader.go   Reader: text read in order; string.go: its strings; skip.go: skipped values
//	pointer.go  Pointers: the JSON Pointers of offsets in the text
//	quote.go    text as a JSON string
//	raw.go      Raw: a string as it was sent, of which parts are copied
//	writer.go   Writer: an answer, within a budget
//	blocks_*.go many bytes at a time (blocks_amd64.go), or none on other processors (blocks_other.go)
package jsontext

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/nocopy"
)

// MaxDepth is the greatest depth of nested arrays and objects.
const MaxDepth = 500

// An Error describes why a text was refused, and at which offset.
type Error struct {
	At      int // offset in the text
	Message string
}

// Error returns the message with the offset.
func (e *Error) Error() string { return fmt.Sprintf("%s (at offset %d)", e.Message, e.At) }

// A Reader reads one JSON text from its start to its end. Reset sets the text; then each call of
// Object, Skip, String or AppendUnquoted reads the next value. Callers that build values use Peek
// to look at the first byte of the next value, and Open, Key and More to read arrays and objects.
// The zero value is ready for Reset. After an error, call Reset.
//
// The results alias the text if possible, or else the Reader's own memory: they are valid
// until the next Reset and as long as the text does not change.
type Reader struct {
	text    []byte
	pos     int
	scratch []byte // strings that had escapes
	within  *budget.Budget
}

// Bind sets the budget of a Reader until the next call of Bind. The budget limits the time of
// reading, and is charged for the memory of values.
func Bind(r *Reader, b *budget.Budget) {
	r.within = b
	grow.Held(b, r.scratch)
}

// BudgetOf returns the budget of a Reader, or nil. BudgetOf and Bind are functions, because public
// types embed a Reader and would export its methods.
func BudgetOf(r *Reader) *budget.Budget { return r.within }

// LengthOf returns the length of the text of a Reader.
func LengthOf(r *Reader) int { return len(r.text) }

// Reset makes the Reader read text from its start. It drops all references to the previous text;
// Reset(nil) does only that.
func (r *Reader) Reset(text []byte) { r.text, r.pos, r.scratch = text, 0, r.scratch[:0] }

// Pos returns the offset up to which the text has been read.
func (r *Reader) Pos() int { return r.pos }

// Offset skips white space and returns the offset of the next value.
func (r *Reader) Offset() int {
	r.next()
	return r.pos
}

// Peek skips white space and returns the next byte, or 0 at the end. The byte shows the kind of the
// value: '{', '[', '"', 't', 'f', 'n', or anything else for a number.
func (r *Reader) Peek() byte { return r.next() }

// End returns an error if anything but white space is left.
func (r *Reader) End() error {
	if r.next(); r.pos < len(r.text) {
		return r.expected("the end of the text")
	}
	return nil
}

// Object reads an object. For each member it calls the function member, which must read the
// member's value. It does not detect duplicate keys.
func (r *Reader) Object(member func(key string) error) error {
	if r.next() != '{' {
		return r.expected("an object")
	}
	return r.Members(0, member)
}

// Members is like Object, but for an object at the given nesting depth, whose opening bracket is
// the next byte.
func (r *Reader) Members(depth int, member func(key string) error) error {
	more, err := r.Open(depth, '}')
	for ; more && err == nil; more, err = r.More('}') {
		key, err := r.Key()
		if err == nil {
			err = member(key)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// Open reads the opening bracket of an array or object at the given nesting depth. If the array or
// object is empty, Open also reads the closing bracket, and returns false.
func (r *Reader) Open(depth int, closing byte) (more bool, err error) {
	if depth >= MaxDepth {
		return false, r.Refuse("arrays and objects nested more than %d deep", MaxDepth)
	}
	r.pos++
	if r.next() != closing {
		return true, nil
	}
	r.pos++
	return false, nil
}

// More reads the character after an element or a member: it returns true for a comma, and false
// for the closing bracket.
func (r *Reader) More(closing byte) (bool, error) {
	switch r.next() {
	case ',':
		r.pos++
		return true, nil
	case closing:
		r.pos++
		return false, nil
	}
	what := `"," or "` + string(closing) + `"`
	if r.pos > 0 && r.pos < len(r.text) && r.text[r.pos-1] == '"' {
		return false, r.unexpected(what, `; quotes and line breaks inside of a string must be escaped: \" and \n`)
	}
	return false, r.expected(what)
}

// Key reads an object's key and the colon after it.
func (r *Reader) Key() (string, error) {
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

// String reads a string.
func (r *Reader) String() (string, error) {
	if r.next() != '"' {
		return "", r.expected("a string")
	}
	return r.string()
}

// Number reads a number. Anything else is an error.
func (r *Reader) Number() (string, error) {
	c := r.next()
	if c != '-' && (c < '0' || '9' < c) {
		return "", r.expected("a value")
	}
	start := r.pos
	err := r.number()
	return nocopy.String(r.text[start:r.pos]), err
}

// Name reads the given literal: true, false or null. Any other text is an error.
func (r *Reader) Name(name string) error {
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
			return r.Refuse("a number may not start with 0")
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

// next skips white space and returns the byte after it, or 0 at the end.
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

// expected returns the error that names what was expected at pos, and the character that was found
// instead.
func (r *Reader) expected(what string) error {
	if c := r.byte(); c == '}' || c == ']' {
		if before := bytes.TrimRight(r.text[:r.pos], " \t\r\n"); bytes.HasSuffix(before, []byte(",")) {
			return r.unexpected(what, "; remove the comma before it")
		}
	}
	return r.unexpected(what, "")
}

// unexpected is like expected, but the message ends with a hint, unless the text ends at pos.
func (r *Reader) unexpected(what, hint string) error {
	if r.pos >= len(r.text) {
		return r.Refuse("expected %s, found the end of the text%s", what, r.unclosed())
	}
	c, n := utf8.DecodeRune(r.text[r.pos:])
	if c == utf8.RuneError && n == 1 {
		return r.Refuse("expected %s, found the byte 0x%02x", what, r.text[r.pos])
	}
	return r.Refuse("expected %s, found %q%s", what, c, hint)
}

// mostClosing is the greatest number of missing brackets that a message names.
const mostClosing = 12

// unclosed returns the end of a message about a text that ends too early: the closing brackets that
// are missing.
func (r *Reader) unclosed() string {
	var open []byte // the closing bracket of each open bracket
	inString := false
	for i := 0; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			open = append(open, c+2) // in ASCII, '}' is '{'+2, and ']' is '['+2
		case len(open) > 0 && c == open[len(open)-1]:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 || len(open) > mostClosing || inString {
		return ""
	}
	slices.Reverse(open)
	return fmt.Sprintf("; unless more is cut off, %s is missing there", open)
}

// Refuse returns an error at the offset that Pos returns.
func (r *Reader) Refuse(format string, args ...any) error {
	return &Error{At: r.pos, Message: fmt.Sprintf(format, args...)}
}
