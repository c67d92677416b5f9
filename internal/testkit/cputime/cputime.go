package cputime

import (
	"runtime"
	"time"
)

// Of calls f and returns the processor time that the call takes on its thread. It excludes work on
// other threads, such as that of the garbage collector. On systems other than Linux it returns the
// elapsed time.
func Of(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := now()
	f()
	return now() - start
}
