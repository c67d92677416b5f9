//go:build !unix

package httpd

import "net"

// peek returns nothing: this system does not tell what has arrived.
func peek(net.Conn) found { return nothing }
