package value

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"iacedit/syntax"
)

// heredoc writes a string as a heredoc in place of what is written for it from start on,
// where EDITS.md section 6 asks for one and it evaluates to the same.
func (w *valueWriter) heredoc(start int, v *Value, p *Schema) {
	if isBare(p.Mode) || w.layout.Newline != "\n" || !isLines(v.Text) {
		return
	}
	text := AsTemplate(v.Text, p.Mode)
	w.layout.Budget.Step(len(text))
	marker := markerFor(text)
	indent := w.layout.Indent + strings.Repeat(w.layout.Step, w.level)
	if !isIndented(text) && !hasStrip(text) && w.heredocAs(start, "<<-"+marker, indent, text, v, p) {
		return
	}
	w.heredocAs(start, "<<"+marker, "", text, v, p)
}

// heredocAs writes a heredoc whose marker is indented, and reports whether it evaluates to
// the value: else nothing is written.
func (w *valueWriter) heredocAs(start int, opening, indent, text string, v *Value, p *Schema) bool {
	inner := ""
	if opening[2] == '-' {
		inner = indent + w.layout.Step
	}
	w.layout.Budget.Grow(len(text) + len(inner)*strings.Count(text, "\n"))
	out := append(append([]byte(nil), opening...), '\n')
	out = appendIndented(out, text, inner)
	out = append(append(out, indent...), strings.TrimLeft(opening, "<-")...)
	e, err := syntax.ParseExpression(nil, append(out, '\n'), syntax.Span{To: int32(len(out))})
	if err != nil || e.Node(e.Root).Flags&syntax.FlagHeredoc == 0 || !Equal(e, e.Root, v, p, Setting) {
		return false
	}
	w.buf = append(w.buf[:start], out...)
	return true
}

// isLines reports whether a text is of two lines or more, the last one ended, and without
// control characters but tabs.
func isLines(text string) bool {
	return strings.HasSuffix(text, "\n") && strings.IndexByte(text, '\n') < len(text)-1 &&
		!strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' })
}

// isIndented reports whether all lines of a text that are not blank begin with a blank,
// which a flush heredoc would take away.
func isIndented(text string) bool {
	for line := range strings.Lines(text) {
		if first, _ := utf8.DecodeRuneInString(line); !unicode.IsSpace(first) {
			return false
		}
	}
	return true
}

// hasStrip reports whether a sequence of a template has a "~" marker: it takes blanks away
// before the margin of a flush heredoc is.
func hasStrip(text string) bool {
	if plain(text) {
		return false
	}
	src := []byte(text)
	for i := 0; ; {
		at, n := nextSequence(src, i)
		if n == 0 {
			return false
		}
		q, err := scanSequence(src, at+n)
		if err != nil || q.end < 2 || bytes.HasPrefix(src[at+n:], []byte{'~'}) || src[q.end-2] == '~' {
			return true
		}
		i = q.end
	}
}

// markerFor returns the first of EOT, EOT2, EOT3, … that is no line of a text.
func markerFor(text string) string {
	const marker = "EOT"
	if !strings.Contains(text, marker) {
		return marker
	}
	taken := map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, marker) {
			taken[line] = true
		}
	}
	name := marker
	for n := 2; taken[name]; n++ {
		name = marker + strconv.Itoa(n)
	}
	return name
}

// appendIndented appends the lines of a text, each that is not blank with an indentation.
func appendIndented(dst []byte, text, indent string) []byte {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			dst = append(dst, indent...)
		}
		dst = append(dst, line...)
	}
	return dst
}

// AppendHeredoc appends the heredoc old with another text in it, which must end in
// LF: the same opening line, the closing marker as it stands, and in a flush heredoc
// the indentation that the lines of old share. The text is that of a template: it is
// copied as it is. The result may say something else than the text, as where a line
// of it is the marker: that is for the caller to check. Of the layout only the Budget
// counts.
func AppendHeredoc(dst, old []byte, text string, l Layout) []byte {
	opening := old[:bytes.IndexByte(old, '\n')+1]
	body := old[len(opening) : bytes.LastIndexByte(old, '\n')+1]
	closing := old[len(opening)+len(body):]
	indent := []byte(nil)
	if bytes.HasPrefix(opening, []byte("<<-")) {
		indent = sharedIndent(body, closing)
	}
	l.Budget.Grow(len(text) + len(indent)*strings.Count(text, "\n"))
	dst = append(dst, opening...)
	return append(appendIndented(dst, text, string(indent)), closing...)
}

// sharedIndent returns the blanks of the line of a flush heredoc that has the fewest;
// of one without lines, two more than the closing marker has.
func sharedIndent(body, closing []byte) []byte {
	var least []byte
	found := false
	for line := range bytes.Lines(body) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if b := blanks(line); !found || len(b) < len(least) {
			least, found = b, true
		}
	}
	if !found {
		return append(bytes.Clone(blanks(closing)), "  "...)
	}
	return least
}

// blanks returns the spaces and tabs at the start of b.
func blanks(b []byte) []byte { return b[:len(b)-len(bytes.TrimLeft(b, " \t"))] }
