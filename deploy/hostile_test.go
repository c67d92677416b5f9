package deploy

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"iacedit/internal/testkit/corpus"
)

// A visit is something that a client does to a server, and what must come of it.
type visit struct {
	name  string
	share int  // how often, among the shares of all
	slow  bool // whether it waits for nothing in particular, beside others
	make  func(v *visitor) error
}

// A visitor is a client that makes visits.
type visitor struct {
	address string
	client  *http.Client
}

// errShed is an answer 503, which may come where the server is full.
var errShed = errors.New("told to come again")

// ask posts a body and checks the whole answer, or only that it has a part.
func ask(name string, share int, headers map[string]string, body []byte, status int, want string, whole bool) visit {
	return visit{name, share, false, func(v *visitor) error {
		req, err := http.NewRequest("POST", "http://"+v.address+"/v1/iac/edit", bytes.NewReader(body))
		if err != nil {
			return err
		}
		for name, value := range headers {
			req.Header.Set(name, value)
		}
		resp, err := v.client.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		answer, err := io.ReadAll(resp.Body)
		switch {
		case err != nil:
			return err
		case resp.StatusCode == http.StatusServiceUnavailable:
			return errShed
		case resp.StatusCode != status, whole && string(answer) != want, !strings.Contains(string(answer), want):
			return fmt.Errorf("status %d: %.200s", resp.StatusCode, answer)
		}
		return nil
	}}
}

// raw sends text, takes what comes for so long at most, and goes. Where a status is
// given, the answer must have it.
func raw(name string, share int, text string, wait time.Duration, status int) visit {
	slow := status == 0
	return visit{name, share, slow, func(v *visitor) error {
		c, err := net.Dial("tcp", v.address)
		if err != nil {
			return err
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(wait))
		io.WriteString(c, text) // may fail where the server has answered and closed
		if slow {
			time.Sleep(wait / 2)
			return nil
		}
		head := make([]byte, len("HTTP/1.1 400"))
		if _, err := io.ReadFull(c, head); err != nil {
			return err
		}
		if got := string(head); got == "HTTP/1.1 503" {
			return errShed
		} else if got != fmt.Sprint("HTTP/1.1 ", status) {
			return errors.New(got)
		}
		return nil
	}}
}

// head returns a request's line and headers.
func head(headers ...string) string {
	return "POST /edit HTTP/1.1\r\nHost: x\r\n" + strings.Join(headers, "\r\n") + "\r\n\r\n"
}

// squeezed returns text as gzip.
func squeezed(text []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(text)
	w.Close()
	return out.Bytes()
}

// visits are what the soak does: valid, invalid and hostile.
func visits() []visit {
	small, medium := corpus.Small(), corpus.Generated(31_000)
	right := func(in *corpus.Input) string { return string(corpus.Answer(in.Want())) }
	gz := map[string]string{"Content-Encoding": "gzip"}
	const wait = 2 * time.Second
	return []visit{
		ask("small", 400, nil, small.Body(), 200, right(&small), true),
		ask("31 KB", 250, nil, medium.Body(), 200, right(&medium), true),
		ask("31 KB, gzip", 50, gz, squeezed(medium.Body()), 200, right(&medium), true),

		ask("no code", 40, nil, []byte(`{"edits":{"set":{}}}`), 400, `"MISSING_CODE"`, false),
		ask("no JSON", 40, nil, []byte(`{"code`), 400, `"INVALID_REQUEST"`, false),
		ask("no HCL", 40, nil, []byte(`{"code":"a = {","edits":{"set":{"locals":[{"attributes":{"a":1}}]}}}`), 400, `"INVALID_CODE"`, false),
		ask("no block", 40, nil, []byte(`{"code":"","edits":{"update":{"module":{"a":[{"attributes":{"a":1}}]}}}}`), 400, `"BLOCK_NOT_FOUND"`, false),
		ask("deep", 20, nil, []byte(strings.Repeat("[", 20_000)), 400, `"INVALID_REQUEST"`, false),

		ask("no gzip", 20, gz, []byte("no"), 400, `"INVALID_REQUEST"`, false),
		ask("a bomb", 1, gz, squeezed(make([]byte, 20<<20)), 413, `"PAYLOAD_TOO_LARGE"`, false),
		raw("too large", 20, head("Content-Length: 99999999"), wait, 413),
		raw("smuggled", 20, head("Content-Length: 4", "Transfer-Encoding: chunked")+"0\r\n\r\nGET /x", wait, 400),
		raw("bad chunks", 20, head("Transfer-Encoding: chunked")+"zz\r\n", wait, 400),
		raw("no HTTP", 20, "\x16\x03\x01\x02\x00\x01\r\n\r\n", wait, 400),
		raw("long head", 10, head("X: "+strings.Repeat("x", 20<<10)), wait, 431),
		raw("half a head", 4, "POST /edit HTTP/1.1\r\nHo", wait, 0),
		raw("half a body", 4, head("Content-Length: 100000")+strings.Repeat(" ", 9999), wait, 0),
		raw("nothing", 4, "", wait, 0),
		raw("gone at once", 10, head(fmt.Sprintf("Content-Length: %d", len(medium.Body())))+string(medium.Body()), 2*time.Millisecond, 0),
		raw("answers unread", 2, strings.Repeat(head(fmt.Sprintf("Content-Length: %d", len(medium.Body())))+string(medium.Body()), 20), wait, 0),
	}
}
