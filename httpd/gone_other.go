//go:build !unix

package httpd

import "net"

// hungUp reports that nothing is known here of what a client does before it is answered.
func hungUp(net.Conn) bool { return false }
