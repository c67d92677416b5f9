//go:build !unix

package httpd

import "net"

// peek returns peekedNothing, because this system cannot show which bytes have arrived.
func peek(net.Conn) peekResult { return peekedNothing }
