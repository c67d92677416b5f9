//go:build !linux

package loadgen

import "time"

// sleepUntil sleeps until t, as well as Go's timers can, and reports whether there
// was anything to wait for.
func sleepUntil(t time.Time) bool {
	d := time.Until(t)
	time.Sleep(d)
	return d > 0
}
