package value

import (
	"bytes"
	"strings"

	"iacedit/syntax"
)

// AppendHeredoc appends a copy of the heredoc old, with the string v in place of its text. p is the
// schema of the heredoc's place. The copy keeps the opening line, the closing marker and, in a
// flush heredoc, the shared indentation of the lines. AppendHeredoc returns dst unchanged and false
// if old is not a heredoc, if v is not a string that ends in a line break, or if the heredoc cannot
// contain the text (a line of the text is the marker, for example). Of the layout, it uses only the
// budget.
func AppendHeredoc(dst, old []byte, v *Value, p *Schema, l Layout) ([]byte, bool) {
	if v == nil || v.Kind != String || !strings.HasSuffix(v.Text, "\n") || !bytes.HasPrefix(old, []byte("<<")) || bytes.IndexByte(old, '\n') < 0 {
		return dst, false
	}
	start := len(dst)
	out := appendHeredoc(dst, old, templateOf(v.Text, p.StringMode()), l)
	to := len(out)
	e, err := syntax.ParseExpression(nil, append(out, '\n')[start:], syntax.Span{To: int32(to - start)})
	if err != nil || !equal(l.budget, e, v, p) {
		return dst, false
	}
	return out, true
}

// appendHeredoc appends a copy of a heredoc, with the given template in place of its text.
func appendHeredoc(dst, old []byte, text string, l Layout) []byte {
	opening := old[:bytes.IndexByte(old, '\n')+1]
	body := old[len(opening) : bytes.LastIndexByte(old, '\n')+1]
	closing := old[len(opening)+len(body):]
	indent := []byte(nil)
	if bytes.HasPrefix(opening, []byte("<<-")) {
		indent = sharedIndent(body, closing)
	}
	n := len(text) + len(indent)*strings.Count(text, "\n")
	l.budget.Grow(n)
	l.budget.Parse(n)
	dst = appendLines(dst, string(opening[:len(opening)-1]), text, string(indent))
	return append(dst, closing...)
}

// sharedIndent returns the smallest indentation of the lines of a flush heredoc. If all lines are
// blank, it returns the indentation of the closing marker plus two spaces.
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

func blanks(b []byte) []byte { return b[:len(b)-len(bytes.TrimLeft(b, " \t"))] }
