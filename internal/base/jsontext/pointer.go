package jsontext

import (
	"strconv"
	"strings"
)

// Pointer returns a JSON Pointer (RFC 6901), such as "/edits/0/name", to the value or member that
// starts at an offset of a JSON text. If no value or member starts there, it returns the pointer to
// the innermost value or member that contains the offset. Pointer reads the text only up to the
// offset; the rest may be malformed.
func Pointer(text []byte, at int) string { return NewPointers(text).At(at) }

// Pointers finds the JSON Pointers of several offsets of a text in one pass.
type Pointers struct {
	r     Reader
	steps []step
}

// NewPointers returns a Pointers that starts at the beginning of a text.
func NewPointers(text []byte) *Pointers {
	p := new(Pointers)
	p.r.Reset(text)
	return p
}

// At returns the JSON Pointer for an offset, like the function Pointer. The offset must not be
// before the offset of the previous call.
func (p *Pointers) At(at int) string {
	p.goTo(at)
	pos, mark := p.r.pos, len(p.r.scratch)
	text := pointer(&p.r, p.steps)
	p.r.pos, p.r.scratch = pos, p.r.scratch[:mark]
	return text
}

// goTo reads the text up to the innermost value or member that starts at an offset or contains
// it.
func (p *Pointers) goTo(at int) {
	for r := &p.r; ; {
		c := r.next()
		start := r.pos
		if start > at || start >= len(r.text) {
			return
		}
		top := len(p.steps) - 1
		switch c {
		case '{', '[':
			if start == at {
				return
			}
			p.steps = append(p.steps, step{object: c == '{', key: -1})
			r.pos++
		case '}', ']':
			if top >= 0 {
				p.steps = p.steps[:top]
			}
			r.pos++
		case ',':
			if top >= 0 {
				p.steps[top].index++
				p.steps[top].key = -1
			}
			r.pos++
		case '"':
			if top >= 0 && p.steps[top].object && p.steps[top].key < 0 {
				p.steps[top].key = start
			}
			if r.skipString() != nil {
				return
			}
		default:
			r.pos++
		}
		if start <= at && at < r.pos && c != '}' && c != ']' && c != ',' {
			return
		}
	}
}

// A step describes an open array or object, and the place that the reader has reached in it.
type step struct {
	object bool
	index  int // in an array: the index of the current element
	key    int // in an object: the start of the current member's key, or -1
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the JSON Pointer that the steps describe. It reads the keys in the text again
// with r.
func pointer(r *Reader, steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		if !s.object {
			b.WriteByte('/')
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		if s.key < 0 {
			break
		}
		r.pos = s.key
		if key, err := r.string(); err == nil {
			b.WriteByte('/')
			pointerEscapes.WriteString(&b, key)
		}
	}
	return b.String()
}
