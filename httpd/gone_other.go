//go:build !unix

package httpd

import "net"

// hungUp returns false: this system does not tell whether a client has gone.
func hungUp(net.Conn) bool { return false }
