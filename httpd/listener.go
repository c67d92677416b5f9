package httpd

import (
	"errors"
	"io"
	"net"
	"time"
)

// reservedConnections is how many connections over the limit are served at a time. Each of these
// connections receives one answer: the usual one to a request for /healthz, /readyz or /metrics,
// and status 503 to any other request.
const reservedConnections = 256

// reservedTimeout is how long a connection over the limit may take to send its request.
const reservedTimeout = 2 * time.Second

// If Serve cannot accept a connection, for example because too many files are open, it pauses: at
// first for acceptPause, and then longer, up to maxAcceptPause.
const (
	acceptPause    = 5 * time.Millisecond
	maxAcceptPause = time.Second
)

// A listener accepts connections for fasthttp, within the limits of the server.
type listener struct {
	net.Listener
	server *Server
}

// Close closes the listener. A listener may be closed already.
func (l *listener) Close() error {
	l.Listener.Close()
	return nil
}

// Accept returns the next connection that the server may serve. It returns io.EOF if the server is
// stopping or the listener is closed.
func (l *listener) Accept() (net.Conn, error) {
	s := l.server
	pause := acceptPause
	for {
		if s.stopping.Load() {
			l.Close()
			return nil, io.EOF
		}
		accepted, err := l.Listener.Accept()
		if err == nil {
			if c := s.admitted(accepted); c != nil {
				return c, nil
			}
			pause = acceptPause
			continue
		}
		if s.stopping.Load() || errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		if !isTransient(err) {
			return nil, err
		}
		s.config.Logger.Warn("accepting a connection failed", "error", err, "pause_seconds", pause.Seconds())
		time.Sleep(pause)
		pause = min(2*pause, maxAcceptPause)
	}
}

// isTransient reports whether Accept may succeed if it is called again after err. A transient error
// occurs, for example, if too many files are open or if a client hung up early.
func isTransient(err error) bool {
	temporary, ok := errors.AsType[interface {
		error
		Temporary() bool
	}](err)
	return ok && temporary.Temporary()
}

// admitted returns an accepted connection, ready to be served, or closes it and returns nil if there
// are too many connections.
func (s *Server) admitted(accepted net.Conn) *conn {
	c := &conn{Conn: accepted, server: s, lazyDeadlines: canWriteAfterTimeout(accepted)}
	c.since.Store(time.Now().UnixNano())
	limitSendBuffer(accepted)
	if !s.admitConn(c) {
		s.metrics.dropped.Inc()
		accepted.Close()
		return nil
	}
	return c
}

// admitConn counts a connection as within the limit if there is room, or if another connection can
// be closed to make room. Otherwise it counts the connection as over the limit. It returns false if
// there are already too many connections over the limit.
func (s *Server) admitConn(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.conns) < s.config.MaxConnections || s.closeLeastUseful(s.conns) {
		s.conns[c] = struct{}{}
		return true
	}
	c.reserved = true
	if len(s.reserved) >= reservedConnections && !s.closeLeastUseful(s.reserved) {
		return false
	}
	s.reserved[c] = struct{}{}
	return true
}
