package httpd

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

// post is a request's text, with headers after Host.
func post(headers, body string) string {
	return "POST /edit HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n" + body
}

// What leaves in doubt where a request ends, or what it wants, is refused, and the
// connection is closed.
func TestStrict(t *testing.T) {
	r := start(t, "tcp", Config{MaxBody: 1000}, echo)
	for _, c := range []struct {
		name, text string
		status     int
		code       string
	}{
		{"length and chunks", post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "1\r\nx\r\n0\r\n\r\n"), 400, "INVALID_REQUEST"},
		{"chunks and length", post("transfer-encoding: Chunked\r\ncontent-length: 1\r\n", "1\r\nx\r\n0\r\n\r\n"), 400, "INVALID_REQUEST"},
		{"two lengths", post("Content-Length: 1\r\nContent-Length: 1\r\n", "x"), 400, "INVALID_REQUEST"},
		{"a list of lengths", post("Content-Length: 1, 1\r\n", "x"), 400, "INVALID_REQUEST"},
		{"a signed length", post("Content-Length: +1\r\n", "x"), 400, "INVALID_REQUEST"},
		{"identity", post("Transfer-Encoding: identity\r\n", ""), 400, "INVALID_REQUEST"},
		{"identity and length", post("Transfer-Encoding: identity\r\nContent-Length: 1\r\n", "x"), 400, "INVALID_REQUEST"},
		{"gzip in transfer", post("Transfer-Encoding: gzip, chunked\r\n", ""), 400, "INVALID_REQUEST"},
		{"chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", ""), 400, "INVALID_REQUEST"},
		{"chunks in HTTP/1.0", "POST /edit HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", 400, "INVALID_REQUEST"},
		{"a folded header", post("X-A: a\r\n b\r\nContent-Length: 1\r\n", "x"), 400, "INVALID_REQUEST"},
		{"a header that starts folded", "POST /edit HTTP/1.1\r\n Host: x\r\n\r\n", 400, "INVALID_REQUEST"},
		{"a blank before the colon", post("Content-Length : 1\r\n", "x"), 400, "INVALID_REQUEST"},
		{"no host", "POST /edit HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", 400, "INVALID_REQUEST"},
		{"a bare LF", "POST /edit HTTP/1.1\r\nHost: x\nContent-Length: 1\r\n\r\nx", 400, "INVALID_REQUEST"},
		{"bare LFs", "POST /edit HTTP/1.1\nHost: x\nContent-Length: 1\n\nx", 400, "INVALID_REQUEST"},
		{"HTTP/2.0", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "HTTP_VERSION_NOT_SUPPORTED"},
		{"HTTP/1.2", "POST /edit HTTP/1.2\r\nHost: x\r\n\r\n", 505, "HTTP_VERSION_NOT_SUPPORTED"},
		{"HTTP/0.9", "GET /healthz HTTP/0.9\r\n\r\n", 505, "HTTP_VERSION_NOT_SUPPORTED"},
		{"no version", "GET /healthz\r\n\r\n", 400, "INVALID_REQUEST"},
		{"an unknown expectation", post("Expect: a-miracle\r\nContent-Length: 1\r\n", ""), 417, "EXPECTATION_FAILED"},
		{"two expectations", post("Expect: 100-continue\r\nExpect: 100-continue\r\nContent-Length: 1\r\n", ""), 417, "EXPECTATION_FAILED"},
		{"too long, not yet sent", post("Expect: 100-continue\r\nContent-Length: 1001\r\n", ""), 413, "PAYLOAD_TOO_LARGE"},
		{"too long, never sent", post("Content-Length: 100000000\r\n", ""), 413, "PAYLOAD_TOO_LARGE"},
		{"a wrong path, not yet sent", "POST /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", 404, "NOT_FOUND"},
		{"a wrong path, never sent", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n", 404, "NOT_FOUND"},
		{"a wrong method, chunked", "PUT /edit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 405, "METHOD_NOT_ALLOWED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, answers := r.raw(c.text)
			next(t, answers).wantsError(t, c.status, c.code)
			if _, err := answers.ReadByte(); err != io.EOF {
				t.Error("more follows:", err)
			}
		})
	}
	r.holdsNothing()
}

