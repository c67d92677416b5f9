package regex

import (
	"math"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
)

// A source of random expressions of about a given length.
type source struct{ *rand.Rand }

var atoms = []string{
	"a", "b", "ab", "é", ".", "[ab]", "[^a]", `\d`, `\w`, `\pL`, `\b`, `\B`, "^", "$", `\A`, `\z`, "(?m:^)", "(?m:$)", "(?s:.)", "(?i:aé)", "", `\x{fffd}`,
}

func (s source) expression(length int) string {
	if length <= 4 {
		return atoms[s.IntN(len(atoms))]
	}
	inner := func(part int) string { return s.expression(length / part) }
	switch s.IntN(9) {
	case 0:
		return "(" + inner(1)[:0] + s.expression(length-2) + ")"
	case 1:
		return "(?:" + s.expression(length-4) + ")" + []string{"*", "+", "?", "*?", "+?", "??"}[s.IntN(6)]
	case 2:
		n := s.IntN(12)
		return "(?:" + s.expression(length-8) + "){" + strconv.Itoa(n) + "," + strconv.Itoa(n+s.IntN(12)) + "}"
	case 3:
		return inner(2) + "|" + inner(2)
	case 4:
		return "(?:" + inner(3) + "|" + inner(3) + ")" + inner(3)
	}
	return inner(2) + inner(2)
}

// text returns a random text that some expressions match.
func (s source) text(length int) []byte {
	var text strings.Builder
	for range length {
		text.WriteString([]string{"a", "b", "é", "\n", " ", "1", "\xff", "A"}[min(7, s.IntN(12))])
	}
	return []byte(text.String())
}

// law tests a property of random numbers, from which it makes expressions.
func law(t *testing.T, name string, holds func(s source) bool) {
	parameters := gopter.DefaultTestParameters()
	if parameters.MinSuccessfulTests = 600; testing.Short() {
		parameters.MinSuccessfulTests = 100
	}
	properties := gopter.NewProperties(parameters)
	properties.Property(name, prop.ForAll(func(seed uint64) bool { return holds(source{rand.New(rand.NewPCG(seed, 1))}) }, gen.UInt64()))
	properties.TestingRun(t)
}

// What is found is what package regexp finds. A random expression may be too large to be taken.
func TestMatchesAreThoseOfPackageRegexp(t *testing.T) {
	law(t, "the matches of an expression", func(s source) bool {
		text := s.expression(1 + s.IntN(60))
		re, err := regexp.Compile(text)
		r, ours := Compile("", -1, text, nil)
		if err != nil || ours != nil {
			return err != nil == (ours != nil) || err == nil && fault.CodeOf(ours) == fault.TooExpensive
		}
		var groups []int
		for i := range re.NumSubexp() {
			groups = append(groups, i+1)
		}
		r.Record(groups)
		in := s.text(s.IntN(30))
		var want [][]int
		for _, m := range re.FindAllSubmatchIndex(in, -1) {
			if m[0] < m[1] {
				want = append(want, m)
			}
		}
		if diff := cmp.Diff(want, r.All(in, nil)); diff != "" || r.Match(in, nil) != re.Match(in) {
			t.Logf("%q in %q: %s", text, in, diff)
			return false
		}
		return true
	})
}

// The size of a program is known before it is compiled.
func TestSizeIsKnownBefore(t *testing.T) {
	law(t, "the size of a program", func(s source) bool {
		text := s.expression(1 + s.IntN(300))
		parsed, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			return true
		}
		size := sizeOf(parsed)
		if size.instructions > 20*maxInstructions {
			return true // compiling it takes long
		}
		program, err := syntax.Compile(parsed.Simplify())
		if err != nil || len(program.Inst) > size.instructions {
			t.Logf("%q: %d instructions, of %d (%v)", text, len(program.Inst), size.instructions, err)
			return false
		}
		return true
	})
}

// A counter is a matcher without captures and priorities that counts what it does: how often it
// reaches an instruction, and how often one reads a character.
type counter struct {
	program       *syntax.Prog
	before, after rune
	done          int
}

// count searches a text until it knows that there is a match.
func (c *counter) count(text []byte) {
	now := map[uint32]bool{}
	before := endOfText
	for at := 0; ; {
		r, width := runeAt(text, at)
		c.before, c.after = before, r
		c.reach(now, uint32(c.program.Start))
		c.before = r
		c.after, _ = runeAt(text, at+width)
		next, matched := map[uint32]bool{}, false
		for pc := range now {
			i := &c.program.Inst[pc]
			if i.Op < syntax.InstRune && i.Op != syntax.InstMatch {
				continue
			}
			c.done++
			matched = matched || i.Op == syntax.InstMatch
			if i.Op >= syntax.InstRune && width > 0 && i.MatchRune(r) {
				c.reach(next, i.Out)
			}
		}
		if width == 0 || matched {
			return
		}
		now, at, before = next, at+width, r
	}
}

// reach adds an instruction and those that can be reached from it.
func (c *counter) reach(list map[uint32]bool, pc uint32) {
	if c.done++; list[pc] {
		return
	}
	list[pc] = true
	switch i := &c.program.Inst[pc]; i.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		c.reach(list, i.Out)
		c.reach(list, i.Arg)
	case syntax.InstEmptyWidth:
		if syntax.EmptyOp(i.Arg)&^syntax.EmptyOpContext(c.before, c.after) == 0 {
			c.reach(list, i.Out)
		}
	case syntax.InstCapture, syntax.InstNop:
		c.reach(list, i.Out)
	}
}

// What an instrumented matcher does is at most three times what matching charges, and not less than
// that. Compiling and matching allocate no more than they charge. An expression has up to 4 KB.
func TestMatchingIsCharged(t *testing.T) {
	law(t, "the work of an expression", func(s source) bool {
		text := s.expression(1 + s.IntN(maxLength))
		in := s.text(s.IntN(40))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, bytes, err := spent(math.MaxInt64, func(b *budget.Budget) { Compile("", -1, text, b) })
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; int64(allocated) > 3*bytes+1<<16 {
			t.Logf("%.60q allocates %d bytes to compile, of %d", text, allocated, bytes)
			return false
		}
		r, refused := Compile("", -1, text, nil)
		if refused != nil || err != nil {
			return true
		}
		var groups []int
		for i := range r.Groups() {
			groups = append(groups, i+1)
		}
		r.Record(groups)
		c := counter{program: r.program}
		c.count(in)
		runtime.ReadMemStats(&before)
		steps, bytes, _ := spent(math.MaxInt64, func(b *budget.Budget) { r.Match(in, b) })
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; int64(allocated) > 2*bytes+1<<14 {
			t.Logf("%.60q allocates %d bytes to match, of %d", text, allocated, bytes)
			return false
		}
		last := int64(2 * len(r.program.Inst)) // the machine may stop in the middle of the last character
		if done := int64(c.done); steps > done || len(r.prefix) == 0 && done > 3*steps+last {
			t.Logf("%.60q: %d steps, and the work is %d", text, steps, done)
			return false
		}
		return true
	})
}
