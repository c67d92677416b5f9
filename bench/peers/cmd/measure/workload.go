package main

import (
	"fmt"
	"time"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
)

// A workload is a server and a request that is sent to it. Each round puts load on all workloads in
// turn.
type workload struct {
	*server
	url     string
	test    *loadgen.Case
	rate    float64           // the rate of the open loop; 0 for the closed loop
	echo    *workload         // the workload of the server echo with requests of the same length, for the cost of HTTP; nil if not needed
	results []*loadgen.Result // of each round
}

// newWorkload returns a workload that sends a request to a path of the server, after it has learned
// the correct answer, which the function check must accept. Then it warms the server up.
func (s *server) newWorkload(path string, request []byte, check func(answer []byte) error) (*workload, error) {
	w := &workload{server: s, url: s.url + path}
	var err error
	if w.test, err = loadgen.Learn(s.name, w.url, loadgen.DefaultTimeout, request, check); err != nil {
		return nil, err
	}
	_, err = w.run(1, 100*time.Millisecond)
	return w, err
}

// run sends requests to the workload's server for the given time. A wrong answer ends the
// measurement with an error. Requests of the open loop that never had a connection, and therefore
// were not sent, are not errors: the time that they waited is recorded as their latency.
func (w *workload) run(connections int, d time.Duration) (*loadgen.Result, error) {
	r, err := loadgen.Run(loadgen.Options{
		URL: w.url, Connections: connections, Rate: w.rate, Duration: d, Process: w.cmd.Process.Pid,
	}, []*loadgen.Case{w.test})
	if err != nil {
		return nil, err
	}
	if r.Failed > r.Unsent {
		return r, fmt.Errorf("%s: %d of %d requests failed: %v", w.name, r.Failed, r.Failed+r.Correct, r.Failures)
	}
	return r, nil
}

// loadInTurn measures each workload n times. If a workload needs the cost of HTTP (workload.echo), the
// workload of the echo server is measured before that workload. Every second round measures the
// workloads in the reverse order, so that no workload always follows the same other workload.
func loadInTurn(workloads []*workload, n, connections int, d time.Duration) error {
	workloads = withEchoes(workloads)
	for round := range n {
		for i := range workloads {
			if round%2 == 1 {
				i = len(workloads) - 1 - i
			}
			r, err := workloads[i].run(connections, d)
			if err != nil {
				return err
			}
			workloads[i].results = append(workloads[i].results, r)
		}
	}
	return nil
}

// withEchoes returns the workloads and their echo workloads (workload.echo), without duplicates.
// Each echo workload is before the workload to which it belongs.
func withEchoes(workloads []*workload) (all []*workload) {
	seen := map[*workload]bool{nil: true}
	for _, w := range workloads {
		for _, one := range []*workload{w.echo, w} {
			if !seen[one] {
				seen[one] = true
				all = append(all, one)
			}
		}
	}
	return all
}

// perRound calls the given function with the result of each round, and returns the values.
func (w *workload) perRound(figure func(*loadgen.Result) float64) []float64 {
	var values []float64
	for _, r := range w.results {
		values = append(values, figure(r))
	}
	return values
}

// perSecond returns the number of correct answers a second, for each round.
func (w *workload) perSecond() []float64 { return w.perRound((*loadgen.Result).PerSecond) }

// costs returns the server's processor time for a request in each round, in nanoseconds.
func (w *workload) costs() []float64 {
	return w.perRound(func(r *loadgen.Result) float64 { return float64(r.Cost()) })
}

// costsWithoutHTTP returns, for each round, the cost of a request minus the cost of HTTP.
func (w *workload) costsWithoutHTTP() []float64 { return differences(w.costs(), w.echo.costs()) }

// cost returns the server's cost for a request as text: without HTTP and, in brackets, with HTTP.
func (w *workload) cost() string {
	beyond := figures.Summarize(w.costsWithoutHTTP())
	return fmt.Sprintf("%s [%s to %s] (%s with HTTP)", micros(beyond.Median), micros(beyond.Min), micros(beyond.Max), micros(figures.Median(w.costs())))
}

// total returns the combined result of all rounds.
func (w *workload) total() *loadgen.Result { return loadgen.Sum(w.results...) }
