package figures

import (
	"os"
	"testing"
)

func TestMedians(t *testing.T) {
	if got := Median([]float64{5, 1, 3}); got != 3 {
		t.Errorf("median of three: %v", got)
	}
	if got := Median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median of four: %v", got)
	}
	// The second round was twice as slow for both: the ratio does not see it.
	if got := SummarizeRatios([]float64{10, 5, 11}, []float64{20, 10, 20}); got != (Summary{0.5, 0.5, 0.55}) {
		t.Errorf("median of ratios: %v", got)
	}
}

// Differences that noise made negative have no ratio, and meet no target.
func TestSpread(t *testing.T) {
	if got := Spread([]float64{3, 2, 4}); got != 2 {
		t.Errorf("spread of three: %v", got)
	}
	for _, noise := range [][]float64{{15, -1.08}, {1, 0}} {
		row := Row{Checks: []Check{AtMost(Single(Spread(noise)), 1.5, "between dearest and cheapest")}}
		if got, want := row.Ratios()+", "+row.Verdict(), "no ratio between dearest and cheapest, missed"; got != want {
			t.Errorf("%v: %s, not %s", noise, got, want)
		}
	}
}

func TestARowSaysWhatItMissed(t *testing.T) {
	row := Row{Checks: []Check{AtLeast(Summary{0.61, 0.5, 0.7}, 0.5, "of the floor"), NoTarget(Single(7), "× hcledit"), AtMost(Single(3.5), 3, "× the floor")}}
	want := []string{"0.61 [0.5 to 0.7] of the floor; 7 × hcledit; 3.5 × the floor", "at least 0.5; at most 3", "met; missed"}
	for i, got := range row.Cells()[4:] {
		if got != want[i] {
			t.Errorf("%s: %q, not %q", Header[4+i], got, want[i])
		}
	}
	if n := Missed([]Row{row, row}); n != 2 {
		t.Errorf("%d targets missed", n)
	}
}

func TestRSSOfThisProcess(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("no /proc here")
	}
	if rss, err := RSS(os.Getpid()); err != nil || rss < 1<<20 {
		t.Errorf("%d bytes, %v", rss, err)
	}
}
