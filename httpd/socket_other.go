//go:build !linux

package httpd

import "net"

// limitSendBuffer does nothing: on this system the kernel's buffers cannot be limited.
func limitSendBuffer(net.Conn) {}
