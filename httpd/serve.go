package httpd

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

// New creates a server. The server accepts no connections until Serve is called.
func New(config Config) *Server {
	config = config.withDefaults()
	s := &Server{config: config, grace: rateGrace, conns: map[*conn]struct{}{}, reserved: map[*conn]struct{}{}}
	s.semaphore.rules, s.semaphore.makeRoom = config.rules(), s.closeSlowest
	s.pooled.most = mostPooled * (s.semaphore.rules[smallTurns].limit + s.semaphore.rules[largeTurns].limit)
	s.operations = operations(&s.config)
	s.metrics = newMetrics(s.operations)
	s.metrics.gauges(s)
	s.http = newHTTP(s)
	return s
}

// Serve answers the connections that ln accepts, until Shutdown is called or ln is closed. Then it
// returns nil. If accepting fails, it returns the error.
func (s *Server) Serve(ln net.Listener) error {
	if !s.isInitialized() || ln == nil {
		return errors.New("Serve needs a Server made by New, and a listener")
	}
	return s.http.Serve(&listener{ln, s})
}

// Shutdown stops accepting, closes idle connections, and waits until current requests are
// answered. If ctx is done first, it returns ctx's error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stopping.Store(true)
	if !s.isInitialized() {
		return nil
	}
	s.stopParked()
	if err := s.http.ShutdownWithContext(ctx); err != nil {
		return err
	}
	poll := time.NewTicker(5 * time.Millisecond) // fasthttp does not wait for changeState
	defer poll.Stop()
	for {
		s.stopParked()
		if open, reserved := s.connections(); open+reserved == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-poll.C:
		}
	}
}

// Handler answers one request. It can be the handler of the caller's own fasthttp server, which
// then reads the requests, and sets the limits on connections and time.
func (s *Server) Handler(ctx *fasthttp.RequestCtx) {
	if !s.isInitialized() || ctx == nil {
		return
	}
	x := s.newExchange(ctx, nil)
	x.declared = len(ctx.Request.Body())
	x.received = x.declared
	x.receive()
	x.run()
	x.free()
}
