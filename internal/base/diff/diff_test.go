package diff

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/apparentlymart/go-textseg/v15/textseg"
	"github.com/google/go-cmp/cmp"
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"iacedit/internal/base/budget"
)

// words are the lines that texts are generated from: few, so that texts have much in
// common, and some that are hard.
var words = []string{"a\n", "b\n", "}\n", "\n", "a\r\n", "é\n", "e\u0301\n", "x = 1\n", "x = 12\n", "🇩🇪🇫🇷\n", "🇪🇫🇷\n", "ab", "a", "\r", "\u0301", "\ufeff"}

func text(lines []int) []byte {
	var b []byte
	for _, i := range lines {
		b = append(b, words[i]...)
	}
	return b
}

// check fails for edits that are not what Lines and Characters promise.
func check(old, new []byte, edits []Edit) error {
	lines := Lines(old, edits, nil)
	if got := Apply(nil, old, lines); !bytes.Equal(got, new) {
		return fmt.Errorf("the edits of lines %v give\n%q, want\n%q", lines, got, new)
	}
	at := -1
	for _, e := range lines {
		if e.From <= at || e.From == e.To && len(e.Text) == 0 {
			return fmt.Errorf("not in order, or of nothing: %v", lines)
		}
		at = e.To
		if !endsLine(old[:e.From]) || !endsLine(old[:e.To]) && e.To < len(old) {
			return fmt.Errorf("not of whole lines: %v", lines)
		}
		said := map[string]bool{}
		for line := range bytes.Lines(old[e.From:e.To]) {
			said[string(line)] = true
		}
		for line := range bytes.Lines(e.Text) {
			if said[string(line)] {
				return fmt.Errorf("%v holds the line %q of before and after", e, line)
			}
		}
	}
	whole := lines
	characters := append([]Edit(nil), lines...)
	Characters(old, characters, nil)
	if got := Apply(nil, old, characters); !bytes.Equal(got, new) {
		return fmt.Errorf("the edits of characters %v give\n%q, want\n%q", characters, got, new)
	}
	if !utf8.Valid(old) || !utf8.Valid(new) {
		return nil // what is no UTF-8 has no characters to split
	}
	for i, e := range characters {
		was := old[whole[i].From:whole[i].To]
		start, rest := e.From-whole[i].From, whole[i].To-e.To
		if a, b := clusters(was), clusters(whole[i].Text); !a[start] || !b[start] || !a[len(was)-rest] || !b[len(whole[i].Text)-rest] {
			return fmt.Errorf("%v splits a character", e)
		}
		if gone := old[e.From:e.To]; len(gone) > 0 && len(e.Text) > 0 && whole[i].From == e.From && bytes.Equal(cluster(gone), cluster(e.Text)) {
			return fmt.Errorf("%v starts with a character that is the same", e)
		}
	}
	return nil
}

// clusters returns the places between the characters of a text.
func clusters(text []byte) map[int]bool {
	at := map[int]bool{0: true}
	for n := 0; n < len(text); {
		n += len(cluster(text[n:]))
		at[n] = true
	}
	return at
}

func cluster(text []byte) []byte {
	n, _, _ := textseg.ScanGraphemeClusters(text, true)
	return text[:n]
}

// Edits give the new text, hold no line that stays, and split no character: whether
// nothing is known of what the new text took over, or something.
func TestLaws(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = 2000
	parameters.Rng.Seed(1)
	properties := gopter.NewProperties(parameters)
	lines := gen.SliceOf(gen.IntRange(0, len(words)-1))
	properties.Property("of two texts", prop.ForAll(func(old, new []int) (string, error) {
		a, b := text(old), text(new)
		return "", check(a, b, Between(a, b))
	}, lines, lines))
	properties.Property("of a text and edits", prop.ForAll(func(old, new []int, seed uint64) (string, error) {
		a := text(old)
		edits := randomEdits(rand.New(rand.NewPCG(seed, 1)), a, new)
		return "", check(a, Apply(nil, a, edits), edits)
	}, lines, lines, gen.UInt64()))
	properties.TestingRun(t)
}

func randomEdits(r *rand.Rand, old []byte, lines []int) (edits []Edit) {
	for at := 0; len(lines) > 0 && at <= len(old); {
		n := min(len(lines), r.IntN(3))
		e := Edit{From: at + r.IntN(len(old)-at+1)}
		e.To, e.Text = e.From+r.IntN(min(8, len(old)-e.From)+1), text(lines[:n])
		at, lines = e.To+1, lines[max(1, n):]
		edits = append(edits, e)
	}
	return edits
}

// Of large texts the table is not used; the laws hold all the same.
func TestLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, different := range []int{2, 20, 2000} {
		for range 20 {
			make := func() []byte {
				var b []byte
				for range 300 + r.IntN(300) {
					b = fmt.Appendf(b, "%d\n", r.IntN(different))
				}
				return b
			}
			old, new := make(), make()
			if err := check(old, new, Between(old, new)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\nc\n"), []byte("a\nc\nb"))
	f.Add([]byte("e\u0301\r\nx"), []byte("e\u0302\nx"))
	f.Add([]byte("🇩🇪🇫🇷"), []byte("🇪🇫🇷"))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		if err := check(old, new, Between(old, new)); err != nil {
			t.Error(err)
		}
	})
}

