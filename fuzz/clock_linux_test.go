package fuzz

import (
	"syscall"
	"time"
	"unsafe"
)

// clock returns how long this thread has computed: what else the machine does is not in
// it. The goroutine has to be locked to its thread.
func clock() time.Duration {
	const thisThread = 3 // CLOCK_THREAD_CPUTIME_ID
	var now syscall.Timespec
	if _, _, fault := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, thisThread, uintptr(unsafe.Pointer(&now)), 0); fault != 0 {
		panic(fault)
	}
	return time.Duration(now.Nano())
}
