//go:build !unix

package httpd

import "net"

// peek returns nothing, because this system cannot tell what has arrived.
func peek(net.Conn) found { return nothing }
