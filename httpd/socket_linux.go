package httpd

import (
	"net"

	"golang.org/x/sys/unix"
)

// maxUnsent is how many bytes of an answer the kernel accepts while it cannot send them. The
// kernel's default is a few megabytes for each connection, which --max-memory does not count.
const maxUnsent = 64 << 10

// limitSendBuffer limits how much the kernel buffers for a slow client.
func limitSendBuffer(c net.Conn) {
	tcp, ok := underlyingConn(c).(*net.TCPConn)
	if !ok {
		return
	}
	if control, err := tcp.SyscallConn(); err == nil {
		control.Control(func(fd uintptr) { unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, maxUnsent) })
	}
}
