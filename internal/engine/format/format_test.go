package format

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

// formatCase is a section of an archive, and the section "want" after it; without one,
// formatting changes nothing.
type formatCase struct {
	name     string
	in, want string
}

// visible maps the signs that stand for bytes an editor may lose to these bytes;
// "␄" ends the text, which without it ends in a line break.
var visible = strings.NewReplacer("␍", "\r", "␉", "\t", "␠", " ", "␂", "\xEF\xBB\xBF", "␄\n", "")

func formatCases(t testing.TB) []formatCase { return casesIn(t, "testdata/format/*.txtar") }

// casesIn returns the cases of the archives that match a pattern.
func casesIn(t testing.TB, pattern string) (cases []formatCase) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			text := visible.Replace(string(f.Data))
			if f.Name == "want" {
				cases[len(cases)-1].want = text
			} else {
				name := strings.TrimSuffix(filepath.Base(path), ".txtar") + ": " + f.Name
				cases = append(cases, formatCase{name, text, text})
			}
		}
	}
	return cases
}

func TestFormat(t *testing.T) {
	for _, c := range formatCases(t) {
		if got := string(format(nil, []byte(c.in))); got != c.want {
			t.Errorf("%s: got\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}

// Format appends, and touches neither what was there nor the source.
func TestFormatAppends(t *testing.T) {
	src := []byte("a=1")
	if got, err := Format([]byte("# "), src); err != nil || string(got) != "# a = 1" || string(src) != "a=1" {
		t.Errorf("got %q from %q, %v", got, src, err)
	}
}

func TestFormatRefusesWhatDoesNotParse(t *testing.T) {
	got, err := Format([]byte("# "), []byte("a=\n"))
	if _, ok := errors.AsType[*syntax.Error](err); !ok || string(got) != "# " {
		t.Errorf("got %q, %v", got, err)
	}
}

// everyCase is one text that holds all cases.
func everyCase(t testing.TB) (src []byte) {
	for _, c := range formatCases(t) {
		src = append(src, c.in...)
	}
	return src
}

func TestFormatAllocatesNothingWhenReused(t *testing.T) {
	src := everyCase(t)
	var l layout
	dst := l.format(nil, src)
	if allocs := testing.AllocsPerRun(10, func() { dst = l.format(dst[:0], src) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkFormat(b *testing.B) {
	src := everyCase(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst = format(dst[:0], src)
	}
}

// A gap may be wider than a token's record has room for.
func TestWideGap(t *testing.T) {
	for _, n := range []int{1<<16 - 4, 1<<16 - 3, 1<<16 - 2, 1<<16 - 1, 1 << 16, 100_000} {
		long := strings.Repeat("n", n)
		want := "a" + strings.Repeat(" ", n) + "= 1\n" + long + " = 2\nbb" + strings.Repeat(" ", n-1) + "= 3\n"
		got, err := Format(nil, []byte("a = 1\n"+long+" = 2\nbb = 3\n"))
		if err != nil || string(got) != want {
			t.Errorf("%d: %d bytes, want %d; %v", n, len(got), len(want), err)
		}
		if again, err := Format(nil, got); err != nil || string(again) != want {
			t.Errorf("%d: formatted again it is not the same; %v", n, err)
		}
	}
}
