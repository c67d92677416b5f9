package httpd

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A connection that idles keeps no buffers, and goes on when its next request comes.
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
		next(t, answers).wants(t, 200, readyBody)
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
		answered(t, resp).wants(t, 200, echoA("x"))
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
	for _, second := range []string{"Bearer secret", "Bearer wrong", "Basic x", ""} {
		_, answers := r.raw(post("Authorization: Bearer secret\r\nAuthorization: "+second+"\r\nContent-Length: 1\r\n", "x"))
		next(t, answers).wantsError(t, 400, "INVALID_REQUEST")
	}
	r.do(r.client(), request(t, "GET", "/healthz", nil)).wants(t, 200, HealthBody)
	r.do(r.client(), request(t, "GET", "/readyz", nil)).wants(t, 200, readyBody)
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

// What comes of a head that cannot be read has an id of its own, and nothing of the
// request before it, whose client may be another.
func TestRequestIDOfNoHead(t *testing.T) {
	r := start(t, "tcp", Config{}, echo)
	seen := map[string]bool{"": true, "theirs": true}
	for _, text := range []string{
		"POST /edit HTTP/1.1\nHost: x\n\n",
		post("X: "+strings.Repeat("x", 64<<10)+"\r\n", ""),
		"POST /edit\r\n\r\n",
	} {
		c, answers := r.raw(post("X-Request-Id: theirs\r\nContent-Length: 1\r\n", "x"))
		next(t, answers).wants(t, 200, echoA("x"))
		io.WriteString(c, text)
		got := next(t, answers).header.Get("X-Request-Id")
		if seen[got] {
			t.Errorf("%.30q: the id %q", text, got)
		}
		seen[got] = true
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
	record(t, resp, text)
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
		`iacedit_memory_budget_limit_bytes 536870912`,
		"go_goroutines ",
		"process_resident_memory_bytes ",
	} {
		if !strings.Contains(string(text), want+"\n") && !(strings.HasSuffix(want, " ") && strings.Contains(string(text), want)) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
