package oracle

import (
	"math/rand/v2"
	"testing"

	"iacedit/syntax"
)

// sameTree fails t where hcl/v2 accepts src and makes another tree of it.
// It reports whether there was something to compare.
func sameTree(t *testing.T, name string, src []byte) bool {
	t.Helper()
	f, err := syntax.Parse(src)
	if err != nil || !parses(src) {
		return false
	}
	got, want := shapeOfOurFile(f, syntax.Root), shapeOfFile(src)
	if got != want {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		from := max(0, i-80)
		t.Errorf("%s: the tree is\n…%s\nwant\n…%s\nof %q", name, clip([]byte(got[from:])), clip([]byte(want[from:])), src)
	}
	return true
}

func TestTreesOfFiles(t *testing.T) {
	same := 0
	for _, s := range samples(t) {
		if sameTree(t, s.name, s.src) {
			same++
		}
	}
	t.Logf("%d files have hcl/v2's tree", same)
}

func TestTreesOfMutations(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	share, same := 60, 0
	if *thorough {
		share = 3
	}
	for _, s := range samples(t) {
		if len(s.src) > 2<<10 {
			continue
		}
		for m := range mutations(s.src) {
			if rnd.IntN(share) == 0 && sameTree(t, s.name, m.apply(s.src)) {
				same++
			}
		}
	}
	t.Logf("%d mutations have hcl/v2's tree", same)
}

// Random expressions of every kind get hcl/v2's verdict and its tree.
func TestTreesOfRandomExpressions(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(9, 10))}
	files, same := 20_000, 0
	if *thorough {
		files *= 50
	}
	var a agreement
	for range files {
		src := []byte(g.file(1 + g.IntN(4)))
		a.check(t, "random", src)
		if sameTree(t, "random", src) {
			same++
		}
		if t.Failed() {
			return
		}
	}
	a.requireLines(t)
	t.Logf("%d of %d random files have hcl/v2's tree", same, files)
}

// Random templates: escapes, strip markers, flush heredocs with any indentation.
func TestTextOfRandomTemplates(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(11, 12))}
	files, same := 30_000, 0
	if *thorough {
		files *= 50
	}
	for i := range files {
		src := "a = " + g.heredoc(1) + "\n"
		if i%3 == 0 {
			src = "a = \"" + g.template(1, quotedText) + "\"\n"
		}
		if sameTree(t, "random", []byte(src)) {
			same++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d random templates have hcl/v2's parts and text", same, files)
}
