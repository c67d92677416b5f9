// Package cputime times tests on machines that have much else to do: it measures how long
// a thread has computed, not how long that took.
package cputime

import (
	"runtime"
	"time"
)

// Of calls f and returns how long it computed on its thread; goroutines that it starts
// do not count. Where the system does not tell, it is the time that went by.
func Of(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := clock()
	f()
	return clock() - start
}
