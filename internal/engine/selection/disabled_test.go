package selection_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/address"
	"iacedit/internal/engine/selection"
	"iacedit/internal/testkit/measure"
	"iacedit/syntax"
)

func parse(t testing.TB, code string) *syntax.File {
	t.Helper()
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatalf("%v: %.200q", err, code)
	}
	return f
}

// TestDisabledIn: each case is code, NAME, and NAME/want: for each comment that is code its line, its
// address, the address without the number of its block if that differs, and its number if others have the same
// address.
func TestDisabledIn(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/disabled.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		code, want := archive.Files[i], archive.Files[i+1]
		t.Run(code.Name, func(t *testing.T) {
			f := parse(t, string(code.Data))
			var got strings.Builder
			for _, d := range selection.DisabledIn(f, address.Language{}, nil) {
				fmt.Fprintf(&got, "%d %s", f.Line(d.Lines.From), d.Address)
				if d.Meant.String() != d.Address.String() {
					fmt.Fprintf(&got, " meant %s", d.Meant)
				}
				if !d.Alone {
					fmt.Fprintf(&got, " number %d", d.Number)
				}
				got.WriteString("\n")
				if !d.IsAt(d.Address, false) || !d.IsAt(d.Address[:1], true) || len(d.Address) > 1 && d.IsAt(d.Address[:1], false) {
					t.Errorf("IsAt is wrong about %s", d.Address)
				}
			}
			if diff := cmp.Diff(string(want.Data), got.String()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// The cost of a search is proportional to the code.
func TestDisabledInIsLinear(t *testing.T) {
	for name, c := range map[string]struct{ head, each, tail string }{
		"attributes": {"a {\n", "  # b = 1\n  c {\n  }\n", "}\n"},
		"elements":   {"a = [\n", "  # 1,\n  2,\n", "]\n"},
		"blocks":     {"", "# a {\n# }\nb {\n}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, 200, func(n int) func() {
				code := []byte(c.head + strings.Repeat(c.each, n) + c.tail)
				return func() { selection.DisabledIn(parse(t, string(code)), address.Language{}, nil) }
			})
		})
	}
}
