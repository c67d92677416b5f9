package format

import (
	"bytes"

	"iacedit/internal/budget"
	"iacedit/lexer"
)

// HasOpenHeredoc reports whether code has a heredoc with a sequence over several lines. The
// formatter counts not all of the brackets in it, so that it indents what follows in the block
// otherwise. A comment or string that looks like such a heredoc may count, too.
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
