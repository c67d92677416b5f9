package main

import (
	"fmt"
	"os"
	"slices"
	"time"

	"iacedit/bench/peers/figures"
	"iacedit/internal/testkit/corpus"
)

// sweepSizes are the sizes of the modules that the function sizes measures, in bytes.
var sweepSizes = []int{1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000}

// sizes measures the cost of a byte of code, for several sizes of the module. The cost of HTTP and
// of the smallest request is subtracted first.
func (c *comparison) sizes() error {
	g, err := c.editWorkloads(corpus.Small())
	if err != nil {
		return err
	}
	small, smallFloor := g.ours, g.floor
	workloads := []*workload{small, smallFloor}
	for _, size := range sweepSizes {
		g, err := c.editWorkloads(corpus.Generated(size))
		if err != nil {
			return err
		}
		workloads = append(workloads, g.ours, g.floor)
	}
	if err := rounds(workloads, c.Rounds, 1, c.Round/2); err != nil {
		return err
	}
	c.row("an edit, the fixed part: a request of "+bodySize(small), small.cost(), smallFloor.cost(), "")
	var costs, floors []float64
	for i, size := range sweepSizes {
		ours, floor := workloads[2*i+2], workloads[2*i+3]
		costs = append(costs, perByte(ours, small, size))
		floors = append(floors, perByte(floor, smallFloor, size))
		c.detail("an edit, "+corpus.SizeName(size)+" of code", nanosPerByte(costs[i], ours), nanosPerByte(floors[i], floor), "",
			figures.NoTarget(figures.Single(costs[i]/floors[i]), "× the floor, a byte"))
	}
	c.row("an edit, 1KB to 4MB, each byte beyond the fixed part", perByteRange(costs), perByteRange(floors), "",
		figures.AtMost(figures.Single(figures.Spread(costs)), 1.5, "between dearest and cheapest"))
	return nil
}

// perByte returns the nanoseconds that each byte of the code adds to the cost of a request. The
// second workload sends the smallest request. size is the length of the code in the first workload.
func perByte(w, small *workload, size int) float64 {
	return (w.leastCostWithoutHTTP() - small.leastCostWithoutHTTP()) / float64(size-len(corpus.Small().Code))
}

func nanosPerByte(ns float64, w *workload) string {
	return fmt.Sprintf("%.2f ns/B; %s", ns, w.cost())
}

func perByteRange(ns []float64) string {
	return fmt.Sprintf("%.2f to %.2f ns/B", slices.Min(ns), slices.Max(ns))
}

// sweepBlocks is the number of blocks in the file that manyEdits edits. Each element of sweepEdits
// is a number of edits in a request.
const sweepBlocks = 2_000

var sweepEdits = []int{1, 250, 500, 1_000, 2_000}

// manyEdits measures the cost of an additional edit, for several numbers of edits in a request.
// This cost is the added cost divided by the number of added edits.
func (c *comparison) manyEdits() error {
	code, edits := corpus.Blocks(sweepBlocks)
	var workloads []*workload
	for _, n := range sweepEdits {
		w, err := c.withEcho(c.servers.ours.newWorkload(editPath, corpus.Body(code, edits[:n]...), codeIs(corpus.Want(code, edits[:n]...))))
		if err != nil {
			return fmt.Errorf("%d edits: %w", n, err)
		}
		workloads = append(workloads, w)
	}
	if err := rounds(workloads, c.Rounds, 1, c.Round/2); err != nil {
		return err
	}
	c.detail(fmt.Sprintf("1 edit in a file of %d blocks", sweepBlocks), workloads[0].cost(), "", "")
	var costs []float64
	for i := 1; i < len(workloads); i++ {
		added := sweepEdits[i] - sweepEdits[i-1]
		costs = append(costs, (workloads[i].leastCostWithoutHTTP()-workloads[i-1].leastCostWithoutHTTP())/float64(added))
		c.detail(fmt.Sprintf("%d edits in it", sweepEdits[i]), fmt.Sprintf("%s, %.0f ns for each edit more", workloads[i].cost(), costs[i-1]), "", "")
	}
	c.row("1 to 2,000 edits, each additional edit", fmt.Sprintf("%.0f to %.0f ns", slices.Min(costs), slices.Max(costs)), "", "",
		figures.AtMost(figures.Single(figures.Spread(costs)), 2, "between dearest and cheapest"))
	return nil
}

const memoryConnections = 64

// memory measures our server's memory while 64 connections send 61 KB modules. The target is that
// the memory is flat: the peak in the second half of the time may be at most a tenth above the peak
// in the first half. The first tenth of the time, in which the heap grows, does not count.
func (c *comparison) memory() error {
	in := c.inputs[1]
	w, err := c.servers.ours.newWorkload(editPath, in.Body(), codeIs(in.Want()))
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
	first, second := peak(samples[:len(samples)/2]), peak(samples[len(samples)/2:])
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
