package httpd

import (
	"cmp"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"iacedit/convert"
	"iacedit/edit"
	table "iacedit/internal/requests/operations"
	"iacedit/module"
)

// Shape selects the envelope of a server's success answers.
type Shape uint8

const (
	ShapeA Shape = iota // {"success":true,"data":{…},"message":"iac-edit: success"}
	ShapeB              // {"status":"success","data":{…},"meta":{"transaction_id":…,"timestamp":…}}
)

// The defaults of a Config's fields that are zero or negative. MaxConcurrency defaults to the
// number of processors that Go uses (GOMAXPROCS), and MaxWaiting to MaxConnections.
const (
	DefaultMaxBody        = 16 << 20
	DefaultMaxMemory      = 512 << 20
	DefaultMaxConnections = 4096
	DefaultWaitTimeout    = 2 * time.Second
	DefaultReadTimeout    = 30 * time.Second
	DefaultWriteTimeout   = 30 * time.Second
	DefaultIdleTimeout    = 90 * time.Second // longer than proxies keep idle connections (60 s)
	DefaultMinRate        = 16 << 10
)

// rateGrace is added to the time that a body or an answer may take at the minimum rate.
const rateGrace = 5 * time.Second

// Config configures a server. The zero value is usable.
type Config struct {
	Shape   Shape
	Options edit.Options
	// Schemas are the schemas of providers, for editing and converting; nil for none.
	Schemas *convert.Schemas

	// Page makes GET / return a web page for trying edits. Page has no effect if Authorized is set,
	// because the page has no token.
	Page bool

	// Commands converts the commands that users type in the page, such as "set var.region.default eu",
	// to edits of the files, as JSON. If it is nil, the page accepts only edits.
	Commands func(commands string, files []module.File, options edit.Options) ([]byte, error)

	// Origins are the origins whose pages may use the server from a browser, as in the header
	// Origin: "https://example.com". AnyOrigin allows all. The default is none.
	Origins []string

	MaxBody        int   // bytes of a request's body, as sent and after decompression; at most LargestBody; beyond: 413
	MaxMemory      int64 // bytes for connections and current requests (see memory); beyond: 503
	MaxConcurrency int   // large requests worked on at a time, and twice as many small ones; others wait
	MaxWaiting     int   // requests that wait for their turn, large ones and small ones each; beyond: 503. By default every connection may wait
	MaxConnections int   // open connections, at most LargestConnections; beyond: a waiting or slow one is closed, or the new one gets 503 or is closed

	WaitTimeout  time.Duration // how long a request may wait for its turn; beyond: 503
	ReadTimeout  time.Duration // for a whole request, from its first byte; beyond: 408
	WriteTimeout time.Duration // for a whole answer
	IdleTimeout  time.Duration // how long a connection may wait for its next request
	MinRate      int           // lowest rate of bodies and answers, in bytes a second, after five seconds

	// NotReady returns the reason why the server cannot work as intended, or "". If there is a reason,
	// /readyz answers with status 503 and the reason. If NotReady is nil, only Drain and Shutdown make
	// the server unready.
	NotReady func() string

	// Authorized reports whether a bearer token may use the operations and see the metrics. The call
	// must take as long for a wrong token as for a right one. If Authorized is nil, no token is
	// needed.
	Authorized func(token []byte) bool

	Version     string       // the program's version, for the metrics
	Logger      *slog.Logger // slog.Default() if nil
	LogRequests LogRequests  // which requests are logged
}

// positiveOr returns number, or otherwise if number is zero or negative.
func positiveOr[N cmp.Ordered](number, otherwise N) N {
	var zero N
	if number > zero {
		return number
	}
	return otherwise
}

// withDefaults returns a copy of c in which fields that are not set have their defaults, and no
// limit exceeds what MaxMemory allows.
func (c Config) withDefaults() Config {
	c.MaxBody = positiveOr(c.MaxBody, DefaultMaxBody)
	c.MaxMemory = positiveOr(c.MaxMemory, DefaultMaxMemory)
	c.MaxConcurrency = positiveOr(c.MaxConcurrency, runtime.GOMAXPROCS(0))
	c.MaxConnections = positiveOr(c.MaxConnections, DefaultMaxConnections)
	c.WaitTimeout = positiveOr(c.WaitTimeout, DefaultWaitTimeout)
	c.ReadTimeout = positiveOr(c.ReadTimeout, DefaultReadTimeout)
	c.WriteTimeout = positiveOr(c.WriteTimeout, DefaultWriteTimeout)
	c.IdleTimeout = positiveOr(c.IdleTimeout, DefaultIdleTimeout)
	c.MinRate = positiveOr(c.MinRate, DefaultMinRate)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if c.Commands == nil {
		c.Commands = noCommands
	}
	c.MaxConnections = min(c.MaxConnections, LargestConnections(c.MaxMemory))
	c.MaxWaiting = positiveOr(c.MaxWaiting, c.MaxConnections)
	c.MaxBody = min(c.MaxBody, LargestBody(c.MaxMemory))
	return c
}

// noCommands refuses commands.
func noCommands(string, []module.File, edit.Options) ([]byte, error) {
	return nil, errors.New("this server accepts no commands; write edits in JSON")
}

// A Server answers requests. Create it with New; the methods of the zero Server have no effect. All
// methods may be called from any goroutine.
type Server struct {
	config     Config
	operations []operation
	semaphore  semaphore // admits requests to memory and work
	pooled     pooled
	lingering  atomic.Int64 // connections that are still read before they are closed
	metrics    *metrics
	grace      time.Duration // rateGrace, except in tests

	draining atomic.Bool // Drain was called
	stopping atomic.Bool // Shutdown was called

	http     *fasthttp.Server // runs the connections
	mu       sync.Mutex
	conns    map[*conn]struct{} // within the limit
	reserved map[*conn]struct{} // over the limit
}

// Ready reports whether the server accepts requests: from New until Drain or Shutdown, unless
// Config.NotReady returns a reason.
func (s *Server) Ready() bool { return !s.isEnding() && s.notReady() == "" }

// isEnding reports whether Drain or Shutdown was called.
func (s *Server) isEnding() bool { return s.draining.Load() || s.stopping.Load() }

// notReady returns the reason from Config.NotReady, or "" if NotReady is nil.
func (s *Server) notReady() string {
	if s.config.NotReady == nil {
		return ""
	}
	return s.config.NotReady()
}

// Readiness returns the status and the body of /readyz.
func (s *Server) Readiness() (status int, body string) {
	if refused, ok := s.readinessRefusal(); ok {
		return refused.Status, string(refused.body(table.EditLocation))
	}
	return fasthttp.StatusOK, readyBody
}

// readinessRefusal returns the answer of /readyz for a server that is not ready. It returns false
// if the server is ready.
func (s *Server) readinessRefusal() (refusal, bool) {
	if s.isEnding() {
		return stopping, true
	}
	if why := s.notReady(); why != "" {
		return unavailable(why), true
	}
	return refusal{}, false
}

// isInitialized reports whether New created s. The methods of any other Server do nothing.
func (s *Server) isInitialized() bool { return s.metrics != nil }

// Busy reports whether as many large requests are worked on as may be.
func (s *Server) Busy() bool {
	return s.isInitialized() && s.semaphore.taken(turnsOfLarge) == s.semaphore.rules[largeTurns].limit
}

// Drain makes GET /readyz answer 503 and closes each connection after its next answer, so that load
// balancers send their requests elsewhere. The server keeps answering requests.
func (s *Server) Drain() { s.draining.Store(true) }
