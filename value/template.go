package value

import (
	"errors"
	"strings"

	"iacedit/lexer"
	"iacedit/syntax"
)

// The errors for strings that cannot be converted, in words that tell a client what to change.
var (
	errUnclosed = errors.New(`has a "${" or "%{" without its "}": add "}", or write "$${" or "%%{" for literal text`)
	errBelow    = errors.New(`starts with a sequence whose "}" is on a line of its own, and has text on the lines below; leave out the line break before the "}"`)
	errEncoding = errors.New("is not UTF-8")
	errEmpty    = errors.New("holds no expression")
	errNoName   = errors.New(`is not a reference like "a.b", "a[0]" or a["b"]`)
)

// A sequence describes the code in a template sequence, "${…}" or "%{…}".
type sequence struct {
	end        int   // the offset after the closing brace
	from, to   int   // the expression, without the blanks and comments around it
	lineBreaks bool  // the expression has line breaks outside brackets, quotes and heredocs
	heredoc    bool  // the last token is a heredoc's marker, which a line end must follow
	old        []int // the offset of each bare "$" (the old value), also in nested templates
}

// AppendTemplate converts s, a JSON string that is a template (mode E), to an expression, and
// appends it: a bare expression if s is exactly one interpolation, else a quoted template, with the
// literal text escaped and the sequences as written. The result is a valid expression. The text of
// an error says what is wrong with s, such as "is not UTF-8".
func AppendTemplate(dst []byte, s string) ([]byte, error) {
	return appendTemplate(dst, s, false)
}

// appendTemplate is like AppendTemplate. If asIs is set, it copies template sequences unchanged,
// even those that a quoted template would need in another form.
func appendTemplate(dst []byte, s string, asIs bool) ([]byte, error) {
	if hasNoSequence(s) {
		return appendUTF8(dst, s)
	}
	src := []byte(s)
	if q, sole, err := scanSole(src); err != nil {
		return dst, err
	} else if sole {
		return appendBare(dst, src, q, false)
	}
	start := len(dst)
	out := dst
	src, err := resolveStrips(src)
	if err == nil {
		out, err = appendQuotedTemplate(dst, src, asIs)
	}
	if err == nil {
		err = syntax.CheckExpression(out[start:])
	}
	if err != nil {
		return dst, err
	}
	return out, nil
}

// scanSole reports whether a template is exactly one interpolation. If so, it returns the
// interpolated expression.
func scanSole(src []byte) (q sequence, sole bool, err error) {
	if len(src) < 2 || src[0] != '$' || src[1] != '{' {
		return q, false, nil
	}
	q, err = scanSequence(src, 2)
	return q, err == nil && q.end == len(src), err
}

// hasNoSequence reports whether s has no "${" and no "%{", not even escaped ones.
func hasNoSequence(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i] == '{' && (s[i-1] == '$' || s[i-1] == '%') {
			return false
		}
	}
	return true
}

// appendQuotedTemplate appends the template src in quotes. Sequences and the escapes "$${" and
// "%%{" are copied; the text between them is escaped.
func appendQuotedTemplate(dst, src []byte, asIs bool) ([]byte, error) {
	dst = append(dst, '"')
	text := string(src)
	done := 0
	for i := 0; i < len(src); {
		if !isSpecial[src[i]] {
			i++
			continue
		}
		n := lexer.Sequence(src, i)
		if n == 0 {
			dst, done = appendEscape(dst, text, done, i)
			i = max(i+1, done)
			continue
		}
		i += n
		if n == len("$${") {
			continue
		}
		q, err := scanSequence(src, i)
		if err != nil {
			return dst, err
		}
		if asIs {
			i = q.end
			continue
		}
		if text[i-2] == '$' && q.heredoc {
			// A line end must follow the marker of the heredoc, so the expression and the line end are put
			// into parentheses.
			dst = append(append(append(dst, text[done:q.from]...), '('), text[q.from:q.to]...)
			dst, done = append(dst, "\n)"...), q.to
			done += len(text[done:q.end]) - len(strings.TrimLeft(text[done:q.end], " \t\r\n"))
		} else if i == len("${") && continuesBelow(text[q.to:q.end], text[q.end:]) {
			return dst, errBelow
		}
		i = q.end
	}
	return append(append(dst, text[done:]...), '"'), nil
}

