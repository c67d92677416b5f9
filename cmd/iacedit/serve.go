package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/alecthomas/units"

	"iacedit/httpd"
)

// serveCommand answers edit requests over HTTP until it is told to stop.
type serveCommand struct {
	language

	Addr  string `default:"127.0.0.1:8080" env:"IACEDIT_ADDR" placeholder:"HOST:PORT" help:"Address to listen on; port 0 picks a free one (${default})."`
	Shape string `default:"a" enum:"a,b" env:"IACEDIT_SHAPE" help:"Shape of success answers, a or b (${default})."`

	MaxBody     units.Base2Bytes `default:"${max_body}" env:"IACEDIT_MAX_BODY" placeholder:"SIZE" help:"Largest body of a request (${default}); beyond it the answer is 413."`
	Concurrency int              `default:"${concurrency}" env:"IACEDIT_CONCURRENCY" placeholder:"N" help:"Most requests edited at once (${default}); beyond it the answer is 503."`
	Connections int              `default:"${connections}" env:"IACEDIT_CONNECTIONS" placeholder:"N" help:"Most open connections (${default}); one more is told 503 and closed."`

	ReadTimeout     time.Duration `default:"${read_timeout}" env:"IACEDIT_READ_TIMEOUT" placeholder:"TIME" help:"Time for a request to arrive whole (${default})."`
	WriteTimeout    time.Duration `default:"${write_timeout}" env:"IACEDIT_WRITE_TIMEOUT" placeholder:"TIME" help:"Time for a write of an answer (${default})."`
	IdleTimeout     time.Duration `default:"${idle_timeout}" env:"IACEDIT_IDLE_TIMEOUT" placeholder:"TIME" help:"Time that a connection may wait for its next request (${default})."`
	ShutdownTimeout time.Duration `default:"30s" env:"IACEDIT_SHUTDOWN_TIMEOUT" placeholder:"TIME" help:"Time for requests under way to finish once the server is told to stop (${default})."`

	LogFormat string `default:"text" enum:"text,json" env:"IACEDIT_LOG_FORMAT" help:"Form of the log on standard error: text or json (${default})."`
}

// serveDefaults are the defaults that the flags take from the server.
var serveDefaults = kong.Vars{
	"max_body":      units.Base2Bytes(httpd.DefaultMaxBody).String(),
	"concurrency":   strconv.Itoa(httpd.DefaultMaxConcurrency),
	"connections":   strconv.Itoa(httpd.DefaultMaxConnections),
	"read_timeout":  httpd.DefaultReadTimeout.String(),
	"write_timeout": httpd.DefaultWriteTimeout.String(),
	"idle_timeout":  httpd.DefaultIdleTimeout.String(),
}

// Validate refuses limits that nothing could pass.
func (c *serveCommand) Validate() error {
	for name, value := range map[string]int64{
		"--max-body": int64(c.MaxBody), "--concurrency": int64(c.Concurrency), "--connections": int64(c.Connections),
		"--read-timeout": int64(c.ReadTimeout), "--write-timeout": int64(c.WriteTimeout), "--idle-timeout": int64(c.IdleTimeout),
	} {
		if value <= 0 {
			return fmt.Errorf("%s must be more than zero", name)
		}
	}
	return c.language.Validate()
}

// Run serves until SIGINT or SIGTERM, then finishes the requests under way. A second
// signal ends it at once.
func (c *serveCommand) Run(std *streams) error {
	log := c.logger(std)
	tuneGC()
	ln, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return err
	}
	defer ln.Close()
	server := httpd.New(c.config(log))
	signalled, restore := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer restore()

	served := make(chan error, 1)
	go func() { served <- server.Serve(ln) }()
	log.Info("serving", "url", "http://"+ln.Addr().String(), "version", version())

	select {
	case err := <-served:
		return err
	case <-signalled.Done():
	}
	restore()
	log.Info("stopping")
	return c.stop(server)
}

// stop lets the requests under way finish, for as long as the time-out says.
func (c *serveCommand) stop(server *httpd.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), c.ShutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return fmt.Errorf("stopped with requests under way: %w", err)
	}
	return nil
}

// config returns the server's configuration for the flags.
func (c *serveCommand) config(log *slog.Logger) httpd.Config {
	config := httpd.Config{
		Options:        c.options(),
		MaxBody:        int(c.MaxBody),
		MaxConcurrency: c.Concurrency,
		MaxConnections: c.Connections,
		ReadTimeout:    c.ReadTimeout,
		WriteTimeout:   c.WriteTimeout,
		IdleTimeout:    c.IdleTimeout,
		Logger:         log,
	}
	if c.Shape == "b" {
		config.Shape = httpd.ShapeB
	}
	return config
}

// logger returns the log that the flags ask for.
func (c *serveCommand) logger(std *streams) *slog.Logger {
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(std.err, nil))
	}
	return slog.New(slog.NewTextHandler(std.err, nil))
}
