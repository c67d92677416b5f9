package measure

import (
	"fmt"
	"testing"
)

// The factor by which the cost may increase at most when the size is multiplied by four. Linear
// work has 4, and n log n about 5; quadratic work has 16. Costs below the floor do not count.
const (
	mostSteps, leastSteps = 5.5, 20_000
	mostBytes, leastBytes = 7.0, 1 << 20
	mostTime, leastTime   = 9.0, 500_000
)

// Linear fails the test if the work of the function that prepare returns grows faster than n log
// n. It measures steps and allocated bytes at n, 2n and 4n and, if time is measured, processor
// time at 2n and 8n. Of the times it takes the best of several runs, because the machine may be
// busy. Short tests, which the race detector runs, do not count bytes.
func Linear(t testing.TB, n int, prepare func(n int) (run func())) {
	t.Helper()
	if fault := growth(n, prepare, testing.Short(), Timed()); fault != "" {
		t.Error(fault)
	}
}

// growth returns which cost grows too fast, or "".
func growth(n int, prepare func(n int) (run func()), short, timed bool) string {
	var steps, bytes [3]float64
	for i := range steps {
		run := prepare(n << i)
		if short {
			steps[i] = float64(Steps(run))
			continue
		}
		bytes[i] = float64(Allocated(func() { steps[i] = float64(Steps(run)) }))
	}
	if steps[2] > mostSteps*max(steps[0], leastSteps) {
		return fmt.Sprintf("%.0f steps at sizes of %d, %d and %d", steps, n, 2*n, 4*n)
	}
	if bytes[2] > mostBytes*max(bytes[0], leastBytes) {
		return fmt.Sprintf("%.0f bytes allocated at sizes of %d, %d and %d", bytes, n, 2*n, 4*n)
	}
	if !timed {
		return ""
	}
	const tries = 8
	small, large := prepare(2*n), prepare(8*n)
	few, many := Time(small), Time(large)
	for range tries {
		if many <= mostTime*max(few, leastTime) {
			return ""
		}
		few, many = min(few, Time(small)), min(many, Time(large))
	}
	return fmt.Sprintf("%v at a size of %d, %v at %d", Duration(few), 2*n, Duration(many), 8*n)
}
