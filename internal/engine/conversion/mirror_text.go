package conversion

import (
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/mirror"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// readRuns sets w.runs to the runs of a JSON string. The arguments are the offset of the opening
// quote in the JSON, and the unescaped string.
func (w *mirrorWriter) readRuns(quote int, text string) {
	w.runs = mirror.AppendRuns(w.runs[:0], w.Job.text, quote, text)
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
	w.copyText(text, c.From, c.To)
	if c.Heredoc {
		w.writeUnmapped("\n")
	}
	if c.Wrapped {
		w.writeUnmapped(")")
	}
}

// writeQuoted writes the current string as a quoted template.
func (w *mirrorWriter) writeQuoted(text string, quote int, mode value.Mode) error {
	w.writePart(`"`, quote, 1)
	src := []byte(text)
	done := 0
	for i := 0; i < len(src); {
		n := lexer.Sequence(src, i)
		switch {
		case n > 0 && mode == value.Literal:
			w.copyText(text, done, i)
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
			w.copyText(text, done, i)
			if c.Heredoc {
				w.writeUnmapped("${")
				w.writeExpression(text, c)
				w.writeUnmapped("}")
			} else {
				w.copyText(text, i, c.End)
			}
			i = c.End
			done = i
		case src[i] == '"' || src[i] == '\\' || src[i] < ' ' || src[i] == 0x7f:
			w.copyText(text, done, i)
			escaped := value.AppendString(nil, string(src[i:i+1]))
			w.writeEscaped(string(escaped[1:len(escaped)-1]), i, 1)
			i++
			done = i
		default:
			i++
		}
	}
	w.copyText(text, done, len(src))
	end := quote + 1
	if n := len(w.runs); n > 0 {
		end = w.runs[n-1].JSONAt + w.runs[n-1].JSONLen
	}
	w.writePart(`"`, end, 1)
	return nil
}

// copyText writes text[from:to] of the current string as code.
func (w *mirrorWriter) copyText(text string, from, to int) {
	if from == to {
		return
	}
	for _, r := range w.runs[mirror.RunAt(w.runs, from):] {
		if r.TextAt >= to {
			break
		}
		a, b := max(from, r.TextAt), min(to, r.TextAt+r.TextLen)
		if r.TextLen == r.JSONLen {
			w.writePart(text[a:b], r.JSONAt+a-r.TextAt, b-a)
		} else {
			w.writePart(text[a:b], r.JSONAt, r.JSONLen)
		}
	}
}

// writeEscaped writes code: the escaped form of the n bytes at an offset in the text of the current
// string.
func (w *mirrorWriter) writeEscaped(code string, at, n int) {
	first := w.runs[mirror.RunAt(w.runs, at)]
	last := w.runs[mirror.RunAt(w.runs, at+n-1)]
	from, to := first.JSONAt, last.JSONAt+last.JSONLen
	if first.TextLen == first.JSONLen {
		from += at - first.TextAt
	}
	if last.TextLen == last.JSONLen {
		to = last.JSONAt + at + n - last.TextAt
	}
	w.writePart(code, from, to-from)
}

// writeName writes the key of a member: a name or a label. offset is the offset of the member's
// value.
func (w *mirrorWriter) writeName(name string, offset int) {
	w.readRuns(keyAt(w.Job.text, w.base+offset), name)
	w.copyText(name, 0, len(name))
}

// writeObjectKey writes the key of a member of an object.
func (w *mirrorWriter) writeObjectKey(item *value.Item, mode value.Mode) error {
	key := value.Value{Kind: value.String, Text: item.Key, At: keyAt(w.Job.text, w.base+item.Value.At) - w.base}
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
	w.mirror.AddNew(code, w.Budget)
}

// newLine ends a line.
func (w *mirrorWriter) newLine() { w.writeUnmapped("\n") }

// writeMapped writes code that stands for the JSON value or key at an offset.
func (w *mirrorWriter) writeMapped(code string, at int) {
	w.writePart(code, at, len(code))
}

// openBracket writes the opening bracket of the JSON value at an offset.
func (w *mirrorWriter) openBracket(code string, at int) {
	w.writePart(code, w.base+at, 1)
}

// closeBracket writes the closing bracket of the JSON value at an offset.
func (w *mirrorWriter) closeBracket(code string, at int) {
	w.writePart(code, w.closing.closingOf(w.base+at), 1)
}

// writePart writes code, and records that it stands for the m bytes of the JSON that start at the
// offset from.
func (w *mirrorWriter) writePart(code string, from, m int) {
	w.mirror.Add(code, from, m, w.Budget)
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
