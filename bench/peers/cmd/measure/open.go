package main

import (
	"fmt"
	"time"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
)

// The open loop has more connections than the closed one, because independent clients do not
// wait for each other's connections.
const (
	openConnections = 16
	openSlices      = 6
)

// openLoops measures the latencies of our server and of the floor (the server that only decodes and
// encodes the JSON), at 50 and at 80 percent of the greatest rate. A server's greatest rate is its
// rate in the closed loop.
func (c *comparison) openLoops() error {
	g, err := c.editWorkloads(c.inputs[0])
	if err != nil {
		return err
	}
	ours, floor := g.ours, g.floor
	workloads := []*workload{ours, floor}
	for _, w := range workloads {
		w.echo = nil
	}
	if err := loadInTurn(workloads, c.Rounds, openConnections, c.Round); err != nil {
		return err
	}
	most := []float64{figures.Median(ours.perSecond()), figures.Median(floor.perSecond())}
	for _, share := range []float64{0.5, 0.8} {
		for i, w := range workloads {
			w.rate, w.results = share*most[i], nil
		}
		if err := loadInTurn(workloads, openSlices, openConnections, c.Open/openSlices); err != nil {
			return err
		}
		c.openRow(share, ours, floor)
	}
	return nil
}

func (c *comparison) openRow(share float64, ours, floor *workload) {
	at := func(r *loadgen.Result) float64 { return float64(r.Percentile(99)) }
	check := figures.NoTarget(figures.SummarizeRatios(ours.perRound(at), floor.perRound(at)), "× the floor's p99")
	if share == 0.5 {
		check = figures.AtMost(figures.SummarizeRatios(ours.perRound(at), floor.perRound(at)), 3, "× the floor's p99")
	}
	c.row(fmt.Sprintf("edit, %s (%s), at %.0f %% of the greatest rate", bodySize(ours), c.inputs[0].Name, 100*share), latencies(ours), latencies(floor), "", check)
	c.report.Latency = append(c.report.Latency, ours.total().Curve(fmt.Sprintf("%s at %.0f %%", ours.name, 100*share)))
	if share == 0.5 {
		c.report.Latency = append(c.report.Latency, floor.total().Curve(floor.name+" at 50 %"))
	}
}

// latencies returns a text with the latencies of a workload's requests, and the number of requests
// that were never sent.
func latencies(w *workload) string {
	r := w.total()
	text := fmt.Sprintf("p50 %s, p99 %s, p99.9 %s at %.0f requests/s", tookAt(r, 50), tookAt(r, 99), tookAt(r, 99.9), w.rate)
	if r.Unsent > 0 {
		text += fmt.Sprintf(" (%d requests never sent)", r.Unsent)
	}
	return text
}

func tookAt(r *loadgen.Result, percent float64) string {
	return r.Percentile(percent).Round(10 * time.Microsecond).String()
}
