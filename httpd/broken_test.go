package httpd

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A body over the limit gets 413 and the reason, however it is sent and however much
// of it the client insists on sending.
func TestTooLarge(t *testing.T) {
	const limit = 10_000
	bodies := map[string]func(n int) io.Reader{
		"sized":   func(n int) io.Reader { return bytes.NewReader(make([]byte, n)) },
		"chunked": func(n int) io.Reader { return io.MultiReader(bytes.NewReader(make([]byte, n))) },
	}
	for name, body := range bodies {
		for _, n := range []int{limit + 1, 3 << 20} {
			t.Run(fmt.Sprintf("%s-%d", name, n), func(t *testing.T) {
				r := start(t, "tcp", Config{MaxBody: limit}, echo)
				r.do(r.client(), request(t, "POST", "/edit", body(n))).wantsError(t, 413, "PAYLOAD_TOO_LARGE")
			})
		}
		r := start(t, "tcp", Config{MaxBody: limit}, echo)
		if a := r.do(r.client(), request(t, "POST", "/edit", body(limit))); a.status != 200 {
			t.Errorf("%s: a body of just the limit: %d %s", name, a.status, a.body)
		}
	}
}

// Expect: 100-continue is honoured, and answered 413 where the body is over the limit.
func TestExpectContinue(t *testing.T) {
	r := start(t, "tcp", Config{MaxBody: 100}, echo)
	ask := func(n int) answer {
		req := request(t, "POST", "/edit", strings.NewReader(strings.Repeat("x", n)))
		req.Header.Set("Expect", "100-continue")
		client := r.client()
		client.Transport.(*http.Transport).ExpectContinueTimeout = 5 * time.Second
		return r.do(client, req)
	}
	ask(100).wants(t, 200, echoA(strings.Repeat("x", 100)))
	ask(101).wantsError(t, 413, "PAYLOAD_TOO_LARGE")
}

// What is no HTTP request gets the error body too, and its connection is closed.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		name, text string
		status     int
		code       string
	}{
		{"no HTTP", "hello\r\n\r\n", 400, "INVALID_REQUEST"},
		{"a bad length", "POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n", 400, "INVALID_REQUEST"},
		{"a bad chunk", "POST /edit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "INVALID_REQUEST"},
		{"long headers", "POST /edit HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", headerLimit) + "\r\n\r\n", 431, "HEADERS_TOO_LARGE"},
		{"a late body", "POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab", 408, "REQUEST_TIMEOUT"},
		{"late headers", "POST /edit HTTP/1.1\r\nHost:", 408, "REQUEST_TIMEOUT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := start(t, "tcp", Config{ReadTimeout: 200 * time.Millisecond}, echo)
			_, answers := r.raw(c.text)
			next(t, answers).wantsError(t, c.status, c.code)
			if _, err := answers.ReadByte(); err != io.EOF {
				t.Error("more follows:", err)
			}
		})
	}
}

// A body that comes slowly, but in time, is read whole.
func TestSlowBody(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		c, answers := r.raw("POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
		for _, b := range "slow!" {
			time.Sleep(5 * time.Millisecond)
			fmt.Fprint(c, string(b))
		}
		next(t, answers).wants(t, 200, echoA("slow!"))
	})
}

// Requests sent at one go are answered in their order, refused ones among them.
func TestPipelined(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{}, echo)
		const requests = 50
		var text strings.Builder
		for i := range requests {
			fmt.Fprintf(&text, "POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n%02d", i)
			fmt.Fprintf(&text, "GET /edit HTTP/1.1\r\nHost: x\r\n\r\n")
		}
		c, answers := r.raw("")
		go io.WriteString(c, text.String())
		for i := range requests {
			next(t, answers).wants(t, 200, echoA(fmt.Sprintf("%02d", i)))
			next(t, answers).wantsError(t, 405, "METHOD_NOT_ALLOWED")
		}
	})
}

// A connection kept alive past the write time-out still gets interim answers and
// errors: each write has a time-out of its own.
func TestKeepAliveOutlivesWriteTimeout(t *testing.T) {
	r := start(t, "tcp", Config{WriteTimeout: 50 * time.Millisecond}, echo)
	const first = "POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx"
	for _, second := range []string{
		"POST /edit HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n",
		"POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
	} {
		c, answers := r.raw(first)
		next(t, answers).wants(t, 200, echoA("x"))
		time.Sleep(100 * time.Millisecond)
		io.WriteString(c, second)
		line, err := answers.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "HTTP/1.1 100") && !strings.HasPrefix(line, "HTTP/1.1 400") {
			t.Errorf("%q %v", line, err)
		}
	}
}

// A connection over the limit gets 503 for its request, and an answer to what asks for
// health; the slot of a closed one is free again.
func TestTooManyConnections(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		working, finish := make(chan struct{}), make(chan struct{})
		r := start(t, transport, Config{MaxConnections: 1}, func(dst, body []byte) ([]byte, error) {
			close(working)
			<-finish
			return echo(dst, body)
		})
		const get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
		first, _ := r.raw("POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx")
		<-working
		for range 3 {
			_, refused := r.raw("POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx")
			a := next(t, refused)
			a.wantsError(t, 503, "OVERLOADED")
			if a.header.Get("Retry-After") != "1" {
				t.Error("no Retry-After")
			}
			if _, err := refused.ReadByte(); err != io.EOF {
				t.Error("the connection goes on:", err)
			}
			_, healthy := r.raw(get)
			next(t, healthy).wants(t, 200, `{"status":"ok"}`)
		}
		first.Close()
		close(finish)
		eventually(t, func() bool { return r.Server.atRestButListening() })
		_, answers := r.raw(get)
		next(t, answers).wants(t, 200, `{"status":"ok"}`)
	})
}

// Whoever holds all connections, and all those that are reserved, by sending nothing keeps
// nobody from asking for health.
func TestHealthWhenAllIsHeld(t *testing.T) {
	r := start(t, "tcp", Config{MaxConnections: 1}, echo)
	for _, sent := range []string{"", "POST /edit HTTP/1.1\r\nHos", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /", post("Content-Length: 9\r\n", "x")} {
		for range reservedConnections + 50 {
			r.raw(sent)
		}
		for range 20 {
			r.do(r.client(), request(t, "GET", "/healthz", nil)).wants(t, 200, HealthBody)
			r.raw(sent)
		}
	}
}

// A connection over the limit takes the place of one that waits, whose answers all came.
func TestIdleGivesWay(t *testing.T) {
	for name, waits := range map[string]string{"idle": "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "fresh": "", "half a head": "POST /ed"} {
		r := start(t, "tcp", Config{MaxConnections: 1}, echo)
		c, answers := r.raw(waits)
		if name == "idle" {
			next(t, answers).wants(t, 200, HealthBody)
		}
		eventually(t, func() bool { return r.waiting() == 1 })
		r.post("x").wants(t, 200, echoA("x"))
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err := answers.ReadByte(); err == nil || isTimeout(err) {
			t.Errorf("%s: it goes on: %v", name, err)
		}
	}
}

// Connections are counted out however they end.
func TestConnectionsCounted(t *testing.T) {
	r := start(t, "tcp", Config{}, echo)
	for range 20 {
		c, _ := r.raw("POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx")
		c.Close()
	}
	client := r.client()
	for range 20 {
		r.do(client, request(t, "POST", "/edit", strings.NewReader("x"))).wants(t, 200, echoA("x"))
	}
	client.CloseIdleConnections()
	eventually(t, func() bool { return r.Server.atRestButListening() })
}