// All that is sent for a chunked body counts as body, and nothing but chunks is read as
// chunks.
func TestChunks(t *testing.T) {
	const limit = 1000
	r := start(t, "tcp", Config{MaxBody: limit}, echo)
	full := strings.Repeat("x", limit)
	long := strings.Repeat("e", 20<<10)
	for _, c := range []struct {
		name, body string
		status     int
		want       string // the code edited, or the error's code
	}{
		{"one", "1\r\nx\r\n0\r\n\r\n", 200, "x"},
		{"none", "0\r\n\r\n", 200, ""},
		{"many", "1\r\nx\r\n0002\r\nyz\r\n0\r\n\r\n", 200, "xyz"},
		{"just enough", fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", limit, full), 200, full},
		{"upper case", "A\r\n0123456789\r\n0\r\n\r\n", 200, "0123456789"},
		{"an extension", "1;a=b\r\nx\r\n0\r\n\r\n", 200, "x"},
		{"an extension that just fits", "1;" + full[:limit-2] + "\r\nx\r\n0\r\n\r\n", 200, "x"},
		{"an extension that does not", "1;" + full[:limit] + "\r\nx\r\n0\r\n\r\n", 413, "PAYLOAD_TOO_LARGE"},
		{"extensions that do not", strings.Repeat("1;"+full[:300]+"\r\nx\r\n", 4) + "0\r\n\r\n", 413, "PAYLOAD_TOO_LARGE"},
		{"a huge extension", "1;" + long + "\r\nx\r\n0\r\n\r\n", 413, "PAYLOAD_TOO_LARGE"},
		{"a trailer", "1\r\nx\r\n0\r\nA: b\r\n\r\n", 200, "x"},
		{"a long trailer", "1\r\nx\r\n0\r\nA: " + full + "\r\n\r\n", 413, "PAYLOAD_TOO_LARGE"},
		{"no trailer", "1\r\nx\r\n0\r\nA\r\n\r\n", 400, "INVALID_REQUEST"},
		{"too long", fmt.Sprintf("%x\r\n", limit+1), 413, "PAYLOAD_TOO_LARGE"},
		{"too long together", fmt.Sprintf("%x\r\n%s\r\n1\r\n", limit, full), 413, "PAYLOAD_TOO_LARGE"},
		{"a size beyond numbers", "fffffffffffffffff\r\n", 400, "INVALID_REQUEST"},
		{"a negative size", "-1\r\n", 400, "INVALID_REQUEST"},
		{"a prefixed size", "0x1\r\nx\r\n", 400, "INVALID_REQUEST"},
		{"a blank", "1 \r\nx\r\n", 400, "INVALID_REQUEST"},
		{"an empty line", "\r\n1\r\nx\r\n", 400, "INVALID_REQUEST"},
		{"a bare LF", "1\nx\r\n0\r\n\r\n", 400, "INVALID_REQUEST"},
		{"a bare CR", "1;\r\r\nx\r\n0\r\n\r\n", 400, "INVALID_REQUEST"},
		{"a chunk longer than told", "1\r\nxy\r\n0\r\n\r\n", 400, "INVALID_REQUEST"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, answers := r.raw(post("Transfer-Encoding: chunked\r\n", c.body+post("Content-Length: 5\r\nConnection: close\r\n", "after")))
			a := next(t, answers)
			if c.status != 200 {
				a.wantsError(t, c.status, c.want)
				if _, err := answers.ReadByte(); err != io.EOF {
					t.Error("more follows:", err)
				}
				return
			}
			a.wants(t, 200, echoA(c.want))
			next(t, answers).wants(t, 200, echoA("after"))
		})
	}
	r.holdsNothing()
}

// A client that waits to be told to go on is, in whatever case it asks.
func TestContinue(t *testing.T) {
	r := start(t, "tcp", Config{}, echo)
	for _, expect := range []string{"100-continue", "100-Continue"} {
		c, answers := r.raw(post("Content-Length: 1\r\nExpect: "+expect+"\r\n", ""))
		line, err := answers.ReadString('\n')
		if err != nil || line != "HTTP/1.1 100 Continue\r\n" {
			t.Fatalf("%q %v", line, err)
		}
		answers.ReadString('\n')
		io.WriteString(c, "x")
		next(t, answers).wants(t, 200, echoA("x"))
	}
}

