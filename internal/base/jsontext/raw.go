package jsontext

import (
	"bytes"
	"sort"
)

// A Raw is the JSON text of a string as a client sent it. With a Raw, a part of the string can be
// written as JSON by copying its JSON text, which is many times faster than quoting the part again.
// AppendUnquoted fills in a Raw. A Raw is valid as long as the text does not change.
type Raw struct {
	text   []byte // the text between the quotes
	marks  []mark // in ascending order; the first mark is the start
	last   mark   // the last result of place; the next result is usually near it
	copied bool   // text equals the text that AppendQuote would write
}

// A mark pairs an offset in the string with the corresponding offset in the text.
type mark struct{ at, text int }

// markEvery is the least number of bytes of the string between two marks.
const markEvery = 512

// Reset drops the text, but keeps memory for the next text.
func (r *Raw) Reset() { *r = Raw{marks: r.marks[:0]} }

func (r *Raw) reset(text []byte) {
	*r = Raw{text: text, marks: append(r.marks[:0], mark{}), copied: true}
}

// place returns the offset in the text for an offset in the string. Each escape in the text must
// have two bytes.
func (r *Raw) place(at int) int {
	m := r.last
	if at < m.at || at-m.at > markEvery {
		m = r.marks[sort.Search(len(r.marks), func(i int) bool { return r.marks[i].at > at })-1]
	}
	for m.at < at {
		rest := r.text[m.text : m.text+at-m.at] // the string's remaining bytes take at least as many bytes of text
		plain := bytes.IndexByte(rest, '\\')
		if plain < 0 {
			plain = len(rest)
		}
		if m = (mark{m.at + plain, m.text + plain}); m.at < at {
			m = mark{m.at + 1, m.text + len(`\n`)}
		}
	}
	r.last = m
	return m.text
}
