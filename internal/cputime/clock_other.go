//go:build !linux

package cputime

import "time"

// clockIsOfThread is whether clock leaves out what else the machine does.
const clockIsOfThread = false

var started = time.Now()

// clock returns how long this program has run.
func clock() time.Duration { return time.Since(started) }
