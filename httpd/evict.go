package httpd

import (
	"cmp"
	"crypto/tls"
	"net"
	"slices"
	"time"
)

// If there are too many connections, or too little memory, some connections are closed: connections
// that wait for a request or for the rest of its head, and connections whose bodies or answers have
// moved slowly for a while.
const (
	slowAfter = time.Second // how long a transfer must last before it can be slow
	slowRate  = 256 << 10   // a transfer of fewer bytes a second is slow
	youngWait = time.Second // a connection that has waited this long is closed without looking at more connections
)

// A peekResult is what a read from a connection would return now.
type peekResult int

const (
	peekedNothing peekResult = iota // no bytes have arrived, or the system cannot tell
	peekedBytes                     // bytes
	peekedEnd                       // the client has closed the connection, or its sending side
)

// maxPeeks is the greatest number of connections that are checked for unread bytes before one is
// closed.
const maxPeeks = 16

// maxSearches is the greatest number of searches in closeLeastUseful. closeLeastUseful searches
// again if the chosen connection changes its state before it can be closed.
const maxSearches = 4

// waitTime returns how long the connection has waited for a request or for the rest of its head. It
// returns false if the connection waits for neither.
func (c *conn) waitTime(state int32, now time.Time) (time.Duration, bool) {
	switch state {
	case fresh, heading, idle, parked:
		return time.Duration(now.UnixNano() - c.since.Load()), true
	}
	return 0, false
}

// slowTransferRate returns the rate of the connection's transfer, in bytes a second. It returns
// false unless the transfer is slow.
func (c *conn) slowTransferRate(state int32, now time.Time) (rate int64, ok bool) {
	if state != receiving && state != sending {
		return 0, false
	}
	took := time.Duration(now.UnixNano() - c.since.Load())
	if took < slowAfter {
		return 0, false
	}
	rate = int64(float64(c.transferred.Load()) / took.Seconds())
	return rate, rate < slowRate
}

// close closes the connection if it is still in the given state, and reports whether it did.
func (c *conn) close(state int32) bool {
	if !c.state.CompareAndSwap(state, closing) {
		return false
	}
	if state == sending {
		c.discardUnsent()
	}
	underlyingConn(c.Conn).Close()
	c.server.metrics.dropped.Inc()
	return true
}

// discardUnsent makes the kernel drop all unsent data as soon as the connection is closed.
// Otherwise the kernel would keep the data for a slow client.
func (c *conn) discardUnsent() {
	if tcp, ok := underlyingConn(c.Conn).(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
}

// underlyingConn returns the connection below a TLS connection. It returns any other connection
// unchanged.
func underlyingConn(c net.Conn) net.Conn {
	if t, ok := c.(*tls.Conn); ok {
		return t.NetConn()
	}
	return c
}

// closeLeastUseful closes a waiting connection, or else a slow one, and reports whether it closed
// one. The caller must hold the server's lock.
func (s *Server) closeLeastUseful(conns map[*conn]struct{}) bool {
	for range maxSearches {
		c, state := leastUseful(conns, time.Now())
		if c == nil {
			return false
		}
		if c.close(state) { // otherwise its next request has just arrived
			delete(conns, c)
			return true
		}
	}
	return false
}

// leastUseful returns the connection to close first, with its state. It prefers a connection that
// has waited long for a request, then the slowest one. A connection with unread bytes is chosen
// last, because it waits for the server and not for the client. If no connection waits or is slow,
// leastUseful returns nil.
func leastUseful(conns map[*conn]struct{}, now time.Time) (*conn, int32) {
	type candidate struct {
		conn  *conn
		state int32
	}
	var longest, slowest, unread candidate
	var waited time.Duration
	least := int64(slowRate)
	peeks := 0
	arrived := func(c *conn) bool {
		peeks++
		return peeks <= maxPeeks && peek(underlyingConn(c.Conn)) == peekedBytes
	}
	for c := range conns {
		state := c.state.Load()
		if d, ok := c.waitTime(state, now); ok && (longest.conn == nil || d > waited) {
			if arrived(c) {
				unread = candidate{c, state}
				continue
			}
			longest, waited = candidate{c, state}, d
			if d >= youngWait {
				break
			}
		}
		if rate, ok := c.slowTransferRate(state, now); ok && rate < least {
			if state == receiving && arrived(c) {
				unread = candidate{c, state}
				continue
			}
			slowest, least = candidate{c, state}, rate
		}
	}
	for _, of := range []candidate{longest, slowest, unread} {
		if of.conn != nil {
			return of.conn, of.state
		}
	}
	return nil, closing
}

// closeSlowest closes slow connections, the slowest first, until the closed connections have
// together held at least n bytes of memory.
func (s *Server) closeSlowest(n int64) {
	type candidate struct {
		conn  *conn
		state int32
		rate  int64
	}
	var slow []candidate
	now := time.Now()
	s.mu.Lock()
	for c := range s.conns {
		state := c.state.Load()
		if rate, ok := c.slowTransferRate(state, now); ok && c.heldMemory.Load() > 0 {
			slow = append(slow, candidate{c, state, rate})
		}
	}
	s.mu.Unlock()
	slices.SortFunc(slow, func(a, b candidate) int { return cmp.Compare(a.rate, b.rate) })
	for _, of := range slow {
		if n <= 0 {
			return
		}
		if held := of.conn.heldMemory.Load(); of.conn.close(of.state) {
			n -= held
		}
	}
}
