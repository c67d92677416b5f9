package main

import (
	"math"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/alecthomas/units"

	"iacedit/httpd"
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

// cgroupShare is the part of the cgroup's limit, in percent, that Go's memory may take.
// The rest is for what Go does not count, and for what it overshoots by.
const cgroupShare = 90

// What a server takes of Go's memory limit where the flags leave it open: half for the
// requests under way, a quarter for the buffers of connections. The rest is the
// process's own, and the collector's.
const (
	requestShare     = 2
	connectionShare  = 4
	connectionMemory = 64 << 10 // what a connection with a request takes, its body and answer aside
	leastConnections = 16
)

// tuneMemory applies the settings that the environment leaves open, and returns Go's
// memory limit.
func tuneMemory() int64 {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(defaultGOGC)
	}
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		limit = cgroupLimit()
		debug.SetMemoryLimit(limit)
	}
	return limit
}

// cgroupLimit returns the memory limit that suits the process's cgroup, or the default
// where it has none.
func cgroupLimit() int64 {
	limit, err := memlimit.FromCgroup()
	if err != nil || limit == 0 || limit > math.MaxInt64/100 {
		return defaultMemLimit
	}
	return int64(limit) / 100 * cgroupShare
}

// fit sets the limits that the flags leave open to what Go's memory limit allows.
func (c *serveLimits) fit(limit int64) {
	if c.MaxMemory == 0 {
		c.MaxMemory = units.Base2Bytes(limit / requestShare)
	}
	if c.Connections == 0 {
		c.Connections = min(httpd.DefaultMaxConnections, max(leastConnections, int(limit/connectionShare/connectionMemory)))
	}
	c.MaxBody = min(c.MaxBody, units.Base2Bytes(httpd.LargestBody(int64(c.MaxMemory))))
}
