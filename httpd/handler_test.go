package httpd

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"iacedit/edit"
	"iacedit/internal/testkit/corpus"
)

// echoA is the answer of shape a around code that needs no escaping.
func echoA(code string) string {
	return `{"success":true,"data":{"edited_code":"` + code + `"},"message":"iac-edit: success"}`
}

func TestRoutes(t *testing.T) {
	edited := echoA("x")
	cases := []struct {
		method, path string
		status       int
		body         string // the whole body, or the error's code
		allow        string
	}{
		{"POST", "/v1/iac/edit", 200, edited, ""},
		{"POST", "/api/v1/iac/edit", 200, edited, ""},
		{"POST", "/a/b/c/v1/iac/edit", 200, edited, ""},
		{"POST", "/edit", 200, edited, ""},
		{"POST", "/v1/iac/edit?x=1", 200, edited, ""},
		{"POST", "/api/edit", 404, "NOT_FOUND", ""},
		{"POST", "/v1/iac/edit/", 404, "NOT_FOUND", ""},
		{"POST", "/", 404, "NOT_FOUND", ""},
		{"GET", "/nowhere", 404, "NOT_FOUND", ""},
		{"GET", "/v1/iac/edit", 405, "METHOD_NOT_ALLOWED", "POST"},
		{"PUT", "/v1/iac/edit", 405, "METHOD_NOT_ALLOWED", "POST"},
		{"DELETE", "/edit", 405, "METHOD_NOT_ALLOWED", "POST"},
		{"OPTIONS", "/edit", 405, "METHOD_NOT_ALLOWED", "POST"},
		{"PATCH", "/api/v1/iac/edit", 405, "METHOD_NOT_ALLOWED", "POST"},
		{"GET", "/healthz", 200, `{"status":"ok"}`, ""},
		{"POST", "/healthz", 405, "METHOD_NOT_ALLOWED", "GET, HEAD"},
	}
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		client := r.client()
		for _, c := range cases {
			a := r.do(client, request(t, c.method, c.path, strings.NewReader("x")))
			if got := a.header.Get("Allow"); got != c.allow {
				t.Errorf("%s %s: Allow %q, want %q", c.method, c.path, got, c.allow)
			}
			if strings.HasPrefix(c.body, "{") {
				a.wants(t, c.status, c.body)
			} else {
				a.wantsError(t, c.status, c.body)
			}
		}
	})
}

// HEAD gets the status and headers of the answer alone.
func TestHead(t *testing.T) {
	r := start(t, "tcp", Config{}, echo)
	for path, status := range map[string]int{"/edit": 405, "/v1/iac/edit": 405, "/healthz": 200, "/x": 404} {
		r.do(r.client(), request(t, "HEAD", path, nil)).wants(t, status, "")
	}
}

func TestShapes(t *testing.T) {
	code := "a = \"<&>\"\n# \u00e9 \U0001f600\r\n\t\u0001"
	escaped := "a = \\\"<&>\\\"\\n# \u00e9 \U0001f600\\r\\n\\t\\u0001"
	a := start(t, "tcp", Config{}, echo)
	a.post(code).wants(t, 200, echoA(escaped))

	b := start(t, "tcp", Config{Shape: ShapeB}, echo)
	got := b.post(code)
	want := regexp.MustCompile(`^` + regexp.QuoteMeta(`{"status":"success","data":{"edited_code":"`+escaped+
		`"},"meta":{"transaction_id":"iac-edit","timestamp":"`) + `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"}}$`)
	if got.status != 200 || !want.MatchString(got.body) {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

func TestErrorBody(t *testing.T) {
	r := start(t, "tcp", Config{}, failing(refused))
	r.post("x").wants(t, 400, refusedBody)

	r = start(t, "tcp", Config{}, failing(&edit.Error{Code: edit.MissingCode, Message: "no code"}))
	r.post("").wants(t, 400, `{"success":false,"error":{"code":"MISSING_CODE","message":"no code","location":"iac-edit"},"message":"no code"}`)

	r = start(t, "tcp", Config{}, failing(&edit.Error{Code: edit.Overloaded, Message: "it takes too long"}))
	a := r.post("x")
	a.wantsError(t, 503, "OVERLOADED")
	if a.header.Get("Retry-After") != "1" {
		t.Error("no Retry-After")
	}

	r = start(t, "tcp", Config{}, failing(errors.New("a secret")))
	r.post("x").wantsError(t, 500, "INTERNAL_ERROR")
	if !strings.Contains(r.log.String(), "a secret") {
		t.Error("not logged:", r.log)
	}
}

// A panic is a 500 that says nothing of itself; its stack is in the log; neither what
// it wrote nor its buffer is seen again.
func TestPanic(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		var lost []byte
		r := start(t, transport, Config{}, func(dst, body []byte) ([]byte, error) {
			if string(body) == "panic" {
				lost = append(dst, "half an answer"...)
				panic("the secret cause")
			}
			dst, _ = echo(dst, body)
			if lost != nil && &dst[:1][0] == &lost[:1][0] {
				t.Error("the buffer of a panic is used again")
			}
			return dst, nil
		})
		client := r.client()
		for range 10 {
			a := r.do(client, request(t, "POST", "/edit", strings.NewReader("panic")))
			a.wantsError(t, 500, "INTERNAL_ERROR")
			if strings.Contains(a.body, "secret") || strings.Contains(a.body, "half") {
				t.Error("the client sees", a.body)
			}
			r.do(client, request(t, "POST", "/edit", strings.NewReader("well"))).wants(t, 200, echoA("well"))
		}
		if log := r.log.String(); !strings.Contains(log, "the secret cause") || !strings.Contains(log, "handler_test.go") {
			t.Error("the log lacks the cause or the stack:", log)
		}
		r.holdsNothing()
	})
}

