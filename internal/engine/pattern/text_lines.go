package pattern

import (
	"bytes"
	"strings"

	"iacedit/lexer"
	"iacedit/syntax"
)

// splitLines returns the code for a text of several lines that replaces a part of the run r in a
// heredoc. It returns false if a line might be read as the marker of the heredoc, or if the new
// text might change which blanks "<<-" removes.
func (w *textWriter) splitLines(r *run, text string, at syntax.Span) (string, bool) {
	src := w.expr.Source(w.id)
	opening := src[:bytes.IndexByte(src, '\n')+1]
	marker, flush := lexer.HeredocMarker(opening)
	before, after := w.textBeside(at)
	all := strings.Split(text, "\n")
	last := len(all) - 1
	endsLine := w.expr.Text[at.To-1] == '\n' // the replaced part ends its line
	if bytes.IndexByte(src, '\r') >= 0 || endsLine && all[last] != "" {
		return "", false
	}
	isMarker := func(line string) bool { return strings.TrimSpace(line) == string(marker) }
	for i, line := range all {
		if 0 < i && i < last && isMarker(line) || strings.ContainsFunc(strings.TrimLeft(line, " \t"), isControl) {
			return "", false
		}
	}
	if isMarker(before+all[0]) || !endsLine && isMarker(all[last]+after) {
		return "", false
	}
	if !flush {
		return text, true
	}
	indentation, ok := r.indentation(w.expr.Text)
	if lost := w.expr.Text[at.From:at.To]; !ok || bytes.IndexByte(bytes.TrimSuffix(lost, []byte{'\n'}), '\n') >= 0 || strings.TrimSpace(before) == "" && strings.TrimLeft(text, " \t") != text {
		return "", false
	}
	for i := 1; i <= last; i++ {
		if all[i] != "" || i == last && after != "" && !endsLine {
			all[i] = indentation + all[i]
		}
	}
	return strings.Join(all, "\n"), true
}

// textBeside returns the text before a span on its first line, and the text after the span on its
// last line.
func (w *textWriter) textBeside(at syntax.Span) (before, after string) {
	text := w.expr.Text
	from := bytes.LastIndexByte(text[:at.From], '\n') + 1
	to := int(at.To) + bytes.IndexByte(text[at.To:], '\n')
	return string(text[from:at.From]), string(text[at.To:to])
}

// indentation returns the blanks that "<<-" removes from each line. It returns false if every line
// that begins in the run is blank.
func (r *run) indentation(src []byte) (blanks string, ok bool) {
	for i := range r.text {
		if i > 0 && r.text[i-1] != '\n' {
			continue
		}
		to := r.spans[i].From
		blanks := src[bytes.LastIndexByte(src[:to], '\n')+1 : to]
		line, _, _ := bytes.Cut(r.text[i:], []byte{'\n'})
		if len(bytes.TrimSpace(blanks)) == 0 && len(bytes.TrimSpace(line)) > 0 {
			return string(blanks), true
		}
	}
	return "", false
}