// What a person would take for the change is it.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []Edit
	}{
		{"nothing", "a\n", "a\n", nil},
		{"from empty", "", "a\n", []Edit{{0, 0, []byte("a\n")}}},
		{"to empty", "a\n", "", []Edit{{0, 2, []byte{}}}},
		{"a value", "x = 1\ny = 2\n", "x = 1\ny = 3\n", []Edit{{10, 11, []byte("3")}}},
		{"a combined character", "e\n", "e\u0301\n", []Edit{{0, 1, []byte("e\u0301")}}},
		{"a flag", "🇩🇪🇫🇷\n", "🇫🇷\n", []Edit{{0, 8, []byte{}}}},
		{"a line end", "a\r\n", "a\n", []Edit{{1, 3, []byte("\n")}}},
		{"a last line end", "a", "a\n", []Edit{{1, 1, []byte("\n")}}},
		{"a line like the one before", "a\nb\n", "a\na\nb\n", []Edit{{2, 2, []byte("a\n")}}},
		{"a block between two", "x {\n}\n\ny {\n}\n", "x {\n}\n\nz {\n}\n\ny {\n}\n", []Edit{{7, 7, []byte("z {\n}\n\n")}}},
		{"common start before common end", "aa\n", "aaa\n", []Edit{{2, 2, []byte("a")}}},
		{"a line moved", "a\nb\nc\n", "c\na\nb\n", []Edit{{0, 0, []byte("c\n")}, {4, 6, []byte{}}}},
	} {
		got := Lines([]byte(c.old), Between([]byte(c.old), []byte(c.new)), nil)
		Characters([]byte(c.old), got, nil)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

// The work is bounded by the lines, however unlike they are.
func TestBounded(t *testing.T) {
	const n = 100_000
	texts := map[string]func(i, side int) string{
		"nothing in common":  func(i, side int) string { return fmt.Sprint(side, i) },
		"two words":          func(i, side int) string { return fmt.Sprint(i * (side + 1) % 2) },
		"backwards":          func(i, side int) string { return fmt.Sprint(side*(n-2*i) + i) },
		"each twice, turned": func(i, side int) string { return fmt.Sprint((i + side*n/3) % (n / 2)) },
		"shuffled":           func(i, side int) string { return fmt.Sprint((i*7919 + side*31*i) % 10007 % 400) },
	}
	for name, line := range texts {
		var sides [2][]byte
		for side := range sides {
			for i := range n {
				sides[side] = append(append(sides[side], line(i, side)...), '\n')
			}
		}
		b := budget.New(budget.Limits{Steps: 48 * int64(len(sides[0])+len(sides[1])), Bytes: 1 << 40})
		err := func() (err error) {
			defer budget.Catch(&err)
			Lines(sides[0], Between(sides[0], sides[1]), b)
			return nil
		}()
		t.Logf("%s: %d steps", name, b.Spent().Steps)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Unified is what diff -u writes.
func TestUnified(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing", "a\n", "a\n", ""},
		{"a new file", "", "a\nb\n", "--- o\n+++ n\n@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{"no file left", "a\n", "", "--- o\n+++ n\n@@ -1 +0,0 @@\n-a\n"},
		{"no line end", "a", "b\n", "--- o\n+++ n\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"},
		{"near", "1\n2\n3\n4\n5\n6\n7\n8\n", "x\n2\n3\n4\n5\n6\n7\ny\n", "--- o\n+++ n\n@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n"},
		{"far", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\n", "--- o\n+++ n\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,3 @@\n 6\n 7\n 8\n-9\n"},
		{"shifted", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\nx\n", "--- o\n+++ n\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -6,4 +7,4 @@\n 6\n 7\n 8\n-9\n+x\n"},
	} {
		got := string(Unified(nil, "o", "n", []byte(c.old), []byte(c.new)))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

// git apply and patch make the new text of the old one, whatever the file is called.
func TestPatchesApply(t *testing.T) {
	for _, tool := range []string{"git", "patch"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("SKIPPED, diffs were not applied: ", err)
		}
	}
	r := rand.New(rand.NewPCG(2, 1))
	random := func() []byte {
		lines := make([]int, r.IntN(12))
		for i := range lines {
			lines[i] = r.IntN(len(words))
		}
		return text(lines)
	}
	for i, name := range []string{"main.tf", "a b.tf", `q"q.tf`, "é.tf", "tab\tx.tf", " .tf"} {
		for range 6 {
			old, new := random(), random()
			for len(new) == 0 || bytes.Equal(old, new) {
				new = random() // both tools delete what becomes empty
			}
			isNew := i%2 == 0 && len(old) == 0
			applies(t, name, old, new, isNew)
			applies(t, name, nil, new, true)
		}
	}
}

func applies(t *testing.T, name string, old, new []byte, isNew bool) {
	t.Helper()
	from := "a/" + name
	if isNew {
		old, from = nil, NoFile
	}
	patch := Unified(nil, from, "b/"+name, old, new)
	for _, tool := range [][]string{{"git", "apply", "--whitespace=nowarn", "-"}, {"patch", "-p1", "--force", "--binary", "--quiet", "--no-backup-if-mismatch"}} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if !isNew {
			if err := os.WriteFile(path, old, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(tool[0], tool[1:]...)
		cmd.Dir, cmd.Stdin = dir, bytes.NewReader(patch)
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		out, err := cmd.CombinedOutput()
		got, _ := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, new) {
			t.Errorf("%s: %v: %s\n%q became %q, want %q, by\n%s", strings.Join(tool, " "), err, out, old, got, new, patch)
		}
	}
}
