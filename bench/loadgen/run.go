package loadgen

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"iacedit/internal/testkit/cputime"
)

// Options configure Run.
type Options struct {
	URL         string        // the URL of the service; the default path is /v1/iac/edit
	Connections int           // concurrent connections, each with one request at a time
	Rate        float64       // requests a second over all connections; 0 is the closed loop
	Duration    time.Duration // how long to send requests
	Timeout     time.Duration // how long to wait for an answer; 0 means DefaultTimeout
	Process     int           // the process of the server on this machine, to measure its processor time; or 0
}

// DefaultTimeout is how long a client waits for an answer if Options.Timeout is 0.
const DefaultTimeout = 10 * time.Second

// Run sends the requests of the cases in turn, for the time o.Duration, and returns the outcome. In
// the open loop it then sends the requests that are overdue, for at most the time o.Timeout.
func Run(o Options, cases []*Case) (*Result, error) {
	if len(cases) == 0 || o.Connections < 1 || o.Duration <= 0 || o.Rate < 0 {
		return nil, errors.New("loadgen: Run needs a case, a connection, a duration and a rate that is not negative")
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	g := &generator{Options: o, cases: cases}
	for range o.Connections {
		c, err := newClient(o.URL, o.Timeout)
		if err != nil {
			return nil, err
		}
		g.workers = append(g.workers, &worker{generator: g, client: c, result: newResult()})
	}
	if o.Process == 0 {
		return g.run(), nil
	}
	before, err := cputime.Process(o.Process)
	if err != nil {
		return nil, err
	}
	r := g.run()
	after, err := cputime.Process(o.Process)
	r.Processor = after - before
	return r, err
}

// A generator is the state that the workers of a run share.
type generator struct {
	Options
	cases   []*Case
	workers []*worker
	start   time.Time
	next    atomic.Int64 // the number of the next request
}

func (g *generator) run() *Result {
	loop := (*worker).closedLoop
	if g.Rate > 0 {
		loop = (*worker).openLoop
	}
	g.start = time.Now()
	var wg sync.WaitGroup
	for _, w := range g.workers {
		wg.Go(func() { loop(w) })
	}
	wg.Wait()
	total := newResult()
	total.Elapsed = time.Since(g.start)
	for _, w := range g.workers {
		w.client.close()
		total.add(w.result)
	}
	return total
}

// A worker has one connection and its own figures.
type worker struct {
	*generator
	client *client
	result *Result
}

// closedLoop sends each request when the previous answer has arrived.
func (w *worker) closedLoop() {
	end := w.start.Add(w.Duration)
	for now := w.start; now.Before(end); {
		err := w.exchange(w.next.Add(1) - 1)
		done := time.Now()
		w.result.record(done.Sub(now), err)
		now = done
	}
}

// openLoop takes the next request, waits until it is due, and measures the latency from that time.
// A request that is due before the end of the run counts as failed if it has not been sent when
// w.Timeout has passed since the end.
func (w *worker) openLoop() {
	giveUp := w.start.Add(w.Duration + w.Timeout)
	for {
		i := w.next.Add(1) - 1
		after := time.Duration(float64(i) / w.Rate * float64(time.Second))
		if after >= w.Duration {
			return
		}
		due := w.start.Add(after)
		if time.Now().After(giveUp) {
			w.result.record(giveUp.Sub(due), errNeverSent)
			continue
		}
		if sleepUntil(due) {
			w.result.late(time.Since(due))
		}
		err := w.exchange(i)
		w.result.record(time.Since(due), err)
	}
}

var (
	errNeverSent   = errors.New("never sent: no connection came free in time")
	errWrongAnswer = errors.New("wrong answer")
)

// exchange sends the i-th request and checks the answer.
func (w *worker) exchange(i int64) error {
	c := w.cases[i%int64(len(w.cases))]
	body, err := w.client.send(c.Request)
	if err != nil {
		return err
	}
	w.result.Sent += int64(len(c.Request))
	w.result.Received += int64(len(body))
	if !c.IsCorrect(body) {
		return errWrongAnswer
	}
	return nil
}
