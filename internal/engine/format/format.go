package format

import (
	"bytes"
	"sync"

	"iacedit/internal/base/budget"
	"iacedit/lexer"
	"iacedit/syntax"
)

// Format implements the function of the same name in the public package iacedit/format.
func Format(dst, src []byte) ([]byte, error) {
	if err := syntax.Check(src); err != nil {
		return dst, err
	}
	return format(dst, src), nil
}

// Within is like Format, but charges a budget for parsing the source, and for the bytes that it
// adds. The caller must defer budget.Catch.
func Within(dst, src []byte, b *budget.Budget) ([]byte, error) {
	b.Parse(len(src))
	if err := syntax.CheckWithin(src, b); err != nil {
		return dst, err
	}
	l := layouts.Get().(*layout)
	defer layouts.Put(l)
	defer l.release()
	l.setBudget(b)
	l.set(src)
	b.Grow(l.growth())
	return l.append(dst), nil
}

// format is like Format, but does not check the source.
func format(dst, src []byte) []byte {
	l := layouts.Get().(*layout)
	dst = l.format(dst, src)
	l.release()
	layouts.Put(l)
	return dst
}

var layouts = sync.Pool{New: func() any { return new(layout) }}

func (l *layout) format(dst, src []byte) []byte {
	l.set(src)
	return l.append(dst)
}

// set computes the formatted gaps of a source.
func (l *layout) set(src []byte) {
	l.read(src, lexer.BOMLen(src), 0, true)
	l.align(assignCell)
	l.align(commentCell)
}

// append appends the source with the gaps that were set. It copies unchanged parts in one piece.
func (l *layout) append(dst []byte) []byte {
	from := int32(0)
	for i := 1; i < len(l.toks); i++ {
		t, before := &l.toks[i], l.toks[i-1].end
		if t.gap == 0 && t.start == before {
			continue
		}
		n := l.blanks(i)
		if n == asWritten || l.fits(i, n) {
			continue
		}
		dst = append(dst, l.src[from:before]...)
		dst = appendBlanks(dst, n)
		from = t.start
	}
	return append(dst, l.src[from:]...)
}

// growth returns how many bytes the longer gaps add to the source, without subtracting the bytes
// that shorter gaps save.
func (l *layout) growth() (n int) {
	for i := 1; i < len(l.toks); i++ {
		t := &l.toks[i]
		n += int(max(0, l.blanks(i)-(t.start-l.toks[i-1].end)))
	}
	return n
}

func appendBlanks(dst []byte, n int32) []byte {
	const many = "                                                                "
	for ; n > int32(len(many)); n -= int32(len(many)) {
		dst = append(dst, many...)
	}
	return append(dst, many[:n]...)
}

// HasOpenHeredoc reports whether code has a heredoc with a template sequence that spans several
// lines. The formatter does not count all brackets in such a heredoc, so it may indent the rest of
// the block by too many or too few steps. For a comment or string that looks like such a heredoc,
// HasOpenHeredoc may also return true.
func HasOpenHeredoc(code []byte, b *budget.Budget) bool {
	b.Step(len(code) / 64)
	for at := 0; ; {
		next := bytes.Index(code[at:], []byte("<<"))
		if next < 0 {
			return false
		}
		at += next
		var s lexer.Scanner
		s.Reset(code, at)
		t := s.Next()
		if t.Kind != lexer.OHeredoc {
			at += len("<<")
			continue
		}
		for t.Kind != lexer.CHeredoc {
			b.Step(1)
			if t = s.Next(); t.Kind == lexer.EOF {
				return false
			}
			if t.Kind == lexer.Newline || t.Kind == lexer.Comment && code[t.End-1] == '\n' {
				return true
			}
		}
		at = int(t.End)
	}
}
