package httpd

import (
	"bytes"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// Before the server closes a connection because it has not read a whole request, it still reads
// from the connection, for at most lingerTime and at most lingerBytes. Closing a connection with
// unread bytes would reset it, and the client could lose the answer.
const (
	lingerTime  = 2 * time.Second
	lingerBytes = 64 << 20
)

// lingerMemory is the memory of a lingering connection, which includes its read buffer
// (lingerBuffer). On such a connection the server only reads what the client still sends, and then
// closes it.
const (
	lingerMemory = lingerBuffer + 1<<10
	lingerBuffer = 4 << 10
)

// idleAfter is how long a connection that waits for its next request keeps its buffers. Most requests
// come sooner.
const idleAfter = time.Second

// writeStep is how many bytes are written at a time (see stepDeadline).
const writeStep = 64 << 10

// The states of a connection.
const (
	fresh     int32 = iota // no byte of a request has arrived
	heading                // a part of a request's head has arrived
	receiving              // a request's body is read
	active                 // the request is being answered
	sending                // an answer is written
	idle                   // the connection waits for its next request
	parked                 // the connection waits for its next request, and has no buffers
	closing                // the server has closed the connection
)

// A conn is a client's connection to a Server, with its state and its deadlines.
type conn struct {
	net.Conn
	server      *Server
	reserved    bool // the connection is over the limit of connections
	linger      bool // the connection is still read for a moment before it is closed
	state       atomic.Int32
	since       atomic.Int64 // when the connection entered its state, in nanoseconds
	transferred atomic.Int64 // bytes of the body or the answer that were transferred in this state
	heldMemory  atomic.Int64 // bytes of memory that the connection's request uses

	lazyDeadlines bool // deadlines are set lazily (see deadline)
	reading       deadline
	writing       deadline

	first    [1]byte // the byte that was read while the connection was parked
	hasFirst bool
	parts    [2][]byte

	exchange *exchange // nil if the connection has no request
	began    time.Time // when the request's first byte arrived
	mute     bool      // what fasthttp writes next is not sent: it is a 100 Continue that nobody has asked for
	bare     bool      // an empty line without a carriage return was read
	served   bool      // finish was called
	body     []byte    // the body of the answer whose head fasthttp writes next
}

// finish is called when fasthttp has served the connection. If the connection is parked, finish
// waits for its next request, which fasthttp then serves. Otherwise it closes the connection, which
// then no longer counts towards the limit of connections.
func (c *conn) finish() {
	if c.served {
		return
	}
	for c.served = true; c.unpark(); {
		c.server.http.ServeConn(c)
	}
	if c.linger && c.enter(heading, time.Now()) { // not if it was closed to make room
		c.drain()
	}
	c.Conn.Close()
	c.server.leaveConn(c)
}

// enter changes the connection's state. It returns false if the server has closed the connection.
func (c *conn) enter(state int32, now time.Time) bool {
	c.transferred.Store(0)
	c.since.Store(now.UnixNano())
	for {
		was := c.state.Load()
		if was == closing {
			return false
		}
		if c.state.CompareAndSwap(was, state) {
			return true
		}
	}
}

// Close closes the connection if it is idle, or if no byte has arrived on it yet. fasthttp calls
// Close for each connection that seems to be idle when the server stops, and for each connection
// that it has served, which finish then closes.
func (c *conn) Close() error {
	if c.state.CompareAndSwap(idle, closing) || c.state.CompareAndSwap(fresh, closing) {
		c.Conn.Close()
	}
	return nil
}

// stopParked closes the parked connections, which fasthttp does not know.
func (s *Server) stopParked() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if c.state.CompareAndSwap(parked, closing) {
			c.Conn.Close()
		}
	}
}

// unpark waits for the next request of a parked connection, without buffers. It reports whether its
// first byte came in time.
func (c *conn) unpark() bool {
	if c.state.Load() != parked {
		return false
	}
	c.SetReadDeadline(time.Now().Add(c.server.config.IdleTimeout - idleAfter))
	n, _ := c.read(c.first[:])
	c.hasFirst = n > 0
	return c.hasFirst && c.state.CompareAndSwap(parked, fresh)
}

