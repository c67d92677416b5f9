package value

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// appendHeredoc appends a string as a new heredoc if it has two or more lines and ends in a line
// break (docs/values.md). For any other string, and for a string that no heredoc can represent
// exactly, it returns dst unchanged and false.
func (w *valueWriter) appendHeredoc(dst []byte, s string, m Mode) ([]byte, bool) {
	if isBare(m) || w.layout.Newline != "\n" || !strings.HasSuffix(s, "\n") || strings.Count(s, "\n") < 2 || !isHeredocText(s) {
		return dst, false
	}
	template := templateOf(s, m)
	margin := len(w.layout.Indent) + w.level*len(w.layout.Step)
	word, flush := w.usualStyle().opening()
	marker := freeMarker(template, word)
	n := len(template) + (strings.Count(s, "\n")+1)*(margin+len(w.layout.Step)) + 2*len("<<-\n"+marker)
	w.layout.budget.Afford(heredocCost * n)
	w.layout.budget.Grow(n)
	w.layout.budget.Parse(n)
	dst = slices.Grow(dst, n)
	if flush && !allIndented(template) && !hasStrip(template) {
		out := appendLines(dst, "<<-"+marker, template, string(w.layout.appendIndent(nil, w.level+1)))
		out = append(w.layout.appendIndent(out, w.level), marker...)
		if w.hasSameText(out[len(dst):], s, m) {
			return out, true
		}
	}
	out := append(appendLines(dst, "<<"+marker, template, ""), marker...)
	if !w.hasSameText(out[len(dst):], s, m) {
		return dst, false
	}
	return out, true
}

// heredocCost is the least number of times that the budget is charged for the text of a heredoc,
// because the text is copied and read several times.
const heredocCost = 3

// appendLines appends the opening line of a heredoc and the lines of a text. It indents the
// nonblank lines.
func appendLines(dst []byte, opening, text, indent string) []byte {
	dst = append(append(dst, opening...), '\n')
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			dst = append(dst, indent...)
		}
		dst = append(dst, line...)
	}
	return dst
}

// isHeredocText reports whether a text is better written as a heredoc than in quotes. The text must
// have no character that needs an escape. It must also have no interpolation or directive of
// several lines, because the indentation of the later lines would change.
func isHeredocText(s string) bool {
	for _, c := range s {
		if c != '\t' && c != '\n' && (unicode.IsControl(c) || c == utf8.RuneError) {
			return false
		}
	}
	src := nocopy.Bytes(s)
	for i := 0; i < len(src); {
		at, n := nextSequence(src, i)
		if n == 0 {
			return true
		}
		q, err := scanSequence(src, at+n)
		if err != nil || bytes.IndexByte(src[at:q.end], '\n') >= 0 {
			return false
		}
		i = q.end
	}
	return true
}

// hasStrip reports whether a sequence of a template has a "~" marker. In a flush heredoc, HCL first
// strips white space at such markers, and then removes the shared indentation.
func hasStrip(text string) bool {
	src := nocopy.Bytes(text)
	for i := 0; ; {
		at, n := nextSequence(src, i)
		if n == 0 {
			return false
		}
		q, err := scanSequence(src, at+n)
		if err != nil || bytes.HasPrefix(src[at+n:], []byte{'~'}) || src[q.end-2] == '~' {
			return true
		}
		i = q.end
	}
}

// allIndented reports whether every nonblank line of a text is indented.
func allIndented(s string) bool {
	for line := range strings.Lines(s) {
		if first, _ := utf8.DecodeRuneInString(line); strings.TrimSpace(line) != "" && !unicode.IsSpace(first) {
			return false
		}
	}
	return true
}

// opening returns the word after "<<" in new heredocs, and whether they begin with "<<-".
func (u *Usual) opening() (marker string, flush bool) {
	marker, flush = strings.CutPrefix(strings.TrimPrefix(u.Opening, "<<"), "-")
	if !IsIdentifier(marker) {
		return "EOT", true
	}
	return marker, flush
}

// freeMarker returns a marker that differs from every line of the text s. It is the given marker
// or, if necessary, this marker followed by the least possible number: EOT, EOT2, EOT3, and so on.
func freeMarker(s, marker string) string {
	var taken []int
	for line := range strings.Lines(s) {
		switch number, ok := strings.CutPrefix(strings.TrimSpace(line), marker); {
		case !ok:
		case number == "":
			taken = append(taken, 1)
		default:
			if n, err := strconv.Atoi(number); err == nil && number[0] != '0' && n > 1 {
				taken = append(taken, n)
			}
		}
	}
	slices.Sort(taken)
	free := 1
	for _, n := range taken {
		if n == free {
			free++
		}
	}
	if free == 1 {
		return marker
	}
	return marker + strconv.Itoa(free)
}

// hasSameText reports whether code is an expression with the same value as the string s in the mode
// m. It may overwrite the byte after the code.
func (w *valueWriter) hasSameText(code []byte, s string, m Mode) bool {
	code = append(code, '\n')
	e := new(syntax.Expr)
	e.SetBudget(w.layout.budget)
	e, err := syntax.ParseExpression(e, code, syntax.Span{To: int32(len(code) - 1)})
	if err != nil {
		return false
	}
	v := Value{Kind: String, Text: s}
	return equal(w.layout.budget, e, &v, &Schema{Mode: m})
}
