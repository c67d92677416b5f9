// Package measure measures the work of a function, for tests of cost: the steps that it charges to
// budgets, the bytes that it allocates, and its processor time.
//
// Steps and bytes are the same on every machine, so any test may limit them. Processor time differs
// between machines, so it is given in units of a calibration loop that runs before and after the
// function. Tests limit processor time only if Timed returns true ("make timing").
package measure

import (
	"os"
	"runtime"
	"sync"

	"iacedit/internal/base/budget"
)

// Timed reports whether tests limit processor time, as in "make timing".
func Timed() bool { return os.Getenv("IACEDIT_TIMING") != "" }

// Steps runs f, and returns how many steps f charges to the budgets that it creates.
func Steps(f func()) int64 {
	return Spent(f).Steps
}

// Spent runs f, and returns the steps and bytes that f charges to the budgets that it creates.
// Calls of Spent must not run concurrently.
func Spent(f func()) (spent budget.Limits) {
	var mu sync.Mutex
	var open []*budget.Budget
	add := func(b *budget.Budget) {
		now := b.Spent()
		spent.Steps += now.Steps
		spent.Bytes += now.Bytes
		spent.Output += now.Output
	}
	stop := budget.Observe(func(b *budget.Budget) {
		mu.Lock()
		defer mu.Unlock()
		for _, known := range open {
			if known == b { // add the amount before new limits replace it
				add(b)
				return
			}
		}
		open = append(open, b)
	})
	defer stop()
	f()
	mu.Lock()
	defer mu.Unlock()
	for _, b := range open {
		add(b)
	}
	return spent
}

// Allocated empties the pools, runs f, and returns how many bytes f allocates. The result includes
// concurrent allocations of other goroutines.
func Allocated(f func()) int64 {
	runtime.GC() // pools keep memory until the second collection
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}