// continuesBelow reports whether the brace that closes a sequence is on a line of its own, with
// text on the lines after it. Whoever wrote the string probably took this brace for the end of the
// whole string.
func continuesBelow(closing, rest string) bool {
	return strings.Contains(closing, "\n") && strings.HasPrefix(strings.TrimLeft(rest, " \t\r"), "\n") && strings.TrimSpace(rest) != ""
}

// scanSequence scans the inside of a sequence. pos is the offset after "${" or "%{".
func scanSequence(src []byte, pos int) (sequence, error) {
	if pos < len(src) && src[pos] == '~' {
		pos++
	}
	return scanInside(src, pos, true)
}

// scanInside scans an expression. If the argument closed is true, the expression ends at the brace
// that closes its sequence; otherwise it ends at the end of src.
func scanInside(src []byte, pos int, closed bool) (q sequence, err error) {
	var s lexer.Scanner
	s.Reset(src, pos)
	braces, depth, pendingBreak := 0, 0, false
	for {
		tok := s.Next()
		kind := tok.Kind
		switch kind {
		case lexer.EOF:
			if closed {
				return q, errUnclosed
			}
			q.end = len(src)
			return q, q.check()
		case lexer.CBrace, lexer.TemplateSeqEnd:
			if braces == 0 && closed {
				q.end = int(tok.End)
				return q, q.check()
			}
		case lexer.Newline, lexer.Comment:
			lineEnd := src[tok.End-1] == '\n'
			pendingBreak = pendingBreak || depth <= 0 && lineEnd
			continue
		case lexer.Invalid:
			if tok.End == tok.Start+1 && src[tok.Start] == '$' {
				q.old = append(q.old, int(tok.Start))
			}
		}
		if q.to == 0 {
			q.from, pendingBreak = int(tok.Start), false
		}
		q.to = int(tok.End)
		q.lineBreaks = q.lineBreaks || pendingBreak
		q.heredoc = kind == lexer.CHeredoc
		depth += kind.Nesting()
		pendingBreak = pendingBreak || q.heredoc && depth <= 0 // a line break must follow the marker
		if kind != lexer.OParen && kind != lexer.CParen && kind != lexer.OBrack && kind != lexer.CBrack {
			braces += kind.Nesting()
		}
	}
}

func (q *sequence) check() error {
	if q.to == 0 {
		return errEmpty
	}
	return nil
}

// appendBare appends the expression of a sequence. It adds parentheses if the expression has line
// breaks that an attribute's value must not have, or if it ends in the marker of a heredoc. If
// endsLine is true, the caller writes a line end after the expression, so that a heredoc needs no
// parentheses.
func appendBare(dst, src []byte, q sequence, endsLine bool) ([]byte, error) {
	start := len(dst)
	out := dst
	if q.heredoc && !q.lineBreaks {
		if q.lineBreaks = !endsLine; endsLine {
			out = append(append(out, src[q.from:q.to]...), '\n')
			out = out[:len(out)-1]
			if err := syntax.CheckValue(out[:len(out)+1], syntax.Span{From: int32(start), To: int32(len(out))}); err != nil {
				return dst, err
			}
			return out, nil
		}
	}
	if q.lineBreaks {
		// Parse the expression without the parentheses, too, because errors inside parentheses
		// would mention them.
		if _, err := syntax.ParseExpression(nil, src, syntax.Span{From: int32(q.from), To: int32(q.to)}); err != nil {
			return dst, err
		}
		out = append(out, '(')
	}
	out = append(out, src[q.from:q.to]...)
	if q.heredoc {
		out = append(out, '\n')
	}
	if q.lineBreaks {
		out = append(out, ')')
	}
	if err := syntax.CheckExpression(out[start:]); err != nil {
		return dst, err
	}
	return out, nil
}

