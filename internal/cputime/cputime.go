package cputime

import (
	"runtime"
	"time"
)

// Of returns how long f computes on the thread that runs it. What f starts on others, the
// garbage collector's work included, does not count.
func Of(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := now()
	f()
	return now() - start
}
