package main

import (
	"context"
	"os"
	"runtime"
	"time"

	"iacedit/httpd"
)

// While all slots for large requests are taken, the processors that Go uses are busy with
// them, and whatever else is to be done waits for the scheduler to take one away, ten
// milliseconds or so each time. With one processor more than the machine has, the
// operating system shares instead, and small requests and health are answered in a
// fraction of a millisecond. But that costs small requests a few percent when they are
// alone: so it is done only meanwhile.
const (
	lookEvery = 50 * time.Millisecond
	busyLooks = 2  // looks in a row at which the server is busy before there is one more
	calmLooks = 20 // looks in a row at which it is not before there is one less
)

// shareProcessors gives Go one processor more while the server is busy with large
// requests, until ctx is done. A number that the environment sets stays.
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
