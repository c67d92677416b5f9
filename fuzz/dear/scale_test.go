package dear

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

// mostScale is by what factor a step may take longer, or shorter, than a unit of time.
const mostScale = 3

// What work is counted: that of which there is enough beside what is free (parsing, decoding).
const stepsPerByte, leastSteps = 10, 60_000

// price returns how many units a step takes, from costs at two sizes. It returns false if the
// work is refused, or too little of it is counted.
func price(small, large cost) (units float64, ok bool) {
	steps := large.spent.Steps - small.spent.Steps
	if large.code == expensive || steps < leastSteps || steps < stepsPerByte*int64(large.size-small.size) {
		return 0, false
	}
	return (large.time - small.time) / float64(steps), true
}

// outside reports whether a step takes too long, or too short, in comparison with a unit of time.
func outside(units float64) bool { return units > mostScale || units < 1./mostScale }

// stage names what a recipe's work is.
func (c *recipe) stage() string {
	var grows []string
	for _, a := range c.grows {
		grows = append(grows, amountNames[a])
	}
	slices.Sort(grows)
	return options[operation][c.choices[operation]] + ": " + strings.Join(grows, " × ")
}

// Which stages are judged: all of which a recipe spends steps.
const (
	recipesPerOperation = 1000
	mostTried, enough   = 8, 4 // recipes of a stage that spend none, and that spend some
)

// stageSizes are the sizes at which recipes of an operation are looked for, until some spend steps:
// work that grows faster than the code shows in more code.
var stageSizes = [...]int{8 << 10, 32 << 10}

// A priced recipe spends steps when its size is doubled.
type priced struct {
	recipe
	size int
}

// costs returns the costs at both sizes. Each time is the least of several rounds, because the
// machine may be busy. With 0 rounds, both times are 0.
func (p *priced) costs(rounds int) (small, large cost) {
	few, many := p.request(p.size), p.request(2*p.size)
	run := func(body []byte) func() { return func() { ours(p.way(), body) } }
	small, large = engine(ours).costOf(p.way(), few, false), engine(ours).costOf(p.way(), many, false)
	times := measure.LeastTimes(rounds, run(few), run(many))
	small.time, large.time = times[0], times[1]
	return small, large
}

// spendersOf returns recipes of an operation that spend steps, the same each time: for each two
// of its amounts, several of different choices.
func spendersOf(op, size int) (all []priced) {
	r := rand.New(rand.NewPCG(1, uint64(op)))
	tried, found := map[string]int{}, map[string]int{}
	for range recipesPerOperation {
		c := random(r, op)
		c.grows = c.grows[:min(2, len(c.grows))] // a stage is a pair
		stage := c.stage()
		if len(c.grows) < 2 || tried[stage] == mostTried || found[stage] == enough {
			continue
		}
		tried[stage]++
		p := priced{c, size}
		if _, ok := price(p.costs(0)); ok {
			found[stage]++
			tried[stage]--
			all = append(all, p)
		}
	}
	return all
}

// TestOneScale: a step takes the same time in every stage, within a factor. IACEDIT_OPERATION
// chooses one operation.
func TestOneScale(t *testing.T) {
	if !measure.Timed() {
		t.Skip("SKIPPED: processor time is measured by make timing")
	}
	const rounds, moreRounds, mostUnpriced = 8, 32, 8
	only := os.Getenv("IACEDIT_OPERATION")
	prices := map[string][]float64{}
	like := map[string]recipe{}
	var unpriced, table []string
	for op, name := range options[operation] {
		if only != "" && only != name {
			continue
		}
		judged := 0
		for _, size := range stageSizes {
			if judged > 0 {
				break
			}
			for _, p := range spendersOf(op, size) {
				units, ok := price(p.costs(rounds))
				if ok && outside(units) { // perhaps the machine is busy
					units, ok = price(p.costs(moreRounds))
				}
				if ok {
					judged++
					prices[p.stage()] = append(prices[p.stage()], units)
					like[p.stage()] = p.recipe
				}
			}
		}
		if judged == 0 {
			unpriced = append(unpriced, name)
		}
	}
	for stage, all := range prices {
		slices.Sort(all)
		units := all[len(all)/2]
		c := like[stage]
		line := fmt.Sprintf("%6.2f units a step (%.2f to %.2f, %d recipes): %s, like %v", units, all[0], all[len(all)-1], len(all), stage, &c)
		table = append(table, line)
		if outside(units) {
			t.Error(line)
		}
	}
	slices.Sort(table)
	t.Logf("%d stages\n%s", len(table), strings.Join(table, "\n"))
	t.Logf("with fewer than %d steps a byte, which parsing hides: %s", stepsPerByte, strings.Join(unpriced, ", "))
	if len(unpriced) > mostUnpriced {
		t.Errorf("%d operations are not judged", len(unpriced))
	}
}
