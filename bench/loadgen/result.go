package loadgen

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// A Result is the outcome of a run.
type Result struct {
	Elapsed  time.Duration
	Correct  int64            // requests with the correct answer
	Failed   int64            // requests with a wrong answer or no answer
	Unsent   int64            // the failed requests that never had a connection
	Failures map[string]int64 // the number of failures for each message, for the first few messages
	Sent     int64            // bytes of the requests' bodies
	Received int64            // bytes of the answers' bodies

	// Processor is the processor time of all the server's threads, if Options.Process names
	// the server.
	Processor time.Duration

	// Latency of all requests, including failed ones, in nanoseconds. In the open loop it is
	// measured from the time when a request was due.
	Latency *hdrhistogram.Histogram

	// Late is the client's delay in waking up for requests, in nanoseconds. The latencies of the
	// open loop include this delay.
	Late *hdrhistogram.Histogram
}

// The histograms record latencies from 1 µs to 10 minutes, with three significant digits.
const (
	shortest = int64(time.Microsecond)
	longest  = int64(10 * time.Minute)
	digits   = 3
)

// maxFailures is the number of kinds of failure that a Result distinguishes.
const maxFailures = 8

func newResult() *Result {
	return &Result{
		Failures: map[string]int64{},
		Latency:  hdrhistogram.New(shortest, longest, digits),
		Late:     hdrhistogram.New(shortest, longest, digits),
	}
}

// record counts one request.
func (r *Result) record(latency time.Duration, err error) {
	recordDuration(r.Latency, latency)
	if err == nil {
		r.Correct++
		return
	}
	r.Failed++
	if err == errNeverSent {
		r.Unsent++
	}
	r.countFailure(err.Error(), 1)
}

func (r *Result) countFailure(what string, n int64) {
	if _, known := r.Failures[what]; !known && len(r.Failures) >= maxFailures {
		what = "other failures"
	}
	r.Failures[what] += n
}

func (r *Result) late(d time.Duration) { recordDuration(r.Late, d) }

// recordDuration records the duration d, or the nearest duration in the range of the histogram.
func recordDuration(h *hdrhistogram.Histogram, d time.Duration) {
	// The value is in range, so there is no error.
	_ = h.RecordValue(min(max(int64(d), shortest), longest))
}

// add adds the figures of another worker or another run.
func (r *Result) add(other *Result) {
	r.Correct += other.Correct
	r.Failed += other.Failed
	r.Unsent += other.Unsent
	r.Sent += other.Sent
	r.Received += other.Received
	for what, n := range other.Failures {
		r.countFailure(what, n)
	}
	r.Latency.Merge(other.Latency)
	r.Late.Merge(other.Late)
}

// Sum returns the combined figures of consecutive runs.
func Sum(runs ...*Result) *Result {
	total := newResult()
	for _, r := range runs {
		total.Elapsed += r.Elapsed
		total.Processor += r.Processor
		total.add(r)
	}
	return total
}

// PerSecond returns the number of correct answers a second.
func (r *Result) PerSecond() float64 { return float64(r.Correct) / r.Elapsed.Seconds() }

// Percentile returns the latency that the given percentage of the requests did not exceed:
// Percentile(50) is the median.
func (r *Result) Percentile(percent float64) time.Duration {
	return time.Duration(r.Latency.ValueAtQuantile(percent))
}

// Cost returns the server's mean processor time for a request.
func (r *Result) Cost() time.Duration {
	return r.Processor / time.Duration(max(1, r.Correct+r.Failed-r.Unsent))
}

// A Curve contains the latencies of a server: Percent[i] percent of the requests take at most
// Latency[i].
type Curve struct {
	Server  string
	Percent []float64
	Latency []time.Duration
}

// Curve returns the latencies of the requests. server becomes the curve's name.
func (r *Result) Curve(server string) Curve {
	c := Curve{Server: server}
	for _, percent := range []float64{1, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99} {
		c.Percent = append(c.Percent, percent)
		c.Latency = append(c.Latency, r.Percentile(percent))
	}
	return c
}
