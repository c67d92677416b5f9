package httpd

import (
	"net"

	"golang.org/x/sys/unix"
)

// unsent is how much of an answer the kernel takes beyond what it can send at once. Its
// own limit is some megabytes for each connection, which --max-memory does not count.
const unsent = 64 << 10

// bufferLess makes the kernel take little of what a client does not take.
func bufferLess(c net.Conn) {
	tcp, ok := raw(c).(*net.TCPConn)
	if !ok {
		return
	}
	if control, err := tcp.SyscallConn(); err == nil {
		control.Control(func(fd uintptr) { unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, unsent) })
	}
}