// One coding at most, under either of gzip's names, in any case.
func TestEncodings(t *testing.T) {
	r := start(t, "tcp", Config{}, echo)
	gz := compressed(t, "x").String()
	for headers, code := range map[string]string{
		"Content-Encoding: GZIP\r\n":                               "",
		"Content-Encoding: x-gzip\r\n":                             "",
		"content-encoding: X-Gzip\r\n":                             "",
		"Content-Encoding: gzip, gzip\r\n":                         "INVALID_REQUEST",
		"Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n":     "INVALID_REQUEST",
		"Content-Encoding: gzip\r\nContent-Encoding: identity\r\n": "INVALID_REQUEST",
	} {
		_, answers := r.raw(post(headers+fmt.Sprintf("Content-Length: %d\r\n", len(gz)), gz))
		if a := next(t, answers); code == "" {
			a.wants(t, 200, echoA("x"))
		} else {
			a.wantsError(t, 400, code)
		}
	}
}

// "close" ends the connection in whatever case and list it stands; HTTP/1.0 does unless
// asked not to.
func TestConnectionHeader(t *testing.T) {
	r := start(t, "tcp", Config{}, echo)
	for head, closes := range map[string]bool{
		"HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n":          true,
		"HTTP/1.1\r\nHost: x\r\nConnection: x, close\r\n":       true,
		"HTTP/1.1\r\nHost: x\r\n":                               false,
		"HTTP/1.0\r\n":                                          true,
		"HTTP/1.0\r\nConnection: keep-alive\r\n":                false,
		"HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, TE\r\n": false,
	} {
		c, answers := r.raw("GET /healthz " + head + "\r\n")
		next(t, answers).wants(t, 200, HealthBody)
		c.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
		if _, err := answers.ReadByte(); (err == io.EOF) != closes {
			t.Errorf("%q: %v", head, err)
		}
	}
}

// A refused request whose body is short leaves its connection as it was.
func TestRefusedKeepsConnection(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		body := strings.Repeat("x", 40<<10)
		c, answers := r.raw("")
		go fmt.Fprintf(c, "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s%s", len(body), body, post("Content-Length: 1\r\n", "x"))
		next(t, answers).wantsError(t, 404, "NOT_FOUND")
		next(t, answers).wants(t, 200, echoA("x"))
	})
}

// Bodies of every size around those at which their handling changes arrive as sent.
func TestBodySizes(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		client := r.client()
		for _, n := range []int{0, 1, 100, 16<<10 - 200, 16<<10 - 1, 16 << 10, 16<<10 + 1, 60_000, 64 << 10, 64<<10 + 1, 300_000, 3 << 20} {
			text := strings.Repeat("0123456789abcde\n", n/16+1)[:n]
			want := strings.ReplaceAll(text, "\n", `\n`)
			r.do(client, request(t, "POST", "/edit", strings.NewReader(text))).wants(t, 200, echoA(want))
			r.do(client, request(t, "POST", "/edit", io.MultiReader(strings.NewReader(text)))).wants(t, 200, echoA(want))
			req := request(t, "POST", "/edit", compressed(t, text))
			req.Header.Set("Content-Encoding", "gzip")
			r.do(client, req).wants(t, 200, echoA(want))
		}
		r.holdsNothing()
	})
}

// Memory is asked for at the head: without it, the answer is 503 before a byte of the
// body has come. Small bodies have a last part of it to themselves.
func TestMemoryBudget(t *testing.T) {
	const body = 1 << 20
	r := start(t, "tcp", Config{MaxBody: body, MaxMemory: 2*3*body*holdFactor + 100}, echo)
	var holders []net.Conn
	declare := func(n int) net.Conn {
		c, _ := r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", n), "x"))
		return c
	}
	for range 2 {
		holders = append(holders, declare(body))
	}
	eventually(t, func() bool { return r.budget.used.Load() == 2*body*holdFactor })
	_, answers := r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", body), ""))
	a := next(t, answers)
	a.wantsError(t, 503, "OVERLOADED")
	if a.header.Get("Retry-After") != "1" {
		t.Error("no Retry-After")
	}
	_, answers = r.raw(post("Transfer-Encoding: chunked\r\n", fmt.Sprintf("%x\r\n%s", body, strings.Repeat("x", body))))
	next(t, answers).wantsError(t, 503, "OVERLOADED")
	req := request(t, "POST", "/edit", compressed(t, strings.Repeat("x", body)))
	req.Header.Set("Content-Encoding", "gzip")
	r.do(r.client(), req).wantsError(t, 503, "OVERLOADED")

	r.post("x").wants(t, 200, echoA("x"))
	for _, c := range holders {
		c.Close()
	}
	r.holdsNothing()
	r.post(strings.Repeat("x", body)).wants(t, 200, echoA(strings.Repeat("x", body)))
}

