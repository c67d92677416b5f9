package main

import (
	"fmt"
	"os"
	"time"

	"iacedit/bench/peers/figures"
	"iacedit/internal/corpus"
)

// sweepSizes are 1 KB to 4 MB of code.
var sweepSizes = []int{1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000}

// sizes measures what a byte of code costs, by the size of the module: over one
// connection, what a request takes beyond the smallest one.
func (c *comparison) sizes() error {
	small, err := c.lanes(corpus.Small(), 1, c.servers.ours, c.servers.floor)
	if err != nil {
		return err
	}
	lanes := small
	for _, size := range sweepSizes {
		next, err := c.lanes(corpus.Generated(size), 1, c.servers.ours, c.servers.floor)
		if err != nil {
			return err
		}
		lanes = append(lanes, next...)
	}
	if err := rounds(lanes, c.Rounds, 1, 0, c.Round/2); err != nil {
		return err
	}
	var ours, floor []float64
	for i, size := range sweepSizes {
		ours = append(ours, c.perByte(lanes[2*i+2], small[0], size))
		floor = append(floor, c.perByte(lanes[2*i+3], small[1], size))
		c.detail("server, one connection, "+corpus.SizeName(size)+" of code",
			nanosPerByte(ours[i], lanes[2*i+2]), nanosPerByte(floor[i], lanes[2*i+3]), "",
			figures.Plain(ours[i]/floor[i], "× the floor, a byte"))
	}
	c.row("server, 1 KB to 4 MB, cost a byte beyond the smallest request", "", "", "",
		figures.AtMost(figures.Spread(ours), 1.5, "between dearest and cheapest"),
		figures.Plain(figures.Spread(floor), "for the floor"))
	return nil
}

// perByte returns how many nanoseconds each byte of the code adds to a request.
func (c *comparison) perByte(l, small *lane, size int) float64 {
	smallSize := len(corpus.Small().Code)
	return float64(l.perRequest()-small.perRequest()) / float64(size-smallSize)
}

func nanosPerByte(ns float64, l *lane) string {
	return fmt.Sprintf("%.1f ns/B (%v a request)", ns, l.perRequest().Round(time.Microsecond))
}

// sweepBlocks is how many blocks the file of the edits' sweep has, and sweepEdits
// how many of them one request edits.
const sweepBlocks = 2_000

var sweepEdits = []int{1, 250, 500, 1_000, 2_000}

// edits measures what an edit costs, by how many there are in one request: the
// time that each step of the sweep adds, by the edits that it adds.
func (c *comparison) edits() error {
	code, edits := corpus.Blocks(sweepBlocks)
	var lanes []*lane
	for _, n := range sweepEdits {
		name := fmt.Sprintf("%d edits", n)
		l, err := c.servers.ours.lane(name, corpus.Body(code, edits[:n]...), code, corpus.Want(code, edits[:n]...), 1)
		if err != nil {
			return err
		}
		lanes = append(lanes, l)
	}
	if err := rounds(lanes, c.Rounds, 1, 0, c.Round/2); err != nil {
		return err
	}
	c.detail(fmt.Sprintf("server, one connection, 1 edit in a file of %d blocks", sweepBlocks), micros(lanes[0].perRequest()), "", "")
	var costs []float64
	for i := 1; i < len(lanes); i++ {
		added := sweepEdits[i] - sweepEdits[i-1]
		costs = append(costs, float64(lanes[i].perRequest()-lanes[i-1].perRequest())/float64(added))
		c.detail(fmt.Sprintf("server, one connection, %d edits", sweepEdits[i]),
			fmt.Sprintf("%s, %.0f ns for each edit more", micros(lanes[i].perRequest()), costs[i-1]), "", "")
	}
	c.row("server, 1 to 2,000 edits, cost of an edit more", "", "", "",
		figures.AtMost(figures.Spread(costs), 2, "between dearest and cheapest"))
	return nil
}

const memoryConnections = 64

// memory watches how much memory our server holds while 64 connections send 61 KB
// modules. It is flat where the second half's peak is no more than a tenth over
// the first half's; the first tenth of the time, in which the heap grows to what it
// needs, does not count.
func (c *comparison) memory() error {
	in := c.inputs[1]
	l, err := c.servers.ours.lane(in.Name, in.Body(), in.Code, in.Want(), memoryConnections)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		_, err := l.run(l.test, memoryConnections, 0, c.Memory)
		done <- err
	}()
	samples, err := c.watch(done)
	if err != nil {
		return err
	}
	samples = samples[len(samples)/10:]
	first, second := peak(samples[:len(samples)/2]), peak(samples[len(samples)/2:])
	c.row(fmt.Sprintf("server, memory, %d connections for %v, %s", memoryConnections, c.Memory, in.Name),
		fmt.Sprintf("%.0f MB at first, %.0f MB at last", first/1e6, second/1e6), "", "",
		figures.AtMost(second/first, 1.1, "between second half and first"))
	return nil
}

// watch takes a hundred samples or more of the memory that our server holds,
// until the load is done.
func (c *comparison) watch(done <-chan error) ([]float64, error) {
	var samples []float64
	ticks := time.NewTicker(c.Memory / 120)
	defer ticks.Stop()
	for {
		select {
		case err := <-done:
			return samples, err
		case <-ticks.C:
			rss, err := figures.RSS(c.servers.ours.cmd.Process.Pid)
			if err != nil {
				fmt.Fprintln(os.Stderr, "compare:", err)
				continue
			}
			samples = append(samples, float64(rss))
		}
	}
}

func peak(samples []float64) float64 {
	highest := 0.0
	for _, s := range samples {
		highest = max(highest, s)
	}
	return highest
}
