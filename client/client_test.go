package client_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/client"
)

// A server is one that answers each request by what is next, the last for ever, and keeps
// what it got.
type server struct {
	*httptest.Server
	bodies  []string
	headers []http.Header
}

func newServer(t *testing.T, answers ...http.HandlerFunc) *server {
	s := new(server)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		n := min(len(s.bodies), len(answers)-1)
		s.bodies = append(s.bodies, string(body))
		s.headers = append(s.headers, r.Header)
		answers[n](w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// answer answers with a status and a body.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

const (
	done   = `{"success":true,"data":{"edited_code":"a = 1\n"},"message":"iac-edit: success"}`
	doneB  = `{"status":"success","data":{"edited_code":"a = 1\n"},"meta":{"transaction_id":"iac-edit","timestamp":"2026-01-02T03:04:05.678Z"}}`
	failed = `{"success":false,"error":{"code":"INTERNAL_ERROR","message":"m","location":"iac-edit"},"message":"m"}`
)

var setA = &client.EditRequest{Edits: json.RawMessage(`{"set":{"tfvars":{"attributes":{"a":1}}}}`)}

func TestBothShapes(t *testing.T) {
	for _, body := range []string{done, doneB} {
		s := newServer(t, answer(200, body))
		c := client.Client{URL: s.URL}
		got, err := c.Edit(t.Context(), setA)
		if err != nil || got.Code != "a = 1\n" {
			t.Error(got, err)
		}
	}
}

// What is sent is what was meant, and no more.
func TestRequests(t *testing.T) {
	for _, c := range []struct {
		request any
		body    string
	}{
		{setA, `{"code":"","edits":{"set":{"tfvars":{"attributes":{"a":1}}}}}`},
		{&client.EditRequest{Code: "<&>", Edits: `{"a": 1.0}`, Return: []client.Return{client.ReturnDiff}, Report: true, Dialect: "hcl"},
			`{"code":"<&>","edits":{"a":1.0},"return":["diff"],"report":true,"dialect":"hcl"}`},
		{&client.EditRequest{Files: map[string]string{}, Edits: map[string]int{"b": 2}}, `{"files":{},"edits":{"b":2}}`},
		{&client.EditRequest{Code: "a", Files: map[string]string{"f": "g"}, Edits: []byte("{}")}, `{"code":"a","files":{"f":"g"},"edits":{}}`},
		{&client.EditRequest{Edits: "{"}, `{"code":"","edits":"{"}`},
		{&client.EditRequest{}, `{"code":"","edits":null}`},
		{&client.ReadRequest{Code: "c"}, `{"code":"c"}`},
		{&client.ReadRequest{Files: map[string]string{"f": ""}, Select: "{}", Include: []client.Include{client.Ranges}, Dialect: "hcl"},
			`{"files":{"f":""},"select":{},"include":["ranges"],"dialect":"hcl"}`},
		{&client.FindRequest{Code: "c", Find: `[{"match": "f($x)"}]`}, `{"code":"c","find":[{"match":"f($x)"}]}`},
		{&client.FindRequest{Files: map[string]string{"f": ""}, SkipInvalid: true, Find: []map[string]string{{"text": "<"}}, Dialect: "hcl"},
			`{"files":{"f":""},"invalid":"skip","find":[{"text":"<"}],"dialect":"hcl"}`},
		{&client.UpgradeRequest{Code: "c", Upgrade: client.Upgrade{Provider: "aws", From: 4, To: 6, KeepDefaults: true}},
			`{"code":"c","upgrade":{"provider":"aws","from":4,"to":6,"keepDefaults":true}}`},
	} {
		s := newServer(t, answer(200, `{"data":{}}`))
		to := client.Client{URL: s.URL + "/api/", Token: "secret"}
		var err error
		path := "/api/v1/iac/edit"
		switch r := c.request.(type) {
		case *client.EditRequest:
			_, err = to.Edit(t.Context(), r)
		case *client.ReadRequest:
			path = "/api/v1/iac/read"
			_, err = to.Read(t.Context(), r)
		case *client.FindRequest:
			path = "/api/v1/iac/find"
			_, err = to.Find(t.Context(), r)
		case *client.UpgradeRequest:
			path = "/api/v1/iac/upgrade"
			_, err = to.Upgrade(t.Context(), r)
		}
		if err != nil {
			t.Fatal(path, err)
		}
		if diff := cmp.Diff(c.body+"\n", s.bodies[0]); diff != "" {
			t.Error(diff)
		}
		if got := s.headers[0].Get("Authorization"); got != "Bearer secret" {
			t.Error(got)
		}
	}
}

// What is not UTF-8 would arrive as something else.
func TestNotUTF8(t *testing.T) {
	c := client.Client{URL: "http://127.0.0.1:1"}
	for _, r := range []*client.EditRequest{{Code: "\xff"}, {Files: map[string]string{"a.tf": "\xff"}}, {Files: map[string]string{"\xff": ""}}} {
		if _, err := c.Edit(t.Context(), r); err == nil || !strings.Contains(err.Error(), "not UTF-8") {
			t.Error(err)
		}
	}
}

func TestGzip(t *testing.T) {
	for _, size := range []int{10, 100_000} {
		s := newServer(t, answer(200, done))
		c := client.Client{URL: s.URL, Gzip: true}
		code := strings.Repeat("#", size)
		if _, err := c.Edit(t.Context(), &client.EditRequest{Code: code, Edits: "{}"}); err != nil {
			t.Fatal(err)
		}
		var from io.Reader = strings.NewReader(s.bodies[0])
		if zipped := s.headers[0].Get("Content-Encoding") == "gzip"; zipped != (size > 1000) {
			t.Error(size, s.headers[0])
		} else if zipped {
			z, err := gzip.NewReader(from)
			if err != nil {
				t.Fatal(err)
			}
			from = z
		}
		var got struct{ Code string }
		if err := json.NewDecoder(from).Decode(&got); err != nil || got.Code != code {
			t.Error(size, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   client.Error
		text   string
	}{
		{400, `{"success":false,"error":{"code":"INVALID_CODE","message":"odd","location":"iac-edit","position":{"file":"a.tf","line":3,"column":7}},"message":"odd"}`,
			client.Error{Status: 400, Code: client.InvalidCode, Message: "odd", Location: "iac-edit", Position: &client.Position{File: "a.tf", Line: 3, Column: 7}},
			"iacedit: a.tf:3:7: odd (INVALID_CODE)"},
		{400, `{"success":false,"error":{"code":"BLOCK_NOT_FOUND","message":"no","location":"iac-edit","pointer":"/edits/update"},"message":"no"}`,
			client.Error{Status: 400, Code: client.BlockNotFound, Message: "no", Location: "iac-edit", Pointer: "/edits/update"},
			"iacedit: no (BLOCK_NOT_FOUND at /edits/update)"},
		{404, "<html>" + strings.Repeat("x", 1000), client.Error{Status: 404, Message: `the answer is not from iacedit: "<html>` + strings.Repeat("x", 194) + `"`},
			`iacedit: the answer is not from iacedit: "<html>` + strings.Repeat("x", 194) + `" (status 404)`},
		{302, "", client.Error{Status: 302, Message: `the answer is not from iacedit: ""`}, `iacedit: the answer is not from iacedit: "" (status 302)`},
	} {
		s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Request-Id", "id-1")
			w.Header().Set("Location", "/elsewhere")
			answer(c.status, c.body)(w, r)
		})
		to := client.Client{URL: s.URL}
		_, err := to.Edit(t.Context(), setA)
		got, ok := errors.AsType[*client.Error](err)
		if !ok {
			t.Fatal(err)
		}
		c.want.RequestID = "id-1"
		if diff := cmp.Diff(&c.want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(c.text, err.Error()); diff != "" {
			t.Error(diff)
		}
		if len(s.bodies) != 1 {
			t.Errorf("status %d: sent %d times", c.status, len(s.bodies))
		}
	}
}

// An answer that is too long is not read on, and one of something else is none.
func TestBadAnswers(t *testing.T) {
	for body, want := range map[string]error{
		`{"data":{"edited_code":"` + strings.Repeat("x", 100) + `"}}`: client.ErrAnswerTooLarge,
		"hello":        client.ErrNotIacedit,
		"{}":           client.ErrNotIacedit,
		`{"data":[1]}`: client.ErrNotIacedit,
	} {
		s := newServer(t, answer(200, body))
		c := client.Client{URL: s.URL, MaxAnswer: 100}
		if _, err := c.Edit(t.Context(), setA); !errors.Is(err, want) {
			t.Errorf("%s: %v", body, err)
		}
		if len(s.bodies) != 1 {
			t.Errorf("%s: sent %d times", body, len(s.bodies))
		}
		c.MaxAnswer = int64(len(body))
		if _, err := c.Edit(t.Context(), setA); want == client.ErrAnswerTooLarge && err != nil {
			t.Error(err)
		}
	}
}

func TestBadURL(t *testing.T) {
	for _, url := range []string{"", "127.0.0.1:8080", "ftp://h", "http://", "http://a b"} {
		c := client.Client{URL: url}
		if _, err := c.Edit(t.Context(), setA); err == nil {
			t.Errorf("%q is taken", url)
		}
	}
}

func TestApply(t *testing.T) {
	at := func(from, to int, text string) client.Change {
		return client.Change{Start: client.Point{Offset: from}, End: client.Point{Offset: to}, Text: text}
	}
	got, err := client.Apply("aäb", []client.Change{at(0, 1, "x"), at(1, 3, ""), at(4, 4, "end")})
	if err != nil || got != "xbend" {
		t.Error(got, err)
	}
	for _, bad := range [][]client.Change{{at(0, 9, "")}, {at(2, 1, "")}, {at(0, 2, ""), at(1, 3, "")}, {at(-1, 0, "")}} {
		if got, err := client.Apply("aäb", bad); err == nil {
			t.Error(got)
		}
	}
	change := at(0, 0, "new")
	change.File = "b.tf"
	files := map[string]string{"a.tf": "a"}
	edited, err := client.ApplyFiles(files, []client.Change{change})
	if diff := cmp.Diff(map[string]string{"a.tf": "a", "b.tf": "new"}, edited); err != nil || diff != "" || len(files) != 1 {
		t.Error(err, diff)
	}
}

func TestDecode(t *testing.T) {
	s := newServer(t, answer(200, `{"data":{"content":{"n":12345678901234567890.10}}}`))
	c := client.Client{URL: s.URL}
	read, err := c.Read(context.Background(), &client.ReadRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var content map[string]any
	if err := read.Decode(&content); err != nil || content["n"] != json.Number("12345678901234567890.10") {
		t.Error(content, err)
	}
}

func TestReadValues(t *testing.T) {
	s := newServer(t, answer(200, `{"data":{"values":[{"address":"locals.a","range":{"start":{"line":1,"column":1,"offset":9},"end":{}},"value":1.50},{"address":"variable.b.default","source":"f(x)"}]}}`))
	c := client.Client{URL: s.URL}
	read, err := c.Read(t.Context(), &client.ReadRequest{Select: []string{"local.a", "var.b.default"}, List: true})
	if err != nil {
		t.Fatal(err)
	}
	if one := read.Values[0]; one.Address != "locals.a" || string(one.Value) != "1.50" || one.Range.Start.Offset != 9 || *read.Values[1].Source != "f(x)" {
		t.Errorf("got %+v", read.Values)
	}
	if want := `{"code":"","select":["local.a","var.b.default"],"return":"values"}` + "\n"; s.bodies[0] != want {
		t.Error(s.bodies[0])
	}
}

func TestConvert(t *testing.T) {
	s := newServer(t, answer(200, `{"data":{"converted_code":"a\n","notes":[{"code":"GUESSED","address":"resource.a.b.c","message":"m"}]}}`),
		answer(200, `{"data":{"converted_files":{"a.tf.json":"{}\n"},"notes":[]}}`))
	c := client.Client{URL: s.URL}
	got, err := c.Convert(t.Context(), &client.ConvertRequest{Code: "{}", To: client.HCL})
	want := &client.ConvertAnswer{Code: "a\n", Notes: []client.Note{{Code: "GUESSED", Address: "resource.a.b.c", Message: "m"}}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	got, err = c.Convert(t.Context(), &client.ConvertRequest{Files: map[string]string{"a.tf": ""}, To: client.JSON})
	if diff := cmp.Diff(&client.ConvertAnswer{Files: map[string]string{"a.tf.json": "{}\n"}, Notes: []client.Note{}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if diff := cmp.Diff([]string{"{\"code\":\"{}\",\"to\":\"hcl\"}\n", "{\"files\":{\"a.tf\":\"\"},\"to\":\"json\"}\n"}, s.bodies); diff != "" {
		t.Error(diff)
	}
}
