package jsontext

import (
	"strconv"

	"iacedit/internal/budget"
	"iacedit/internal/grow"
)

// A Writer appends JSON text to memory, and spends each byte of it from the answer of a
// budget before the memory grows. What does not fit ends the request (see package budget).
// It does not check that what is written is JSON. The zero value writes without bounds.
type Writer struct {
	text   []byte
	free   int // bytes that are paid for and not written
	budget *budget.Budget
}

// chunk is how many bytes a Writer pays for at a time.
const chunk = 1 << 10

// Reset makes w append to dst, which itself is not paid for.
func (w *Writer) Reset(dst []byte, b *budget.Budget) { *w = Writer{text: dst, budget: b} }

// Finish gives back what w has paid for and not written, and returns the text. w is zero
// afterwards.
func (w *Writer) Finish() []byte {
	text := w.text
	w.budget.Unwrite(w.free)
	*w = Writer{}
	return text
}

// Text returns the text so far, which is valid until w is used again.
func (w *Writer) Text() []byte { return w.text }

// Len returns the length of the text.
func (w *Writer) Len() int { return len(w.text) }

// Last returns the last byte of the text, which must not be empty.
func (w *Writer) Last() byte { return w.text[len(w.text)-1] }

// Truncate takes away what has been written after the first n bytes of the text.
func (w *Writer) Truncate(n int) {
	w.free += len(w.text) - n
	w.text = w.text[:n]
}

// Reserve makes room for n bytes, which are still to be paid for. What does not fit in the
// answer is left out.
func (w *Writer) Reserve(n int) {
	if w.budget.CanWrite(n) {
		w.text = grow.Reserve(w.budget, w.text, n)
	}
}

// take pays for n bytes.
func (w *Writer) take(n int) {
	if w.free -= n; w.free >= 0 {
		return
	}
	if cap(w.text)-len(w.text) < n {
		w.text = grow.Reserve(w.budget, w.text, n+chunk)
	}
	w.free += w.budget.Write(-w.free, min(chunk, cap(w.text)-len(w.text)-n))
}

// set makes text, which others have appended to, the text, and pays for what they appended.
func (w *Writer) set(text []byte) {
	n := len(text) - len(w.text)
	w.budget.Hold(cap(text) - cap(w.text))
	w.text = text
	if w.free -= n; w.free < 0 {
		w.free += w.budget.Write(-w.free, min(chunk, cap(text)-len(text)))
	}
}

// room makes room for n bytes that others append, before they do: mostly they are no more.
func (w *Writer) room(n int) []byte {
	if cap(w.text)-len(w.text) < n {
		w.text = grow.Reserve(w.budget, w.text, n+n/8)
	}
	return w.text
}

// Byte appends a byte.
func (w *Writer) Byte(c byte) {
	w.take(1)
	w.text = append(w.text, c)
}

// Name appends a member's key that needs no escapes, with the colon after it and, if asked
// for, a comma before it.
func (w *Writer) Name(name string, comma bool) {
	w.take(len(name) + 4)
	if comma {
		w.text = append(w.text, ',')
	} else {
		w.free++
	}
	w.text = append(append(append(w.text, '"'), name...), `":`...)
}

// Raw appends JSON text.
func (w *Writer) Raw(text string) {
	w.take(len(text))
	w.text = append(w.text, text...)
}

// RawBytes is Raw.
func (w *Writer) RawBytes(text []byte) {
	w.take(len(text))
	w.text = append(w.text, text...)
}

// Int appends a number.
func (w *Writer) Int(n int) {
	const longest = 20
	w.take(longest)
	before := len(w.text)
	w.text = strconv.AppendInt(w.text, int64(n), 10)
	w.free += longest - (len(w.text) - before)
}

// Quote appends s as AppendQuote does.
func (w *Writer) Quote(s []byte) {
	if w.fits(mostEscaped*len(s) + 2) {
		w.set(AppendQuote(w.room(len(s)+2), s))
		return
	}
	w.Byte('"')
	w.Escaped(s)
	w.Byte('"')
}

// Escaped appends s as AppendEscaped does.
func (w *Writer) Escaped(s []byte) {
	if !w.fits(mostEscaped * len(s)) { // it has to be known how many they are
		n := escapedLen(s)
		w.take(n)
		w.free += n
	}
	w.set(AppendEscaped(w.room(len(s)), s))
}

// Part appends the part of the string s that goes from from to to as Escaped does. s must
// be the string that raw was filled in for.
func (w *Writer) Part(raw *Raw, s []byte, from, to int) {
	if !raw.copied {
		w.Escaped(s[from:to])
		return
	}
	w.RawBytes(raw.text[raw.place(from):raw.place(to)])
}

// Append appends what another package's function appends, which is at most that many
// bytes long. f returns its argument as it was, and false, if it appends nothing; then
// Append returns false.
func (w *Writer) Append(most int, f func(dst []byte) ([]byte, bool)) bool {
	if !w.fits(most) {
		w.take(most)
		w.free += most
	}
	text, ok := f(w.text)
	if ok {
		w.set(text)
	}
	return ok
}

// Lend returns the text for another package's function to append to, at most that many bytes.
// Settle takes it back.
func (w *Writer) Lend(most int) []byte {
	if !w.fits(most) {
		w.take(most)
		w.free += most
	}
	return w.text
}

// Settle takes back the text that was lent, and pays for what was appended.
func (w *Writer) Settle(text []byte) {
	w.set(text)
}

// fits reports whether n bytes may still be written.
func (w *Writer) fits(n int) bool { return n <= w.free || w.budget.CanWrite(n-w.free) }

// mostEscaped is how many bytes AppendEscaped makes of one, at most.
const mostEscaped = 6

// escapedLen returns how many bytes AppendEscaped makes of s.
func escapedLen(s []byte) int {
	const part = 512
	var few [mostEscaped*part + slack]byte
	n := 0
	for len(s) > 0 {
		end := min(part, len(s))
		for i := 0; i < 3 && end < len(s) && s[end]&0xc0 == 0x80; i++ {
			end--
		}
		n += len(AppendEscaped(few[:0], s[:end]))
		s = s[end:]
	}
	return n
}
