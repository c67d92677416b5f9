package main

import (
	"context"
	"os"
	"runtime"
	"time"

	"iacedit/httpd"
)

// While all slots for large requests are taken, Go's processors are busy with these requests. All
// other work then waits about ten milliseconds each time, until the scheduler preempts one of these
// requests. If Go has one processor more than the machine, the cores are divided among the requests
// by the operating system instead of Go's scheduler. Small requests and health checks are then
// answered in a fraction of a millisecond. The additional processor makes the server a few percent
// slower when there are only small requests, so it is only added while large requests are running.
const (
	lookEvery = 50 * time.Millisecond
	busyLooks = 2  // consecutive checks with a busy server before a processor is added
	calmLooks = 20 // consecutive checks without a busy server before the processor is removed
)

// shareProcessors gives Go one more processor while the server is busy with large requests, until
// ctx is done. It does nothing if the environment sets the number of processors.
func shareProcessors(ctx context.Context, server *httpd.Server) {
	if os.Getenv("GOMAXPROCS") != "" {
		return
	}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	more, looks := false, 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if server.Busy() == more {
			looks = 0
			continue
		}
		looks++
		switch {
		case !more && looks == busyLooks:
			runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
			more, looks = true, 0
		case more && looks == calmLooks:
			runtime.SetDefaultGOMAXPROCS()
			more, looks = false, 0
		}
	}
}
