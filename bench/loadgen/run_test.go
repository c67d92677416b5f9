package loadgen

import (
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"iacedit/internal/testkit/cputime"
)

const rightAnswer = `{"success":true,"data":{"edited_code":"a = 2\n"},"message":"iac-edit: success"}`

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func answer(w http.ResponseWriter, body string) { _, _ = w.Write([]byte(body)) }

func mustRun(t *testing.T, o Options, cases ...*Case) *Result {
	t.Helper()
	r, err := Run(o, cases)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// One stall of 300 ms on one connection: the closed loop has one slow request,
// and says that 99 % are fast. In the open loop at 1,000 a second some 300 requests
// fell due meanwhile, and their waiting has to be in the percentiles.
func TestOpenLoopCountsTheWaiting(t *testing.T) {
	const stall = 300 * time.Millisecond
	var served atomic.Int64
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if served.Add(1) == 100 {
			time.Sleep(stall)
		}
		answer(w, rightAnswer)
	})
	c := NewCase("stall", []byte("{}"), []byte(rightAnswer))
	o := Options{URL: url, Connections: 1, Duration: time.Second}

	closed := mustRun(t, o, c)
	if p := closed.Percentile(90); p > stall/10 {
		t.Errorf("closed loop: 90 %% within %v; the one stall should not be in it", p)
	}
	served.Store(0)
	o.Rate = 1000
	open := mustRun(t, o, c)
	if p := open.Percentile(90); p < stall/4 {
		t.Errorf("open loop: 90 %% within %v; the requests due in the stall of %v waited longer", p, stall)
	}
	if p := open.Percentile(100); p < stall*9/10 {
		t.Errorf("open loop: the slowest took %v, less than the stall of %v", p, stall)
	}
	if open.Correct != 1000 || open.Failed != 0 {
		t.Errorf("open loop: %d right and %d failed of the 1000 that were due", open.Correct, open.Failed)
	}
}

// A server that needs 20 ms for each request, one at a time, cannot answer 200 a
// second: what never got a turn is failed, with the time it waited.
func TestOpenLoopGivesUpInTime(t *testing.T) {
	var one sync.Mutex
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		one.Lock()
		defer one.Unlock()
		time.Sleep(20 * time.Millisecond)
		answer(w, rightAnswer)
	})
	c := NewCase("slow", []byte("{}"), []byte(rightAnswer))
	o := Options{URL: url, Connections: 2, Rate: 200, Duration: 500 * time.Millisecond, Timeout: 300 * time.Millisecond}
	r := mustRun(t, o, c)
	if r.Correct+r.Failed != 100 {
		t.Errorf("%d right and %d failed of the 100 that were due", r.Correct, r.Failed)
	}
	if r.Unsent == 0 || r.Failures[errNeverSent.Error()] != r.Unsent {
		t.Errorf("no request was given up: %v", r.Failures)
	}
}

func TestWrongAnswersAreFailures(t *testing.T) {
	bad := map[string]http.HandlerFunc{
		"other code": func(w http.ResponseWriter, _ *http.Request) {
			answer(w, strings.Replace(rightAnswer, "a = 2", "a = 3", 1))
		},
		"shorter":      func(w http.ResponseWriter, _ *http.Request) { answer(w, rightAnswer[:20]) },
		"empty":        func(http.ResponseWriter, *http.Request) {},
		"other status": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, rightAnswer, 500) },
		"no answer":    func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	c := NewCase("bad", []byte("{}"), []byte(rightAnswer))
	for name, handler := range bad {
		o := Options{URL: serve(t, handler), Connections: 2, Duration: 50 * time.Millisecond}
		r := mustRun(t, o, c)
		if r.Correct != 0 || r.Failed == 0 || len(r.Failures) == 0 {
			t.Errorf("%s: %d right, %d failed, %v", name, r.Correct, r.Failed, r.Failures)
		}
	}
}

func TestOneWrongAnswerInTenIsSeen(t *testing.T) {
	var served atomic.Int64
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if served.Add(1)%10 == 0 {
			answer(w, strings.ToUpper(rightAnswer))
			return
		}
		answer(w, rightAnswer)
	})
	c := NewCase("tenth", []byte("{}"), []byte(rightAnswer))
	r := mustRun(t, Options{URL: url, Connections: 1, Rate: 500, Duration: 200 * time.Millisecond}, c)
	if r.Correct != 90 || r.Failures[errWrongAnswer.Error()] != 10 {
		t.Errorf("%d right, %v", r.Correct, r.Failures)
	}
}

func TestARateIsKept(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, rightAnswer) })
	c := NewCase("rate", []byte("{}"), []byte(rightAnswer))
	r := mustRun(t, Options{URL: url, Connections: 4, Rate: 400, Duration: 500 * time.Millisecond}, c)
	if r.Correct != 200 || r.Elapsed < 490*time.Millisecond {
		t.Errorf("%d right in %v, not 200 in half a second or more", r.Correct, r.Elapsed)
	}
}

// The server of the test is this process: its processor time is at least what it spun for.
func TestProcessorTimeIsTheServers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the processor time of a process is told on Linux only")
	}
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		spin(time.Millisecond)
		answer(w, rightAnswer)
	})
	c := NewCase("busy", []byte("{}"), []byte(rightAnswer))
	o := Options{URL: url, Connections: 1, Duration: 100 * time.Millisecond}
	if r := mustRun(t, o, c); r.Processor != 0 {
		t.Errorf("nobody asked, and the processor time is %v", r.Processor)
	}
	o.Process = os.Getpid()
	if r := mustRun(t, o, c); r.Cost() < time.Millisecond || Sum(r, r).Cost() != r.Cost() {
		t.Errorf("a request cost %v", r.Cost())
	}
	o.Process = 1<<22 + 1
	if _, err := Run(o, []*Case{c}); err == nil {
		t.Error("a process that is not there was measured")
	}
}

// spin computes for some time of this thread's.
func spin(d time.Duration) {
	for used := time.Duration(0); used < d; {
		used += cputime.Of(func() {
			for start := time.Now(); time.Since(start) < d/10; {
			}
		})
	}
}