// Read is net.Conn's Read. It first returns the byte that unpark has read, if any.
func (c *conn) Read(p []byte) (n int, err error) {
	state := c.state.Load()
	switch {
	case c.bare && state == heading: // fasthttp waits for an empty line with a carriage return
		return 0, bareLF
	case c.hasFirst && len(p) > 0:
		c.hasFirst = false
		p[0] = c.first[0]
		return 1, nil
	}
	n, err = c.read(p)
	if state != receiving {
		c.bare = bytes.Contains(p[:n], bareHeadEnd) && !bytes.Contains(p[:n], headEnd)
	}
	if err != nil && state == idle && isTimeout(err) && c.server.config.IdleTimeout > idleAfter {
		c.state.CompareAndSwap(idle, parked)
	}
	return n, err
}

var (
	headEnd     = []byte("\r\n\r\n")
	bareHeadEnd = []byte("\n\n")
)

// read is net.Conn's Read until the deadline of c.
func (c *conn) read(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if n > 0 || err != nil && !c.shouldReadAgain(err) {
			return n, err
		}
	}
}

// Write sends the head of an answer, and its body if it is large.
func (c *conn) Write(p []byte) (int, error) {
	body, mute := c.body, c.mute
	c.body, c.mute = nil, false
	if mute {
		return len(p), nil
	}
	if err := c.send(p, body); err != nil {
		return 0, err
	}
	return len(p), nil
}

// send writes the head and the body of an answer. It writes a long body in steps of writeStep
// bytes.
func (c *conn) send(head, body []byte) error {
	began, before := time.Now(), c.state.Load()
	if !c.enter(sending, began) {
		return net.ErrClosed
	}
	if err := c.sendSteps(began, head, body); err != nil {
		c.discardUnsent()
		return err
	}
	if !c.enter(before, began) {
		return net.ErrClosed
	}
	return nil
}

// sendSteps sends a head and a body in steps, each with a deadline.
func (c *conn) sendSteps(began time.Time, head, body []byte) error {
	most := c.server.config.WriteTimeout
	n := min(len(body), writeStep)
	if err := c.sendBefore(c.server.stepDeadline(began, began, len(head)+n, len(head)+n, most), head, body[:n]); err != nil {
		return err
	}
	for n < len(body) {
		c.transferred.Store(int64(n))
		to := min(len(body), n+writeStep)
		if err := c.sendBefore(c.server.stepDeadline(began, time.Now(), to, to-n, most), body[n:to], nil); err != nil {
			return err
		}
		n = to
	}
	return nil
}

// sendBefore writes the parts a and b before a deadline, if possible with one system call.
func (c *conn) sendBefore(deadline time.Time, a, b []byte) error {
	if err := c.SetWriteDeadline(deadline); err != nil {
		return err
	}
	if len(b) == 0 {
		for {
			n, err := c.Conn.Write(a)
			if a = a[n:]; !c.shouldWriteAgain(err) {
				return err
			}
		}
	}
	c.parts = [2][]byte{a, b}
	parts := net.Buffers(c.parts[:])
	for {
		if _, err := parts.WriteTo(c.Conn); !c.shouldWriteAgain(err) { // otherwise the next iteration sends the rest
			c.parts = [2][]byte{}
			return err
		}
	}
}

// drain closes the connection for writing, and reads what the client still sends, for at most
// lingerTime and lingerBytes.
func (c *conn) drain() {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
		return
	}
	c.server.lingering.Add(1)
	defer c.server.lingering.Add(-1)
	if c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		// The struct hides the method ReadFrom of io.Discard, because the buffers of that method are
		// larger and are not counted. An error does not matter, because the connection is closed next.
		io.CopyBuffer(struct{ io.Writer }{io.Discard}, io.LimitReader(c, lingerBytes), make([]byte, lingerBuffer))
	}
}

// leaveConn removes a connection from s.conns or s.reserved, which count towards the limits.
func (s *Server) leaveConn(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	delete(s.reserved, c)
}

// connections returns how many connections there are, within the limit and over it.
func (s *Server) connections() (open, reserved int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns), len(s.reserved)
}
