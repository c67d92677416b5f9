package measure

import (
	"fmt"
	"testing"
)

// If the size is multiplied by four, the cost may increase at most by the factor mostSteps,
// mostBytes or mostTime. Linear work increases by a factor of 4, work that grows like n log n by
// about 5, and quadratic work by 16. Costs below leastSteps, leastBytes or leastTime are raised to
// these constants first.
const (
	mostSteps, leastSteps = 5.5, 20_000
	mostBytes, leastBytes = 7.0, 1 << 20
	mostTime, leastTime   = 9.0, 500_000
)

// Linear fails the test if the work of a function grows faster than n log n. The function prepare
// returns the function to measure for a size. Linear measures steps and allocated bytes at the
// sizes n, 2n and 4n. If Timed returns true, it also measures processor time at 2n and 8n. Each
// time is the least of several runs, because the machine may be busy. Linear does not measure bytes
// in short tests, because such tests may run with the race detector, which changes how much a
// function allocates.
func Linear(t testing.TB, n int, prepare func(n int) (run func())) {
	t.Helper()
	if fault := growth(n, prepare, testing.Short(), Timed()); fault != "" {
		t.Error(fault)
	}
}

// growth performs the measurements that the comment of Linear describes. It returns a message if a
// cost grows too fast, otherwise "".
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
	small, large := prepare(2*n), prepare(8*n)
	var times []float64
	for _, rounds := range []int{1, 8, 40} { // the more rounds, the less the noise of the machine
		times = LeastTimes(rounds, small, large)
		if times[1] <= mostTime*max(times[0], leastTime) {
			return ""
		}
	}
	return fmt.Sprintf("%v at a size of %d, %v at %d", Duration(times[0]), 2*n, Duration(times[1]), 8*n)
}
