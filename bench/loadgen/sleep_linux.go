package loadgen

import (
	"syscall"
	"time"
)

const prSetTimerSlack = 29 // PR_SET_TIMERSLACK of prctl(2)

// sleepUntil sleeps until t and reports whether there was anything to wait for.
//
// Go's own timers may be a millisecond late on an idle machine, many times what a
// request takes. nanosleep is late by some microseconds where the thread's timer
// slack is off. The slack is set each time, for the goroutine may be on another
// thread than before; where the kernel refuses, Result.Late shows it.
func sleepUntil(t time.Time) bool {
	waited := false
	for d := time.Until(t); d > 0; d = time.Until(t) {
		waited = true
		_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, prSetTimerSlack, 1, 0)
		ts := syscall.NsecToTimespec(int64(d))
		_ = syscall.Nanosleep(&ts, nil) // a signal may end it early: the loop looks again
	}
	return waited
}
