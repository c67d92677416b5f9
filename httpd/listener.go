package httpd

import (
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// How long, and for how many bytes, a connection that is closed with an error is read
// from first. Closing it with bytes unread would reset it, and the client could lose
// the answer that says why.
const (
	lingerTime  = 2 * time.Second
	lingerBytes = 64 << 20
)

// maxTurnedAway is how many connections over the limit are told so at a time. More
// than these are closed without a word.
const maxTurnedAway = 256

// A listener accepts the connections of a server, up to its limit: one too many is
// told so in the error body, which fasthttp's own limit would not do.
type listener struct {
	net.Listener
	server *Server
}

// Accept returns the next connection within the limit.
func (l *listener) Accept() (net.Conn, error) {
	s := l.server
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, writeTimeout: s.config.WriteTimeout}
		if c.countIn(&s.open, s.config.MaxConnections) {
			return c, nil
		}
		if c.countIn(&s.turnedAway, maxTurnedAway) {
			go c.turnAway()
			continue
		}
		accepted.Close()
	}
}

// A conn is a connection of a server.
//
//   - It puts the time-out on each write itself: fasthttp's deadline, once set, would
//     still stand for what is written outside a response, such as the error for the
//     next request, and has then often passed.
//   - It is counted until it is closed.
//   - It lingers when asked to.
type conn struct {
	net.Conn
	writeTimeout time.Duration
	count        *atomic.Int64 // where it is counted
	linger       atomic.Bool   // whether Close reads on for a moment
	closed       atomic.Bool
}

// countIn counts c in count if that leaves it within the limit, and says whether.
func (c *conn) countIn(count *atomic.Int64, limit int) bool {
	if count.Add(1) > int64(limit) {
		count.Add(-1)
		return false
	}
	c.count = count
	return true
}

// Write writes b within the time-out.
func (c *conn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.writeTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

// Close closes the connection, once.
func (c *conn) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	defer c.count.Add(-1)
	if c.linger.Load() {
		c.drain()
	}
	return c.Conn.Close()
}

// drain ends our side and reads what the client still sends, within limits.
func (c *conn) drain() {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
		return
	}
	if c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		io.CopyN(io.Discard, c.Conn, lingerBytes) // whatever ends it, the connection is closed next
	}
}

// turnAway answers a connection that is over the limit, and closes it.
func (c *conn) turnAway() {
	body := overloaded.body()
	fmt.Fprintf(c, "HTTP/1.1 %d Service Unavailable\r\nContent-Type: %s\r\nContent-Length: %d\r\nRetry-After: %s\r\nConnection: close\r\n\r\n%s",
		overloaded.Status, jsonType, len(body), retryAfter, body)
	c.linger.Store(true)
	c.Close()
}
