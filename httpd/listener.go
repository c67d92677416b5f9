package httpd

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// reservedConnections is how many connections over the limit are served at a time.
// Each gets one answer: that of /healthz, /readyz or /metrics, else 503. More than
// these are closed without a word.
const reservedConnections = 256

// reservedTimeout is how long such a connection may take to send its request.
const reservedTimeout = 2 * time.Second

// Pauses after an accept that failed for lack of file descriptors or the like.
const (
	acceptPause    = 5 * time.Millisecond
	maxAcceptPause = time.Second
)

// Serve answers the connections that ln accepts until Shutdown is called or ln is
// closed, and then returns nil; or returns why accepting failed.
func (s *Server) Serve(ln net.Listener) error {
	if !s.listen(ln) {
		return nil
	}
	pause := acceptPause
	for {
		accepted, err := ln.Accept()
		if err == nil {
			pause = acceptPause
			s.serve(accepted)
			continue
		}
		if s.stopping.Load() || errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) {
			return nil
		}
		if !passing(err) {
			return err
		}
		s.config.Logger.Warn("accepting a connection failed", "error", err, "pause", pause)
		time.Sleep(pause)
		pause = min(2*pause, maxAcceptPause)
	}
}

// passing reports whether accepting may work again after a failure: there were too many
// open files, or the client had gone.
func passing(err error) bool {
	temporary, ok := errors.AsType[interface {
		error
		Temporary() bool
	}](err)
	return ok && temporary.Temporary()
}

// listen keeps ln for Shutdown to close, and reports whether it is not too late.
func (s *Server) listen(ln net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping.Load() {
		ln.Close()
		return false
	}
	s.listeners = append(s.listeners, ln)
	return true
}

// serve serves a connection in a goroutine of its own, or refuses it.
func (s *Server) serve(accepted net.Conn) {
	c := &conn{Conn: accepted, server: s}
	switch {
	case c.countIn(&s.open, s.config.MaxConnections):
	case c.countIn(&s.reserved, reservedConnections):
		c.reserved = true
	default:
		s.metrics.dropped.Inc()
		accepted.Close()
		return
	}
	s.mu.Lock()
	s.conns[c] = struct{}{}
	s.mu.Unlock()
	go c.serve()
}

// countIn counts c in count if that leaves it within the limit, and reports whether.
func (c *conn) countIn(count *atomic.Int64, limit int) bool {
	if count.Add(1) > int64(limit) {
		count.Add(-1)
		return false
	}
	c.count = count
	return true
}
