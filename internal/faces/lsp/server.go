package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"iacedit/convert"
)

// Options configure a Server.
type Options struct {
	Schemas *convert.Schemas // the schemas of providers, to find unknown names; nil for none
	Version string
	Logger  *slog.Logger
}

// The limits of a server.
const (
	longestRequest = 30 * time.Second
	mostRequests   = 8 // requests that run at a time
)

// The protocol's own error codes.
const (
	codeNotInitialized = -32002
	codeCancelled      = -32800
	codeModified       = -32801
	codeFailed         = -32803
)

// A Server serves one editor.
type Server struct {
	options Options
	conn    *jsonrpc2.Conn
	slots   chan struct{} // has an element for each running request

	// Only the goroutine that reads messages changes these fields.
	client    client
	phase     phase
	folders   []string
	documents documents

	mutex   sync.Mutex
	running map[jsonrpc2.ID]context.CancelFunc
	clean   bool // the client has sent "shutdown"
}

// A phase is the state of a session. It determines which messages the protocol allows.
type phase int

const (
	fresh phase = iota
	initialized
	ended
)

// A request is one request of the editor, while it is being answered. It has a copy of the server's
// state at the time when the request arrived.
type request struct {
	*Server
	ctx       context.Context
	params    json.RawMessage
	client    client
	folders   []string
	documents documents
	files     *files
}

// methods maps the names of the requests that run concurrently to their handlers.
var methods = map[string]func(*request) (any, error){
	"textDocument/prepareRename":   answering((*request).prepareRename),
	"textDocument/rename":          answering((*request).rename),
	"textDocument/references":      answering((*request).references),
	"textDocument/definition":      answering((*request).definition),
	"textDocument/documentSymbol":  answering((*request).documentSymbols),
	"workspace/symbol":             answering((*request).workspaceSymbols),
	"textDocument/formatting":      answering((*request).formatting),
	"textDocument/rangeFormatting": answering((*request).rangeFormatting),
	"textDocument/codeAction":      answering((*request).codeActions),
	"codeAction/resolve":           answering((*request).resolveAction),
}

// notifications maps the names of notifications to their handlers.
var notifications = map[string]func(*Server, json.RawMessage) error{
	"textDocument/didOpen":                hearing((*Server).opened),
	"textDocument/didChange":              hearing((*Server).changed),
	"textDocument/didClose":               hearing((*Server).closed),
	"workspace/didChangeWorkspaceFolders": hearing((*Server).foldersChanged),
	"$/cancelRequest":                     hearing((*Server).cancel),
}

// New returns a server.
func New(o Options) *Server {
	return &Server{options: o, slots: make(chan struct{}, mostRequests), running: map[jsonrpc2.ID]context.CancelFunc{}}
}

// ErrAbrupt is returned if the editor disconnects before it has sent the request "shutdown", which
// the protocol requires.
var ErrAbrupt = errors.New("the editor disconnected without the request shutdown")

// Run serves an editor over a stream until the editor disconnects or ctx ends.
func (s *Server) Run(ctx context.Context, stream io.ReadWriteCloser) error {
	conn := jsonrpc2.NewConn(ctx, newMessageStream(stream), s, jsonrpc2.SetLogger(quiet{s.options.Logger}))
	<-conn.DisconnectNotify()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.clean && ctx.Err() == nil {
		return ErrAbrupt
	}
	return nil
}

// quiet is a jsonrpc2.Logger that logs the messages of package jsonrpc2 at the level debug.
type quiet struct{ *slog.Logger }

// Printf logs a message of package jsonrpc2.
func (q quiet) Printf(format string, v ...any) { q.Debug(fmt.Sprintf(format, v...)) }

