package main

import (
	"time"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
)

// A lane is one server with one case: what takes its turn in every round.
type lane struct {
	*server
	test    *loadgen.Case
	results []*loadgen.Result // of each round
}

// lane makes a lane of a server and a request. The server has to give the right
// answer to it twice, and is warmed up with it.
func (s *server) lane(name string, request, code, want []byte, connections int) (*lane, error) {
	test, err := s.learn(name, request, code, want)
	if err != nil {
		return nil, err
	}
	_, err = s.run(test, connections, 0, 200*time.Millisecond)
	return &lane{server: s, test: test}, err
}

// rounds loads the lanes in turn, n times. Every other round goes backwards, so
// that none always comes after the same one.
func rounds(lanes []*lane, n, connections int, rate float64, d time.Duration) error {
	for round := range n {
		for i := range lanes {
			if round%2 == 1 {
				i = len(lanes) - 1 - i
			}
			r, err := lanes[i].run(lanes[i].test, connections, rate, d)
			if err != nil {
				return err
			}
			lanes[i].results = append(lanes[i].results, r)
		}
	}
	return nil
}

// each returns a figure of every round.
func (l *lane) each(figure func(*loadgen.Result) float64) []float64 {
	var values []float64
	for _, r := range l.results {
		values = append(values, figure(r))
	}
	return values
}

// perSecond returns the right answers a second of every round.
func (l *lane) perSecond() []float64 { return l.each((*loadgen.Result).PerSecond) }

// perRequest returns the median of the rounds' time a request, where the lane has
// one connection.
func (l *lane) perRequest() time.Duration {
	return time.Duration(float64(time.Second) / figures.Median(l.perSecond()))
}

// total returns all rounds as one.
func (l *lane) total() *loadgen.Result { return loadgen.Sum(l.results...) }
