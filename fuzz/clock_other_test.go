//go:build !linux

package fuzz

import "time"

var started = time.Now()

// clock returns how long this program has run.
func clock() time.Duration { return time.Since(started) }
