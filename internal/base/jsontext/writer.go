package jsontext

import (
	"strconv"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
)

// A Writer appends JSON text to a slice. Before the slice grows, it charges each byte to a budget
// as a byte of the answer. If the text exceeds the budget, the request ends (see package budget). A
// Writer does not check that the text is JSON. The zero value has no limit.
type Writer struct {
	text   []byte
	paid   int // the length of the text that has been charged
	budget *budget.Budget
}

// chunk is the number of bytes that a Writer charges at a time.
const chunk = 1 << 10

// Reset makes w append to dst, and sets its budget. The contents of dst are not charged.
func (w *Writer) Reset(dst []byte, b *budget.Budget) {
	*w = Writer{text: dst, paid: len(dst), budget: b}
}

// Finish gives back to the budget the bytes that w has charged but not written, and returns the
// text. It sets w to the zero Writer.
func (w *Writer) Finish() []byte {
	text := w.text
	w.budget.Unwrite(w.paid - len(text))
	*w = Writer{}
	return text
}

// Text returns the written text, which is valid until w is used again.
func (w *Writer) Text() []byte { return w.text }

// Len returns the length of the text.
func (w *Writer) Len() int { return len(w.text) }

// Separate appends a comma before the next member or element, unless this is the first in its object
// or list.
func (w *Writer) Separate() {
	if n := len(w.text); n > 0 && w.text[n-1] != '{' && w.text[n-1] != '[' {
		w.Byte(',')
	}
}

// Truncate shortens the text to n bytes.
func (w *Writer) Truncate(n int) { w.text = w.text[:n] }

// Reserve makes room for n bytes, but does not charge them as bytes of the answer yet. It does
// nothing if the budget does not allow n more bytes of answer.
func (w *Writer) Reserve(n int) {
	if w.budget.CanWrite(n) {
		w.text = grow.Reserve(w.budget, w.text, n)
	}
}

// take charges the budget for n bytes that will be written. The compiler can inline take only
// because pay is not inlined into it.
func (w *Writer) take(n int) {
	if len(w.text)+n > w.paid {
		w.pay(n)
	}
}

// pay charges n bytes, and some more if the budget allows.
//
//go:noinline
func (w *Writer) pay(n int) {
	w.room(n)
	w.paid += w.budget.Write(len(w.text)+n-w.paid, min(chunk, cap(w.text)-len(w.text)-n))
}

// room makes room for n bytes, but does not charge them as bytes of the answer yet.
func (w *Writer) room(n int) {
	if cap(w.text)-len(w.text) < n {
		w.text = grow.Reserve(w.budget, w.text, n+chunk)
	}
}

// set sets w.text to text, which must be w.text with further bytes at its end. It charges these
// bytes to the budget.
func (w *Writer) set(text []byte) {
	w.budget.Hold(cap(text) - cap(w.text))
	w.text = text
	w.take(0)
}

// Byte appends a byte.
func (w *Writer) Byte(c byte) {
	w.take(1)
	w.text = append(w.text, c)
}

// Name appends a member's key and a colon. The key must not have characters that need escapes. If
// the argument comma is true, Name appends a comma first.
func (w *Writer) Name(name string, comma bool) {
	w.take(len(name) + 4)
	text := w.text
	if comma {
		text = append(text, ',')
	}
	text = append(append(text, '"'), name...)
	w.text = append(text, '"', ':')
}

// Key is like Name, but the key may have characters that need escapes.
func (w *Writer) Key(key []byte, comma bool) {
	if most := len(w.text) + mostEscaped*len(key) + 4 + slack; most <= w.paid && most <= cap(w.text) {
		text := w.text // paid for, and there is room
		if comma {
			text = append(text, ',')
		}
		w.text = append(AppendQuote(text, key), ':')
		return
	}
	if comma {
		w.Byte(',')
	}
	w.quote(key)
	w.Byte(':')
}

// Raw appends JSON text.
func (w *Writer) Raw(text string) {
	w.take(len(text))
	w.text = append(w.text, text...)
}

// RawBytes appends JSON text, like Raw.
func (w *Writer) RawBytes(text []byte) {
	w.take(len(text))
	w.text = append(w.text, text...)
}

// Int appends a number.
func (w *Writer) Int(n int) {
	const longest = 20
	w.take(longest)
	w.text = strconv.AppendInt(w.text, int64(n), 10)
}

// Quote appends s as AppendQuote does.
func (w *Writer) Quote(s []byte) {
	if most := len(w.text) + mostEscaped*len(s) + 2 + slack; most <= w.paid && most <= cap(w.text) {
		w.text = AppendQuote(w.text, s) // paid for, and there is room
		return
	}
	w.quote(s)
}

// quote is like Quote, but also charges the budget for the text and makes room for it.
func (w *Writer) quote(s []byte) {
	if w.fits(mostEscaped*len(s) + 2) {
		w.room(len(s) + 2) // the text usually has no escapes
		w.set(AppendQuote(w.text, s))
		return
	}
	w.Byte('"')
	w.Escaped(s)
	w.Byte('"')
}

// Escaped appends s as AppendEscaped does.
func (w *Writer) Escaped(s []byte) {
	if !w.fits(mostEscaped * len(s)) { // if the bytes might not fit, count and charge them first
		w.take(escapedLen(s))
	}
	w.room(len(s))
	w.set(AppendEscaped(w.text, s))
}

// Part appends s[from:to] as Escaped does. AppendUnquoted must have filled in raw for the string s.
func (w *Writer) Part(raw *Raw, s []byte, from, to int) {
	if !raw.copied {
		w.Escaped(s[from:to])
		return
	}
	w.RawBytes(raw.text[raw.place(from):raw.place(to)])
}

// Append lets the function f append at most the given number of bytes to the text, and returns the
// bool result of f. If f returns false, the text is unchanged.
func (w *Writer) Append(most int, f func(dst []byte) ([]byte, bool)) bool {
	text, ok := f(w.Lend(most))
	if ok {
		w.Settle(text)
	}
	return ok
}

// Lend returns the text, so that a function of another package can append at most the given number
// of bytes to it. The caller passes the longer text to Settle.
func (w *Writer) Lend(most int) []byte {
	if len(w.text)+most > w.paid {
		w.foresee(most)
	}
	return w.text
}

// foresee ends the request if n more bytes exceed the limit of the answer. Otherwise it does
// nothing.
//
//go:noinline
func (w *Writer) foresee(n int) {
	if !w.fits(n) {
		w.pay(n)
	}
}

// Settle takes back the text from Lend, and charges the appended bytes.
func (w *Writer) Settle(text []byte) { w.set(text) }

// fits reports whether n more bytes are within the limit of the answer.
func (w *Writer) fits(n int) bool {
	n += len(w.text)
	return n <= w.paid || w.budget.CanWrite(n-w.paid)
}

// mostEscaped is the greatest number of bytes that AppendEscaped writes for one byte.
const mostEscaped = 6

// escapedLen returns the number of bytes that AppendEscaped writes for s.
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

// Point appends a position in code as an object.
func (w *Writer) Point(line, column, offset int) {
	w.Raw(`{"line":`)
	w.Int(line)
	w.Raw(`,"column":`)
	w.Int(column)
	w.Raw(`,"offset":`)
	w.Int(offset)
	w.Byte('}')
}
