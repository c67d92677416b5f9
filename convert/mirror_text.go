package convert

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"iacedit/internal/excerpt"
	"iacedit/internal/mirror"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// A run is a part of a JSON string: text that is written unchanged, or one escape.
type run struct {
	at, n   int // in the text of the string
	from, m int // in the JSON
}

// readRuns sets w.runs to the runs of a JSON string. text is the unescaped string, and quote is
// the offset of the opening quote.
func (w *mirrorWriter) readRuns(quote int, text string) {
	w.runs = w.runs[:0]
	src := w.job.text
	at, i := 0, quote+1
	for i < len(src) && src[i] != '"' {
		from := i
		if src[i] != '\\' {
			for i < len(src) && src[i] != '"' && src[i] != '\\' {
				i++
			}
			w.runs = append(w.runs, run{at, i - from, from, i - from})
			at += i - from
			continue
		}
		n := 1
		if i += 2; i <= len(src) && src[i-1] == 'u' {
			r, long := escapedRune(src[from:])
			n, i = utf8.RuneLen(r), from+long
		}
		w.runs = append(w.runs, run{at, n, from, i - from})
		at += n
	}
	if at != len(text) { // the string has bytes that JSON readers replace
		w.runs = append(w.runs[:0], run{0, len(text), quote + 1, i - quote - 1})
	}
}

// escapedRune returns the character of an escape "\u….", and the length of the escape.
func escapedRune(src []byte) (r rune, n int) {
	const short, long = len(`\u0000`), len(`\ud800\udc00`)
	r = hexRune(src)
	if utf16.IsSurrogate(r) {
		if low := hexRune(src[min(short, len(src)):]); utf16.DecodeRune(r, low) != utf8.RuneError {
			return utf16.DecodeRune(r, low), long
		}
		return utf8.RuneError, short
	}
	return r, short
}

// hexRune returns the code unit of the escape "\u…." at the start of src, or 0 if there is no
// escape.
func hexRune(src []byte) (r rune) {
	if len(src) < len(`\u0000`) || src[0] != '\\' || src[1] != 'u' {
		return 0
	}
	for _, c := range src[2:6] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		r = r<<4 | rune(max(digit, 0))
	}
	return r
}

// string writes the native code for a JSON string. The mode says whether the string is a template,
// literal text or code.
func (w *mirrorWriter) string(v *value.Value, mode value.Mode) error {
	quote := w.base + v.At
	w.readRuns(quote, v.Text)
	start := len(w.mirror.Code)
	var c value.Code
	var err error
	bare := mode == value.Reference || mode == value.Expression
	switch {
	case bare:
		c, err = value.CodeIn(v.Text)
	case mode == value.Template:
		c, bare, err = value.SoleCode(v.Text)
	}
	switch {
	case err != nil:
	case bare:
		w.code(v.Text, c)
	default:
		err = w.quoted(v.Text, quote, mode)
	}
	if err == nil {
		err = syntax.CheckExpression(w.mirror.Code[start:])
	}
	if err != nil {
		return w.refuse(v, "%s %s", excerpt.Quote(v.Text), err)
	}
	return nil
}

// code writes the expression c, which is a part of the current string.
func (w *mirrorWriter) code(text string, c value.Code) {
	if c.Wrapped {
		w.write("(")
	}
	w.copy(text, c.From, c.To, mirror.InCode)
	if c.Heredoc {
		w.write("\n")
	}
	if c.Wrapped {
		w.write(")")
	}
}

// quoted writes the current string as a quoted template.
func (w *mirrorWriter) quoted(text string, quote int, mode value.Mode) error {
	w.part(`"`, quote, 1, mirror.AQuote)
	src := []byte(text)
	done := 0
	for i := 0; i < len(src); {
		n := lexer.Sequence(src, i)
		switch {
		case n > 0 && mode == value.Literal:
			w.copy(text, done, i, mirror.InText)
			w.escape(strings.Repeat(string(src[i:i+1]), n)+"{", i, n)
			i += n
			done = i
		case n == len("$${"):
			i += n
		case n > 0:
			c, err := value.SequenceCode(src, i+n)
			if err != nil {
				return err
			}
			w.copy(text, done, i, mirror.InText)
			if c.Heredoc {
				w.write("${")
				w.code(text, c)
				w.write("}")
			} else {
				w.copy(text, i, c.End, mirror.InCode)
			}
			i = c.End
			done = i
		case src[i] == '"' || src[i] == '\\' || src[i] < ' ' || src[i] == 0x7f:
			w.copy(text, done, i, mirror.InText)
			escaped := value.AppendString(nil, string(src[i:i+1]))
			w.escape(string(escaped[1:len(escaped)-1]), i, 1)
			i++
			done = i
		default:
			i++
		}
	}
	w.copy(text, done, len(src), mirror.InText)
	end := quote + 1
	if n := len(w.runs); n > 0 {
		end = w.runs[n-1].from + w.runs[n-1].m
	}
	w.part(`"`, end, 1, mirror.AQuote)
	return nil
}