// A panic after part of the answer was written leaves no part of it.
func TestPanicInAnswer(t *testing.T) {
	s := New(Config{Logger: slog.New(slog.DiscardHandler)})
	var ctx fasthttp.RequestCtx
	x := s.newExchange(&ctx, nil)
	func() {
		defer x.endRequest()
		ctx.Response.AppendBodyString(`{"success":true`)
		ctx.Response.Header.Set("X-Half", "yes")
		panic("now")
	}()
	if body := string(ctx.Response.Body()); !strings.HasPrefix(body, `{"success":false`) || ctx.Response.StatusCode() != 500 {
		t.Errorf("%d %s", ctx.Response.StatusCode(), body)
	}
	if ctx.Response.Header.Peek("X-Half") != nil {
		t.Error("a header of the answer remains")
	}
}

// compressed returns text as gzip.
func compressed(t *testing.T, text string) *bytes.Buffer {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestContentEncoding(t *testing.T) {
	const limit = 1000
	r := start(t, "tcp", Config{MaxBody: limit}, echo)
	send := func(encoding string, body io.Reader) answer {
		req := request(t, "POST", "/edit", body)
		req.Header.Set("Content-Encoding", encoding)
		return r.do(r.client(), req)
	}
	full := strings.Repeat("x", limit)
	send("gzip", compressed(t, full)).wants(t, 200, echoA(full))
	send("identity", strings.NewReader("x")).wants(t, 200, echoA("x"))
	send("gzip", compressed(t, full+"x")).wantsError(t, 413, "PAYLOAD_TOO_LARGE")
	send("gzip", strings.NewReader("not gzip")).wantsError(t, 400, "INVALID_REQUEST")
	half := full[:len(full)/2]
	send("gzip", io.MultiReader(compressed(t, full[len(half):]), compressed(t, half))).wants(t, 200, echoA(full[len(half):]+half))
	for _, told := range []byte{0, 0xff} { // a size that is none
		zipped, err := io.ReadAll(compressed(t, full))
		if err != nil {
			t.Fatal(err)
		}
		copy(zipped[len(zipped)-4:], []byte{told, 0, 0, 0})
		send("gzip", bytes.NewReader(zipped)).wantsError(t, 400, "INVALID_REQUEST")
	}
	var random [limit / 2]byte
	rand.NewChaCha8([32]byte{}).Read(random[:])
	zipped, err := io.ReadAll(compressed(t, string(random[:])))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 10, 11, len(zipped) / 2, len(zipped) - 1} { // whatever size the last bytes tell
		send("gzip", bytes.NewReader(zipped[:n])).wantsError(t, 400, "INVALID_REQUEST")
	}
	a := send("zip", strings.NewReader("x"))
	a.wantsError(t, 400, "INVALID_REQUEST")
	if got := a.header.Get("Accept-Encoding"); !strings.Contains(got, "gzip") {
		t.Errorf("Accept-Encoding %q", got)
	}
}

// Whatever the Content-Type says, the body decides.
func TestContentType(t *testing.T) {
	r := start(t, "tcp", Config{}, echo)
	for _, kind := range []string{"", "application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"} {
		req := request(t, "POST", "/edit", strings.NewReader("a=b&c"))
		req.Header.Set("Content-Type", kind)
		r.do(r.client(), req).wants(t, 200, echoA("a=b&c"))
	}
}

// Requests beyond those that are worked on wait, and beyond those that may wait get 503;
// health is still told.
func TestOverload(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		began, finish := make(chan struct{}), make(chan struct{})
		r := start(t, transport, Config{MaxConcurrency: 1, MaxWaiting: 1, WaitTimeout: 20 * time.Millisecond}, func(dst, body []byte) ([]byte, error) {
			if string(body) == "slow" {
				began <- struct{}{}
				<-finish
			}
			return echo(dst, body)
		})
		slow := make(chan answer)
		for range r.semaphore.rules[smallTurns].limit {
			go func() { slow <- r.post("slow") }()
			<-began
		}
		a := r.post("x")
		a.wantsError(t, 503, "OVERLOADED")
		if a.header.Get("Retry-After") != "1" {
			t.Error("no Retry-After")
		}
		r.do(r.client(), request(t, "GET", "/healthz", nil)).wants(t, 200, `{"status":"ok"}`)
		close(finish)
		for range r.semaphore.rules[smallTurns].limit {
			(<-slow).wants(t, 200, echoA("slow"))
		}
		r.holdsNothing()
		r.post("x").wants(t, 200, echoA("x"))
	})
}

