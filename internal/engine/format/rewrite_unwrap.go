package format

import (
	"bytes"
	"slices"

	"iacedit/lexer"
	"iacedit/syntax"
)

// Unwrapped returns the value of an attribute without "${…}" around it, if the value is a single
// interpolation, as "terraform fmt" does. It returns false for other values. It also returns false
// if the code ends with a comment or heredoc, which would have to be followed by a line end.
func Unwrapped(value []byte) (code []byte, ok bool) {
	if !isWrapped(value) {
		return nil, false
	}
	e, err := syntax.ParseExpression(nil, value, syntax.Span{To: int32(len(value))})
	if err != nil {
		return nil, false
	}
	if _, _, ok := soleInterpolation(e, e.Root); !ok {
		return nil, false
	}
	var r rewriter
	switch b := r.describe(appendInside(nil, e, e.Root)); {
	case b.sequences, b.startsWithComment, b.endsWithComment, b.last == lexer.CHeredoc:
		return nil, false
	case b.needsParens():
		return slices.Concat(openParen, b.code, closeParen), true
	default:
		return b.code, syntax.CheckExpression(b.code) == nil
	}
}

// isWrapped reports whether a value may be a single interpolation.
func isWrapped(value []byte) bool {
	return bytes.HasPrefix(value, []byte(`"${`)) && bytes.HasSuffix(value, []byte(`}"`))
}

// unwrap rewrites an attribute's value if it is a single interpolation.
func (r *rewriter) unwrap(value syntax.Span) {
	if !isWrapped(r.f.At(value)) {
		return
	}
	e, err := syntax.ParseExpression(&r.expr, r.f.Text(), value)
	if err != nil {
		return // cannot happen, because the file parsed
	}
	if _, _, ok := soleInterpolation(e, e.Root); !ok {
		return
	}
	r.inside = appendInside(r.inside[:0], e, e.Root)
	switch b := r.describe(r.inside); {
	case b.sequences || b.startsWithComment && !b.newlines:
		// the value stays wrapped
	case b.needsParens():
		r.replace(value, openParen, b.code, b.lineEnd, closeParen)
	case b.last == lexer.CHeredoc:
		// The heredoc's end marker must be alone on its line, and a line end must follow it.
		if kind, end, _ := lexer.Next(r.f.Text(), int(value.To)); kind == lexer.Newline {
			r.replace(syntax.Span{From: value.From, To: int32(end)}, b.code)
		}
	case b.endsWithComment:
		// Remove the line end after the comment, as terraform fmt does.
		if kind, _, _ := lexer.Next(r.f.Text(), int(value.To)); kind == lexer.Newline || kind == lexer.EOF {
			r.replace(value, b.code)
		}
	default:
		// A line end after "b[" in "b[*]" is allowed in the template, but not outside of it.
		if syntax.CheckExpression(b.code) == nil {
			r.replace(value, b.code)
		}
	}
}

var openParen, closeParen = []byte{'('}, []byte{')'}

// soleInterpolation recognizes a quoted template that has nothing but one interpolation, such as
// "${a}". It returns the span between the braces, and the node of the expression there.
func soleInterpolation(e *syntax.Expr, id syntax.NodeID) (inside syntax.Span, inner syntax.NodeID, ok bool) {
	t := e.Node(id)
	part := e.Node(t.First)
	if inner = e.Sole(id); inner == 0 || t.Flags&syntax.FlagHeredoc != 0 {
		return inside, 0, false
	}
	inside = syntax.Span{From: part.Start + 2, To: part.End - 1}
	if e.Text[inside.From] == '~' {
		inside.From++
	}
	if e.Text[inside.To-1] == '~' {
		inside.To--
	}
	return inside, inner, true
}

// appendInside appends a.b for the node of "${a.b}" or "${"${a.b}"}". It keeps the comments inside
// the braces.
func appendInside(dst []byte, e *syntax.Expr, id syntax.NodeID) []byte {
	inside, inner, ok := soleInterpolation(e, id)
	if !ok {
		return append(dst, e.Source(id)...)
	}
	n := e.Node(inner)
	dst = append(dst, e.Text[inside.From:n.Start]...)
	dst = appendInside(dst, e, inner)
	return append(dst, e.Text[n.End:inside.To]...)
}

// unwrapped describes code that was between "${" and "}".
type unwrapped struct {
	code        []byte     // the code without line ends around it
	lineEnd     []byte     // the required text after the code: a line end after a heredoc
	first, last lexer.Kind // the first and the last token
	newlines    bool       // the code has line ends that are tokens of their own
	outside     bool       // the code has line ends outside brackets, including line ends of comments
	sequences   bool       // the code has template sequences outside quotes, that is, in a heredoc

	startsWithComment, endsWithComment bool // the first or last token is a comment that includes a line end
}

// needsParens reports whether terraform fmt puts parentheses around the code, even if they are
// unnecessary. If all line ends are inside brackets, terraform fmt adds no parentheses to code
// that starts with "(" and ends with ")", even if the two are not a pair.
func (b *unwrapped) needsParens() bool {
	return b.outside || b.newlines && (b.first != lexer.OParen || b.last != lexer.CParen)
}

// describe scans code that was between "${" and "}", and returns its description.
func (r *rewriter) describe(src []byte) (b unwrapped) {
	src = bytes.TrimLeft(src, " \t\r\n")
	var end, quotes, depth int32
	newlines, outside := false, false
	r.scan.Reset(src, 0)
	for t := r.scan.Next(); t.Kind != lexer.EOF; t = r.scan.Next() {
		if t.Kind == lexer.Newline {
			newlines, outside = true, outside || depth == 0
			continue
		}
		toLineEnd := t.Kind == lexer.Comment && src[t.End-1] == '\n'
		if end == 0 {
			b.first, b.startsWithComment = t.Kind, toLineEnd
		}
		b.newlines, b.outside = newlines, outside
		end, b.last, b.endsWithComment = t.End, t.Kind, toLineEnd
		outside = outside || toLineEnd && depth == 0
		depth += int32(t.Kind.Nesting())
		switch t.Kind {
		case lexer.OQuote:
			quotes++
		case lexer.CQuote:
			quotes--
		case lexer.TemplateInterp, lexer.TemplateSeqEnd:
			b.sequences = b.sequences || quotes == 0
		}
	}
	b.code = src[:end]
	if b.last == lexer.CHeredoc {
		_, from, to := lexer.Next(src, int(end))
		b.lineEnd = src[from:to]
	}
	return b
}
