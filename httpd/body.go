package httpd

import (
	"bytes"
	"errors"
	"io"
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

// readStep is how many bytes of a body are read at a time (see stepDeadline).
const readStep = 64 << 10

// maxDiscard is how many unread bytes of a refused request's body the server reads at most, so that
// the connection can stay open. If more bytes are unread, the server closes the connection.
const maxDiscard = 64 << 10

// readSent returns the request's body, which is valid until the exchange is released. The buffer of
// the body grows as the bytes arrive, whatever size the client has announced.
func (x *exchange) readSent() ([]byte, error) {
	if x.unread == 0 {
		return nil, nil
	}
	err := error(net.ErrClosed)
	if x.conn.enter(receiving, x.began) {
		if x.unread == unknown {
			err = x.readChunked()
		} else {
			err = x.readTo(x.unread)
		}
	}
	if err == nil && !x.conn.enter(active, x.began) {
		err = net.ErrClosed
	}
	x.unread = 0
	if err != nil { // the server does not know where the rest of the body ends
		x.closes, x.conn.linger = true, true
		return nil, x.readingError(err)
	}
	x.received = len(x.sent.bytes())
	return x.sent.bytes(), nil
}

// readingError returns the refusal of a request that could not be read because of err, such as a
// timeout.
func (x *exchange) readingError(err error) error {
	if r, ok := errors.AsType[refusal](err); ok {
		return r
	}
	if _, ok := errors.AsType[*fasthttp.ErrSmallBuffer](err); ok {
		return headersTooLarge
	}
	if isTimeout(err) {
		return timedOut
	}
	if x.conn != nil && x.conn.state.Load() == closing {
		return x.shed(tooSlow, x.metrics.shedConnections)
	}
	return badRequest("the HTTP request cannot be read")
}

// readTo reads the body until it has n bytes.
func (x *exchange) readTo(n int) error {
	for len(x.sent.bytes()) < n {
		if len(x.sent.bytes()) == x.sent.size() {
			if err := x.growBody(n); err != nil {
				return err
			}
		}
		from := len(x.sent.b)
		to := min(n, cap(x.sent.b), from+readStep)
		if err := x.readFull(x.sent.b[from:to], to); err != nil {
			return err
		}
		x.sent.b = x.sent.b[:to]
		x.conn.transferred.Store(int64(to))
	}
	return nil
}

// readFull reads the next part of the body, which ends n bytes after the start of the body.
func (x *exchange) readFull(p []byte, n int) error {
	if err := x.setBodyDeadline(n); err != nil {
		return err
	}
	_, err := io.ReadFull(x.ctx.RequestBodyStream(), p)
	return unexpectedEOF(err)
}

// readChunked reads a body that is sent in chunks (Transfer-Encoding: chunked). The trailer and the
// extensions of chunks count towards the limit of the body; line ends and the digits of sizes do
// not.
func (x *exchange) readChunked() error {
	beside := 0 // bytes of extensions
	for {
		size, extension, err := x.chunkSize(x.config.MaxBody - len(x.sent.bytes()) - beside)
		if err != nil {
			return err
		}
		beside += extension
		left := x.config.MaxBody - len(x.sent.bytes()) - beside
		switch {
		case size == 0:
			return x.readTrailer(left)
		case size > left:
			return x.tooLarge()
		}
		if err := x.readTo(len(x.sent.bytes()) + size); err != nil {
			return err
		}
		end := x.line[:len(crlf)]
		if err := x.readFull(end, len(x.sent.b)+len(end)); err != nil {
			return err
		}
		if !bytes.Equal(end, crlf) {
			return badChunk
		}
	}
}

// growBody moves the body to a larger buffer of at most n bytes, unless n is small. While the body
// is copied, both buffers exist, so growBody first takes memory for both.
func (x *exchange) growBody(n int) error {
	had := x.sent
	size := bufferSize(min(n, 2*had.size()))
	if err := x.hold(besideConnection(had.size()) + besideConnection(size)); err != nil {
		return err
	}
	x.sent = getBuffer(size)
	x.sent.b = append(x.sent.b, had.bytes()...)
	had.put()
	return x.hold(besideConnection(size))
}

// mayDiscard reports whether the rest of the body is so short that it is read, so that the connection
// can stay open. It is not read if the client may wait for a 100 Continue that the server does not
// send: the server cannot know whether that client sends its body.
func (x *exchange) mayDiscard() bool {
	return x.unread == 0 || x.unread != unknown && x.unread <= maxDiscard && x.head.expects == 0 && !x.closes
}

// discard reads the rest of the body, or makes sure that the connection is closed.
func (x *exchange) discard() {
	if x.unread == 0 {
		return
	}
	err := io.ErrShortBuffer
	if x.mayDiscard() {
		now := time.Now()
		x.conn.SetReadDeadline(x.stepDeadline(now, now, x.unread, x.unread, x.config.ReadTimeout))
		_, err = io.CopyN(io.Discard, x.ctx.RequestBodyStream(), int64(x.unread))
	}
	if err != nil {
		x.closes, x.conn.linger = true, true
	}
}
