//go:build !linux

package cputime

import "time"

var started = time.Now()

// now returns how long this program has run.
func now() time.Duration { return time.Since(started) }
