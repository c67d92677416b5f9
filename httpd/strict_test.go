package httpd

import (
	"encoding/hex"
	"fmt"
	"io"
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
			text = hex.EncodeToString([]byte(random(n / 2)))
			req := request(t, "POST", "/edit", compressed(t, text))
			req.Header.Set("Content-Encoding", "gzip")
			r.do(client, req).wants(t, 200, echoA(text))
		}
		r.holdsNothing()
	})
}
