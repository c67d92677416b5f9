// Package cputime measures the processor time of a thread, for tests that limit a cost. Other
// programs on the machine affect this time less than they affect the elapsed time.
package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// now returns the processor time of this thread.
func now() time.Duration {
	const thisThread = 3 // CLOCK_THREAD_CPUTIME_ID
	var at syscall.Timespec
	if _, _, fault := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, thisThread, uintptr(unsafe.Pointer(&at)), 0); fault != 0 {
		panic(fault)
	}
	return time.Duration(at.Nano())
}
