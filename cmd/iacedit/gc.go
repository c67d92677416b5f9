package main

import (
	"os"
	"runtime/debug"
)

// The garbage collector's settings for a server, where the environment does not give
// GOGC or GOMEMLIMIT. What lives between requests is small, a few buffers and trees in
// pools, so that Go's own GOGC=100 collects far more often than it needs to; the soft
// limit makes it collect more often again before a heap of large requests could grow
// to five times its live size.
const (
	defaultGOGC     = 400
	defaultMemLimit = 1 << 30
)

// tuneGC applies the settings that the environment leaves open.
func tuneGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(defaultGOGC)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(defaultMemLimit)
	}
}
