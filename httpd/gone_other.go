//go:build !unix

package httpd

import "net"

// peek returns the constant nothing, because this system cannot show which bytes have arrived.
func peek(net.Conn) found { return nothing }
