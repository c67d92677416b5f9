package httpd

import (
	"math"
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

// headTimeout is how long a request's line and headers may take, unless the time for the whole
// request is shorter.
const headTimeout = 10 * time.Second

// headerLimit is the greatest length of a request's line and headers; beyond it the answer is 431.
// It is also the size of the reader of a connection.
const headerLimit = 16 << 10

// largeAnswer is the size from which on an answer is not copied into fasthttp's buffer.
const largeAnswer = 2 << 10

// newHTTP returns the fasthttp server that runs the connections of s.
func newHTTP(s *Server) *fasthttp.Server {
	return &fasthttp.Server{
		Handler:        serveHTTP,
		ErrorHandler:   failHTTP,
		HeaderReceived: expectBody,
		ExpectHandler:  receiveHTTP,
		ConnState:      changeState,

		ReadTimeout:                  min(headTimeout, s.config.ReadTimeout),
		IdleTimeout:                  min(idleAfter, s.config.IdleTimeout),
		ReadBufferSize:               headerLimit,
		MaxRequestBodySize:           1, // fasthttp waits for this much of a body before it calls serveHTTP
		StreamRequestBody:            true,
		ReduceMemoryUsage:            true,
		SecureErrorLogMessage:        true,
		NoDefaultServerHeader:        true,
		DisablePreParseMultipartForm: true,
		Logger:                       discard{},
	}
}

// discard drops fasthttp's log, which contains parts of requests.
type discard struct{}

func (discard) Printf(string, ...any) {}

// expectBody makes fasthttp call receiveHTTP before it reads the body of a request, and makes the
// stream of the body that of the connection.
func expectBody(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	header.Del(fasthttp.HeaderExpect)
	switch n := header.ContentLength(); {
	case n == -1:
		header.SetContentLength(math.MaxInt)
		fallthrough
	case n > 0:
		header.Set(fasthttp.HeaderExpect, "100-continue")
	}
	return fasthttp.RequestConfig{}
}

// connOf returns the connection of a request.
func connOf(ctx *fasthttp.RequestCtx) *conn { return ctx.Conn().(*conn) }

// changeState follows the states in which fasthttp sees a connection.
func changeState(of net.Conn, state fasthttp.ConnState) {
	c := of.(*conn)
	switch state {
	case fasthttp.StateActive:
		c.began = time.Now()
		c.enter(heading, c.began)
	case fasthttp.StateIdle:
		c.endExchange()
		c.enter(idle, time.Now())
	case fasthttp.StateClosed:
		c.endExchange()
		c.finish()
	}
}

// receiveHTTP admits a request with a body. It returns a status other than 100 if the request is
// answered already, and the connection must be closed.
func receiveHTTP(ctx *fasthttp.RequestCtx) int {
	c := connOf(ctx)
	x := c.beginExchange(ctx)
	if !x.receive() && !x.mayDiscard() {
		c.linger = true
		x.run()
		return ctx.Response.StatusCode()
	}
	c.mute = !x.head.continues || !ctx.Request.Header.IsHTTP11()
	if c.enter(receiving, x.began) {
		x.setBodyDeadline(1)
	}
	return fasthttp.StatusContinue
}

// serveHTTP answers a request.
func serveHTTP(ctx *fasthttp.RequestCtx) {
	c := connOf(ctx)
	x := c.exchange
	if x == nil {
		x = c.beginExchange(ctx)
		x.receive()
	}
	x.run()
	x.discard()
	if x.closes || x.isEnding() {
		ctx.SetConnectionClose()
	}
	if body := ctx.Response.Body(); len(body) > largeAnswer {
		ctx.Response.SkipBody = true // fasthttp still sends its length
		if !ctx.IsHead() {
			c.body = body
		}
	}
}

// failHTTP answers a request that could not be read. fasthttp closes the connection after the
// answer.
func failHTTP(ctx *fasthttp.RequestCtx, err error) {
	c := connOf(ctx)
	c.linger = true
	x := c.exchange
	if x == nil {
		x = c.beginExchange(ctx)
	}
	x.fail(err)
}
