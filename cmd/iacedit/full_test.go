package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"iacedit/internal/testkit/corpus"
	"iacedit/internal/testkit/measure"
)

// resident returns the resident memory of a process.
func resident(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skipf("NOT CHECKED: the memory of another process cannot be read here: %v", err)
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmRSS:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	t.Fatal("no VmRSS in", string(status))
	return 0
}

// quiet is a client whose connections are its own.
func quiet() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1}, Timeout: 30 * time.Second}
}

// healthy fails the test if the server does not answer /healthz at that address.
func healthy(t *testing.T, url string) {
	t.Helper()
	client := quiet()
	defer client.CloseIdleConnections()
	resp, err := client.Get(url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
}

// As many connections as the server takes, each with a few bytes of a large body, take
// little memory; health is told on both listeners meanwhile.
func TestManyUnfinishedBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of connections")
	}
	const connections = 4090
	s := serve(t, nil, "--admin-addr=127.0.0.1:0", "--connections=4096", "--log-requests=none") // nobody reads the log
	before := resident(t, s.cmd.Process.Pid)
	address := strings.TrimPrefix(s.url, "http://")
	for _, declared := range []int{16 << 20, 60 << 10} {
		held := make([]net.Conn, 0, connections)
		for range connections {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, c)
			fmt.Fprintf(c, "POST /edit HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", declared, strings.Repeat(" ", 59))
		}
		time.Sleep(500 * time.Millisecond)
		after := resident(t, s.cmd.Process.Pid)
		t.Logf("%d connections, each with 59 bytes of a body of %d: from %d to %d MiB resident", connections, declared, before>>20, after>>20)
		if after-before > 300<<20 {
			t.Errorf("%d MiB more", (after-before)>>20)
		}
		healthy(t, s.url)
		healthy(t, s.admin)
		for _, c := range held {
			c.Close()
		}
		s.untilMetric("iacedit_connections 0")
	}
	if status, got := s.post("/edit", addBlock); status != 200 {
		t.Error(status, got)
	}
}

// untilMetric waits until the admin listener's metrics have that line.
func (s *served) untilMetric(line string) {
	s.t.Helper()
	client := quiet()
	defer client.CloseIdleConnections()
	var last string
	for range 200 {
		resp, err := client.Get(s.admin + "/metrics")
		if err != nil {
			s.t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			s.t.Fatal(err)
		}
		if last = string(text); strings.Contains("\n"+last, "\n"+line+"\n") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("the metrics never come to have %q:\n%s", line, last)
}

// Small edits and health stay quick while 500 dear requests are in flight.
func TestQuickBesideDear(t *testing.T) {
	if !measure.Timed() {
		t.Skip("SKIPPED: what small requests wait for is measured by make timing")
	}
	const dear, limit = 500, 250 * time.Millisecond
	s := serve(t, nil, "--admin-addr=127.0.0.1:0", "--log-requests=none", "--max-memory=2GiB", "--queue-timeout=30s")
	code, edits := corpus.Blocks(1500)
	body := corpus.Body(code, edits...)
	var slowest time.Duration
	for range 3 {
		slowest = s.besideDear(dear, body)
		if slowest <= limit {
			return
		}
	}
	t.Errorf("99 %% take up to %v, in the best of three rounds", slowest)
}

// besideDear sends dear requests and, meanwhile, small ones and questions of health. It
// returns the larger of their 99th percentiles.
func (s *served) besideDear(dear int, body []byte) time.Duration {
	var answered, shed, inFlight atomic.Int64
	var clients sync.WaitGroup
	end := time.Now().Add(5 * time.Second)
	for range dear {
		clients.Go(func() {
			client := quiet()
			defer client.CloseIdleConnections()
			for time.Now().Before(end) {
				inFlight.Add(1)
				resp, err := client.Post(s.url+"/edit", "application/json", bytes.NewReader(body))
				inFlight.Add(-1)
				if err != nil {
					shed.Add(1)
					continue
				}
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				if resp.StatusCode == http.StatusOK {
					answered.Add(1)
				} else {
					shed.Add(1)
				}
			}
		})
	}
	time.Sleep(1500 * time.Millisecond)
	var worst time.Duration
	for name, ask := range map[string]func() (*http.Response, error){
		"small edits": func() (*http.Response, error) {
			return http.Post(s.url+"/edit", "application/json", strings.NewReader(addBlock))
		},
		"/healthz":         func() (*http.Response, error) { return http.Get(s.url + "/healthz") },
		"admin's /healthz": func() (*http.Response, error) { return http.Get(s.admin + "/healthz") },
	} {
		took := timed(s.t, ask, time.Second)
		p50, p99 := took[len(took)/2], took[len(took)*99/100]
		s.t.Logf("%s beside %d dear requests of %d bytes (%d in flight): %d asked: p50 %v, p99 %v, most %v", name, dear, len(body), inFlight.Load(), len(took), p50, p99, took[len(took)-1])
		worst = max(worst, p99)
	}
	clients.Wait()
	s.t.Logf("dear requests: %d answered, %d told to try again", answered.Load(), shed.Load())
	return worst
}

// timed asks for that long, with pauses, and returns how long each answer took, in order.
func timed(t *testing.T, ask func() (*http.Response, error), long time.Duration) []time.Duration {
	var took []time.Duration
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		began := time.Now()
		resp, err := ask()
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Error(resp.Status)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took
}
