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
