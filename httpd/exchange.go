package httpd

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"iacedit/edit"
	"iacedit/internal/base/budget"
	table "iacedit/internal/requests/operations"
)

// An exchange is a request and its answer while the server handles them. Exchanges are pooled.
type exchange struct {
	*Server
	ctx     *fasthttp.RequestCtx
	conn    *conn // nil if the caller's own server runs Handler
	head    head
	invalid error // why the head is refused; nil if it is not

	admitted bool    // the request is for an operation, and its body may be read
	closes   bool    // the connection is closed after the answer
	unread   int     // bytes of the body that are not read yet; the constant unknown for a chunked body
	sent     *buffer // the body as it was sent

	operation  *operation // the requested operation; nil if the request is not for an operation
	turn       kind       // smallTurns or largeTurns while it is worked on
	bodyMemory int64      // the memory of its body
	workMemory int64      // the memory of the work, and then of the answer
	peakMemory int64      // the greatest sum of the two during its turn
	declared   int        // the size of the body according to the head, or unknown
	received   int        // size of the body, as sent
	began      time.Time
	code       string // the error code, "" for a success
	pointer    string
	inflate    *buffer  // the decompressed body
	answer     *buffer  // the answer's buffer
	line       [64]byte // a line between chunks

	budgetCaller  budget.Caller // what the engine calls to check the client and to take memory
	growing       sync.Mutex    // guards workMemory and memoryRefusal while the engine runs
	memoryRefusal error         // the refusal if the engine asked for more memory in vain
	lastChecked   atomic.Int64  // when the client was last checked, in nanoseconds
	clientGone    atomic.Bool   // the client had gone at the last check
}

// unknown is the value of exchange.unread and of exchange.declared for a chunked body.
const unknown = -1

// exchangePool is a pool of exchanges.
var exchangePool = sync.Pool{New: func() any { return new(exchange) }}

// newExchange returns an exchange for a request whose head fasthttp has read, on a connection of this
// server or in the caller's own.
func (s *Server) newExchange(ctx *fasthttp.RequestCtx, c *conn) *exchange {
	x := exchangePool.Get().(*exchange)
	x.Server, x.ctx, x.conn = s, ctx, c
	x.began = time.Now()
	x.operation, x.code, x.pointer, x.admitted = nil, "", "", false
	x.clientGone.Store(false)
	x.head.reset()
	x.invalid = x.head.read(ctx.Request.Header.RawHeaders())
	x.declared, x.unread, x.received = x.head.length, x.head.length, 0
	x.metrics.inFlight.Add(1)
	return x
}

// free gives back the memory of the exchange, and the exchange.
func (x *exchange) free() {
	x.release()
	x.Server, x.ctx, x.conn = nil, nil, nil
	exchangePool.Put(x)
}

// beginExchange begins the exchange of a connection for a request.
func (c *conn) beginExchange(ctx *fasthttp.RequestCtx) *exchange {
	x := c.server.newExchange(ctx, c)
	x.began = c.began
	if version := string(ctx.Request.Header.Protocol()); version != "HTTP/1.1" && version != "HTTP/1.0" {
		x.invalid = badVersion
	}
	x.closes = x.head.closes || x.invalid != nil || c.reserved
	c.exchange = x
	c.enter(active, x.began)
	return x
}

// endExchange ends the exchange of a connection, if it has one.
func (c *conn) endExchange() {
	if c.exchange != nil {
		c.exchange.free()
		c.exchange = nil
	}
}

// endRequest must be deferred. It ends the work on a request. If there was a panic, it answers with
// status 500 without details, logs the stack, and drops the partial response and the buffers in
// use.
func (x *exchange) endRequest() {
	x.recovered(recover())
	x.leave()
	x.metrics.inFlight.Add(-1)
	x.end()
}

// recovered handles a panic, unless its argument is nil: see endRequest.
func (x *exchange) recovered(fault any) {
	if fault != nil {
		x.admitted = false
		x.config.Logger.Error("panic while answering a request", "panic", fmt.Sprint(fault),
			"path", string(x.ctx.Path()), "client", x.ctx.RemoteAddr().String(), "stack", string(debug.Stack()))
		x.ctx.Response.Reset()
		x.ctx.Response.SwapBody(nil)
		x.sent, x.inflate, x.answer = nil, nil, nil
		x.setID()
		x.refuse(internalError)
	}
}

// end counts the answer in the metrics, and logs the request if Config.LogRequests includes it.
func (x *exchange) end() {
	took := time.Since(x.began)
	x.metrics.record(x, took)
	x.logRequest(took)
}

// release gives back the memory that the exchange took.
func (x *exchange) release() {
	x.answer.put()
	x.answer = nil
	x.dropBody()
	x.shrinkWork(0)
}

// operate admits a request for an operation.
func (x *exchange) operate(op *operation) {
	x.operation = op
	if err := x.admit(); err != nil {
		x.refuse(err)
		return
	}
	x.admitted = true
}

