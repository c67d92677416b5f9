package render

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/syntax"
)

// What is taken for settled is what the restyler makes of it: whatever layout the code
// has around a value, whatever the value was and becomes.
func TestSettledIsAsTheRestylerLeavesIt(t *testing.T) {
	values := []string{`"s"`, `""`, `12`, `1.5e3`, `true`, `a.b.c`, `a-b`, `"a b"`, `-1`, `a+b`, `[1,2]`, `{a=1}`, `f( x )`, `"${a}"`, `"\u00e9"`, `!x`, `a ? b:c`}
	lines := []string{"%s = V", "%s=V", "\t%s  =   V", "  %s = V", "    %s = V  ", "%s = V # c", "%s =V // c", "%s = /* c */ V", "# lead\n  %s = V", "\n  %s = V"}
	restyled := 0
	for _, end := range []string{"\n", "\r\n"} {
		for i := range lines {
			for j := range lines {
				for _, old := range values {
					body := fmt.Sprintf(lines[i]+"\n"+lines[j]+"\n", "x", "longer")
					code := strings.ReplaceAll("b {\n"+strings.ReplaceAll(body, "V", old)+"}\n"+fmt.Sprintf(lines[j], "last"), "V", "1")
					code = strings.ReplaceAll(code, "\n", end)
					for _, to := range values {
						want, looked := revalued(t, code, to, true), revalued(t, code, to, false)
						if want != looked {
							t.Fatalf("%q with %s: %q, want %q", code, to, looked, want)
						}
						restyled++
					}
				}
			}
		}
	}
	t.Log(restyled, "edits")
}

// revalued returns code with another value of the first attribute in its block, and of
// its last one.
func revalued(t *testing.T, code, value string, restyle bool) string {
	t.Helper()
	defer func() { restyleAll = false }()
	restyleAll = restyle
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatalf("%q: %v", code, err)
	}
	d := NewDraft(f)
	for block := range f.Blocks(syntax.Root, "b") {
		if err := d.SetValue(f.Attribute(block, "x"), []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.SetValue(f.Attribute(syntax.Root, "last"), []byte(value)); err != nil {
		t.Fatal(err)
	}
	return string(d.Append(nil))
}
