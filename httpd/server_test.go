package httpd

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/valyala/fasthttp/fasthttputil"

	"iacedit/edit"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/jsontext"
)

// An applier stands in for edit.Options.DoJSON.
type applier = func(dst, body []byte) ([]byte, error)

// applies makes apply stand in for editing.
func (s *Server) applies(apply applier) {
	s.operations[0].Apply = func(dst, body []byte, _ *budget.Caller) ([]byte, error) { return apply(dst, body) }
}

// echo answers each body with itself as the edited code.
func echo(dst, body []byte) ([]byte, error) {
	return append(jsontext.AppendQuote(append(dst, `{"edited_code":`...), body), '}'), nil
}

// failing answers every body with err.
func failing(err error) applier {
	return func(dst, body []byte) ([]byte, error) { return dst, err }
}

// A logBuffer is a log that a test reads while the server writes it.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A running server with what a test needs to talk to it.
type running struct {
	*Server
	t    *testing.T
	dial func() (net.Conn, error)
	log  *logBuffer
	done chan error // what Serve returned
}

// transports are the ways in which the tests reach a server.
var transports = map[string]func(t *testing.T) (net.Listener, func() (net.Conn, error)){
	"memory": func(t *testing.T) (net.Listener, func() (net.Conn, error)) {
		ln := fasthttputil.NewInmemoryListener()
		return lockedListener{ln}, ln.Dial
	},
	"tcp": func(t *testing.T) (net.Listener, func() (net.Conn, error)) {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return ln, func() (net.Conn, error) { return net.Dial("tcp", ln.Addr().String()) }
	},
}

// A lockedListener accepts connections whose read deadline several goroutines may set at once, as
// net.Conn promises. fasthttp's connections in memory have a data race then.
type lockedListener struct{ net.Listener }

func (ln lockedListener) Accept() (net.Conn, error) {
	c, err := ln.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &lockedConn{Conn: c}, nil
}

type lockedConn struct {
	net.Conn
	mu sync.Mutex
}

func (c *lockedConn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Conn.SetReadDeadline(t)
}

