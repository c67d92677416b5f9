package syntax

import (
	"bytes"
	"fmt"

	"iacedit/internal/base/excerpt"
	"iacedit/lexer"
)

// unclosed fails with an error about the last bracket that is still open at the end of the file.
// If the indentation shows before which line the closing bracket may be missing, the error also
// names this line. unclosed returns false if no bracket is open. It searches for open brackets
// itself, because the other methods of the parser do not keep track of them.
func (p *reader) unclosed(what string) bool {
	last := p.lastOpen()
	if last.Kind == lexer.EOF {
		return false
	}
	end := ""
	if closing := closingOf[last.Kind]; closing != "" && last.missing > 0 {
		line, _ := Position(p.Src, last.missing)
		end = fmt.Sprintf("; %s may be missing before line %d", excerpt.Quote(closing), line)
	}
	p.fail(int(last.Start), "this %s is not closed: expected %s, found the end of the file%s", excerpt.Quote(last.Span().Of(p.Src)), what, end)
	return true
}

// closingOf maps each kind of opening bracket to the closing bracket.
var closingOf = map[lexer.Kind]string{
	lexer.OParen: ")", lexer.OBrack: "]", lexer.OBrace: "}",
}

// An opening is a token that another token must close, such as an opening bracket. The kind EOF
// means that no token is open.
type opening struct {
	lexer.Token
	line    int // the offset at which the token's line starts
	indent  int // the indentation of that line
	missing int // the offset of the first token whose indentation shows that a closing bracket is missing before it; or 0
}

// lastOpen returns the last opening token that is not closed before the end of src, or a token of
// the kind EOF. It also finds a line before which the closing bracket seems to be missing. Such a
// line is less indented than the line of the opening bracket, or it is equally indented and does
// not begin with the closing bracket.
func (p *reader) lastOpen() opening {
	open := []opening{{Token: lexer.Token{Kind: lexer.EOF}}}
	line, at, indent, missing := 0, 0, 0, 0
	var s lexer.Scanner
	for s.Reset(p.Src, p.from); ; {
		t := s.Next()
		from := int(t.Start)
		if n := bytes.LastIndexByte(p.Src[at:from], '\n'); n >= 0 {
			line = at + n + 1
			indent = from - line // the indentation of the first token of the line
		}
		at = max(at, from)
		last, nesting := &open[len(open)-1], t.Kind.Nesting()
		if from == line+indent && line > last.line && isCode(t.Kind) && closingOf[last.Kind] != "" {
			switch {
			case nesting < 0 && indent < last.indent && missing == 0:
				missing = from
			case nesting >= 0 && indent <= last.indent && last.missing == 0:
				last.missing = from
			}
		}
		switch {
		case nesting > 0:
			open = append(open, opening{Token: t, line: line, indent: indent})
		case nesting < 0:
			open = open[:max(len(open)-1, 1)]
		case t.Kind == lexer.EOF:
			if missing > 0 {
				last.missing = missing
			}
			return *last
		}
	}
}

// isCode reports whether a token is code. The indentation of a line counts only if the line starts
// with code: comments and the text of heredocs may have any indentation.
func isCode(k lexer.Kind) bool {
	switch k {
	case lexer.EOF, lexer.Newline, lexer.Comment, lexer.StringLit, lexer.CHeredoc:
		return false
	}
	return true
}
