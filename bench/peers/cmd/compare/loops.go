package main

import (
	"errors"
	"fmt"
	"time"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
	"iacedit/internal/corpus"
)

// closedLoops measures how many requests a second each server answers.
func (c *comparison) closedLoops() error {
	if err := c.closedLoop(corpus.Small(), 0.8, 0); err != nil {
		return err
	}
	for _, in := range c.inputs {
		if err := c.closedLoop(in, 0.5, 50); err != nil {
			return err
		}
	}
	return nil
}

// closedLoop measures one input. Ours has to reach ofFloor of the floor's
// requests a second and, where timesRival is not 0, that many times hclwrite's.
func (c *comparison) closedLoop(in corpus.Input, ofFloor, timesRival float64) error {
	lanes, err := c.lanes(in, c.Connections, c.servers.ours, c.servers.floor, c.servers.hclwrite)
	if err != nil {
		return err
	}
	if err := rounds(lanes, c.Rounds, c.Connections, 0, c.Round); err != nil {
		return err
	}
	ours, floor, rival := lanes[0].perSecond(), lanes[1].perSecond(), lanes[2].perSecond()
	if in.Name == c.inputs[0].Name {
		c.floor = figures.Median(floor)
	}
	rivalCheck := figures.Plain(figures.MedianRatio(ours, rival), "× hclwrite")
	if timesRival > 0 {
		rivalCheck = figures.AtLeast(figures.MedianRatio(ours, rival), timesRival, "× hclwrite")
	}
	c.row(fmt.Sprintf("server, closed loop, %d connections, %s", c.Connections, in.Name),
		requests(ours), requests(floor), requests(rival),
		figures.AtLeast(figures.MedianRatio(ours, floor), ofFloor, "of the floor"), rivalCheck)
	for _, l := range lanes {
		bar := figures.Bar{Input: in.Name, Server: l.name, PerSecond: figures.Median(l.perSecond())}
		c.report.Throughput = append(c.report.Throughput, bar)
	}
	return nil
}

func (c *comparison) lanes(in corpus.Input, connections int, of ...*server) ([]*lane, error) {
	var lanes []*lane
	for _, s := range of {
		l, err := s.lane(in.Name, in.Body(), in.Code, in.Want(), connections)
		if err != nil {
			return nil, err
		}
		lanes = append(lanes, l)
	}
	return lanes, nil
}

func requests(perSecond []float64) string {
	return fmt.Sprintf("%.0f requests/s", figures.Median(perSecond))
}

// The open loop has more connections than the closed one: clients that come on
// their own do not queue for a connection of another.
const (
	openConnections = 16
	openSlices      = 6
)

// openLoop measures latencies at half the rate that the floor reached.
func (c *comparison) openLoop() error {
	if c.floor == 0 {
		return errors.New("the open loop takes its rate from the closed one: run both")
	}
	in, rate := c.inputs[0], c.floor/2
	lanes, err := c.lanes(in, openConnections, c.servers.ours, c.servers.floor)
	if err != nil {
		return err
	}
	if err := rounds(lanes, openSlices, openConnections, rate, c.Open/openSlices); err != nil {
		return err
	}
	for _, percent := range []float64{50, 99, 99.9} {
		c.openRow(in, rate, lanes, percent)
	}
	for _, l := range lanes {
		c.report.Latency = append(c.report.Latency, curve(l))
	}
	return nil
}

func (c *comparison) openRow(in corpus.Input, rate float64, lanes []*lane, percent float64) {
	at := func(r *loadgen.Result) float64 { return float64(r.At(percent)) }
	ratio := figures.MedianRatio(lanes[0].each(at), lanes[1].each(at))
	check := figures.Plain(ratio, "× the floor")
	if percent == 99 {
		check = figures.AtMost(ratio, 3, "× the floor")
	}
	c.row(fmt.Sprintf("server, open loop, %.0f requests/s for %v, %s, p%g", rate, c.Open, in.Name, percent),
		latency(lanes[0].total(), percent), latency(lanes[1].total(), percent), "", check)
}

// latency returns a latency and, where some requests were never sent, how many.
func latency(r *loadgen.Result, percent float64) string {
	if r.Unsent > 0 {
		return fmt.Sprintf("%s (%d requests never sent)", micros(r.At(percent)), r.Unsent)
	}
	return micros(r.At(percent))
}

// curve returns the latencies of a lane by share of requests.
func curve(l *lane) figures.Curve {
	total := l.total()
	curve := figures.Curve{Server: l.name}
	for _, percent := range []float64{1, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99} {
		curve.Percent = append(curve.Percent, percent)
		curve.Latency = append(curve.Latency, total.At(percent))
	}
	return curve
}

func micros(d time.Duration) string { return fmt.Sprintf("%.0f µs", float64(d)/1e3) }