// Memory is taken for what has arrived, not for what a head declares.
func TestDeclaredBodiesTakeNothing(t *testing.T) {
	const connections, declared = 200, 16 << 20
	r := start(t, "tcp", Config{MaxMemory: 4 * connections * declared * holdFactor}, echo)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before := heap()
	for range connections {
		r.raw(post(fmt.Sprintf("Content-Length: %d\r\n", declared), "x"))
	}
	eventually(t, func() bool { return r.budget.used.Load() == connections*declared*holdFactor })
	if grown := int64(heap()) - int64(before); grown > connections*100<<10 {
		t.Errorf("%d connections that sent a byte each hold %d bytes", connections, grown)
	}
}

// A request holds no more memory than it is counted with.
func TestHoldFactor(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the race detector changes")
	}
	s := New(Config{})
	for _, input := range []int{1 << 20, 8 << 20} {
		text := generatedBody(input)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		answer, err := s.operations[0].apply(make([]byte, 0, len(text)+1000), text)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		held := uint64(len(text)) + after.TotalAlloc - before.TotalAlloc
		t.Logf("%d bytes of body: %d held or allocated, %.2f a byte; answer %d", len(text), held, float64(held)/float64(len(text)), len(answer))
		if held > (holdFactor+workFactor)*uint64(len(text)) {
			t.Error("that is more than is counted")
		}
	}
}

// A body that comes more slowly than the minimum rate is given up, long before the
// time-out for the whole request.
func TestMinRateOfBodies(t *testing.T) {
	r := start(t, "tcp", Config{MinRate: 1 << 20}, echo)
	r.grace = 100 * time.Millisecond
	for _, headers := range []string{"Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n"} {
		c, answers := r.raw(post(headers, ""))
		go func() {
			for range 1000 {
				if _, err := io.WriteString(c, "1\r\nx\r\n"); err != nil {
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
		}()
		began := time.Now()
		next(t, answers).wantsError(t, 408, "REQUEST_TIMEOUT")
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%q: after %v", headers, took)
		}
	}
	r.holdsNothing()
}

// An answer that is not taken is given up, and its memory given back.
func TestMinRateOfAnswers(t *testing.T) {
	r := start(t, "tcp", Config{MinRate: 64 << 20}, func(dst, body []byte) ([]byte, error) {
		return append(dst, make([]byte, 32<<20)...), nil
	})
	r.grace = 100 * time.Millisecond
	for range 5 {
		r.raw(post("Content-Length: 1\r\n", "x"))
	}
	eventually(t, func() bool {
		return r.metrics.latency.counts[len(latencyBounds)].Load() == 0 && r.Server.atRestButListening()
	})
	r.holdsNothing()
}

// A connection that idles keeps no session, and goes on when its next request comes.
func TestIdle(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		c, answers := r.raw(post("Content-Length: 1\r\n", "x"))
		next(t, answers).wants(t, 200, echoA("x"))
		time.Sleep(idleAfter + 200*time.Millisecond)
		for range 2 {
			io.WriteString(c, post("Content-Length: 1\r\n", "y"))
			next(t, answers).wants(t, 200, echoA("y"))
		}
	})
}

// Readiness ends with Drain; what is asked meanwhile is answered, and each connection
// closed after.
func TestDrain(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		const get = "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n"
		c, answers := r.raw(get)
		next(t, answers).wants(t, 200, ReadyBody)
		r.Drain()
		io.WriteString(c, get)
		a := next(t, answers)
		a.wantsError(t, 503, "OVERLOADED")
		if a.header.Get("Connection") != "close" && a.header.Get("Connection") != "" {
			t.Error(a.header)
		}
		if _, err := answers.ReadByte(); err != io.EOF {
			t.Error("the connection goes on:", err)
		}
		resp, err := r.client().Do(request(t, "POST", "/edit", strings.NewReader("x")))
		if err != nil || !resp.Close {
			t.Fatal(err, "not closed")
		}
		read(t, resp).wants(t, 200, echoA("x"))
	})
}