// AppendExpression appends the expression in s (mode X), in native syntax. The expression may have
// a "${…}" around it in s. The text of an error says what is wrong with s, such as "is not UTF-8".
func AppendExpression(dst []byte, s string) ([]byte, error) {
	src, q, err := unwrap(s)
	if err != nil {
		return dst, err
	}
	return appendBare(dst, src, q, false)
}

// appendLastOnLine is like appendText, but for a value at the end of a line. It returns false
// unless the string is a single interpolation whose expression ends in the marker of a heredoc.
func appendLastOnLine(dst []byte, s string, m Mode) ([]byte, bool) {
	if m != Template || !strings.HasPrefix(s, "${") || !strings.Contains(s, "<<") {
		return dst, false
	}
	src := []byte(s)
	q, sole, err := scanSole(src)
	if err != nil || !sole || !q.heredoc || q.lineBreaks {
		return dst, false
	}
	out, err := appendBare(dst, src, q, true)
	return out, err == nil
}

// appendReference appends the reference or keyword in s (mode T), which may have a "${…}" around it
// in s. The text of an error says what is wrong with s, such as "is not UTF-8".
func appendReference(dst []byte, s string) ([]byte, error) {
	src, q, err := unwrap(s)
	if err != nil {
		return dst, err
	}
	if !IsTraversal(src[q.from:q.to]) {
		return dst, errNoName
	}
	return append(dst, src[q.from:q.to]...), nil
}

// Unwrap returns the expression in s, without a "${…}" around it and without blanks and comments
// around it. If s contains no expression, Unwrap returns s.
func Unwrap(s string) string {
	if src, q, err := unwrap(s); err == nil {
		return string(src[q.from:q.to])
	}
	return s
}

func unwrap(s string) (src []byte, q sequence, err error) {
	src = []byte(s)
	if q, sole, err := scanSole(src); err != nil || sole {
		return src, q, err
	}
	q, err = scanInside(src, 0, false)
	return src, q, err
}

// IsTraversal reports whether src is a name, followed by any number of ".name", "[number]",
// "[string]" and "[reference]", where the reference is a traversal, too, such as each.key.
func IsTraversal(src []byte) bool {
	depth := 0 // the number of open brackets
	kind, _, pos := lexer.Next(src, 0)
	for kind == lexer.Ident {
		switch kind, _, pos = lexer.Next(src, pos); kind {
		case lexer.EOF:
			return depth == 0
		case lexer.Dot:
			kind, _, pos = lexer.Next(src, pos)
		case lexer.OBrack:
			if end := indexEnd(src, pos); end >= 0 {
				kind, pos = lexer.Ident, end
				continue
			}
			depth++
			kind, _, pos = lexer.Next(src, pos)
		case lexer.CBrack:
			depth--
			kind = lexer.Ident
		default:
			return false
		}
		if depth < 0 {
			return false
		}
	}
	return false
}

// indexEnd returns the end of a literal index, given the offset after its opening bracket, or -1
// if the index is not a literal.
func indexEnd(src []byte, pos int) int {
	kind, start, pos := lexer.Next(src, pos)
	switch kind {
	case lexer.Number:
	case lexer.OQuote:
		for kind = lexer.QuotedLit; kind == lexer.QuotedLit; {
			kind, pos = lexer.NextQuoted(src, pos)
		}
		if kind != lexer.CQuote {
			return -1
		}
	default:
		return -1
	}
	if syntax.CheckExpression(src[start:pos]) != nil {
		return -1
	}
	if kind, _, pos = lexer.Next(src, pos); kind != lexer.CBrack {
		return -1
	}
	return pos
}
