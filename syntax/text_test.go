package syntax

import (
	"fmt"
	"testing"
)

// The literal text of a template is what it stands for: escapes decoded, white space
// taken by strip markers, a flush heredoc's indentation gone.
func TestPartsOfTemplates(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`"a\t\"b\" \u00e9 $${x} %%{y} $ %"`, `["a\t\"b\" é " "${" "x} " "%{" "y} " "$" " " "%"]`},
		{`"a ${~ b ~} c${d} "`, `["a" ${~ b ~} "c" ${d} " "]`},
		{`"${~ b ~}${c}"`, `[${~ b ~} ${c}]`},
		{"<<E\na\\n $${x}\n  ${ b ~}\n\n c\nE\n", `["a\\n " "${" "x}\n" "  " ${ b ~} "" "\n" " c\n"]`},
		{"<<-E\n    a\n\n      b\n  E\n", `["a\n" "\n" "  b\n"]`},
		{"<<-E\n    a\n  ${b}\n  E\n", `["  a\n" "" ${b} "\n"]`},
		{"<<-E\n${b} c\n  d\nE\n", `[${b} " c\n" "  d\n"]`},
	} {
		f := mustParse(t, "a = "+c.src)
		e := f.Expr(f.Value(f.Attribute(Root, "a")))
		var got []string
		for _, part := range e.Parts(nil, e.Root) {
			checkSpans(t, e, part)
			if part.Node != 0 {
				got = append(got, string(e.Source(part.Node)))
			} else {
				got = append(got, fmt.Sprintf("%q", part.Text))
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s is %v, want %s", c.src, got, c.want)
		}
	}
}

// checkSpans holds the places of a part's bytes against its text.
func checkSpans(t *testing.T, e *Expr, part Part) {
	t.Helper()
	spans := e.Spans(nil, e.Root, part)
	if len(spans) != len(part.Text) {
		t.Fatalf("%q: %d places of %d bytes", part.Text, len(spans), len(part.Text))
	}
	heredoc := e.Node(e.Root).Flags&FlagHeredoc != 0
	var got []byte
	for i, at := range spans {
		if i > 0 && at == spans[i-1] {
			continue // another byte of what an escape stands for
		}
		if heredoc {
			got = appendHeredocText(got, e.Text[at.From:at.To])
		} else {
			got = AppendUnescaped(got, e.Text[at.From:at.To])
		}
	}
	if string(got) != string(part.Text) {
		t.Errorf("%q stands where %q is written", part.Text, got)
	}
}
