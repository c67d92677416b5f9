package httpd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"
	"time"

	"github.com/valyala/fasthttp"

	"iacedit/edit"
)

// editPath ends every path of the edit operation but the short one.
const (
	editPath      = "/v1/iac/edit"
	shortEditPath = "/edit"
	healthPath    = "/healthz"
)

// Handler answers one request. It is what Serve runs, and can serve as the handler of
// a fasthttp server of the caller's own, which then sets the limits on connections,
// bodies and time.
func (s *Server) Handler(ctx *fasthttp.RequestCtx) {
	defer s.recovered(ctx)
	switch path := ctx.Path(); {
	case bytes.HasSuffix(path, []byte(editPath)), string(path) == shortEditPath:
		s.edit(ctx)
	case string(path) == healthPath:
		health(ctx)
	default:
		refuse(ctx, notFound(path))
	}
}

// health says that the server runs.
func health(ctx *fasthttp.RequestCtx) {
	if !ctx.IsGet() && !ctx.IsHead() {
		refuse(ctx, methodNotAllowed(ctx, "GET, HEAD"))
		return
	}
	ctx.SetContentType(jsonType)
	ctx.SetBodyString(`{"status":"ok"}`)
}

// edit admits a request to the edit operation and answers it.
func (s *Server) edit(ctx *fasthttp.RequestCtx) {
	if !ctx.IsPost() {
		refuse(ctx, methodNotAllowed(ctx, "POST"))
		return
	}
	defer s.working.Add(-1)
	if s.working.Add(1) > int64(s.config.MaxConcurrency) {
		ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, retryAfter)
		refuse(ctx, overloaded)
		return
	}
	if err := s.respond(ctx); err != nil {
		s.refuseError(ctx, err)
	}
}

// respond writes the success answer to a request, or returns why there is none.
func (s *Server) respond(ctx *fasthttp.RequestCtx) error {
	body, err := s.decoded(ctx)
	if err != nil {
		return err
	}
	// A panic leaves the response without a body, and the buffer to the collector.
	dst := ctx.Response.SwapBody(nil)[:0]
	dst, err = s.apply(append(dst, s.before...), body)
	if err != nil {
		ctx.Response.SwapBody(dst[:0])
		return err
	}
	ctx.Response.SwapBody(appendAfter(dst, s.config.Shape, time.Now()))
	ctx.SetContentType(jsonType)
	return nil
}

// decoded returns the request's body, inflated where it was sent compressed. It is
// valid until the handler returns.
func (s *Server) decoded(ctx *fasthttp.RequestCtx) ([]byte, error) {
	switch encoding := ctx.Request.Header.ContentEncoding(); string(encoding) {
	case "", "identity":
		return ctx.Request.Body(), nil
	case "gzip":
		return s.inflated(ctx)
	default:
		ctx.Response.Header.Set(fasthttp.HeaderAcceptEncoding, "gzip")
		return nil, badRequest("Content-Encoding %q is not supported; send the body as it is, or as gzip", encoding)
	}
}

// inflated returns the request's body, which was sent as gzip.
func (s *Server) inflated(ctx *fasthttp.RequestCtx) ([]byte, error) {
	body, err := ctx.Request.BodyGunzipWithLimit(s.config.MaxBody)
	switch {
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		return nil, s.tooLarge()
	case err != nil:
		return nil, badRequest("the body is not the gzip that its Content-Encoding says")
	}
	return body, nil
}

// recovered, deferred, turns a panic into a 500 that says nothing of it, and logs it
// with its stack. What was written of a response, and its buffer, are dropped.
func (s *Server) recovered(ctx *fasthttp.RequestCtx) {
	fault := recover()
	if fault == nil {
		return
	}
	s.config.Logger.Error("panic while answering a request", "panic", fmt.Sprint(fault),
		"path", string(ctx.Path()), "client", ctx.RemoteAddr().String(), "stack", string(debug.Stack()))
	ctx.Response.Reset()
	ctx.Response.SwapBody(nil)
	refuse(ctx, internalError)
}

// refuseError writes the error body for what decoded or apply refused.
func (s *Server) refuseError(ctx *fasthttp.RequestCtx, err error) {
	if refused, ok := errors.AsType[*edit.Error](err); ok {
		refuse(ctx, refusal{
			Status: fasthttp.StatusBadRequest, Code: string(refused.Code), Message: refused.Message,
			Pointer: refused.Pointer, Position: refused.Position,
		})
		return
	}
	if r, ok := errors.AsType[refusal](err); ok {
		refuse(ctx, r)
		return
	}
	s.config.Logger.Error("a request failed", "error", err, "path", string(ctx.Path()))
	refuse(ctx, internalError)
}

// refuseBroken answers a request that fasthttp could not read, before the connection
// is closed. The request's own fields are gone by then.
func (s *Server) refuseBroken(ctx *fasthttp.RequestCtx, err error) {
	if c, ok := ctx.Conn().(*conn); ok {
		c.linger.Store(true)
	}
	r := badRequest("the HTTP request cannot be read")
	if _, ok := errors.AsType[*fasthttp.ErrSmallBuffer](err); ok {
		r = headersTooLarge
	} else if fault, ok := errors.AsType[net.Error](err); ok && fault.Timeout() {
		r = timedOut
	} else if errors.Is(err, fasthttp.ErrBodyTooLarge) {
		r = s.tooLarge()
	}
	refuse(ctx, r)
}

// logf writes a formatted message to log.
func logf(log *slog.Logger, level slog.Level, format string, args ...any) {
	if log.Enabled(context.Background(), level) {
		log.Log(context.Background(), level, fmt.Sprintf(format, args...))
	}
}
