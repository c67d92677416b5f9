package check

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"iacedit/httpd"
	"iacedit/openapi/check/tables"
)

// requestsPerCheck is how many requests there are to each that kin-openapi checks: it makes
// the schema anew for every one, which takes some 80 ms.
const requestsPerCheck = 20

// kin-openapi, as its users have it, finds every answer to the tables' requests described,
// and of the requests that are taken those that it is asked about.
func TestKin(t *testing.T) {
	router, err := gorillamux.NewRouter(loaded(t))
	if err != nil {
		t.Fatal(err)
	}
	requests, _, err := tables.Requests(root)
	if err != nil {
		t.Fatal(err)
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
	s := httpd.New(httpd.Config{Logger: slog.New(slog.DiscardHandler)})
	asked := 0
	for i, r := range requests {
		req, err := http.NewRequest(http.MethodPost, "http://iacedit.test"+r.Path, bytes.NewReader(r.Body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		route, params, err := router.FindRoute(req)
		if errors.Is(err, routers.ErrPathNotFound) {
			t.Logf("NOT CHECKED: %s: there is no %s yet", r.Name, r.Path)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		in := &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route, Options: options}
		a := post(s, r.Path, r.Body)
		if i%requestsPerCheck == 0 && a.Status == http.StatusOK {
			asked++
			if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil {
				t.Errorf("%s: the request: %v", r.Name, err)
			}
		}
		if err := openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
			RequestValidationInput: in, Status: a.Status, Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.Body)), Options: options,
		}); err != nil {
			t.Errorf("%s: the answer: %v", r.Name, err)
		}
	}
	t.Logf("%d answers, %d requests", len(requests), asked)
}
