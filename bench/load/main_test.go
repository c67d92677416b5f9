package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"iacedit/internal/testkit/corpus"
)

func TestOneDashWillDo(t *testing.T) {
	got := twoDashes([]string{"-url", "http://x", "-rate", "5", "--plot", "p", "-h", "-"})
	want := []string{"--url", "http://x", "--rate", "5", "--plot", "p", "-h", "-"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// service edits as the generated module's edit asks, and from the wrongFrom-th
// request on answers with the code as it was.
func service(t *testing.T, wrongFrom int64) string {
	var served atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct{ Code string }
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		code := []byte(request.Code)
		if served.Add(1) < wrongFrom {
			e, err := corpus.FindEdit(code)
			if err != nil {
				t.Error(err)
			}
			code = corpus.Want(code, e)
		}
		_, _ = w.Write(corpus.Answer(code))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func small(url string) options {
	return options{URL: url, Duration: 100 * time.Millisecond, Connections: 2, Timeout: time.Second, Size: 5_000}
}

func TestAGoodRunDrawsItsPlot(t *testing.T) {
	o := small(service(t, 1<<60))
	o.Rate, o.Plot = 100, filepath.Join(t.TempDir(), "plot.svg")
	if err := o.run(); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(o.Plot)
	if err != nil || !strings.Contains(string(page), "99.9 %") {
		t.Errorf("the plot does not show the tail (%v)", err)
	}
}

func TestAWrongAnswerFailsTheRun(t *testing.T) {
	o := small(service(t, 6))
	if err := o.run(); err == nil || !strings.Contains(err.Error(), "requests failed") {
		t.Errorf("the run says %v", err)
	}
}

func TestAServerThatDoesNotEditIsNotLoaded(t *testing.T) {
	in := corpus.Generated(5_000)
	file := filepath.Join(t.TempDir(), "request.json")
	if err := os.WriteFile(file, in.Body(), 0o644); err != nil {
		t.Fatal(err)
	}
	o := small(service(t, 0))
	o.Requests = []string{file}
	if err := o.run(); err == nil || !strings.Contains(err.Error(), "they part at byte") {
		t.Errorf("the run says %v", err)
	}
}
