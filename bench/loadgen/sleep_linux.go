package loadgen

import (
	"syscall"
	"time"
)

const prSetTimerSlack = 29 // PR_SET_TIMERSLACK of prctl(2)

// sleepUntil sleeps until t and reports whether t was in the future.
//
// Go's own timers may be a millisecond late on an idle machine, many times the latency of a
// request. nanosleep is only a few microseconds late if the thread's timer slack is off. The slack
// is set each time, because the goroutine may have moved to another thread; if the kernel refuses,
// Result.Late shows the delay.
func sleepUntil(t time.Time) bool {
	waited := false
	for d := time.Until(t); d > 0; d = time.Until(t) {
		waited = true
		_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, prSetTimerSlack, 1, 0)
		ts := syscall.NsecToTimespec(int64(d))
		_ = syscall.Nanosleep(&ts, nil) // a signal may end the sleep early: the loop checks again
	}
	return waited
}
