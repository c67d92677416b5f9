package deploy

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"iacedit/internal/testkit/corpus"
)

// A load is a steady stream of requests, small and of 31 KB in turn, whose answers are
// compared with the right ones.
type load struct {
	url   string
	cases [2]loadCase
	stop  atomic.Bool
	done  sync.WaitGroup

	mu     sync.Mutex
	counts map[string]int // by what became of the request
}

// What becomes of a request, where it is no failure.
const (
	right = "right"
	wrong = "wrong answer"
	begun = "cut off within its answer"
)

// A loadCase is a request and its right answer.
type loadCase struct{ request, answer []byte }

// startLoad sends requests by so many connections, each with a pause between two.
func startLoad(t *testing.T, front string, connections int, pause time.Duration) *load {
	t.Helper()
	l := &load{url: "http://" + front + "/v1/iac/edit", counts: map[string]int{}}
	for i, input := range []corpus.Input{corpus.Small(), corpus.Generated(31_000)} {
		l.cases[i].request = input.Body()
		answer, err := post(http.DefaultClient, l.url, input.Body())
		if err != nil {
			t.Fatal(err)
		}
		if want := corpus.Answer(input.Want()); !bytes.Equal(answer, want) {
			t.Fatalf("the answer is %.300s, not %.300s", answer, want)
		}
		l.cases[i].answer = answer
	}
	for range connections {
		l.done.Go(func() { l.run(pause) })
	}
	return l
}

// run sends requests over a connection until the load ends.
func (l *load) run(pause time.Duration) {
	transport := &http.Transport{MaxIdleConnsPerHost: 1}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: 30 * time.Second}
	counts := map[string]int{}
	for i := 0; !l.stop.Load(); i++ {
		c := &l.cases[i%len(l.cases)]
		answer, err := post(client, l.url, c.request)
		switch {
		case err != nil:
			counts[err.Error()]++
		case !bytes.Equal(answer, c.answer):
			counts[wrong]++
		default:
			counts[right]++
		}
		time.Sleep(pause)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for what, n := range counts {
		l.counts[what] += n
	}
}

// end ends the load and returns how many requests there were, and how many of what kind.
func (l *load) end() (total int, counts map[string]int) {
	l.stop.Store(true)
	l.done.Wait()
	for n := range maps.Values(l.counts) {
		total += n
	}
	return total, l.counts
}

// errBegun is an answer that broke off.
var errBegun = fmt.Errorf("%s", begun)

// post sends a request and returns its answer.
func post(client *http.Client, url string, body []byte) ([]byte, error) {
	resp, err := client.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d: %.200s", resp.StatusCode, answer)
	}
	if err != nil {
		return nil, errBegun
	}
	return answer, nil
}
