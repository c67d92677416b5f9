package convert

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/mirror"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// A stringRun is a part of a JSON string: text that is written unchanged, or one escape.
type stringRun struct {
	textAt, textLen int // in the text of the string
	jsonAt, jsonLen int // in the JSON
}

// readRuns sets w.runs to the runs of a JSON string. The arguments are the offset of the opening
// quote in the JSON, and the unescaped string.
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
			w.runs = append(w.runs, stringRun{at, i - from, from, i - from})
			at += i - from
			continue
		}
		n := 1
		if i += 2; i <= len(src) && src[i-1] == 'u' {
			r, long := escapedRune(src[from:])
			n, i = utf8.RuneLen(r), from+long
		}
		w.runs = append(w.runs, stringRun{at, n, from, i - from})
		at += n
	}
	if at != len(text) { // JSON readers replace bytes of this string, so the runs do not fit
		w.runs = append(w.runs[:0], stringRun{0, len(text), quote + 1, i - quote - 1})
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

// writeString writes the native code for a JSON string. The mode determines whether the string is a
// template, literal text or code.
func (w *mirrorWriter) writeString(v *value.Value, mode value.Mode) error {
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
		w.writeExpression(v.Text, c)
	default:
		err = w.writeQuoted(v.Text, quote, mode)
	}
	if err == nil {
		err = syntax.CheckExpression(w.mirror.Code[start:])
	}
	if err != nil {
		return w.refuse(v, "%s %s", excerpt.Quote(v.Text), err)
	}
	return nil
}

// writeExpression writes the expression c, which is a part of the current string.
func (w *mirrorWriter) writeExpression(text string, c value.Code) {
	if c.Wrapped {
		w.writeUnmapped("(")
	}
	w.copyText(text, c.From, c.To, mirror.StringCode)
	if c.Heredoc {
		w.writeUnmapped("\n")
	}
	if c.Wrapped {
		w.writeUnmapped(")")
	}
}

// writeQuoted writes the current string as a quoted template.
func (w *mirrorWriter) writeQuoted(text string, quote int, mode value.Mode) error {
	w.writePart(`"`, quote, 1, mirror.Quote)
	src := []byte(text)
	done := 0
	for i := 0; i < len(src); {
		n := lexer.Sequence(src, i)
		switch {
		case n > 0 && mode == value.Literal:
			w.copyText(text, done, i, mirror.StringText)
			w.writeEscaped(strings.Repeat(string(src[i:i+1]), n)+"{", i, n)
			i += n
			done = i
		case n == len("$${"):
			i += n
		case n > 0:
			c, err := value.SequenceCode(src, i+n)
			if err != nil {
				return err
			}
			w.copyText(text, done, i, mirror.StringText)
			if c.Heredoc {
				w.writeUnmapped("${")
				w.writeExpression(text, c)
				w.writeUnmapped("}")
			} else {
				w.copyText(text, i, c.End, mirror.StringCode)
			}
			i = c.End
			done = i
		case src[i] == '"' || src[i] == '\\' || src[i] < ' ' || src[i] == 0x7f:
			w.copyText(text, done, i, mirror.StringText)
			escaped := value.AppendString(nil, string(src[i:i+1]))
			w.writeEscaped(string(escaped[1:len(escaped)-1]), i, 1)
			i++
			done = i
		default:
			i++
		}
	}
	w.copyText(text, done, len(src), mirror.StringText)
	end := quote + 1
	if n := len(w.runs); n > 0 {
		end = w.runs[n-1].jsonAt + w.runs[n-1].jsonLen
	}
	w.writePart(`"`, end, 1, mirror.Quote)
	return nil
}

// copyText writes text[from:to] of the current string as code.
func (w *mirrorWriter) copyText(text string, from, to int, kind mirror.Kind) {
	if from == to {
		return
	}
	for _, r := range w.runs[w.runAt(from):] {
		if r.textAt >= to {
			break
		}
		a, b := max(from, r.textAt), min(to, r.textAt+r.textLen)
		if r.textLen == r.jsonLen {
			w.writePart(text[a:b], r.jsonAt+a-r.textAt, b-a, kind)
		} else {
			w.writePart(text[a:b], r.jsonAt, r.jsonLen, kind)
		}
	}
}

// runAt finds the run that contains an offset of the string's text, and returns its index in
// w.runs.
func (w *mirrorWriter) runAt(offset int) int {
	low, high := 0, len(w.runs)
	for low < high {
		middle := (low + high) / 2
		if r := w.runs[middle]; r.textAt+r.textLen <= offset {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// writeEscaped writes code: the escaped form of the n bytes at an offset in the text of the current
// string.
func (w *mirrorWriter) writeEscaped(code string, at, n int) {
	first := w.runs[w.runAt(at)]
	last := w.runs[w.runAt(at+n-1)]
	from, to := first.jsonAt, last.jsonAt+last.jsonLen
	if first.textLen == first.jsonLen {
		from += at - first.textAt
	}
	if last.textLen == last.jsonLen {
		to = last.jsonAt + at + n - last.textAt
	}
	w.writePart(code, from, to-from, mirror.StringText)
}

// writeName writes the key of a member: a name or a label. offset is the offset of the member's
// value.
func (w *mirrorWriter) writeName(name string, offset int) {
	w.readRuns(keyAt(w.job.text, w.base+offset), name)
	w.copyText(name, 0, len(name), mirror.StringText)
}

// writeObjectKey writes the key of a member of an object.
func (w *mirrorWriter) writeObjectKey(item *value.Item, mode value.Mode) error {
	key := value.Value{Kind: value.String, Text: item.Key, At: keyAt(w.job.text, w.base+item.Value.At) - w.base}
	start := len(w.mirror.Code)
	if mode == value.Template {
		c, sole, err := value.SoleCode(item.Key)
		if sole && err == nil { // without parentheses, the key would be a name
			w.readRuns(w.base+key.At, item.Key)
			c.Wrapped = true
			w.writeExpression(item.Key, c)
			if err := syntax.CheckExpression(w.mirror.Code[start:]); err != nil {
				return w.refuse(&key, "%s %s", excerpt.Quote(item.Key), err)
			}
			return nil
		}
	}
	return w.writeString(&key, mode)
}

// writeUnmapped writes code without a counterpart in the JSON.
func (w *mirrorWriter) writeUnmapped(code string) {
	w.mirror.AddNew(code, w.budget)
}

// newLine ends a line.
func (w *mirrorWriter) newLine() { w.writeUnmapped("\n") }

// writeMapped writes code that stands for the JSON value or key at an offset.
func (w *mirrorWriter) writeMapped(code string, at int) {
	w.writePart(code, at, len(code), mirror.PositionOnly)
}

// openBracket writes the opening bracket of the JSON value at an offset.
func (w *mirrorWriter) openBracket(code string, at int) {
	w.writePart(code, w.base+at, 1, mirror.PositionOnly)
}

// closeBracket writes the closing bracket of the JSON value at an offset.
func (w *mirrorWriter) closeBracket(code string, at int) {
	w.writePart(code, w.closing.closingOf(w.base+at), 1, mirror.PositionOnly)
}

// writePart writes code, and records that it stands for the m bytes of the JSON that start at the
// offset from.
func (w *mirrorWriter) writePart(code string, from, m int, kind mirror.Kind) {
	w.mirror.Add(code, from, m, kind, w.budget)
}

// closings maps the offset of each opening bracket of a JSON text to the offset of its closing
// bracket.
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

// closingOf returns the offset of the closing bracket for the opening bracket at the given offset.
// If there is no closing bracket, the result is the given offset.
func (c *closings) closingOf(open int) int {
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
