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

// maxPending is the size up to which answers are collected, to be sent together. Larger answers are
// sent directly.
const maxPending = 16 << 10

// A session contains what a connection needs only while it has a request: buffers and an exchange.
// Sessions are pooled. A new connection receives a session at once. A connection that has been idle
// for idleAfter returns its session to the pool, and receives another when its next request begins.
type session struct {
	exchange
	conn *conn
	own  fasthttp.RequestCtx
	in   *bufio.Reader // reads with session.Read, which sends pending answers first

	pending *buffer // answers, written but not sent yet
	body    *buffer // the request's body, if it did not fit in the reader
	answer  *buffer // the answer's buffer, if the answer did not fit in the response's own buffer
	small   []byte  // the response's own buffer, while the field answer replaces it
	unread  int     // bytes of the body that are not read yet; the constant unknown for a chunked body
	close   bool    // the connection is closed after this answer
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
		s = &session{}
		s.in = bufio.NewReaderSize(s, headerLimit)
	}
	c.server.attached.Add(1)
	s.conn = c
	s.in.Reset(s)
	s.own.Init2(c.Conn, nil, false)
	s.exchange.attach(c.server, &s.own, s)
	return s
}

// detach separates the session from its connection and returns it to the pool.
func (s *session) detach() {
	s.release()
	s.pending.put()
	s.pending = nil
	s.own.Request.Reset()
	s.own.Response.Reset()
	s.own.Init2(nil, nil, false)
	s.conn = nil
	s.attached.Add(-1)
	s.exchange.detach()
	sessions.put(s)
}

// Read reads from the connection. It sends pending answers first, because the client may wait
// for them.
func (s *session) Read(p []byte) (int, error) {
	if err := s.flush(); err != nil {
		return 0, err
	}
	return s.conn.Read(p)
}

// wait waits for the first byte of the connection's first request, and reports whether it arrived.
func (s *session) wait() bool {
	d := min(headTimeout, s.config.ReadTimeout)
	if s.conn.reserved {
		d = min(d, reservedTimeout)
	}
	s.conn.SetReadDeadline(time.Now().Add(d))
	if s.stopping.Load() { // not earlier, because the deadline just set may have replaced the deadline of conn.stop
		s.conn.SetReadDeadline(time.Now().Add(min(d, freshTimeout)))
	}
	_, err := s.in.Peek(1)
	return err == nil && s.conn.state.CompareAndSwap(fresh, heading)
}

// next waits for the connection's next request, and returns the session that serves the request. If
// no request comes, it releases the session and returns nil.
func (s *session) next() *session {
	c, config := s.conn, &s.config
	if s.in.Buffered() > 0 {
		return s
	}
	if s.flush() != nil || !c.markIdle() {
		s.detach()
		return nil
	}
	if config.IdleTimeout > idleAfter {
		c.SetReadDeadline(time.Now().Add(idleAfter))
		_, err := s.in.Peek(1)
		if err == nil {
			return c.leaveIdle(s)
		}
		s.detach()
		if !isTimeout(err) {
			return nil
		}
		if !c.awaitFirstByte(config.IdleTimeout - idleAfter) {
			return nil
		}
		return c.leaveIdle(c.attach())
	}
	s.detach()
	if !c.awaitFirstByte(config.IdleTimeout) {
		return nil
	}
	return c.leaveIdle(c.attach())
}

// markIdle marks the connection as idle. It returns false if the server is stopping or has closed
// the connection.
func (c *conn) markIdle() bool {
	return c.enter(idle, time.Now()) && !c.server.stopping.Load()
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

// serveRequest reads one request and answers it. It reports whether the connection may carry
// another request.
func (s *session) serveRequest() bool {
	s.begin()
	s.close, s.unread = s.conn.reserved, 0
	if err := s.readHead(); err != nil {
		if s.conn.state.Load() == closing {
			return false
		}
		s.fail(s.readingError(err))
	} else {
		s.run()
		s.discard()
	}
	s.close = s.close || s.isEnding()
	err := s.write()
	s.release()
	if err == nil && s.close {
		err = s.flush()
	}
	return err == nil && !s.close
}

// fail answers a request that could not be read. The connection is closed after the answer.
func (s *session) fail(err error) {
	s.close, s.conn.linger = true, true
	s.setID()
	s.refuse(err)
	s.end()
}

// readHead reads the request's line and headers.
func (s *session) readHead() error {
	timeout := min(headTimeout, s.config.ReadTimeout)
	if s.conn.reserved {
		timeout = min(timeout, reservedTimeout)
	}
	if err := s.conn.SetReadDeadline(s.began.Add(timeout)); err != nil {
		return err
	}
	block, err := s.headBlock()
	if err != nil {
		return err
	}
	if s.conn.state.Load() != active && !s.conn.enter(active, s.began) {
		return net.ErrClosed
	}
	if err := s.head.read(block); err != nil {
		return err
	}
	header := &s.ctx.Request.Header
	if err := header.Read(s.in); err != nil {
		return err
	}
	s.close = s.close || s.head.closes || header.ConnectionClose()
	s.unread = max(0, header.ContentLength())
	if s.head.chunked {
		s.unread = unknown
	}
	s.declared = s.unread
	return nil
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

// write sends the answer, or adds it to the pending answers, which are sent together later.
func (s *session) write() error {
	response := &s.ctx.Response
	body := response.Body()
	response.Header.SetContentLength(len(body))
	switch {
	case s.close:
		response.Header.SetConnectionClose()
	case !s.ctx.Request.Header.IsHTTP11():
		response.Header.SetCanonical([]byte(fasthttp.HeaderConnection), []byte("keep-alive"))
	}
	head := response.Header.Header()
	if s.ctx.IsHead() {
		body = nil
	}
	if s.pending != nil && len(s.pending.b)+len(head)+len(body) > maxPending {
		if err := s.flush(); err != nil {
			return err
		}
	}
	if len(head)+len(body) > maxPending {
		return s.conn.send(head, body)
	}
	if s.pending == nil {
		s.pending = getBuffer(maxPending)
	}
	s.pending.b = append(append(s.pending.b, head...), body...)
	return nil
}

// flush sends the pending answers.
func (s *session) flush() error {
	if s.pending == nil {
		return nil
	}
	err := s.conn.send(s.pending.b, nil)
	s.pending.put()
	s.pending = nil
	return err
}

// answerBuffer returns an empty buffer for an answer of about n bytes. The caller appends the
// answer to the buffer, and makes the buffer the body of the response.
func (s *session) answerBuffer(n int) []byte {
	own := s.ctx.Response.SwapBody(nil)[:0]
	if n <= cap(own) {
		return own
	}
	s.small = own
	s.answer = getBuffer(n)
	b := s.answer.b
	s.answer.b = nil // the answer may be moved to another buffer
	return b
}

// release gives back the buffers of the session, and the memory that the exchange took.
func (s *session) release() {
	s.dropBody()
	response := &s.ctx.Response
	if s.answer != nil {
		s.answer.b = response.SwapBody(s.small[:0])
		s.answer.put()
		s.answer, s.small = nil, nil
	}
	if cap(response.Body()) > maxPending {
		response.SwapBody(nil)
	}
	s.exchange.release()
	s.ctx.Request.Reset()
	response.Reset()
}

// dropBody releases the buffer of the request's body.
func (s *session) dropBody() {
	s.body.put()
	s.body = nil
}
