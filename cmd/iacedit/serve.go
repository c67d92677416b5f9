package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/alecthomas/units"

	"iacedit/edit"
	"iacedit/httpd"
	"iacedit/internal/faces/commandline"
)

// serveCommand answers edit requests over HTTP until it is told to stop.
type serveCommand struct {
	Dialect string `default:"terraform" enum:"terraform,hcl,terragrunt,packer,nomad,bake," env:"IACEDIT_DIALECT" help:"Language of the code in requests that do not name one: terraform (also for OpenTofu), terragrunt, packer, nomad, bake, or hcl for any other HCL2 language, with any block types and no references (${default})."`
	language
	schemas

	Addr       string   `default:"127.0.0.1:8080" env:"IACEDIT_ADDR" placeholder:"HOST:PORT" help:"Address to listen on; port 0 picks a free port; unix:PATH is a socket in the file system, and systemd a socket from systemd (${default})."`
	AdminAddr  string   `env:"IACEDIT_ADMIN_ADDR" placeholder:"HOST:PORT" help:"Address of a second listener for only /healthz, /readyz and /metrics; it answers even if the first one is overloaded."`
	Pprof      bool     `env:"IACEDIT_PPROF" help:"Serve the profiles of Go under /debug/pprof/ of --admin-addr."`
	Page       bool     `default:"true" negatable:"" env:"IACEDIT_PAGE" help:"Serve a page for trying edits at / (on; --no-page for none); with --tokens there is none."`
	CORSOrigin []string `name:"cors-origin" env:"IACEDIT_CORS_ORIGIN" placeholder:"ORIGIN" help:"Origin of pages that may use the server from a browser, such as https://example.com, or * for all; may be repeated (none)."`
	Shape      string   `default:"a" enum:"a,b" env:"IACEDIT_SHAPE" help:"Shape of success answers, a or b (${default})."`

	serveLimits
	serveSecrets

	Drain           time.Duration `default:"0s" env:"IACEDIT_DRAIN" placeholder:"TIME" help:"Time to continue serving, with 503 at /readyz, after a signal to stop (${default})."`
	ShutdownTimeout time.Duration `default:"30s" env:"IACEDIT_SHUTDOWN_TIMEOUT" placeholder:"TIME" help:"Time for current requests to finish after that (${default})."`

	LogFormat   string `default:"text" enum:"text,json" env:"IACEDIT_LOG_FORMAT" help:"Format of the log on standard error: text or json (${default})."`
	LogRequests string `default:"errors" enum:"all,errors,none" env:"IACEDIT_LOG_REQUESTS" help:"Requests to log, a line each: all, errors or none (${default})."`
}

// Help shows how the command is used.
func (serveCommand) Help() string {
	return `Serves edits at /v1/iac/edit, reads at /v1/iac/read, searches at /v1/iac/find, conversions at
/v1/iac/convert and upgrades at /v1/iac/upgrade, under any prefix. Every flag can be set by an environment variable; the flag takes
precedence.

    iacedit serve                           for this machine alone, on port 8080
    iacedit serve --addr :8080 --admin-addr 127.0.0.1:9090
    iacedit serve --addr :8443 --tls-cert cert.pem --tls-key key.pem --tokens tokens.txt
    IACEDIT_ADDR=:8080 IACEDIT_LOG_REQUESTS=all iacedit serve
    curl -s http://127.0.0.1:8080/edit -d '{"code": "", "edits": {"add": {"module": {"vpc": {}}}}}'`
}

