package regex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/internal/budget"
)

func TestAll(t *testing.T) {
	r, err := Compile("a(b*)|x*", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]int{{0, 3, 1, 3}, {4, 5, 5, 5}, {5, 6, -1, -1}}
	if diff := cmp.Diff(want, r.All([]byte("abb-ax-"), nil)); diff != "" || r.Groups() != 1 {
		t.Error(diff, r.Groups())
	}
}

func TestCompileRefuses(t *testing.T) {
	for text, message := range map[string]string{
		"(v[0-9]+":                 "missing closing )",
		"(?!a)":                    "invalid or unsupported Perl syntax",
		"a{1001}":                  "invalid repeat count",
		strings.Repeat("a", 1<<13): "longer",
	} {
		if _, err := Compile(text, nil); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// What a regular expression costs is taken from the budget before it runs.
func TestMatchIsCounted(t *testing.T) {
	r, err := Compile("(x+x+x+x+x+)+y{100}"+strings.Repeat("(a|b|c)?", 200), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(strings.Repeat("x", 1<<20))
	spend := func() (err error) {
		defer budget.Catch(&err)
		r.Match(text, budget.New(budget.Limits{Steps: 1 << 22, Bytes: 1}))
		return nil
	}
	if spend() == nil {
		t.Error("it costs nothing")
	}
}
