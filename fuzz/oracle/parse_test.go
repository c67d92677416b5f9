package oracle

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/syntax"
)

var (
	// thorough makes the tests over mutations try every mutation, not a sample.
	thorough = flag.Bool("thorough", false, "try every mutation: minutes, not seconds")
	// lines lists the errors that are not where hcl/v2 has its first.
	lines = flag.Bool("lines", false, "list the errors that are at another line than hcl/v2's")
)

// agreement counts how often syntax.Parse and hclsyntax.ParseConfig say the same.
type agreement struct {
	accepted, rejected int // by both
	lines, columns     int // of those that both reject: errors at the same line; and column
	wrong              int // accepted by one only
	excused            int // accepted by hcl/v2 only, for a name that is not UTF-8
}

func (a *agreement) String() string {
	percent := func(n int) float64 { return 100 * float64(n) / float64(max(a.rejected, 1)) }
	return fmt.Sprintf("%d verdicts agree (%d accepted, %d rejected), %d do not, %d more for names that are not UTF-8; errors at the same line %.2f %%, at the same column %.2f %%",
		a.accepted+a.rejected, a.accepted, a.rejected, a.wrong, a.excused, percent(a.lines), percent(a.columns))
}

// tooManyWrong is how many disagreements of a kind a test reports before it stops.
const tooManyWrong = 25

// check compares the two verdicts on src.
func (a *agreement) check(t *testing.T, name string, src []byte) {
	t.Helper()
	judge := firstError(src)
	_, err := syntax.Parse(src)
	switch {
	case err == nil && judge == nil:
		a.accepted++
	case err != nil && judge != nil:
		a.rejected++
		a.position(t, name, src, err.(*syntax.Error), judge)
	case judge == nil && brokenIdentifier(src):
		a.excused++
	default:
		if a.wrong++; a.wrong > tooManyWrong {
			t.Fatal("and more")
		}
		t.Errorf("%s: hcl/v2 says %v, we say %v, of %q", name, judge, err, src)
	}
}

// position compares where the two errors are.
func (a *agreement) position(t *testing.T, name string, src []byte, err *syntax.Error, judge *hcl.Diagnostic) {
	line, column := syntax.Position(src, err.Offset)
	want := judge.Subject.Start
	switch {
	case line != want.Line:
		if *lines {
			t.Logf("%s: line %d, want %d: %s; hcl/v2: %s: %q", name, line, want.Line, err, judge.Summary, src)
		}
	case column != want.Column:
		a.lines++
	default:
		a.lines++
		a.columns++
	}
}

// requireLines fails t where fewer than 95 of 100 errors are at the line of hcl/v2's.
func (a *agreement) requireLines(t *testing.T) {
	t.Helper()
	t.Log(a)
	if a.lines*100 < a.rejected*95 {
		t.Errorf("only %d of %d errors are at the line where hcl/v2 has its first", a.lines, a.rejected)
	}
}

// firstError returns hcl/v2's first error in src, nil if it accepts src.
func firstError(src []byte) *hcl.Diagnostic {
	_, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			return d
		}
	}
	return nil
}

func TestVerdictsOnFiles(t *testing.T) {
	var a agreement
	for _, s := range samples(t) {
		a.check(t, s.name, s.src)
	}
	a.requireLines(t)
}

// A file with something put in, taken out, doubled or swapped at an edge between
// two tokens gets the verdict of hcl/v2. Small files get every such change.
func TestVerdictsOnMutationsAtEveryEdge(t *testing.T) {
	const small = 2 << 10
	var a agreement
	rnd := rand.New(rand.NewPCG(3, 4))
	share := 100
	if *thorough {
		share = 1
	}
	for _, s := range samples(t) {
		if len(s.src) > small {
			continue
		}
		for m := range mutations(s.src) {
			if rnd.IntN(share) == 0 {
				a.check(t, s.name, m.apply(s.src))
			}
		}
	}
	a.requireLines(t)
}

// So does a file of any size that was changed in a few random places.
func TestVerdictsOnRandomMutations(t *testing.T) {
	var a agreement
	rnd := rand.New(rand.NewPCG(5, 6))
	rounds := 2
	if *thorough {
		rounds = 100
	}
	for range rounds {
		for _, s := range samples(t) {
			a.check(t, s.name, anywhere(rnd, s.src))
			a.check(t, s.name, atEdges(rnd, s.src, 1+rnd.IntN(3)))
		}
	}
	a.requireLines(t)
}