// serveLimits are the flags for the limits of a server.
type serveLimits struct {
	MaxBody      units.Base2Bytes `default:"${max_body}" env:"IACEDIT_MAX_BODY" placeholder:"SIZE" help:"Largest body of a request (${default}); a larger one gets 413."`
	MaxMemory    units.Base2Bytes `env:"IACEDIT_MAX_MEMORY" placeholder:"SIZE" help:"Memory for connections and current requests (112MiB less than GOMEMLIMIT, or 85 % of the limit of the cgroup, or 1GiB); requests that need more get 503."`
	Concurrency  int              `default:"${concurrency}" env:"IACEDIT_CONCURRENCY" placeholder:"N" help:"Number of large requests processed at once (the number of processors, here ${default}); twice as many requests of up to 64KiB are processed beside them. Others wait."`
	Queue        *int             `env:"IACEDIT_QUEUE" placeholder:"N" help:"Number of waiting requests, large and small ones each (as many as --connections); further ones get 503."`
	QueueTimeout time.Duration    `default:"${queue_timeout}" env:"IACEDIT_QUEUE_TIMEOUT" placeholder:"TIME" help:"Time that a request may wait (${default}); after it the answer is 503."`
	Connections  int              `env:"IACEDIT_CONNECTIONS" placeholder:"N" help:"Number of open connections (${connections}, or fewer with little memory); for a further one, a waiting or slow connection is closed."`
	EditTimeout  time.Duration    `default:"10s" env:"IACEDIT_EDIT_TIMEOUT" placeholder:"TIME" help:"Time for the edits of one request (${default}); after it the answer is 503."`
	ReadTimeout  time.Duration    `default:"${read_timeout}" env:"IACEDIT_READ_TIMEOUT" placeholder:"TIME" help:"Time for a complete request to arrive (${default}); after it the answer is 408."`
	WriteTimeout time.Duration    `default:"${write_timeout}" env:"IACEDIT_WRITE_TIMEOUT" placeholder:"TIME" help:"Time for a client to receive the whole answer (${default})."`
	IdleTimeout  time.Duration    `default:"${idle_timeout}" env:"IACEDIT_IDLE_TIMEOUT" placeholder:"TIME" help:"Time that a connection may wait for its next request (${default})."`
	MinRate      units.Base2Bytes `default:"${min_rate}" env:"IACEDIT_MIN_RATE" placeholder:"SIZE" help:"Lowest rate of requests and answers, in bytes a second, after the first 5s (${default})."`
}

// serveDefaults has the default values of some flags: the values that depend on the machine, and
// those that are constants of package httpd. The tags of the flags refer to the values by name, as
// in ${max_body}.
var serveDefaults = kong.Vars{
	"max_body":      units.Base2Bytes(httpd.DefaultMaxBody).String(),
	"concurrency":   strconv.Itoa(runtime.GOMAXPROCS(0)),
	"queue_timeout": httpd.DefaultWaitTimeout.String(),
	"connections":   strconv.Itoa(httpd.DefaultMaxConnections),
	"read_timeout":  httpd.DefaultReadTimeout.String(),
	"write_timeout": httpd.DefaultWriteTimeout.String(),
	"idle_timeout":  httpd.DefaultIdleTimeout.String(),
	"min_rate":      units.Base2Bytes(httpd.DefaultMinRate).String(),
}

// Validate refuses limits that no request could meet, and flags without the other flags that they
// need.
func (c *serveCommand) Validate() error {
	for name, value := range map[string]int64{
		"--max-body": int64(c.MaxBody), "--concurrency": int64(c.Concurrency),
		"--queue-timeout": int64(c.QueueTimeout), "--edit-timeout": int64(c.EditTimeout), "--read-timeout": int64(c.ReadTimeout), "--write-timeout": int64(c.WriteTimeout),
		"--idle-timeout": int64(c.IdleTimeout), "--min-rate": int64(c.MinRate),
	} {
		if value <= 0 {
			return fmt.Errorf("%s must be more than zero", name)
		}
	}
	for name, value := range map[string]int64{
		"--max-memory": int64(c.MaxMemory), "--connections": int64(c.Connections),
		"--drain": int64(c.Drain), "--shutdown-timeout": int64(c.ShutdownTimeout),
	} {
		if value < 0 {
			return fmt.Errorf("%s must not be negative", name)
		}
	}
	if c.Queue != nil && *c.Queue <= 0 {
		return errors.New("--queue must be more than zero")
	}
	if c.Pprof && c.AdminAddr == "" {
		return errors.New("--pprof needs --admin-addr")
	}
	return errors.Join(c.serveSecrets.validate(), c.language.Validate())
}

