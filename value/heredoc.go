package value

import (
	"bytes"
	"strings"
)

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
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			dst = append(dst, indent...)
		}
		dst = append(dst, line...)
	}
	return append(dst, closing...)
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
