package httpd

import (
	"bufio"
	"bytes"
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

// headTimeout is how long a request's line and headers may take, unless the time for the whole
// request is shorter.
const headTimeout = 10 * time.Second

// idleAfter is how long a connection that waits for its next request keeps its session. Most
// requests come sooner. A connection that is idle for longer has no buffers.
const idleAfter = time.Second

// headerLimit is the greatest length of a request's line and headers; beyond it the answer is 431.
// It is also the size of a session's reader.
const headerLimit = 16 << 10

// A session contains what a connection needs only while it has a request: buffers and an exchange.
// Sessions are pooled. A new connection receives a session at once. A connection that has been idle
// for idleAfter returns its session to the pool, and receives another when its next request begins.
type session struct {
	exchange
	conn *conn
	in   *bufio.Reader

	body   *buffer // the request's body, if it did not fit in the reader
	unread int     // bytes of the body that are not read yet; the constant unknown for a chunked body
	close  bool    // the connection is closed after this answer
}

// unknown is the value of session.unread and of exchange.declared for a chunked body.
const unknown = -1

// sessions is the pool of sessions that no connection has at present.
var sessions = make(freelist[*session], 128)

// sessionMemory is the number of bytes that memoryUsed counts for each session.
const sessionMemory = 32 << 10

// attach gives the connection a session: one from the pool, or else a new one.
func (c *conn) attach() *session {
	s, ok := sessions.get()
	if !ok {
		s = &session{in: bufio.NewReaderSize(c, headerLimit)}
	}
	c.server.attached.Add(1)
	s.conn = c
	s.in.Reset(c)
	s.exchange.attach(c.server, nil, s)
	return s
}

// detach separates the session from its connection and returns it to the pool.
func (s *session) detach() {
	s.release()
	s.in.Reset(nil)
	s.conn = nil
	s.attached.Add(-1)
	s.exchange.detach()
	sessions.put(s)
}

// wait waits for the first byte of the connection's first request, and reports whether it arrived.
func (s *session) wait() bool {
	s.conn.SetReadDeadline(time.Now().Add(s.conn.headTime()))
	_, err := s.in.Peek(1)
	return err == nil && s.conn.state.CompareAndSwap(fresh, heading)
}

// headTime returns how long a request's line and headers may take.
func (c *conn) headTime() time.Duration {
	d := min(headTimeout, c.server.config.ReadTimeout)
	if c.reserved {
		d = min(d, reservedTimeout)
	}
	return d
}

// next waits for the connection's next request, and returns the session that serves the request. If
// no request comes, it releases the session and returns nil.
func (s *session) next() *session {
	s.release()
	if s.in.Buffered() > 0 {
		return s
	}
	c, most, now := s.conn, s.config.IdleTimeout, time.Now()
	if !c.enter(idle, now) || s.stopping.Load() {
		s.detach()
		return nil
	}
	c.SetReadDeadline(now.Add(min(idleAfter, most)))
	_, err := s.in.Peek(1)
	if err == nil {
		return c.leaveIdle(s)
	}
	s.detach()
	if isTimeout(err) && c.awaitFirstByte(most-idleAfter) {
		return c.leaveIdle(c.attach())
	}
	return nil
}

// awaitFirstByte waits, without a session, for the first byte of a request. It reports whether a
// byte came in time.
func (c *conn) awaitFirstByte(d time.Duration) bool {
	c.SetReadDeadline(time.Now().Add(d))
	n, _ := c.Read(c.first[:])
	c.hasFirst = n > 0
	return c.hasFirst
}

// leaveIdle is called when the next request of an idle connection has begun. It changes the state
// of the connection to heading, and returns s. If the server has closed the connection, leaveIdle
// releases s and returns nil.
func (c *conn) leaveIdle(s *session) *session {
	if c.state.CompareAndSwap(idle, heading) {
		return s
	}
	s.detach()
	return nil
}

// serve answers a request whose head has been read.
func (s *session) serve(ctx *fasthttp.RequestCtx) {
	s.ctx = ctx
	s.close = s.close || s.head.closes
	s.unread, s.declared = s.head.length, s.head.length
	s.run()
	s.discard()
	if s.close || s.isEnding() {
		ctx.SetConnectionClose()
	}
}

// fail answers a request that could not be read. fasthttp closes the connection after the answer.
func (s *session) fail(ctx *fasthttp.RequestCtx, err error) {
	s.ctx = ctx
	s.conn.linger = true
	s.setID()
	s.refuse(s.readingError(err))
	s.end()
}

// readHead reads the request's line and headers strictly, and returns them.
func (s *session) readHead() ([]byte, error) {
	s.begin()
	s.close, s.unread = s.conn.reserved, 0
	if err := s.conn.SetReadDeadline(s.began.Add(s.conn.headTime())); err != nil {
		return nil, err
	}
	block, err := s.headBlock()
	if err != nil {
		return nil, err
	}
	if !s.conn.enter(active, s.began) {
		return nil, net.ErrClosed
	}
	s.in.Discard(len(block))
	return block, s.head.read(block)
}

// headBlock waits until the reader has buffered the whole head, and returns the head. It skips
// empty lines before the head.
func (s *session) headBlock() ([]byte, error) {
	for {
		held, _ := s.in.Peek(s.in.Buffered())
		if bytes.HasPrefix(held, crlf) {
			s.in.Discard(len(crlf))
			continue
		}
		if end := bytes.Index(held, headEnd); end >= 0 {
			return held[:end+len(headEnd)], nil
		}
		if bytes.Contains(held, bareHeadEnd) {
			return nil, bareLF
		}
		if len(held) == s.in.Size() {
			return nil, headersTooLarge
		}
		if s.conn.state.Load() == active && !s.conn.enter(heading, s.began) {
			return nil, net.ErrClosed
		}
		if _, err := s.in.Peek(len(held) + 1); err != nil {
			return nil, err
		}
	}
}

var (
	headEnd     = []byte("\r\n\r\n")
	bareHeadEnd = []byte("\n\n")
)

// release gives back the buffers of the session, and the memory that the exchange took.
func (s *session) release() {
	s.dropBody()
	s.exchange.release()
}
