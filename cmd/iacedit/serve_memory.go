package main

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/alecthomas/units"

	"iacedit/httpd"
)

// The garbage collector's settings for a server, unless the environment sets GOGC or GOMEMLIMIT.
// Little memory is live between requests (a few buffers and trees in pools), so Go's default
// GOGC=100 would collect far more often than necessary. With GOGC=400 a heap may grow to five times
// its live size. With large requests the heap does not grow that far, because the collector runs
// more often near the soft limit.
const (
	defaultGOGC     = 400
	defaultMemLimit = 1 << 30
)

// cgroupShare is the part of the cgroup's limit, in percent, that Go's memory may use. The rest is
// for memory that Go does not count, and for a heap that briefly exceeds the limit.
const cgroupShare = 85

// processMemory is the memory of the process besides --max-memory: its code, long-lived data, and
// garbage not collected yet. outsideGo is the part of processMemory that Go's memory limit does not
// include. The kernel counts some memory that Go does not, and Go may exceed its limit while it
// collects garbage, which takes longer on a busy machine.
const (
	processMemory = 160 << 20
	outsideGo     = 48 << 20
)

const leastConnections = 16

// tuneMemory applies the settings that the environment does not set, and returns Go's memory
// limit.
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

// cgroupLimit returns cgroupShare percent of the memory limit of the process's cgroup, or the
// default limit if the cgroup has none.
func cgroupLimit() int64 {
	limit, err := memlimit.FromCgroup()
	if err != nil || limit == 0 || limit > math.MaxInt64/100 {
		return defaultMemLimit
	}
	return int64(limit) / 100 * cgroupShare
}

// fit computes the server's limits from Go's memory limit, unless flags set them. It lowers the
// limits of connections and bodies if there is too little memory for them. It lowers Go's limit if
// the server needs less, unless the environment sets Go's limit.
func (c *serveLimits) fit(limit int64) {
	const beside = processMemory - outsideGo
	if c.MaxMemory == 0 {
		c.MaxMemory = units.Base2Bytes(max(limit-beside, limit/2))
	}
	if most := int64(c.MaxMemory) + beside; most < limit && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(most)
	}
	if c.Connections == 0 {
		c.Connections = httpd.DefaultMaxConnections
	}
	c.Connections = min(c.Connections, max(leastConnections, httpd.LargestConnections(int64(c.MaxMemory))))
	c.MaxBody = min(c.MaxBody, units.Base2Bytes(httpd.LargestBody(int64(c.MaxMemory))))
}

// When to return unused memory to the system. The collector runs only when the heap has grown, so a
// server that was busy and is now nearly idle would keep its memory for minutes.
const (
	returnEvery = 5 * time.Second
	returnFrom  = 48 << 20 // how many unused bytes are worth a collection
	returnCalm  = 2        // consecutive checks without a collection before one is forced
)

// returnMemory returns memory to the system while the server is nearly idle, until ctx is
// done.
func returnMemory(ctx context.Context) {
	look := time.NewTicker(returnEvery)
	defer look.Stop()
	var w idleWatch
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if w.wants(readMemory()) {
			runtime.GC() // a second collection frees pooled values
			debug.FreeOSMemory()
			w.recordReturn(readMemory())
		}
	}
}

// An idleWatch decides when to return memory to the system.
type idleWatch struct {
	collections uint64 // the number of collections at the last check
	calm        int    // consecutive checks without a collection
	known       bool   // the last collection was forced, so memoryUse.live is what an idle server needs
}

// wants reports whether it is time to return memory to the system. It is called at each check.
// Memory counts as unused if it was garbage at the last collection. If that collection was not
// forced, live memory also counts as unused, because it may have become garbage since then.
func (w *idleWatch) wants(have memoryUse) bool {
	if have.collections != w.collections {
		*w = idleWatch{collections: have.collections}
		return false
	}
	if w.calm++; w.calm < returnCalm {
		return false
	}
	if w.known {
		return have.mapped >= have.live+returnFrom
	}
	return have.mapped >= returnFrom
}

// recordReturn records that memory was returned to the system, which forced a collection. Its
// argument is the use of memory after that collection.
func (w *idleWatch) recordReturn(have memoryUse) {
	*w = idleWatch{collections: have.collections, known: true}
}

// A memoryUse describes the memory that the Go runtime uses, in bytes.
type memoryUse struct {
	collections uint64 // the number of collections so far
	live        uint64 // live memory at the last collection
	mapped      uint64 // memory not returned to the system
}

func readMemory() memoryUse {
	samples := []metrics.Sample{
		{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return memoryUse{
		collections: samples[0].Value.Uint64(),
		live:        samples[1].Value.Uint64(),
		mapped:      samples[2].Value.Uint64() - samples[3].Value.Uint64(),
	}
}