// onEach runs test over every transport.
func onEach(t *testing.T, test func(t *testing.T, transport string)) {
	for name := range transports {
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

// start runs a server that applies edits by apply until the test ends.
func start(t *testing.T, transport string, config Config, apply applier) *running {
	t.Helper()
	ln, dial := transports[transport](t)
	r := &running{t: t, dial: dial, log: &logBuffer{}, done: make(chan error, 1)}
	config.Logger = slog.New(slog.NewTextHandler(r.log, nil))
	r.Server = New(config)
	r.applies(apply)
	go func() { r.done <- r.Serve(ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		r.Shutdown(ctx)
		ln.Close()
	})
	return r
}

// client returns a net/http client whose connections lead to the server.
func (r *running) client() *http.Client {
	transport := &http.Transport{
		DialContext:        func(context.Context, string, string) (net.Conn, error) { return r.dial() },
		DisableCompression: true,
	}
	r.t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

// An answer is what a test looks at of a response.
type answer struct {
	status int
	header http.Header
	body   string
}

// do sends a request and reads its answer whole.
func (r *running) do(client *http.Client, req *http.Request) answer {
	r.t.Helper()
	resp, err := client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	return answered(r.t, resp)
}

// answered reads a response of the service whole, and checks what holds for every one.
func answered(t *testing.T, resp *http.Response) answer {
	t.Helper()
	a := received(t, resp)
	record(t, resp, []byte(a.body))
	if got := resp.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("Content-Type %q", got)
	}
	return a
}

// received reads a response whole.
func received(t *testing.T, resp *http.Response) answer {
	t.Helper()
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(body)}
}

// request makes a request to the server.
func request(t *testing.T, method, path string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequest(method, "http://iacedit.test"+path, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// post sends body to the edit operation.
func (r *running) post(body string) answer {
	r.t.Helper()
	return r.do(r.client(), request(r.t, "POST", "/v1/iac/edit", strings.NewReader(body)))
}

// wants fails the test where a is another answer.
func (a answer) wants(t *testing.T, status int, body string) {
	t.Helper()
	if a.status != status || a.body != body {
		t.Errorf("got %d %.300s (%d bytes)\nwant %d %.300s (%d bytes)", a.status, a.body, len(a.body), status, body, len(body))
	}
}

// wantsError fails the test where a is not an error body of that status and code.
func (a answer) wantsError(t *testing.T, status int, code string) {
	t.Helper()
	head := `{"success":false,"error":{"code":"` + code + `","message":"`
	if a.status != status || !strings.HasPrefix(a.body, head) || !strings.Contains(a.body, `,"location":"iac-edit"`) {
		t.Errorf("got %d %s\nwant %d %s…", a.status, a.body, status, head)
	}
}

// raw sends text over a connection of its own and returns a reader of the answers.
func (r *running) raw(text string) (net.Conn, *bufio.Reader) {
	r.t.Helper()
	c, err := r.dial()
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		r.t.Fatal(err)
	}
	return c, bufio.NewReader(c)
}

// next reads the next answer of a raw connection.
func next(t *testing.T, from *bufio.Reader) answer {
	t.Helper()
	resp, err := http.ReadResponse(from, nil)
	if err != nil {
		t.Fatal(err)
	}
	return answered(t, resp)
}

// holdsNothing fails the test if the server does not come to hold nothing for any request.
func (r *running) holdsNothing() {
	r.t.Helper()
	eventually(r.t, func() bool {
		return r.semaphore.taken(turnsOfSmall, turnsOfLarge) == 0 && r.requestMemory() == 0 && r.metrics.inFlight.Load() == 0
	})
}

// atRestButListening reports whether there is no connection.
func (s *Server) atRestButListening() bool {
	open, reserved := s.connections()
	return open+reserved == 0
}

// waiting returns how many connections wait for a request.
func (r *running) waiting() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns {
		if _, ok := c.waitTime(c.state.Load(), time.Now()); ok {
			n++
		}
	}
	return n
}

// fill takes the one connection of a server with a request that does not end.
func (r *running) fill() {
	r.t.Helper()
	finish := make(chan struct{})
	r.applies(func(dst, body []byte) ([]byte, error) {
		<-finish
		return dst, refused
	})
	r.t.Cleanup(func() { close(finish) })
	r.raw(post("Content-Length: 1\r\n", "x"))
	eventually(r.t, func() bool { return r.semaphore.taken(turnsOfSmall) == 1 })
}

// eventually fails the test if ok does not come true.
func eventually(t *testing.T, ok func() bool) {
	t.Helper()
	for range 500 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("did not come about")
}

// A request that is being answered when Shutdown is called gets its answer; then
// Serve returns nil, and nobody is listening.
func TestShutdown(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		began, finish := make(chan struct{}), make(chan struct{})
		r := start(t, transport, Config{}, func(dst, body []byte) ([]byte, error) {
			close(began)
			<-finish
			return echo(dst, body)
		})
		answers := make(chan answer)
		go func() { answers <- r.post("x") }()
		<-began
		time.AfterFunc(50*time.Millisecond, func() { close(finish) })
		stopped := make(chan error)
		go func() { stopped <- r.Shutdown(t.Context()) }()
		a := <-answers
		a.wants(t, 200, `{"success":true,"data":{"edited_code":"x"},"message":"iac-edit: success"}`)
		if err := <-stopped; err != nil {
			t.Error("Shutdown:", err)
		}
		if err := <-r.done; err != nil {
			t.Error("Serve:", err)
		}
		if c, err := r.dial(); err == nil {
			c.Close()
			t.Error("still listening")
		}
	})
}

// Shutdown closes connections that have been idle for long, while a request is still being answered.
func TestShutdownOfIdle(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		c, answers := r.raw(post("Content-Length: 1\r\n", "x"))
		next(t, answers).wants(t, 200, echoA("x"))
		eventually(t, func() bool { return r.http.GetOpenConnectionsCount() == 0 })
		r.fill()
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		r.Shutdown(ctx)
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err := answers.ReadByte(); err != io.EOF {
			t.Error("it goes on:", err)
		}
	})
}

// Shutdown gives up when its context does.
func TestShutdownGivesUp(t *testing.T) {
	began, finish := make(chan struct{}), make(chan struct{})
	r := start(t, "tcp", Config{}, func(dst, body []byte) ([]byte, error) {
		close(began)
		<-finish
		return dst, nil
	})
	defer close(finish)
	r.raw("POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx")
	<-began
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := r.Shutdown(ctx); err != context.DeadlineExceeded {
		t.Error("Shutdown:", err)
	}
}

// What Do refuses is answered with all that the error says.
var refused = &edit.Error{
	Code: edit.BlockNotFound, Message: `update: no resource "a" <b> & "c"`,
	Pointer: "/edits/update/resource/a/c/0", Position: &edit.Position{Line: 3, Column: 7},
}

const refusedBody = `{"success":false,"error":{"code":"BLOCK_NOT_FOUND","message":"update: no resource \"a\" <b> & \"c\"",` +
	`"location":"iac-edit","pointer":"/edits/update/resource/a/c/0","position":{"line":3,"column":7}},` +
	`"message":"update: no resource \"a\" <b> & \"c\""}`
