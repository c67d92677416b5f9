package httpd

import (
	"io"
	"net"

	"github.com/valyala/fasthttp"
)

// A headConn is the connection that fasthttp sees. fasthttp reads the heads of requests from it, and
// no bodies, so that the server can take memory and turns between a request's head and its body. A
// large answer is sent from its own buffer, which keeps its memory until the last byte is written.
type headConn struct {
	*conn
	session *session // nil before the first request
	head    []byte   // the part of the head that fasthttp has not read yet
	hasHead bool     // a request's head was read, and the server was not called with it yet
	failure error    // why the head of the request could not be read
	body    []byte   // the body of the answer whose head fasthttp writes next
}

// unreadable stands for a head that cannot be read. fasthttp reports the failure of a connection to
// the server only if it has read a part of a head.
var unreadable = []byte("?")

// largeAnswer is the size from which on an answer is not copied into fasthttp's buffer.
const largeAnswer = 2 << 10

// newHTTP returns the fasthttp server that runs the connections of s. It sets no deadlines, because
// conn does.
func newHTTP(s *Server) *fasthttp.Server {
	return &fasthttp.Server{
		Handler:        serveHTTP,
		ErrorHandler:   func(ctx *fasthttp.RequestCtx, err error) { connOf(ctx).session.fail(ctx, err) },
		HeaderReceived: hideBody,
		ConnState:      finishClosed,

		ReadBufferSize:               headerLimit,
		ReduceMemoryUsage:            true, // an idle connection has no buffers
		NoDefaultServerHeader:        true,
		DisablePreParseMultipartForm: true,
		Logger:                       discard{},
	}
}

// discard drops fasthttp's log, which contains parts of requests.
type discard struct{}

func (discard) Printf(string, ...any) {}

// hideBody makes fasthttp call the server before the body is read, and before the client is told to
// send it.
func hideBody(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	header.SetContentLength(0)
	header.Del(fasthttp.HeaderExpect)
	return fasthttp.RequestConfig{}
}

// finishClosed closes a connection after fasthttp has served it.
func finishClosed(c net.Conn, state fasthttp.ConnState) {
	if state == fasthttp.StateClosed {
		c.(*headConn).finish()
	}
}

// connOf returns the connection of a request.
func connOf(ctx *fasthttp.RequestCtx) *headConn { return ctx.Conn().(*headConn) }

// serveHTTP answers a request whose head fasthttp has read.
func serveHTTP(ctx *fasthttp.RequestCtx) {
	c := connOf(ctx)
	c.hasHead = false
	c.session.serve(ctx)
	response := &ctx.Response
	if body := response.Body(); len(body) > largeAnswer {
		response.SkipBody = true // fasthttp still sends its length
		if !ctx.IsHead() {
			c.body = body
		}
	}
}

// Read reads the head of the next request. It first waits for the whole head.
func (c *headConn) Read(p []byte) (int, error) {
	if len(c.head) == 0 {
		switch {
		case c.failure != nil:
			return 0, c.failure
		case c.hasHead: // fasthttp does not find the end of the head
			return 0, io.ErrUnexpectedEOF
		case !c.nextHead():
			return 0, io.EOF
		}
	}
	n := copy(p, c.head)
	c.head = c.head[n:]
	return n, nil
}

// nextHead waits for the head of the next request. It returns false if no request comes.
func (c *headConn) nextHead() bool {
	if s := c.session; s == nil {
		c.session = c.attach()
		if !c.session.wait() {
			return false
		}
	} else {
		c.session, c.head = nil, nil // a connection that is idle for long keeps no buffers
		if c.session = s.next(); c.session == nil {
			return false
		}
	}
	c.hasHead = true
	if c.head, c.failure = c.session.readHead(); c.failure != nil {
		c.head = unreadable
	}
	return c.conn.state.Load() != closing
}

// Write sends the head of an answer, and its body if it is large.
func (c *headConn) Write(p []byte) (int, error) {
	body := c.body
	c.body = nil
	if err := c.send(p, body); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close closes the connection if it waits for a request. fasthttp calls Close for each connection
// that seems to be idle when the server stops, and for each connection that it has served, which
// finishClosed then closes.
func (c *headConn) Close() error {
	c.stop()
	return nil
}

// finish releases the session, and closes the connection.
func (c *headConn) finish() {
	if c.session != nil {
		c.session.detach()
	}
	c.conn.finish()
}
