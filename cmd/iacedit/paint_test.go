package main

import (
	"bytes"
	"strings"
	"testing"
)

// The caret stands below the place, whatever is on the line; nothing on it reaches the
// terminal that the terminal would obey; and of a long line no more is shown than helps.
func TestMistake(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"a = ", "= 1\nb = 2\n", "f:1:5: m\n   1 | a = = 1\n     |     ^\n"},
		{"x\n\ty = ", "= 1", "f:2:6: m\n   2 | \ty = = 1\n     | \t    ^\n"},
		{"ü = \"é", "x\r\n", "f:1:7: m\n   1 | ü = \"éx\n     |       ^\n"},
		{"e\u0301 = ", "x", "f:1:5: m\n   1 | e\u0301 = x\n     |     ^\n"},
		{"\uFEFFa", "b", "f:1:2: m\n   1 | ab\n     |  ^\n"},
		{"a\x1b[31m", "b\x07\x00", "f:1:7: m\n   1 | a\uFFFD[31mb\uFFFD\uFFFD\n     |       ^\n"},
		{"", "", "f:1:1: m\n   1 | \n     | ^\n"},
		{strings.Repeat("é", 1000), strings.Repeat("é", 1000), "f:1:1001: m\n   1 | …" + strings.Repeat("é", 100) + "…\n     |  " + strings.Repeat(" ", 50) + "^\n"},
	} {
		if got := painter(false).mistake("f", []byte(c.before+c.after), len(c.before), "m"); got != c.want {
			t.Errorf("%q, %q:\n got %q\nwant %q", c.before, c.after, got, c.want)
		}
	}
	if got := painter(true).mistake("f", []byte("a"), 0, "m"); got != "\x1b[1mf:1:1:\x1b[0m m\n   1 | a\n     | \x1b[31m^\x1b[0m\n" {
		t.Errorf("painted: %q", got)
	}
}

// Without the colours a painted diff is the diff.
func TestPaintDiff(t *testing.T) {
	text := "--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n"
	painted := painter(true).diff(text)
	if !strings.Contains(painted, "\x1b[31m-b\x1b[0m\n\x1b[32m+c\x1b[0m\n") {
		t.Errorf("got %q", painted)
	}
	for _, s := range []style{bold, red, green, cyan, plain} {
		painted = strings.ReplaceAll(painted, string(s), "")
	}
	if painted != text {
		t.Errorf("got %q", painted)
	}
	if painterFor(new(bytes.Buffer)) {
		t.Error("what is no terminal is painted for")
	}
}
