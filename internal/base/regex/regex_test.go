package regex

import (
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
)

// compiled compiles an expression without a budget.
func compiled(t testing.TB, text string, groups ...int) *Regexp {
	t.Helper()
	r, err := Compile("pattern", -1, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Record(groups)
	return r
}

func TestAll(t *testing.T) {
	r := compiled(t, "a(b*)|x*", 1)
	want := [][]int{{0, 3, 1, 3}, {4, 5, 5, 5}, {5, 6, -1, -1}}
	if diff := cmp.Diff(want, r.All([]byte("abb-ax-"), nil)); diff != "" || r.Groups() != 1 {
		t.Error(diff, r.Groups())
	}
}

func TestOnlyNamedGroupsAreRecorded(t *testing.T) {
	r := compiled(t, "(a)(b)(c)?(d)", 4, 2)
	want := [][]int{{1, 4, 3, 4, 2, 3}}
	if diff := cmp.Diff(want, r.All([]byte("-abd"), nil)); diff != "" {
		t.Error(diff)
	}
}

func TestCompileRefuses(t *testing.T) {
	for text, want := range map[string]*fault.Error{
		"(v[0-9]+":                 {Code: fault.InvalidRequest, Message: "missing closing )"},
		"(?!a)":                    {Code: fault.InvalidRequest, Message: "no lookahead"},
		"a{1001}":                  {Code: fault.InvalidRequest, Message: "invalid repeat count"},
		strings.Repeat("a", 1<<13): {Code: fault.InvalidRequest, Message: "longer than 4096 bytes"},
		strings.Repeat("(a)", 101): {Code: fault.TooExpensive, Message: "has 101 groups; the limit is 100"},
		"(?:" + strings.Repeat("(?:a?)", 90) + "){0,200}b": {Code: fault.TooExpensive, Message: "the limit is 10000"},
	} {
		_, err := Compile("pattern", 7, text, nil)
		e, ok := errors.AsType[*fault.Error](err)
		if !ok || e.Code != want.Code || !strings.Contains(e.Message, want.Message) || e.Offset() != 7 {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// spent returns what f charges to a budget with the given number of steps: the steps, and the bytes
// of memory.
func spent(steps int64, f func(b *budget.Budget)) (charged int64, bytes int64, err error) {
	caller := &budget.Caller{Take: func(more int64) bool { bytes += more; return true }}
	b := budget.New(budget.Limits{Steps: steps, Bytes: math.MaxInt64, Output: math.MaxInt64, Caller: caller})
	defer func() { charged = b.Spent().Steps }()
	defer budget.Catch(&err)
	f(b)
	return
}

// Matching ends soon after the budget does, however long the text is.
func TestMatchingStops(t *testing.T) {
	const steps = 1 << 20
	text := []byte(strings.Repeat("x", 1<<20))
	for _, expression := range []string{"(x+x+x+x+x+)+y{100}" + strings.Repeat("(?:a|b|c)?", 200), "(?:(?:a?){30}x?){30}y", "x*y"} {
		r := compiled(t, expression)
		charged, _, err := spent(steps, func(b *budget.Budget) { r.Match(text, b) })
		if len(expression) > 4 && err == nil {
			t.Errorf("%.20s costs only %d steps", expression, charged)
		}
		if charged > steps+maxInstructions {
			t.Errorf("%.20s: %d steps are done", expression, charged)
		}
	}
}

func TestMatchingLooksAtTheClock(t *testing.T) {
	r := compiled(t, "(?:(?:a?){30}x?){30}y")
	text := []byte(strings.Repeat("x", 1<<20))
	gone := make(chan struct{})
	close(gone)
	b := new(budget.Budget).Start(budget.Limits{}, true, time.Hour, gone, nil)
	err := func() (err error) {
		defer budget.Catch(&err)
		r.Match(text, b)
		return nil
	}()
	if err == nil || b.Spent().Steps > 1<<20 {
		t.Errorf("%v after %d steps", err, b.Spent().Steps)
	}
}

// A machine is used again, even by an expression that records other groups at other times.
func TestMachinesAreUsedAgain(t *testing.T) {
	r := compiled(t, "(a)|b", 1)
	for range 3 {
		if !r.Match([]byte("xxb"), nil) || r.Match([]byte("xx"), nil) || len(r.All([]byte("ab"), nil)) != 2 {
			t.Fatal("wrong")
		}
	}
	if len(r.idle) != 1 {
		t.Errorf("%d machines", len(r.idle))
	}
	if all := r.All([]byte("b"), nil); all[0][2] != -1 {
		t.Error(all)
	}
}

// The price of parsing and compiling pays for the time that the dearest expressions take.
func BenchmarkCompile(b *testing.B) {
	for name, text := range map[string]string{
		"text":            strings.Repeat("a", 4000),
		"groups":          strings.Repeat("(a|b)", 100),
		"repetitions":     strings.Repeat("(?:ab){9}", 400),
		"deep":            strings.Repeat("(?:a?", 500) + strings.Repeat(")", 500),
		"tables":          strings.Repeat(`\pL`, 1300),
		"tables in one":   "[" + strings.Repeat(`\PL`, 1300) + "]",
		"folded ranges":   "(?i)" + strings.Repeat(`[B-\x{1e943}]`, 300),
		"folded, raw":     "(?i)[" + strings.Repeat("B-𞥃", 500) + "]",
		"small ranges":    "(?i)" + strings.Repeat("[a-z]", 700),
		"an ordinary one": `^arn:aws:iam::([0-9]{12}):role/(.*)$`,
	} {
		b.Run(name, func(b *testing.B) {
			steps := int64(0)
			for b.Loop() {
				steps, _, _ = spent(math.MaxInt64, func(of *budget.Budget) { Compile("", -1, text, of) })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps), "ns/step")
		})
	}
}

// A step of matching takes about as long for each expression and text.
func BenchmarkMatch(b *testing.B) {
	for name, c := range map[string]struct{ expression, text string }{
		"many instructions": {"(?:(?:a?){30}x?){30}y", "x"},
		"many groups":       {strings.Repeat("(x?)", 100) + "y", "x"},
		"tables":            {`(?:\pL+\d+|\PN+\d+|\p{Lu}*x)+y`, "é"},
		"ordinary":          {`([a-z]+)-([0-9]+)`, "web-server "},
		"a prefix":          {`arn:aws:([a-z]+)`, "bucket "},
	} {
		text := []byte(strings.Repeat(c.text, 4096/len(c.text)))
		r := compiled(b, c.expression)
		var groups []int
		for i := range r.Groups() {
			groups = append(groups, i+1)
		}
		r.Record(groups)
		b.Run(name, func(b *testing.B) {
			steps := int64(0)
			for b.Loop() {
				steps, _, _ = spent(math.MaxInt64, func(of *budget.Budget) { r.All(text, of) })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(max(1, steps)), "ns/step")
			b.SetBytes(int64(len(text)))
		})
		b.Run(name+" in package regexp", func(b *testing.B) {
			re := regexp.MustCompile(c.expression)
			for b.Loop() {
				re.FindAllSubmatchIndex(text, -1)
			}
			b.SetBytes(int64(len(text)))
		})
	}
}
