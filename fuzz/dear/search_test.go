package dear

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"iacedit/internal/testkit/measure"
)

// The sizes that recipes are tried in, at first and at most.
const (
	firstSize   = 2 << 10
	largestSize = 256 << 10
)

// What is not run at twice the size, because it could take the machine down.
const (
	mostTime   = 100e6 // units
	mostMemory = 512 << 20
)

// first returns the first size that a recipe is tried in: what is shared by more is larger.
func (c *recipe) first() int { return firstSize * max(2, len(c.grows)) / 2 }

// A finding is a recipe that costs too much.
type finding struct {
	recipe recipe
	costs  []cost // at ever larger sizes
	fault  string
}

// try measures a recipe at ever larger sizes, as long as its costs are suspicious, until one
// is over the bounds or the request is refused. It returns nil if nothing is over, and the code
// that the smallest request was answered with.
func (run engine) try(c recipe, largest int) (*finding, string) {
	f := finding{recipe: c}
	refusals := 0
	for n := c.first(); n <= largest; n *= 2 {
		at := run.costOf(c.way(), c.request(n), false)
		f.costs = append(f.costs, at)
		if at.fault() != "" {
			at = f.again(run, 1, false)
		}
		if f.fault = at.fault(); f.fault != "" {
			return &f, f.costs[0].code
		}
		if at.code == expensive { // to refuse must not cost more and more, either
			refusals++
		}
		if at.time > mostTime || at.memory > mostMemory || refusals == 3 {
			break
		}
		if len(f.costs) < 3 || at.code == expensive || suspicious(f.costs) {
			continue
		}
		return nil, f.costs[0].code
	}
	if number, _ := f.grows(); refusals == 0 && number >= 0 {
		f.again(run, 4, true)
		if number, power := f.grows(); number >= 0 {
			f.fault = fmt.Sprintf("%s grows with the power %.1f of the size", numberNames[number], power)
			return &f, f.costs[0].code
		}
	}
	return nil, f.costs[0].code
}

// again measures the last costs again, and keeps the least numbers: what else the machine does may have
// been measured with them. If fresh is set, it keeps the new memory, which is that of requests without
// memory in pools: what pools have at one size and not at another looks like growth.
func (f *finding) again(run engine, costs int, fresh bool) (last cost) {
	for i := max(0, len(f.costs)-costs); i < len(f.costs); i++ {
		c := &f.costs[i]
		again := run.leastOf(f.recipe.way(), f.recipe.request(f.recipe.first()<<i))
		if fresh {
			c.memory = again.memory
		}
		c.time, c.memory, c.peak = min(c.time, again.time), min(c.memory, again.memory), min(c.peak, again.peak)
	}
	return f.costs[len(f.costs)-1]
}

// grows returns which number grows too fast at the four largest sizes and is not paid for in
// steps, and the power of the size by which it grows. The number is -1 if none does.
func (f *finding) grows() (number int, by float64) {
	if len(f.costs) < 4 {
		return -1, 0
	}
	var at [4][4]float64
	for i := range at {
		at[i] = f.costs[len(f.costs)-4+i].numbers()
	}
	power := func(i int) float64 {
		return min(exponent(at[0][i], at[1][i], at[2][i]), exponent(at[1][i], at[2][i], at[3][i]))
	}
	for _, i := range []int{0, 2, 3} {
		switch {
		case at[3][i] < 40*least[i] || power(i) < steep:
		case i == 0 && at[3][0] < timePerStep*at[3][1]:
		case i > 0 && power(1) > steep: // it is paid for, and will be refused
		default:
			return i, power(i)
		}
	}
	return -1, 0
}

// simplify returns the simplest recipe like a finding's that is too dear as well.
func (run engine) simplify(f *finding, largest int) *finding {
	for i := 0; i < len(f.recipe.grows) && len(f.recipe.grows) > 1; {
		c := f.recipe
		c.grows = slices.Delete(slices.Clone(c.grows), i, i+1)
		if g, _ := run.try(c, largest); g != nil {
			f = g
		} else {
			i++
		}
	}
	for kind := range f.recipe.choices {
		if f.recipe.choices[kind] == 0 {
			continue
		}
		c := f.recipe
		c.choices[kind] = 0
		if g, _ := run.try(c, largest); g != nil {
			f = g
		}
	}
	slices.Sort(f.recipe.grows)
	return f
}

// String says what a finding is, what it costs at its largest size, and what it is like when
// small.
func (f *finding) String() string {
	last := f.costs[len(f.costs)-1]
	text := fmt.Sprintf("%v: %d bytes: %s; %v, %d steps, %.1f MB allocated, %.1f MB of output %s", &f.recipe, last.size, f.fault,
		measure.Duration(last.time), last.spent.Steps, float64(last.memory)/1e6, float64(last.output)/1e6, last.code)
	like := fmt.Sprintf("\n\tlike %.600s", f.recipe.request(60*len(f.recipe.grows)))
	if len(f.costs) < 3 {
		return text + like
	}
	three := f.costs[len(f.costs)-3:]
	a, b, c := three[0].numbers(), three[1].numbers(), three[2].numbers()
	var powers []string
	for i := range a {
		if c[i] > least[i] {
			powers = append(powers, fmt.Sprintf("%s %.1f", numberNames[i], exponent(a[i], b[i], c[i])))
		}
	}
	return text + "; powers: " + strings.Join(powers, ", ") + like
}

// A search is what was tried and what was found.
type search struct {
	tried, done, refused int
	findings             []*finding
}

// has reports whether a finding has the operation of a recipe, and what grows in it grows in
// the recipe.
func (s *search) has(c *recipe) bool {
	return slices.ContainsFunc(s.findings, func(f *finding) bool {
		return f.recipe.choices[operation] == c.choices[operation] &&
			!slices.ContainsFunc(f.recipe.grows, func(a amount) bool { return !slices.Contains(c.grows, a) })
	})
}

// A scope bounds a search.
type scope struct {
	seed    uint64
	tried   int           // most recipes
	long    time.Duration // 0 for any
	largest int           // bytes of a request
	enough  int           // findings
}

// find tries recipes, of each operation in turn, within a scope. It returns the simplest
// of those that are too dear, each once.
func (run engine) find(in scope) (s search) {
	r := rand.New(rand.NewPCG(in.seed, 0))
	seen := map[string]bool{}
	start := time.Now()
	for s.tried < in.tried && len(s.findings) < in.enough && (in.long == 0 || time.Since(start) < in.long) {
		op := r.IntN(len(options[operation]))
		if r.IntN(3) == 0 {
			op = 1 // reading is one of many operations, and half of the work
		}
		c := random(r, op)
		if id := c.String(); seen[id] || s.has(&c) && r.IntN(8) > 0 {
			continue
		} else {
			seen[id] = true
		}
		s.tried++
		f, code := run.try(c, in.largest)
		switch code {
		case "":
			s.done++
		case expensive:
			s.refused++
		}
		if f == nil {
			continue
		}
		f = run.simplify(f, min(in.largest, 2*f.costs[len(f.costs)-1].size))
		if id := f.recipe.String(); !slices.ContainsFunc(s.findings, func(g *finding) bool { return g.recipe.String() == id }) {
			s.findings = append(s.findings, f)
		}
	}
	return s
}
