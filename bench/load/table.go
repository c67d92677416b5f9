package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"iacedit/bench/loadgen"
)

// percents contains the percentages of requests for which the table and the plot show a latency.
var percents = []float64{50, 75, 90, 95, 99, 99.9, 99.99, 100}

// writeTable prints the result of a run.
func writeTable(out io.Writer, o loadgen.Options, r *loadgen.Result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "loop\t%s\n", loopOf(o))
	fmt.Fprintf(w, "connections\t%d\n", o.Connections)
	fmt.Fprintf(w, "time\t%v\n", r.Elapsed.Round(time.Millisecond))
	fmt.Fprintf(w, "right answers\t%d\t%.1f a second\n", r.Correct, r.PerSecond())
	fmt.Fprintf(w, "failed\t%d\n", r.Failed)
	for _, what := range slices.Sorted(maps.Keys(r.Failures)) {
		fmt.Fprintf(w, "\t%d\t%s\n", r.Failures[what], what)
	}
	fmt.Fprintf(w, "sent, received\t%s, %s\n", rate(r.Sent, r), rate(r.Received, r))
	if o.Process != 0 {
		fmt.Fprintf(w, "server's processor time a request\t%v\n", r.Cost())
	}
	for _, p := range percents {
		fmt.Fprintf(w, "latency, %s\t%v\n", percentName(p), r.Percentile(p))
	}
	if o.Rate > 0 {
		late := time.Duration(r.Late.ValueAtQuantile(99))
		fmt.Fprintf(w, "of it the client's waking, 99 %%\t%v\n", late)
	}
	return w.Flush()
}

func loopOf(o loadgen.Options) string {
	if o.Rate > 0 {
		return fmt.Sprintf("open, %g requests a second; latency from when a request was due", o.Rate)
	}
	return "closed; latency from when a request was sent"
}

func percentName(p float64) string {
	if p == 100 {
		return "the slowest"
	}
	return strings.TrimSuffix(fmt.Sprintf("%g", p), ".0") + " %"
}

func rate(bytes int64, r *loadgen.Result) string {
	return fmt.Sprintf("%.1f MB/s", float64(bytes)/1e6/r.Elapsed.Seconds())
}
