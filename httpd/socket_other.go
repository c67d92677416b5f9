//go:build !linux

package httpd

import "net"

// limitSendBuffer does nothing: the kernel's buffers cannot be limited here.
func limitSendBuffer(net.Conn) {}
