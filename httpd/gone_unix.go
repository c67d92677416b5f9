//go:build unix

package httpd

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// peek tells what a read of the connection would return now, without reading or waiting.
func peek(c net.Conn) peekResult {
	to, ok := c.(syscall.Conn)
	if !ok {
		return peekedNothing
	}
	control, err := to.SyscallConn()
	if err != nil {
		return peekedNothing
	}
	is := peekedNothing
	err = control.Control(func(fd uintptr) {
		var next [1]byte
		n, _, err := unix.Recvfrom(int(fd), next[:], unix.MSG_PEEK|unix.MSG_DONTWAIT)
		switch {
		case err == nil && n > 0:
			is = peekedBytes
		case err != unix.EAGAIN && err != unix.EINTR:
			is = peekedEnd
		}
	})
	if err != nil {
		return peekedEnd
	}
	return is
}
