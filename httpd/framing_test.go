package httpd

import (
	"bufio"
	"bytes"
	table "iacedit/internal/requests/operations"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp/fasthttputil"
)

// framings are requests, one after the other, whose ends are told in many ways.
var framings = []string{
	post("Content-Length: 3\r\n", "abc") + post("Content-Length: 1\r\n", "d"),
	post("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n") + post("Content-Length: 1\r\n", "d"),
	post("Transfer-Encoding: chunked\r\n", "1;x=y\r\na\r\n2\r\nbc\r\n0\r\nA: b\r\n\r\n") + post("", ""),
	post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n") + post("Content-Length: 1\r\n", "d"),
	post("Expect: 100-continue\r\nContent-Length: 3\r\n", "abc") + post("Content-Length: 1\r\n", "d"),
	"\r\n" + post("Content-Length: 0\r\n", "") + "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd" + post("Content-Length: 1\r\n", "d"),
	"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd" + post("Content-Length: 1\r\n", "d"),
	"POST http://x/edit HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nab" + post("Content-Length: 1\r\n", "d"),
	post("X-A: a\r\n b\r\nContent-Length: 3\r\n", "abc"),
	post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"),
	post("Content-Length: 3\n", "abc"),
}

// A body that the server edits is the one that another reader of HTTP, net/http's, finds
// in the same bytes: so nothing can be hidden from one behind the other. Whatever is
// sent, each answer is whole, and none is 500.
func FuzzFraming(f *testing.F) {
	for _, text := range framings {
		f.Add([]byte(text))
	}
	ln := fasthttputil.NewInmemoryListener()
	s := New(Config{MaxBody: 10_000, ReadTimeout: 100 * time.Millisecond, IdleTimeout: 50 * time.Millisecond, LogRequests: LogNone})
	s.applies(echo)
	go s.Serve(ln)
	f.Fuzz(func(t *testing.T, sent []byte) {
		c, err := ln.Dial()
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		go c.Write(append(bytes.Clone(sent), "\r\n\r\nstop\r\n\r\n"...)) // the end is refused, and closes
		edited := answers(t, bufio.NewReader(c))
		for i, body := range asNetHTTP(sent, len(edited)) {
			if edited[i] != nil && body != nil && !bytes.Equal(edited[i], body) {
				t.Errorf("request %d of %q: %q was edited, and net/http reads %q", i, sent, edited[i], body)
			}
		}
	})
}

// answers reads the answers up to the one that closes the connection, and returns the code of each
// that has some.
func answers(t *testing.T, from *bufio.Reader) [][]byte {
	var edited [][]byte
	for {
		resp, err := http.ReadResponse(from, nil)
		if err == io.EOF || err == io.ErrUnexpectedEOF || err == io.ErrClosedPipe {
			return edited
		}
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode == http.StatusContinue {
			continue
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatalf("%s, and then %v", resp.Status, err)
		}
		if resp.StatusCode != http.StatusOK { // success is answered by a stand-in, which writes no JSON
			record(t, resp, body)
		}
		if resp.StatusCode == http.StatusInternalServerError {
			t.Fatalf("%s: %s", resp.Status, body)
		}
		const before, after = table.Before, `,"message":"iac-edit: success"}`
		code, ok := strings.CutPrefix(string(body), before)
		if ok && resp.StatusCode == http.StatusOK {
			edited = append(edited, []byte(strings.TrimSuffix(code, after)))
		} else {
			edited = append(edited, nil)
		}
		if resp.Close {
			return edited
		}
	}
}

// asNetHTTP returns the bodies, quoted, of the first requests that net/http reads; nil for
// one whose answer has no code, and none from what it does not read on.
func asNetHTTP(sent []byte, most int) [][]byte {
	var bodies [][]byte
	from := bufio.NewReader(bytes.NewReader(bytes.TrimLeft(sent, "\r\n")))
	for len(bodies) < most {
		req, err := http.ReadRequest(from)
		if err != nil {
			return bodies
		}
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return bodies
		}
		quoted, _ := echo(nil, body)
		bodies = append(bodies, quoted)
		for {
			if next, err := from.Peek(2); err != nil || string(next) != "\r\n" {
				break
			}
			from.Discard(2)
		}
	}
	return bodies
}
