package dear

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"iacedit/internal/measure"
)

// mostScale is by what factor a step may take longer, or shorter, than a unit of time.
const mostScale = 3

// price returns how many units a step takes, from costs at two sizes. It returns false if the
// work is refused, or so little of it is counted that what is free (parsing, decoding) is in
// the time.
func price(small, large cost) (units float64, ok bool) {
	const stepsPerByte, leastSteps = 10, 60_000
	steps := large.spent.Steps - small.spent.Steps
	if large.code == expensive || steps < leastSteps || steps < stepsPerByte*int64(large.size-small.size) {
		return 0, false
	}
	return (large.time - small.time) / float64(steps), true
}

// stage names what a recipe's work is.
func (c *recipe) stage() string {
	var grows []string
	for _, a := range c.grows {
		grows = append(grows, amountNames[a])
	}
	slices.Sort(grows)
	return options[operation][c.choices[operation]] + ": " + strings.Join(grows, " × ")
}

// Which stages are looked at, and which of them are judged: those of which enough recipes
// spend steps.
const (
	recipesPerOperation       = 1000
	mostTried, enough         = 8, 4 // recipes of a stage that spend none, and that spend some
	leastRecipes, leastStages = 2, 4
)

// spends returns recipes that spend steps, the same each time: for each operation and each two
// of its amounts, several of different choices.
func spends(n int) (all []recipe) {
	r := rand.New(rand.NewPCG(1, 2))
	for op := range options[operation] {
		tried, found := map[string]int{}, map[string]int{}
		for range recipesPerOperation {
			c := random(r, op)
			c.grows = c.grows[:min(2, len(c.grows))] // a stage is a pair
			stage := c.stage()
			if len(c.grows) < 2 || tried[stage] == mostTried || found[stage] == enough {
				continue
			}
			tried[stage]++
			small, large := engine(ours).costOf(c.way(), c.request(n), false), engine(ours).costOf(c.way(), c.request(2*n), false)
			if _, ok := price(small, large); ok {
				found[stage]++
				tried[stage]--
				all = append(all, c)
			}
		}
	}
	return all
}

// TestOneScale: a step takes the same time in every stage, within a factor.
func TestOneScale(t *testing.T) {
	if !measure.Timed() {
		t.Skip("SKIPPED: processor time is measured by make timing")
	}
	const n, rounds = 8 << 10, 3
	prices := map[string][]float64{}
	like := map[string]recipe{}
	for _, c := range spends(n) {
		var costs [2]cost
		for i := range costs {
			costs[i] = engine(ours).costOf(c.way(), c.request(n<<i), false)
			for range rounds { // the least of each: the machine may be busy
				costs[i].time = min(costs[i].time, engine(ours).costOf(c.way(), c.request(n<<i), false).time)
			}
		}
		if units, ok := price(costs[0], costs[1]); ok {
			prices[c.stage()] = append(prices[c.stage()], units)
			like[c.stage()] = c
		}
	}
	maps.DeleteFunc(prices, func(_ string, all []float64) bool { return len(all) < leastRecipes })
	if len(prices) < leastStages {
		t.Errorf("only %d stages spend steps", len(prices))
	}
	var table []string
	for stage, all := range prices {
		slices.Sort(all)
		units := all[len(all)/2]
		c := like[stage]
		line := fmt.Sprintf("%6.2f units a step (%.2f to %.2f, %d recipes): %s, like %v", units, all[0], all[len(all)-1], len(all), stage, &c)
		table = append(table, line)
		if off := math.Abs(math.Log(max(units, 0.001))); off > math.Log(mostScale) {
			t.Error(line)
		}
	}
	slices.Sort(table)
	t.Logf("%d stages\n%s", len(table), strings.Join(table, "\n"))
}
