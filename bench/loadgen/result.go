package loadgen

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// A Result is what came of a run.
type Result struct {
	Elapsed  time.Duration
	Right    int64            // requests with the right answer
	Failed   int64            // requests with another answer or none
	Unsent   int64            // of the failed ones, those that never got a connection
	Failures map[string]int64 // the failures by what they say, the first few kinds
	Sent     int64            // bytes
	Received int64            // bytes of bodies

	// Processor is how long the server computed on all its threads, where
	// Options.Process says which one it is.
	Processor time.Duration

	// Latency of all requests, failed ones too, in nanoseconds. In the open loop
	// it counts from when a request was due.
	Latency *hdrhistogram.Histogram

	// Late is how late the client woke for requests that it had slept for, in
	// nanoseconds: its own share in the latencies of the open loop.
	Late *hdrhistogram.Histogram
}

// The histograms keep 1 µs to 10 minutes to three digits.
const (
	shortest = int64(time.Microsecond)
	longest  = int64(10 * time.Minute)
	digits   = 3
)

// maxFailures is how many kinds of failure a Result tells apart.
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
	put(r.Latency, latency)
	if err == nil {
		r.Right++
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

func (r *Result) late(d time.Duration) { put(r.Late, d) }

// put records d, held to what the histogram can keep.
func put(h *hdrhistogram.Histogram, d time.Duration) {
	// The value is in range, so there is no error.
	_ = h.RecordValue(min(max(int64(d), shortest), longest))
}

// add adds the figures of another part of the same run.
func (r *Result) add(other *Result) {
	r.Right += other.Right
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

// Sum returns the figures of runs that were made one after the other.
func Sum(runs ...*Result) *Result {
	total := newResult()
	for _, r := range runs {
		total.Elapsed += r.Elapsed
		total.Processor += r.Processor
		total.add(r)
	}
	return total
}

// PerSecond returns how many requests a second got the right answer.
func (r *Result) PerSecond() float64 { return float64(r.Right) / r.Elapsed.Seconds() }

// At returns the latency that the given share of requests, in percent, kept to.
func (r *Result) At(percent float64) time.Duration {
	return time.Duration(r.Latency.ValueAtQuantile(percent))
}

// Cost returns the server's processor time for a request.
func (r *Result) Cost() time.Duration {
	return r.Processor / time.Duration(max(1, r.Right+r.Failed-r.Unsent))
}
