package cputime

import (
	"runtime"
	"time"
)

// Of returns the processor time of f on its thread. It excludes work on other threads,
// including that of the garbage collector.
func Of(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := now()
	f()
	return now() - start
}