// respond handles a request for an operation, and writes the answer if the request succeeds.
// Otherwise it returns the error, and the caller writes the answer.
func (x *exchange) respond(op *operation) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	if err := x.enter(len(body)); err != nil {
		return err
	}
	if x.head.gzip {
		if body, err = (inflater{x}).inflateBody(body); err != nil {
			return err
		}
	}
	if err := x.takeWork(len(body)); err != nil {
		return err
	}
	x.reportMemory()
	dst, err := op.Apply(append(x.answerBuffer(len(body)), op.before...), body, x.caller())
	if x.memoryRefusal != nil {
		err = x.memoryRefusal
	}
	if err == nil {
		dst = op.appendAfter(dst)
	}
	if x.answer != nil {
		x.answer.b = dst
	}
	if err != nil {
		return err
	}
	x.setAnswer(dst)
	if err := x.dropBody(); err != nil {
		return err
	}
	return x.holdAnswer()
}

// dropBody releases the request's body, which is not needed once the answer is complete.
func (x *exchange) dropBody() error {
	x.inflate.put()
	x.sent.put()
	x.inflate, x.sent = nil, nil
	return x.hold(0)
}

// admit checks the head of a request before its body is read.
func (x *exchange) admit() error {
	if !x.ctx.IsPost() {
		return methodNotAllowed(x.ctx, "POST")
	}
	if err := x.authorize(); err != nil {
		return err
	}
	if err := x.head.checkExpect(); err != nil {
		return err
	}
	if err := x.checkEncoding(); err != nil {
		return err
	}
	if x.declared > x.config.MaxBody {
		return x.tooLarge()
	}
	if x.conn != nil && x.conn.reserved {
		return x.shed(tooManyConnections, x.metrics.shedConnections)
	}
	return nil
}

// checkEncoding refuses a body in an encoding that the server does not support.
func (x *exchange) checkEncoding() error {
	h := &x.head
	switch {
	case h.encodings > 1:
		return x.badEncoding("the body has more than one Content-Encoding; send it as it is, or as gzip")
	case h.encodings == 1 && !h.gzip && len(h.encoding) > 0 && !equalsLower(h.encoding, "identity"):
		return x.badEncoding("Content-Encoding %q is not supported; send the body as it is, or as gzip", h.encoding)
	}
	return nil
}

// authorize refuses a request without a valid token, if tokens are needed.
func (x *exchange) authorize() error {
	if x.config.Authorized == nil || x.config.Authorized(x.head.token) {
		return nil
	}
	x.ctx.Response.Header.Set(fasthttp.HeaderWWWAuthenticate, "Bearer")
	return unauthorized
}

// body returns the request's body as it was sent, perhaps compressed. The body is valid until
// release is called.
func (x *exchange) body() ([]byte, error) {
	if x.conn == nil {
		return x.ctx.Request.Body(), nil
	}
	return x.readSent()
}

// answerRoom is the expected difference, in bytes, between the lengths of an answer and its
// request.
const answerRoom = 6 << 10

// answerBuffer returns an empty buffer for the answer to a request of n bytes. In the caller's own
// server it is the buffer of the response, because that server sends the answer after x is released.
func (x *exchange) answerBuffer(n int) []byte {
	if x.conn == nil {
		return x.ctx.Response.SwapBody(nil)[:0]
	}
	x.answer = getBuffer(n + answerRoom)
	b := x.answer.b
	x.answer.b = nil // the answer may be moved to another buffer
	return b
}

// setAnswer makes an answer the body of the response.
func (x *exchange) setAnswer(body []byte) {
	x.ctx.SetContentType(jsonType)
	if x.conn == nil {
		x.ctx.Response.SwapBody(body)
	} else {
		x.ctx.Response.SetBodyRaw(body)
	}
}

// refuse writes the error body and the status for an error.
func (x *exchange) refuse(err error) {
	r := internalError
	if refused, ok := errors.AsType[*edit.Error](err); ok {
		r = refusal{Status: statusOf(refused.Code), Code: string(refused.Code), Message: refused.Message,
			Pointer: refused.Pointer, Position: refused.Position}
	} else if !errors.As(err, &r) {
		x.config.Logger.Error("a request failed", "error", err, "path", string(x.ctx.Path()))
	}
	if r.Status == fasthttp.StatusServiceUnavailable {
		x.ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, retryAfter)
	}
	x.code, x.pointer = r.Code, r.Pointer
	x.ctx.SetStatusCode(r.Status)
	x.ctx.SetContentType(jsonType)
	x.ctx.SetBody(r.body(x.location()))
}

// statusOf returns the HTTP status for an error code of the engine, such as 400 for
// edit.InvalidRequest.
func statusOf(code edit.Code) int {
	if code == edit.Overloaded {
		return fasthttp.StatusServiceUnavailable
	}
	return fasthttp.StatusBadRequest
}

// location returns the member "location" of the error bodies of this request: the location of its
// operation, or "iac-edit" if the request is not for an operation.
func (x *exchange) location() string {
	if x.operation != nil {
		return x.operation.Location
	}
	return table.EditLocation
}