// Tokens are asked for where there are any, but not for health.
func TestTokens(t *testing.T) {
	r := start(t, "tcp", Config{Authorized: func(token []byte) bool { return string(token) == "secret" }}, echo)
	for header, status := range map[string]int{"": 401, "Bearer wrong": 401, "Basic secret": 401, "Bearer secret": 200, "bearer  secret": 200} {
		req := request(t, "POST", "/edit", strings.NewReader("x"))
		if header != "" {
			req.Header.Set("Authorization", header)
		}
		a := r.do(r.client(), req)
		if a.status != status {
			t.Errorf("%q: %d", header, a.status)
		}
		if status == 401 {
			a.wantsError(t, 401, "UNAUTHORIZED")
			if a.header.Get("WWW-Authenticate") != "Bearer" {
				t.Error("no WWW-Authenticate")
			}
		}
	}
	r.do(r.client(), request(t, "GET", "/healthz", nil)).wants(t, 200, HealthBody)
	r.do(r.client(), request(t, "GET", "/readyz", nil)).wants(t, 200, ReadyBody)
	r.do(r.client(), request(t, "GET", "/metrics", nil)).wantsError(t, 401, "UNAUTHORIZED")
}

// An answer has the id that its request was sent with, or one of its own.
func TestRequestID(t *testing.T) {
	r := start(t, "tcp", Config{LogRequests: LogAll}, echo)
	seen := map[string]bool{}
	for id, kept := range map[string]bool{"": false, "abc-1": true, strings.Repeat("x", maxRequestID+1): false, "a b": false} {
		req := request(t, "POST", "/edit", strings.NewReader("x"))
		req.Header.Set("X-Request-Id", id)
		got := r.do(r.client(), req).header.Get("X-Request-Id")
		if got == "" || seen[got] || (got == id) != kept {
			t.Errorf("%q: %q", id, got)
		}
		seen[got] = true
		if !strings.Contains(r.log.String(), "id="+got) {
			t.Errorf("%q is not in the log: %s", got, r.log)
		}
	}
}

// The log has one line for each request that is wanted in it, and nothing of the code.
func TestRequestLog(t *testing.T) {
	for wanted, lines := range map[LogRequests]int{LogAll: 2, LogErrors: 1, LogNone: 0} {
		r := start(t, "tcp", Config{LogRequests: wanted}, func(dst, body []byte) ([]byte, error) {
			if string(body) == "bad-secret" {
				return dst, refused
			}
			return echo(dst, body)
		})
		r.post("good-secret")
		r.post("bad-secret")
		log := r.log.String()
		if strings.Count(log, "msg=request") != lines || strings.Contains(log, "secret") {
			t.Errorf("%d: %s", wanted, log)
		}
		if lines > 0 && (!strings.Contains(log, "status=400 code=BLOCK_NOT_FOUND pointer=/edits/update/resource/a/c/0") || !strings.Contains(log, "path=/v1/iac/edit")) {
			t.Error(log)
		}
	}
}

// The metrics tell what was answered, in Prometheus' format.
func TestMetrics(t *testing.T) {
	r := start(t, "tcp", Config{Version: "v1"}, func(dst, body []byte) ([]byte, error) {
		if string(body) == "bad" {
			return dst, refused
		}
		return echo(dst, body)
	})
	for range 3 {
		r.post("good")
	}
	r.post("bad")
	r.do(r.client(), request(t, "GET", "/x", nil))
	resp, err := r.client().Do(request(t, "GET", "/metrics", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != MetricsType {
		t.Error(resp.Status, resp.Header)
	}
	for _, want := range []string{
		`iacedit_requests_total{operation="edit",status="200",code=""} 3`,
		`iacedit_requests_total{operation="edit",status="400",code="BLOCK_NOT_FOUND"} 1`,
		`iacedit_requests_total{operation="none",status="404",code="NOT_FOUND"} 1`,
		`iacedit_request_duration_seconds_count 4`,
		`iacedit_request_body_bytes_sum 15`,
		`iacedit_build_info{version="v1"} 1`,
		`iacedit_memory_budget_used_bytes 0`,
		"go_goroutines ",
		"process_resident_memory_bytes ",
	} {
		if !strings.Contains(string(text), want+"\n") && !(strings.HasSuffix(want, " ") && strings.Contains(string(text), want)) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
