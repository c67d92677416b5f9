package main

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
)

// A lane is a server and a request that is sent to it. Each round puts load on all lanes in turn.
type lane struct {
	*server
	url     string
	test    *loadgen.Case
	rate    float64           // the rate of the open loop; 0 for the closed loop
	http    *lane             // the lane of the server echo with requests of the same length, for the cost of HTTP; nil if not needed
	results []*loadgen.Result // of each round
}

// lane returns a lane that sends a request to a path of the server. First it sends the request
// twice, checks both answers with the function right, and returns an error if they differ. Then it
// warms the server up.
func (s *server) lane(path string, request []byte, right func(answer []byte) error) (*lane, error) {
	l := &lane{server: s, url: s.url + path}
	var answers [2][]byte
	for i := range answers {
		answer, err := loadgen.Post(l.url, request, loadgen.DefaultTimeout)
		if err == nil {
			err = right(answer)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		answers[i] = answer
	}
	if !bytes.Equal(answers[0], answers[1]) {
		return nil, fmt.Errorf("%s: two trial requests gave different answers", s.name)
	}
	l.test = loadgen.NewCase(s.name, request, answers[0])
	_, err := l.run(1, 100*time.Millisecond)
	return l, err
}

// run sends requests to the lane's server for the time d. A wrong answer ends the measurement with
// an error. Requests that the open loop never sent are not errors: the time that they waited is
// recorded as their latency.
func (l *lane) run(connections int, d time.Duration) (*loadgen.Result, error) {
	r, err := loadgen.Run(loadgen.Options{
		URL: l.url, Connections: connections, Rate: l.rate, Duration: d, Process: l.cmd.Process.Pid,
	}, []*loadgen.Case{l.test})
	if err != nil {
		return nil, err
	}
	if r.Failed > r.Unsent {
		return r, fmt.Errorf("%s: %d of %d requests failed: %v", l.name, r.Failed, r.Failed+r.Right, r.Failures)
	}
	return r, nil
}

// rounds measures each lane n times. If a lane needs the cost of HTTP (lane.http), the lane of the
// echo server is measured before it. Every second round measures the lanes in the reverse order, so
// that no lane always follows the same other lane.
func rounds(lanes []*lane, n, connections int, d time.Duration) error {
	lanes = withEchoes(lanes)
	for round := range n {
		for i := range lanes {
			if round%2 == 1 {
				i = len(lanes) - 1 - i
			}
			r, err := lanes[i].run(connections, d)
			if err != nil {
				return err
			}
			lanes[i].results = append(lanes[i].results, r)
		}
	}
	return nil
}

// withEchoes returns the lanes and their echo lanes (lane.http), without duplicates. Each echo lane
// is before the lane to which it belongs.
func withEchoes(lanes []*lane) (all []*lane) {
	seen := map[*lane]bool{nil: true}
	for _, l := range lanes {
		for _, one := range []*lane{l.http, l} {
			if !seen[one] {
				seen[one] = true
				all = append(all, one)
			}
		}
	}
	return all
}

// each returns, for each round, what the given function returns for the result of the round.
func (l *lane) each(figure func(*loadgen.Result) float64) []float64 {
	var values []float64
	for _, r := range l.results {
		values = append(values, figure(r))
	}
	return values
}

// perSecond returns the number of correct answers a second, for each round.
func (l *lane) perSecond() []float64 { return l.each((*loadgen.Result).PerSecond) }

// costs returns the server's processor time for a request in each round, in nanoseconds.
func (l *lane) costs() []float64 {
	return l.each(func(r *loadgen.Result) float64 { return float64(r.Cost()) })
}

// beyond returns, for each round, the cost of a request minus the cost of HTTP.
func (l *lane) beyond() []float64 { return minus(l.costs(), l.http.costs()) }

// least returns the least cost of a request in any round, minus the least cost of HTTP in any
// round. In these rounds the machine had the least other work. Sweeps use this difference, because
// their steps are too far apart in time for ratios within a round.
func (l *lane) least() float64 { return slices.Min(l.costs()) - slices.Min(l.http.costs()) }

// minus returns the differences a[i] - b[i].
func minus(a, b []float64) []float64 {
	left := make([]float64, len(a))
	for i := range left {
		left[i] = a[i] - b[i]
	}
	return left
}

// cost returns a text with the server's cost for a request, without and with HTTP.
func (l *lane) cost() string {
	beyond := figures.Of(l.beyond())
	return fmt.Sprintf("%s [%s to %s] (%s with HTTP)", micros(beyond.Median), micros(beyond.Least), micros(beyond.Most), micros(figures.Median(l.costs())))
}

// total returns the combined result of all rounds.
func (l *lane) total() *loadgen.Result { return loadgen.Sum(l.results...) }

func micros(ns float64) string {
	if ns < 100_000 {
		return fmt.Sprintf("%.1f µs", ns/1e3)
	}
	return fmt.Sprintf("%.0f µs", ns/1e3)
}
