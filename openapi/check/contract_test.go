package check

import (
	"bufio"
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"iacedit/httpd"
	"iacedit/openapi"
	"iacedit/openapi/check/tables"
)

// contract returns the contract as it is served.
func contract(t testing.TB) *Contract {
	t.Helper()
	c, err := New(openapi.JSON)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// post returns what a server answers to a request.
func post(s *httpd.Server, path string, body []byte) *Answer {
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod(http.MethodPost)
	ctx.Request.SetRequestURI(path)
	ctx.Request.SetBody(body)
	s.Handler(&ctx)
	a := &Answer{Method: http.MethodPost, Path: path, Status: ctx.Response.StatusCode(), Header: http.Header{}, Body: ctx.Response.Body()}
	for name, value := range ctx.Response.Header.All() {
		a.Header.Add(string(name), string(value))
	}
	return a
}

// errorCode returns the code of an answer that is an error, else "".
func errorCode(a *Answer) string {
	var body struct{ Error struct{ Code string } }
	if json.Unmarshal(a.Body, &body) != nil {
		return ""
	}
	return body.Error.Code
}

// The contract describes every request of the tables that the server takes, and every
// answer to them all, in both shapes.
func TestTables(t *testing.T) {
	requests, shared, err := tables.Requests(root)
	if err != nil {
		t.Fatal(err)
	}
	if !shared {
		t.Log("NOT CHECKED: the specification's cases, which are not beside the repository")
	}
	c := contract(t)
	taken, refused, agreed := 0, 0, 0
	for _, shape := range []httpd.Shape{httpd.ShapeA, httpd.ShapeB} {
		s := httpd.New(httpd.Config{Shape: shape, Logger: slog.New(slog.DiscardHandler)})
		for _, r := range requests {
			if c.path(r.Path) == "" {
				t.Logf("NOT CHECKED: %s: there is no %s yet", r.Name, r.Path)
				continue
			}
			a := post(s, r.Path, r.Body)
			if err := c.CheckAnswer(a); err != nil {
				t.Errorf("%s: %v\n%s", r.Name, err, a.Body)
			}
			err := c.CheckRequest(r.Path, r.Body)
			switch code := errorCode(a); {
			case code == "INVALID_REQUEST" || code == "MISSING_CODE":
				refused++
				if err != nil {
					agreed++
				}
			case err != nil:
				t.Errorf("%s: answered %d, and the request is not described: %v", r.Name, a.Status, err)
			default:
				taken++
			}
		}
	}
	t.Logf("%d requests that are taken are described; of %d that are refused %d are not", taken, refused, agreed)
	if taken < 1300 {
		t.Error("those are too few")
	}
}

// The contract describes every answer in the tests of httpd.
func TestAnswersOfTests(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the tests of httpd are not run again")
	}
	file := filepath.Join(t.TempDir(), "exchanges")
	cmd := exec.Command("go", "test", "-count=1", "./httpd")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "IACEDIT_EXCHANGES="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Logf("the tests of httpd fail, which is theirs to tell: %v\n%s", err, out)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := contract(t)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	seen, count := map[int]int{}, 0
	for lines.Scan() {
		var a Answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		seen[a.Status]++
		count++
		if err := c.CheckAnswer(&a); err != nil {
			t.Errorf("%s: %v\n%.500s", a.Test, err, a.Body)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d answers, by status: %v", count, seen)
	for _, status := range []int{200, 400, 401, 404, 405, 408, 413, 417, 431, 500, 503, 505} {
		if seen[status] == 0 {
			t.Errorf("no test is answered %d", status)
		}
	}
}

// What is not described is found.
func TestFaultsAreFound(t *testing.T) {
	c := contract(t)
	s := httpd.New(httpd.Config{Logger: slog.New(slog.DiscardHandler)})
	body := []byte(`{"code": "", "edits": {"set": {"locals": [{"attributes": {"a": 1}}]}}, "report": true}`)
	for name, change := range map[string]func(*Answer){
		"":              func(*Answer) {},
		"a member more": func(a *Answer) { a.Body = bytes.Replace(a.Body, []byte("{"), []byte(`{"more":1,`), 1) },
		"a member more inside": func(a *Answer) {
			a.Body = bytes.Replace(a.Body, []byte(`"warnings"`), []byte(`"more":1,"warnings"`), 1)
		},
		"a member less":  func(a *Answer) { a.Body = bytes.Replace(a.Body, []byte(`,"warnings":[]`), nil, 1) },
		"another effect": func(a *Answer) { a.Body = bytes.Replace(a.Body, []byte(`"created"`), []byte(`"made"`), 1) },
		"another message": func(a *Answer) {
			a.Body = bytes.Replace(a.Body, []byte("iac-edit: success"), []byte("iac-read: success"), 1)
		},
		"another status":    func(a *Answer) { a.Status = 201 },
		"another method":    func(a *Answer) { a.Method = "GET" },
		"another path":      func(a *Answer) { a.Path = "/v1/iac/format" },
		"another type":      func(a *Answer) { a.Header.Set("Content-Type", "text/html") },
		"no id":             func(a *Answer) { a.Header.Del("X-Request-Id") },
		"two ids":           func(a *Answer) { a.Header.Add("X-Request-Id", "x") },
		"no JSON":           func(a *Answer) { a.Body = a.Body[1:] },
		"an error's status": func(a *Answer) { a.Status = 400 },
	} {
		a := post(s, tables.EditPath, body)
		change(a)
		if err := c.CheckAnswer(a); (err == nil) != (name == "") {
			t.Errorf("%s: %v", name, err)
		}
	}
	busy := Answer{Method: "POST", Path: "/edit", Status: 503, Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"x"}},
		Body: []byte(`{"success":false,"error":{"code":"OVERLOADED","message":"x","location":"iac-edit"},"message":"x"}`)}
	if err := c.CheckAnswer(&busy); err == nil || !strings.Contains(err.Error(), "Retry-After") {
		t.Error("nobody asks for Retry-After:", err)
	}
	busy.Header.Set("Retry-After", "1")
	if err := c.CheckAnswer(&busy); err != nil {
		t.Error(err)
	}
	busy.Body = bytes.Replace(busy.Body, []byte("OVERLOADED"), []byte("NOT_FOUND"), 1)
	if c.CheckAnswer(&busy) == nil {
		t.Error("a code has another's status")
	}
}
