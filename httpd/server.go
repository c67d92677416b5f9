// Package httpd answers edit requests over HTTP, on fasthttp.
//
// # Routes
//
//	POST /v1/iac/edit          applies the edits of the body to its code; the same
//	                           under any prefix (/api/v1/iac/edit), and at /edit
//	GET, HEAD /healthz         answers {"status":"ok"} as long as the process serves
//
// Every answer, whatever its status, is JSON with Content-Type application/json: a
// success envelope of shape a or b, or the error body {"success":false,"error":{…}}.
// The Content-Type of a request is not looked at: the body decides. Its
// Content-Encoding may be identity or gzip; another is INVALID_REQUEST, for the windows
// of br and zstd cost memory that no limit on the body bounds. That limit holds for
// what arrives and, again, for what it inflates to.
//
// # One request
//
// A request passes these stages, each one function:
//
//	Handler   picks the route; recovers from panics
//	edit      method, admission (503 OVERLOADED over the limit)
//	decoded   the body, inflated where it was sent compressed
//	apply     edit.Options.DoJSON: decode, parse, apply, render as a JSON string, into
//	          the response's own buffer, between the two parts of the envelope
//	refuse    instead: the error body
//
// What fasthttp refuses before a handler runs (a body over the limit, a malformed or
// late request) arrives in refuseBroken and gets the same error body; the connection
// is then closed, and drained for a moment first so that a client that is still
// sending gets to read why.
//
// # Who owns which buffer
//
// The request's body and the response's body are fasthttp's, one pair for each
// connection, reused from request to request. A buffer that grew beyond maxKeptBuffer
// is given to the garbage collector instead of being kept, and so is every buffer that
// a panic may have left in use.
//
// So idle memory is at most MaxConnections times two of maxKeptBuffer and 80 KiB of
// connection buffers; memory at work is at most MaxConnections bodies of MaxBody, and
// what MaxConcurrency edits take.
package httpd

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"iacedit/edit"
)

// Shape says which success envelope a server answers with.
type Shape uint8

// The shapes.
const (
	ShapeA Shape = iota // {"success":true,"data":{…},"message":"iac-edit: success"}
	ShapeB              // {"status":"success","data":{…},"meta":{"transaction_id":…,"timestamp":…}}
)

// What a Config that leaves a field at zero gets.
const (
	DefaultMaxBody        = 16 << 20
	DefaultMaxConcurrency = 512
	DefaultMaxConnections = 4096
	DefaultReadTimeout    = 30 * time.Second
	DefaultWriteTimeout   = 30 * time.Second
	DefaultIdleTimeout    = 90 * time.Second // longer than proxies keep their side idle (60 s)
)

// maxKeptBuffer is the size up to which a buffer is kept for the next request. Real
// files of configuration are far below 1 MiB, so that the usual request allocates
// nothing; and for the rare larger one, allocating costs little beside editing.
const maxKeptBuffer = 1 << 20

// headerLimit is the most that a request's line and headers may take; beyond it the
// answer is 431. It is also the size of each connection's read buffer.
const headerLimit = 16 << 10

// writeBuffer is the size of each connection's write buffer. A response that fits is
// one system call and wakes its client once, which for 30 KB of code measured 15 % more
// requests a second than fasthttp's 4 KiB.
const writeBuffer = 64 << 10

// Config says how a server answers. Its zero value just works.
type Config struct {
	Shape   Shape
	Options edit.Options

	MaxBody        int // bytes of a request's body, as sent and inflated; beyond: 413
	MaxConcurrency int // requests being edited at once; beyond: 503
	MaxConnections int // open connections; one more is told 503 and closed

	ReadTimeout  time.Duration // for a whole request, from its first byte; beyond: 408
	WriteTimeout time.Duration // for each write of a response
	IdleTimeout  time.Duration // how long a connection may wait for its next request

	Logger *slog.Logger // slog.Default() where nil
}

// withDefaults returns c with every field set.
func (c Config) withDefaults() Config {
	c.MaxBody = cmp.Or(c.MaxBody, DefaultMaxBody)
	c.MaxConcurrency = cmp.Or(c.MaxConcurrency, DefaultMaxConcurrency)
	c.MaxConnections = cmp.Or(c.MaxConnections, DefaultMaxConnections)
	c.ReadTimeout = cmp.Or(c.ReadTimeout, DefaultReadTimeout)
	c.WriteTimeout = cmp.Or(c.WriteTimeout, DefaultWriteTimeout)
	c.IdleTimeout = cmp.Or(c.IdleTimeout, DefaultIdleTimeout)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	return c
}

// A Server answers edit requests. Its methods may be called from any goroutine.
type Server struct {
	config Config
	http   *fasthttp.Server
	before string                                 // what stands before the code in a success answer
	apply  func(dst, body []byte) ([]byte, error) // Options.DoJSON, but in tests

	working    atomic.Int64 // requests in edit
	open       atomic.Int64 // connections being served
	turnedAway atomic.Int64 // connections being told that there are too many
}

// New makes a server. Nothing listens until Serve is called.
func New(config Config) *Server {
	config = config.withDefaults()
	s := &Server{config: config, before: beforeCode(config.Shape)}
	s.apply = s.config.Options.DoJSON
	s.http = &fasthttp.Server{
		Handler:                      s.Handler,
		ErrorHandler:                 s.refuseBroken,
		Logger:                       connectionLog{config.Logger},
		Concurrency:                  2 * config.MaxConnections, // never reached: the listener refuses first
		MaxRequestBodySize:           config.MaxBody,
		ReadBufferSize:               headerLimit,
		WriteBufferSize:              writeBuffer,
		ReadTimeout:                  config.ReadTimeout,
		IdleTimeout:                  config.IdleTimeout,
		DisablePreParseMultipartForm: true, // the body decides, whatever it is called
		NoDefaultServerHeader:        true,
		SecureErrorLogMessage:        true, // no request's content in the log
		CloseOnShutdown:              true,
	}
	return s
}

// Serve answers the connections that ln accepts until Shutdown is called or ln is
// closed, and then returns nil; or returns why accepting failed.
//
// It makes fasthttp drop, process-wide, bodies' buffers beyond maxKeptBuffer.
func (s *Server) Serve(ln net.Listener) error {
	fasthttp.SetBodySizePoolLimit(maxKeptBuffer, maxKeptBuffer)
	return s.http.Serve(&listener{Listener: ln, server: s})
}

// Shutdown stops accepting, closes idle connections, and waits until the requests
// being answered are, or until ctx is done, whose error it then returns.
func (s *Server) Shutdown(ctx context.Context) error {
	return s.http.ShutdownWithContext(ctx)
}

// connectionLog writes what fasthttp reports to a slog.Logger: the faults of single
// connections, which any client can cause, at level debug, all else as warnings.
type connectionLog struct{ log *slog.Logger }

func (l connectionLog) Printf(format string, args ...any) {
	level := slog.LevelWarn
	if strings.HasPrefix(format, "error when serving connection") {
		level = slog.LevelDebug
	}
	logf(l.log, level, format, args...)
}
