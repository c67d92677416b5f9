package check

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/client"
	"iacedit/httpd"
	"iacedit/openapi/check/tables"
)

// A connection takes a client's requests to a server in the same process, and keeps what it
// answers.
type connection struct {
	server *httpd.Server
	sent   []byte
	answer *Answer
}

// RoundTrip implements http.RoundTripper.
func (c *connection) RoundTrip(r *http.Request) (*http.Response, error) {
	var err error
	if c.sent, err = io.ReadAll(r.Body); err != nil {
		return nil, err
	}
	c.answer = post(c.server, r.URL.Path, c.sent)
	return &http.Response{StatusCode: c.answer.Status, Header: c.answer.Header, Body: io.NopCloser(bytes.NewReader(c.answer.Body)), Request: r}, nil
}

// What the Go client sends for the tables' requests the contract describes, and the
// client's types hold all that is answered.
func TestGoClient(t *testing.T) {
	requests, _, err := tables.Requests(root)
	if err != nil {
		t.Fatal(err)
	}
	contract := contract(t)
	to := &connection{server: httpd.New(httpd.Config{Logger: slog.New(slog.DiscardHandler)})}
	c := client.Client{URL: "http://iacedit.test", HTTP: &http.Client{Transport: to}, Attempts: 1}
	count := 0
	for _, r := range requests {
		var body struct {
			Code    string
			Files   map[string]string
			Edits   json.RawMessage
			Return  returned
			Report  bool
			Dialect string
			Invalid string
		}
		if r.Path != tables.EditPath || json.Unmarshal(r.Body, &body) != nil || len(body.Edits) == 0 {
			continue
		}
		want := post(to.server, r.Path, r.Body)
		if want.Status != http.StatusOK || body.Return != nil && len(body.Return) == 0 {
			continue // the client asks for something always
		}
		sent := client.EditRequest{Code: body.Code, Files: body.Files, Edits: body.Edits, Return: body.Return, Report: body.Report, Dialect: body.Dialect, SkipInvalid: body.Invalid != ""}
		if _, err := c.Edit(t.Context(), &sent); err != nil {
			t.Errorf("%s: %v", r.Name, err)
			continue
		}
		count++
		check(t, contract, r.Name, tables.EditPath, to.sent, to.answer)
		if !bytes.Equal(to.answer.Body, want.Body) {
			t.Errorf("%s: the client's request is answered\n%s\nand not\n%s", r.Name, to.answer.Body, want.Body)
		}
		strictly := json.NewDecoder(bytes.NewReader(want.Body))
		strictly.DisallowUnknownFields()
		var answer struct {
			Success bool
			Data    client.EditAnswer
			Message string
		}
		if err := strictly.Decode(&answer); err != nil {
			t.Errorf("%s: the client lacks what is answered: %v", r.Name, err)
		}
	}
	t.Logf("%d requests", count)
	if count < 400 {
		t.Error("those are too few")
	}
}

// returned is the member "return", a name or several.
type returned []client.Return

// UnmarshalJSON implements json.Unmarshaler.
func (r *returned) UnmarshalJSON(text []byte) error {
	var one client.Return
	if json.Unmarshal(text, &one) == nil {
		*r = returned{one}
		return nil
	}
	return json.Unmarshal(text, (*[]client.Return)(r))
}

// The Go client's codes are the contract's.
func TestGoClientCodes(t *testing.T) {
	c := contract(t)
	for typ, pointer := range map[string]string{
		"Code":        "/components/schemas/ErrorCode",
		"WarningCode": "/components/schemas/Warning/properties/code",
		"Effect":      "/components/schemas/Outcome/properties/result",
		"Return":      "/components/schemas/Return",
	} {
		want := slices.Sorted(maps.Values(constants(t, "client", typ)))
		if diff := cmp.Diff(want, enum(c, pointer)); diff != "" {
			t.Errorf("%s: -client +contract\n%s", typ, diff)
		}
	}
}