// copy writes text[from:to] of the current string as code.
func (w *mirrorWriter) copy(text string, from, to int, kind mirror.Kind) {
	if from == to {
		return
	}
	for _, r := range w.runs[w.runAt(from):] {
		if r.at >= to {
			break
		}
		a, b := max(from, r.at), min(to, r.at+r.n)
		if r.n == r.m {
			w.part(text[a:b], r.from+a-r.at, b-a, kind)
		} else {
			w.part(text[a:b], r.from, r.m, kind)
		}
	}
}

// runAt finds the run that contains an offset of the string's text, and returns its index in
// w.runs.
func (w *mirrorWriter) runAt(offset int) int {
	low, high := 0, len(w.runs)
	for low < high {
		middle := (low + high) / 2
		if r := w.runs[middle]; r.at+r.n <= offset {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// escape writes code, which is the escaped form of n bytes of the current string's text, starting
// at the offset at.
func (w *mirrorWriter) escape(code string, at, n int) {
	first := w.runs[w.runAt(at)]
	last := w.runs[w.runAt(at+n-1)]
	from, to := first.from, last.from+last.m
	if first.n == first.m {
		from += at - first.at
	}
	if last.n == last.m {
		to = last.from + at + n - last.at
	}
	w.part(code, from, to-from, mirror.InText)
}

// key writes the key of a member: a name or a label. The second argument is the offset of the
// member's value.
func (w *mirrorWriter) key(name string, at int) {
	w.readRuns(keyAt(w.job.text, w.base+at), name)
	w.copy(name, 0, len(name), mirror.InText)
}

// objectKey writes the key of a member of an object.
func (w *mirrorWriter) objectKey(item *value.Item, mode value.Mode) error {
	key := value.Value{Kind: value.String, Text: item.Key, At: keyAt(w.job.text, w.base+item.Value.At) - w.base}
	start := len(w.mirror.Code)
	if mode == value.Template {
		c, sole, err := value.SoleCode(item.Key)
		if sole && err == nil { // without parentheses, the key would be a name
			w.readRuns(w.base+key.At, item.Key)
			c.Wrapped = true
			w.code(item.Key, c)
			if err := syntax.CheckExpression(w.mirror.Code[start:]); err != nil {
				return w.refuse(&key, "%s %s", excerpt.Quote(item.Key), err)
			}
			return nil
		}
	}
	return w.string(&key, mode)
}

// write writes code that stands for nothing in the JSON.
func (w *mirrorWriter) write(code string) {
	w.mirror.AddNew(code, w.budget)
}

// newLine ends a line.
func (w *mirrorWriter) newLine() { w.write("\n") }

// placed writes code that stands for what starts at an offset of the JSON.
func (w *mirrorWriter) placed(code string, at int) { w.part(code, at, len(code), mirror.APlace) }

// bracket writes the opening bracket of the JSON value at an offset.
func (w *mirrorWriter) bracket(code string, at int) { w.part(code, w.base+at, 1, mirror.APlace) }

// closeBracket writes the closing bracket of the JSON value at an offset.
func (w *mirrorWriter) closeBracket(code string, at int) {
	w.part(code, w.closing.of(w.base+at), 1, mirror.APlace)
}

// part writes code, and records that it stands for m bytes of the JSON, which start at an offset.
func (w *mirrorWriter) part(code string, from, m int, kind mirror.Kind) {
	w.mirror.Add(code, from, m, kind, w.budget)
}

// closings maps the offsets of the opening brackets of a JSON text to those of their closing
// brackets.
type closings struct{ open, closed []int32 }

// closingsOf finds the brackets of a JSON text.
func closingsOf(text []byte) (c closings) {
	var stack []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i) - 1
		case '{', '[':
			stack = append(stack, len(c.open))
			c.open, c.closed = append(c.open, int32(i)), append(c.closed, int32(i))
		case '}', ']':
			if n := len(stack); n > 0 {
				c.closed[stack[n-1]] = int32(i)
				stack = stack[:n-1]
			}
		}
	}
	return c
}

// The result is the offset of the closing bracket for the opening bracket at the given offset. If
// there is no closing bracket, the result is the given offset.
func (c *closings) of(open int) int {
	low, high := 0, len(c.open)
	for low < high {
		if middle := (low + high) / 2; int(c.open[middle]) < open {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(c.open) {
		return open
	}
	return int(c.closed[low])
}
