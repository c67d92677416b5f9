package httpd

import (
	"net"

	"golang.org/x/sys/unix"
)

// unsent is how many bytes of an answer the kernel accepts while it cannot send them. The kernel's
// default is some megabytes for each connection, which --max-memory does not count.
const unsent = 64 << 10

// bufferLess limits how much the kernel buffers for a slow client.
func bufferLess(c net.Conn) {
	tcp, ok := raw(c).(*net.TCPConn)
	if !ok {
		return
	}
	if control, err := tcp.SyscallConn(); err == nil {
		control.Control(func(fd uintptr) { unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, unsent) })
	}
}
