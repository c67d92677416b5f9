//go:build !linux

package loadgen

import "time"

// sleepUntil sleeps until t, as exactly as Go's timers can, and reports whether t was in the
// future.
func sleepUntil(t time.Time) bool {
	d := time.Until(t)
	time.Sleep(d)
	return d > 0
}