// Run serves until SIGINT or SIGTERM arrives. Then it drains the server and finishes current
// requests. A second signal ends the process at once.
func (c *serveCommand) Run(std *streams) error {
	log := c.logger(std)
	c.fit(tuneMemory())
	secrets, err := c.serveSecrets.load(log)
	if err != nil {
		return err
	}
	config := c.config(log)
	if config.Schemas, err = c.loadSchemas(); err != nil {
		return err
	}
	config.Authorized, config.NotReady = secrets.authorized(), secrets.notReady
	server := httpd.New(config)

	ln, address, err := listen(c.Addr)
	if err != nil {
		return err
	}
	defer ln.Close()
	scheme := "http"
	if config := secrets.tls(); config != nil {
		scheme, ln = "https", tls.NewListener(ln, config)
	}
	serving := []any{"url", scheme + "://" + address, "version", version(), "memory", units.Base2Bytes(c.MaxMemory).String(), "connections", c.Connections}

	signalled, restore := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer restore()
	served := make(chan error, 2)
	if c.AdminAddr != "" {
		admin, err := c.startAdmin(server, served)
		if err != nil {
			return err
		}
		defer admin.close()
		serving = append(serving, "admin", admin.url)
	}
	secrets.watch(signalled)
	go shareProcessors(context.Background(), server)
	go returnMemory(signalled)
	go func() { served <- server.Serve(ln) }()
	log.Info("serving", serving...)

	select {
	case err := <-served:
		return err
	case <-signalled.Done():
	}
	restore()
	return c.stop(server, log)
}

// stop drains the server for the time that --drain sets. Then it waits until current requests have
// finished, but no longer than --shutdown-timeout.
func (c *serveCommand) stop(server *httpd.Server, log *slog.Logger) error {
	server.Drain()
	if c.Drain > 0 {
		log.Info("draining", "duration_seconds", c.Drain.Seconds())
		time.Sleep(c.Drain)
	}
	log.Info("stopping")
	ctx, cancel := context.WithTimeout(context.Background(), c.ShutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return fmt.Errorf("stopped before all requests were answered: %w", err)
	}
	return nil
}

// config converts the flags to the configuration of the server.
func (c *serveCommand) config(log *slog.Logger) httpd.Config {
	config := httpd.Config{
		Options:        c.editOptions(),
		Page:           c.Page,
		Commands:       commandline.Edits,
		Origins:        c.CORSOrigin,
		MaxBody:        int(c.MaxBody),
		MaxMemory:      int64(c.MaxMemory),
		MaxConcurrency: c.Concurrency,
		MaxConnections: c.Connections,
		WaitTimeout:    c.QueueTimeout,
		ReadTimeout:    c.ReadTimeout,
		WriteTimeout:   c.WriteTimeout,
		IdleTimeout:    c.IdleTimeout,
		MinRate:        int(c.MinRate),
		Version:        version(),
		Logger:         log,
		LogRequests:    map[string]httpd.LogRequests{"all": httpd.LogAll, "errors": httpd.LogErrors, "none": httpd.LogNone}[c.LogRequests],
	}
	if c.Queue != nil {
		config.MaxWaiting = *c.Queue
	}
	if c.Shape == "b" {
		config.Shape = httpd.ShapeB
	}
	return config
}

// editOptions converts the flags to the options with which the server edits.
func (c *serveCommand) editOptions() edit.Options {
	options := c.options(c.Dialect)
	options.Timeout = c.EditTimeout
	return options
}

// logger returns a log on standard error, in the format of --log-format.
func (c *serveCommand) logger(std *streams) *slog.Logger {
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(std.err, nil))
	}
	return slog.New(slog.NewTextHandler(std.err, nil))
}