// Handle handles a message. It is called for one message at a time; requests then run
// concurrently with later messages.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, m *jsonrpc2.Request) {
	if s.conn == nil {
		s.conn = conn
	}
	var params json.RawMessage
	if m.Params != nil {
		params = *m.Params
	}
	if m.Notif {
		s.notified(m.Method, params)
		return
	}
	run := methods[m.Method]
	switch {
	case m.Method == "initialize" && s.phase == fresh:
		s.reply(ctx, m.ID, func() (any, error) { return s.initialize(params) })
	case m.Method == "shutdown" && s.phase == initialized:
		s.phase = ended
		s.mutex.Lock()
		s.clean = true
		s.mutex.Unlock()
		s.reply(ctx, m.ID, func() (any, error) { return nil, nil })
	case s.phase == fresh:
		s.refuse(ctx, m.ID, &jsonrpc2.Error{Code: codeNotInitialized, Message: "the first request must be initialize"})
	case s.phase == ended || m.Method == "initialize":
		s.refuse(ctx, m.ID, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: m.Method + " is not allowed at this point of the session"})
	case run == nil:
		s.refuse(ctx, m.ID, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "there is no method " + m.Method})
	default:
		s.start(ctx, m.ID, run, params)
	}
}

// notified calls the handler of a notification, and logs an error of the handler.
func (s *Server) notified(method string, params json.RawMessage) {
	if method == "exit" {
		s.conn.Close()
		return
	}
	do := notifications[method]
	if do == nil || s.phase != initialized {
		return
	}
	defer s.recovered(method, func(error) {})
	if err := do(s, params); err != nil {
		s.options.Logger.Warn("a notification is invalid", "method", method, "error", err)
	}
}

// start calls a handler for a request in a new goroutine, and sends the answer. It does not wait
// for the handler, so that later messages can be read.
func (s *Server) start(ctx context.Context, id jsonrpc2.ID, run func(*request) (any, error), params json.RawMessage) {
	ctx, cancel := context.WithTimeout(ctx, longestRequest)
	s.mutex.Lock()
	s.running[id] = cancel
	s.mutex.Unlock()
	r := &request{Server: s, ctx: ctx, params: params, client: s.client, folders: s.folders, documents: s.documents, files: filesOf(s.documents)}
	go func() {
		defer func() {
			cancel()
			s.mutex.Lock()
			delete(s.running, id)
			s.mutex.Unlock()
		}()
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		defer r.files.Close()
		s.reply(ctx, id, func() (any, error) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return run(r)
		})
	}()
}

// cancel handles the notification that the client no longer waits for an answer.
func (s *Server) cancel(p cancelParams) error {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if stop := s.running[id]; stop != nil {
		stop()
	}
	return nil
}

// reply calls a function, and sends its result or error as the answer to a request.
func (s *Server) reply(ctx context.Context, id jsonrpc2.ID, answer func() (any, error)) {
	result, err := s.answered(answer)
	if ctx.Err() != nil {
		err = &jsonrpc2.Error{Code: codeCancelled, Message: "the request was cancelled, or took too long"}
	}
	if err != nil {
		bad, ok := errors.AsType[*jsonrpc2.Error](err)
		if !ok {
			bad = &jsonrpc2.Error{Code: codeFailed, Message: err.Error()}
		}
		s.refuse(ctx, id, bad)
		return
	}
	s.sent(s.conn.Reply(context.WithoutCancel(ctx), id, result))
}

// refuse answers a request with an error.
func (s *Server) refuse(ctx context.Context, id jsonrpc2.ID, err *jsonrpc2.Error) {
	s.sent(s.conn.ReplyWithError(context.WithoutCancel(ctx), id, err))
}

// answered calls a function and returns its results. If the function panics, answered logs the
// panic and returns an error instead.
func (s *Server) answered(answer func() (any, error)) (result any, err error) {
	defer s.recovered("request", func(fault error) { err = fault })
	return answer()
}

// recovered must be deferred. It catches a panic, logs it, and passes an error to the given
// function.
func (s *Server) recovered(in string, tell func(error)) {
	if p := recover(); p != nil {
		s.options.Logger.Error("a panic", "in", in, "panic", p, "stack", string(debug.Stack()))
		tell(&jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: "the server failed; its log has the error"})
	}
}
