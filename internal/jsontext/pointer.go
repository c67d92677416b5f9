package jsontext

import (
	"strconv"
	"strings"
)

// Pointer returns the JSON Pointer (RFC 6901) of the value or member of text that
// starts at the offset at or, if none does, holds it. The text may be malformed
// from there on. It is for errors: it reads the text anew, once, up to the offset.
func Pointer(text []byte, at int) string {
	var r Reader
	r.Reset(text)
	var steps []step
	for {
		c := r.next()
		start := r.pos
		if start > at || start >= len(text) {
			break
		}
		top := len(steps) - 1
		switch c {
		case '{', '[':
			if start == at {
				return pointer(&r, steps)
			}
			steps = append(steps, step{object: c == '{', key: -1})
			r.pos++
		case '}', ']':
			if top >= 0 {
				steps = steps[:top]
			}
			r.pos++
		case ',':
			if top >= 0 {
				steps[top].index++
				steps[top].key = -1
			}
			r.pos++
		case '"':
			if top >= 0 && steps[top].object && steps[top].key < 0 {
				steps[top].key = start
			}
			if r.skipString() != nil {
				return pointer(&r, steps)
			}
		default:
			r.pos++
		}
		if start <= at && at < r.pos && c != '}' && c != ']' && c != ',' {
			break
		}
	}
	return pointer(&r, steps)
}

// A step is an array or object that is open, and where in it the reading is.
type step struct {
	object bool
	index  int // for an array
	key    int // for an object: where its key starts, or -1
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer writes the steps. It reads the keys again with r.
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
