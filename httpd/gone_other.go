//go:build !unix

package httpd

import "net"

// peek returns nothing, because this system cannot look at the bytes that have arrived.
func peek(net.Conn) found { return nothing }
