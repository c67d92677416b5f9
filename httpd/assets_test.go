package httpd

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	playground "iacedit/httpd/page"
)

// pageBound is what the page may weigh, as it is sent.
const pageBound = 300_000

// ask asks for a path, with headers in pairs.
func (r *running) ask(method, path string, headers ...string) answer {
	r.t.Helper()
	req := request(r.t, method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := r.client().Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	return received(r.t, resp)
}

// The page and all that it names are served, in each encoding, with what keeps browsers
// from doing more than they should; all of it weighs little.
func TestPage(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{Page: true}, echo)
		page := r.ask("GET", "/", "Accept-Encoding", "identity")
		if page.status != 200 || !strings.HasPrefix(page.body, "<!doctype html>") || page.header.Get("Cache-Control") != "no-cache" {
			t.Fatal(page.status, page.header, page.body)
		}
		paths := []string{"/"}
		for _, named := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(page.body, -1) {
			paths = append(paths, "/"+named[1])
		}
		if len(paths) != len(playground.Files()) {
			t.Errorf("the page names %v of %d files", paths, len(playground.Files()))
		}
		weight := 0
		for _, path := range paths {
			plain := r.ask("GET", path, "Accept-Encoding", "br;q=0, gzip;q=0.0")
			zipped := r.ask("GET", path, "Accept-Encoding", "deflate, GZIP;q=0.5")
			brotli := r.ask("GET", path, "Accept-Encoding", "gzip, deflate, br, zstd")
			weight += max(len(zipped.body), len(brotli.body))
			if got := unzipped(t, zipped.body); plain.status != 200 || got != plain.body || zipped.header.Get("Content-Encoding") != "gzip" {
				t.Errorf("%s as gzip: %d %v", path, zipped.status, zipped.header)
			}
			if got, err := fasthttp.AppendUnbrotliBytes(nil, []byte(brotli.body)); err != nil || string(got) != plain.body || brotli.header.Get("Content-Encoding") != "br" {
				t.Errorf("%s as br: %d %v %v", path, brotli.status, brotli.header, err)
			}
			tags := map[string]bool{}
			for _, a := range []answer{plain, zipped, brotli} {
				tags[a.header.Get("ETag")] = true
				for header, want := range map[string]string{
					"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
					"Vary": "Accept-Encoding", "Content-Type": plain.header.Get("Content-Type"),
				} {
					if got := a.header.Get(header); got != want || got == "" {
						t.Errorf("%s: %s %q", path, header, got)
					}
				}
				if path != "/" && a.header.Get("Cache-Control") != keepForever {
					t.Errorf("%s: %v", path, a.header)
				}
			}
			if len(tags) != 3 {
				t.Errorf("%s: encodings share a tag: %v", path, tags)
			}
			r.checkConditions(path)
		}
		if weight > pageBound {
			t.Errorf("the page weighs %d bytes", weight)
		}
		r.ask("POST", "/").wantsError(t, 405, "METHOD_NOT_ALLOWED")
		r.ask("GET", "/page/").wantsError(t, 404, "NOT_FOUND")
		r.ask("GET", "/page/index.html").wantsError(t, 404, "NOT_FOUND")
		r.ask("GET", "/page/../go.mod").wantsError(t, 404, "NOT_FOUND")
	})
}

// checkConditions checks HEAD, and what a browser gets that has the file.
func (r *running) checkConditions(path string) {
	r.t.Helper()
	whole := r.ask("GET", path, "Accept-Encoding", "gzip")
	head := r.ask("HEAD", path, "Accept-Encoding", "gzip")
	if head.status != 200 || head.body != "" || head.header.Get("ETag") != whole.header.Get("ETag") || head.header.Get("Content-Type") != whole.header.Get("Content-Type") {
		r.t.Errorf("HEAD %s: %d %v", path, head.status, head.header)
	}
	tag := whole.header.Get("ETag")
	for _, known := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
		if a := r.ask("GET", path, "Accept-Encoding", "gzip", "If-None-Match", known); a.status != http.StatusNotModified || a.body != "" || a.header.Get("ETag") != tag || a.header.Get("Content-Encoding") != "" {
			r.t.Errorf("%s, If-None-Match %s: %d %v", path, known, a.status, a.header)
		}
	}
	if a := r.ask("GET", path, "Accept-Encoding", "br", "If-None-Match", tag); a.status != 200 {
		r.t.Errorf("%s: another encoding is taken for the same: %d", path, a.status)
	}
}

func unzipped(t *testing.T, body string) string {
	t.Helper()
	from, err := gzip.NewReader(bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// There is no page where it is not asked for, nor where tokens are.
func TestNoPage(t *testing.T) {
	for name, config := range map[string]Config{
		"off":    {},
		"tokens": {Page: true, Authorized: func([]byte) bool { return true }},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, "tcp", config, echo)
			r.ask("GET", "/").wantsError(t, 404, "NOT_FOUND")
			for _, f := range playground.Files() {
				r.ask("GET", "/page/"+f.Name).wantsError(t, 404, "NOT_FOUND")
			}
		})
	}
}

// The page takes no connection that is kept free for health.
func TestPageWhenFull(t *testing.T) {
	r := start(t, "tcp", Config{Page: true, MaxConnections: 1}, echo)
	r.fill()
	_, over := r.raw("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	next(t, over).wantsError(t, 503, "OVERLOADED")
}
