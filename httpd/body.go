package httpd

import (
	"bytes"
	"errors"
	"io"
	"net"
	"time"
)

// readStep is how many bytes of a body are read at a time (see stepDeadline).
const readStep = 64 << 10

// maxDiscard is how many unread bytes of a refused request's body the server reads at most, so that
// the connection can stay open. If more bytes are unread, the server closes the connection.
const maxDiscard = 64 << 10

// continueLine invites a client to send the body.
const continueLine = "HTTP/1.1 100 Continue\r\n\r\n"

// read returns the request's body, which is valid until the session is released. The buffer of the
// body grows as the bytes arrive, whatever size the client has announced.
func (s *session) read() ([]byte, error) {
	if s.unread == 0 {
		return nil, nil
	}
	if s.head.continues && s.in.Buffered() == 0 && s.ctx.Request.Header.IsHTTP11() {
		if err := s.conn.send([]byte(continueLine), nil); err != nil {
			return nil, err
		}
		s.head.continues = false
	}
	if !s.conn.enter(receiving, s.began) {
		return nil, s.bodyFault(net.ErrClosed)
	}
	var body []byte
	var err error
	if s.unread == unknown {
		body, err = s.readChunked()
	} else {
		body, err = s.readSized(s.unread)
	}
	if err != nil {
		return nil, s.bodyFault(err)
	}
	if !s.conn.enter(active, s.began) {
		return nil, s.bodyFault(net.ErrClosed)
	}
	s.unread = 0
	s.received = len(body)
	return body, nil
}

// bodyFault is called when a body could not be read because of err. It returns the error for the
// answer. It also makes sure that the connection is closed, because the server does not know where
// the rest of the body ends.
func (s *session) bodyFault(err error) error {
	s.close, s.conn.linger = true, true
	s.unread = 0
	return s.readingError(err)
}

// readingError returns the refusal of a request that could not be read because of err, such as a
// timeout.
func (x *exchange) readingError(err error) error {
	if r, ok := errors.AsType[refusal](err); ok {
		return r
	}
	if isTimeout(err) {
		return timedOut
	}
	if x.session != nil && x.session.conn.state.Load() == closing {
		return x.shed(tooSlow, x.metrics.shedConnections)
	}
	return badRequest("the HTTP request cannot be read")
}

// readSized reads a body whose length is known to be n bytes. A body that fits in the buffer of the
// reader is not copied.
func (s *session) readSized(n int) ([]byte, error) {
	first := min(n, s.in.Size())
	if s.in.Buffered() < first {
		if err := s.setBodyDeadline(first); err != nil {
			return nil, err
		}
	}
	held, err := s.in.Peek(first)
	if err != nil {
		return nil, unexpectedEOF(err)
	}
	if n == first {
		s.in.Discard(n)
		return held, nil
	}
	for len(s.body.bytes()) < n {
		if len(s.body.bytes()) == s.body.size() {
			if err := s.growBody(min(n, max(smallBody, 2*s.body.size()))); err != nil {
				return nil, err
			}
		}
		if err := s.readStep(min(n, cap(s.body.b), len(s.body.b)+readStep)); err != nil {
			return nil, err
		}
	}
	return s.body.b, nil
}

// readStep reads from the connection until s.body contains the given number of bytes.
func (s *session) readStep(to int) error {
	if s.in.Buffered() < to-len(s.body.b) {
		if err := s.setBodyDeadline(to); err != nil {
			return err
		}
	}
	from := len(s.body.b)
	n, err := io.ReadFull(s.in, s.body.b[from:to])
	s.body.b = s.body.b[:from+n]
	s.conn.transferred.Store(int64(len(s.body.b)))
	return unexpectedEOF(err)
}

// readChunked reads a body that is sent in chunks (Transfer-Encoding: chunked). The trailer and the
// extensions of chunks count towards the limit of the body; line ends and the digits of sizes do
// not.
func (s *session) readChunked() ([]byte, error) {
	if err := s.growBody(0); err != nil {
		return nil, err
	}
	beside := 0 // bytes of extensions
	for {
		size, extension, err := s.chunkSize(s.config.MaxBody - len(s.body.b) - beside)
		if err != nil {
			return nil, err
		}
		beside += extension
		if size == 0 {
			return s.body.b, s.readTrailer(s.config.MaxBody - len(s.body.b) - beside)
		}
		if size > s.config.MaxBody-len(s.body.b)-beside {
			return nil, s.tooLarge()
		}
		if err := s.readChunk(len(s.body.b) + size); err != nil {
			return nil, err
		}
	}
}

// readChunk reads the data of a chunk, and the line end after the data. Its argument is the length
// of the body including this chunk.
func (s *session) readChunk(to int) error {
	for len(s.body.b) < to {
		if len(s.body.b) == cap(s.body.b) {
			if err := s.growBody(min(2*cap(s.body.b), max(s.config.MaxBody, bufferSizes[0]))); err != nil {
				return err
			}
		}
		if err := s.readStep(min(to, cap(s.body.b), len(s.body.b)+readStep)); err != nil {
			return err
		}
	}
	if err := s.setBodyDeadline(to + len(crlf)); err != nil {
		return err
	}
	end, err := s.in.Peek(len(crlf))
	if err == nil && !bytes.Equal(end, crlf) {
		return badChunk
	}
	s.in.Discard(len(end))
	return unexpectedEOF(err)
}

// growBody moves the body to a buffer with room for size bytes. While the body is copied, both
// buffers exist, so growBody first takes memory for both.
func (s *session) growBody(size int) error {
	size = bufferSize(size)
	if err := s.hold(s.body.size() + size); err != nil {
		return err
	}
	larger := getBuffer(size)
	larger.b = append(larger.b, s.body.bytes()...)
	s.body.put()
	s.body = larger
	return s.hold(larger.size())
}

// discard reads the rest of the body, if it is short, so that the next request can be read. It
// closes the connection if the body is longer, or if the client waits for a 100 Continue that the
// server did not send: the server cannot know whether that client sends its body.
func (s *session) discard() {
	switch {
	case s.unread == 0:
		return
	case s.unread != unknown && s.unread <= s.in.Buffered():
	case s.unread == unknown || s.unread > maxDiscard || s.head.expects > 0 || s.conn.reserved || s.close:
		s.close, s.conn.linger = true, true
		return
	}
	now := time.Now()
	s.conn.SetReadDeadline(s.stepDeadline(now, now, s.unread, s.unread, s.config.ReadTimeout))
	if _, err := s.in.Discard(s.unread); err != nil {
		s.close, s.conn.linger = true, true
	}
	s.unread = 0
}

// dropBody releases the buffer of the request's body.
func (s *session) dropBody() {
	s.body.put()
	s.body = nil
}
