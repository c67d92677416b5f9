package main

import (
	"fmt"
	"os"
	"slices"
	"time"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
)

const memoryConnections = 64

// memory measures our server's memory while 64 connections send 61 KB modules. The target is that
// the memory is flat: the peak in the second half of the time may be at most a tenth above the peak
// in the first half. The first tenth of the time, in which the heap grows, does not count.
func (c *comparison) memory() error {
	in := c.inputs[1]
	w, err := c.servers.ours.newWorkload(editPath, in.Body(), loadgen.CheckCode(in.Want()))
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		_, err := w.run(memoryConnections, c.Memory)
		done <- err
	}()
	samples, err := c.watch(done)
	if err != nil {
		return err
	}
	samples = samples[len(samples)/10:]
	first, second := slices.Max(samples[:len(samples)/2]), slices.Max(samples[len(samples)/2:])
	c.row(fmt.Sprintf("memory, %d connections for %v, %s", memoryConnections, c.Memory, in.Name),
		fmt.Sprintf("%.0f MB in the first half, %.0f MB in the second", first/1e6, second/1e6), "", "",
		figures.AtMost(figures.Single(second/first), 1.1, "between second half and first"))
	return nil
}

// watch samples the memory of our server until the load generator stops and sends its error to the
// channel done. The function watch returns about 120 samples, in bytes, and the load generator's
// error.
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
				fmt.Fprintln(os.Stderr, "measure:", err)
				continue
			}
			samples = append(samples, float64(rss))
		}
	}
}
