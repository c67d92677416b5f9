//go:build unix

package httpd

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// hungUp reports whether the other end of a connection has closed it, or at least its sending
// side, and all that it sent has been read. It neither reads nor waits.
func hungUp(c net.Conn) bool {
	to, ok := c.(syscall.Conn)
	if !ok {
		return false
	}
	control, err := to.SyscallConn()
	if err != nil {
		return false
	}
	gone := false
	err = control.Control(func(fd uintptr) {
		var next [1]byte
		n, _, err := unix.Recvfrom(int(fd), next[:], unix.MSG_PEEK|unix.MSG_DONTWAIT)
		switch err {
		case nil:
			gone = n == 0
		case unix.EAGAIN, unix.EINTR:
		default:
			gone = true
		}
	})
	return gone || err != nil
}
