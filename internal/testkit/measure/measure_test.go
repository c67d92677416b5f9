package measure

import (
	"strings"
	"testing"

	"iacedit/internal/base/budget"
)

var kept [][]byte

// spends returns a function that spends steps, allocates bytes or computes, as many as
// amount says for a size.
func spends(what string, amount func(n int) int) func(n int) func() {
	return func(n int) func() {
		return func() {
			b := budget.New(budget.Limits{Steps: 1 << 40})
			switch m := amount(n); what {
			case "steps":
				b.Step(m)
			case "bytes":
				kept = append(kept[:0], make([]byte, m))
			case "time":
				Checksum += loop(m)
			}
		}
	}
}

// What grows with the square of the size is caught, and what is linear is not.
func TestGrowth(t *testing.T) {
	linear := func(n int) int { return 5_000 * n }
	square := func(n int) int { return 500 * n * n }
	for _, c := range []struct{ what, names string }{{"steps", "steps"}, {"bytes", "allocated"}, {"time", "at a size"}} {
		if fault := growth(32, spends(c.what, linear), false, Timed()); fault != "" {
			t.Errorf("%s: linear work is refused: %s", c.what, fault)
		}
		if c.what == "time" && !Timed() {
			t.Log("SKIPPED: processor time is measured by make timing")
			continue
		}
		if fault := growth(32, spends(c.what, square), false, true); !strings.Contains(fault, c.names) {
			t.Errorf("%s: work that grows with the square is not caught: %q", c.what, fault)
		}
	}
}

// What a budget spent before it gets other limits counts.
func TestSpent(t *testing.T) {
	limits := budget.Limits{Steps: 100, Bytes: 100, Output: 100}
	got := Spent(func() {
		b := budget.New(limits)
		b.Step(7)
		b.Reset(limits)
		b.Grow(32)
		b.Write(16, 0)
		budget.New(limits).Step(1)
	})
	if want := (budget.Limits{Steps: 7 + 1 + 4 + 1, Bytes: 32, Output: 16}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Twice the work takes twice the units.
func TestTime(t *testing.T) {
	if !Timed() {
		t.Skip("SKIPPED: processor time is measured by make timing")
	}
	work := func(units int) func() { return func() { Checksum += loop(unitRounds * units) } }
	times := LeastTimes(5, work(1_000_000), work(2_000_000))
	once, twice := times[0], times[1]
	if once < 0.5e6 || once > 2e6 || twice < 1.5*once || twice > 3*once {
		t.Errorf("a million units of work take %.0f, two millions %.0f", once, twice)
	}
}