// Every client that is connected may wait for its turn: a burst of small requests is answered whole.
func TestAllConnectedMayWait(t *testing.T) {
	const clients = 600
	began, finish := make(chan struct{}, clients), make(chan struct{})
	r := start(t, "memory", Config{MaxConcurrency: 1, WaitTimeout: time.Minute}, func(dst, body []byte) ([]byte, error) {
		began <- struct{}{}
		<-finish
		return echo(dst, body)
	})
	var answers [clients]*bufio.Reader
	for i := range answers {
		_, answers[i] = r.raw(post("Content-Length: 1\r\n", "x"))
	}
	waiting := clients - r.semaphore.rules[smallTurns].limit
	eventually(t, func() bool {
		return int64(len(began)) == r.semaphore.rules[smallTurns].limit && r.semaphore.waiting(smallTurns) == waiting
	})
	close(finish)
	for _, from := range answers {
		next(t, from).wants(t, 200, echoA("x"))
	}
	r.holdsNothing()
}

// Many clients at once each get their own answer.
func TestConcurrent(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		client := r.client()
		var clients sync.WaitGroup
		for i := range 16 {
			clients.Go(func() {
				for j := range 50 {
					text := strings.Repeat(fmt.Sprintf("%d-%d ", i, j), 1+j*i)
					resp, err := client.Post("http://iacedit.test/edit", "application/json", strings.NewReader(text))
					if err != nil {
						t.Error(err)
						return
					}
					body, err := io.ReadAll(resp.Body)
					resp.Body.Close()
					record(t, resp, body)
					if err != nil || resp.StatusCode != http.StatusOK || string(body) != echoA(text) {
						t.Errorf("%d-%d: %d %.80s %v", i, j, resp.StatusCode, body, err)
					}
				}
			})
		}
		clients.Wait()
	})
}

// newCtx returns a request for the edit operation that keeps its buffers, as those of
// a connection do.
func newCtx(body []byte) *fasthttp.RequestCtx {
	ctx := new(fasthttp.RequestCtx)
	ctx.Init2(nil, nil, false)
	ctx.Request.Header.SetMethod("POST")
	ctx.Request.SetRequestURI("/v1/iac/edit")
	ctx.Request.SetBody(body)
	return ctx
}

// Of its own, the handler allocates nothing for a request that succeeds.
func TestAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector drops pooled memory, and allocates")
	}
	for _, shape := range []Shape{ShapeA, ShapeB} {
		s := New(Config{Shape: shape})
		s.applies(echo)
		ctx := newCtx(bytes.Repeat([]byte("ami = \"x\"\n"), 6000))
		if got := testing.AllocsPerRun(100, func() {
			ctx.Response.Reset()
			s.Handler(ctx)
		}); got != 0 {
			t.Errorf("shape %d: %v allocations a request", shape, got)
		}
		if ctx.Response.StatusCode() != 200 {
			t.Error(ctx.Response.StatusCode())
		}
	}
}

func BenchmarkHandler(b *testing.B) {
	for name, lines := range map[string]int{"150B": 4, "61KB": 1525} {
		b.Run(name, func(b *testing.B) {
			s := New(Config{})
			s.applies(echo)
			body := bytes.Repeat([]byte("  instance_type = var.instance_type   # x\n"), lines)
			ctx := newCtx(body)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				s.Handler(ctx)
			}
		})
	}
}

// What an edit of a real size costs, from a request's bytes to its answer's. The
// profile of this is what builds of the command are optimised by (make pgo).
func BenchmarkEdit(b *testing.B) {
	for _, input := range []corpus.Input{corpus.Small(), corpus.Generated(31_000), corpus.Generated(61_000)} {
		b.Run(input.Name, func(b *testing.B) {
			s := New(Config{})
			ctx := newCtx(input.Body())
			b.SetBytes(int64(len(input.Code)))
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				s.Handler(ctx)
			}
			if ctx.Response.StatusCode() != fasthttp.StatusOK {
				b.Fatal(ctx.Response.StatusCode())
			}
		})
	}
}

// What reading costs, from a request's bytes to its answer's.
func BenchmarkRead(b *testing.B) {
	for _, input := range []corpus.Input{corpus.Small(), corpus.Generated(31_000)} {
		b.Run(input.Name, func(b *testing.B) {
			body, err := json.Marshal(map[string]string{"code": string(input.Code)})
			if err != nil {
				b.Fatal(err)
			}
			s := New(Config{})
			ctx := newCtx(body)
			ctx.Request.SetRequestURI("/v1/iac/read")
			b.SetBytes(int64(len(input.Code)))
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				s.Handler(ctx)
			}
			if ctx.Response.StatusCode() != fasthttp.StatusOK {
				b.Fatal(ctx.Response.StatusCode())
			}
		})
	}
}

// generatedBody returns the request of an edit of that many bytes of code.
func generatedBody(size int) []byte {
	input := corpus.Generated(size)
	return input.Body()
}
