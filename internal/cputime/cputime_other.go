//go:build !linux

package cputime

import (
	"errors"
	"time"
)

var started = time.Now()

// now returns how long this program has run.
func now() time.Duration { return time.Since(started) }

// Process returns how long all threads of a process have computed.
func Process(int) (time.Duration, error) {
	return 0, errors.New("the processor time of another process is told on Linux only")
}
