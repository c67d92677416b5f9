package httpd

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// LogRequests selects the requests that a server logs. A log line never contains code or values of
// the request.
type LogRequests uint8

// The values of LogRequests.
const (
	LogErrors LogRequests = iota // requests whose status is 400 or more
	LogAll
	LogNone
)

// logRequest logs the request, if LogRequests includes it.
func (x *exchange) logRequest(took time.Duration) {
	status := x.ctx.Response.StatusCode()
	switch {
	case x.config.LogRequests == LogNone, x.config.LogRequests == LogErrors && status < fasthttp.StatusBadRequest:
		return
	}
	level := slog.LevelInfo
	if status >= fasthttp.StatusInternalServerError {
		level = slog.LevelWarn
	}
	x.config.Logger.LogAttrs(context.Background(), level, "request",
		slog.String("method", string(x.ctx.Method())),
		slog.String("path", string(x.ctx.Path())),
		slog.Int("status", status),
		slog.String("code", x.code),
		slog.String("pointer", x.pointer),
		slog.Int("received", x.received),
		slog.Int("answered", len(x.ctx.Response.Body())),
		slog.Float64("duration_seconds", took.Seconds()),
		slog.String("id", string(x.head.id)),
	)
}

// The two parts of a request id that this process makes: a random text and a number.
var (
	idPrefix = randomPrefix()
	idCount  atomic.Uint64
)

func randomPrefix() string {
	var b [6]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:]) + "-"
}

var headerRequestID = []byte("X-Request-Id")

// setID gives the request an id if its client sent none, and adds the id to the answer.
func (x *exchange) setID() {
	id := x.head.id
	if len(id) == 0 {
		id = append(id, idPrefix...)
		id = strconv.AppendUint(id, idCount.Add(1), 36)
		x.head.id = id
	}
	x.ctx.Response.Header.SetCanonical(headerRequestID, id)
}
