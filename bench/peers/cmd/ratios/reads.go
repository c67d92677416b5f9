package main

import (
	"fmt"

	"iacedit/bench/peers"
	"iacedit/bench/peers/figures"
	"iacedit/read"
)

// reads measures how long it takes to read the content of each input as JSON, and compares that
// time with the time of hcl2json.
func (o *options) reads() error {
	for _, in := range inputs() {
		var r read.Options
		var buf []byte
		ours := &benchmark{name: "iacedit", do: func() (content []byte, err error) {
			buf, err = r.Read(buf[:0], in.Code, nil)
			return buf, err
		}}
		rival := &benchmark{name: "hcl2json", do: func() ([]byte, error) { return peers.HCL2JSON(in.Code) }}
		if err := rounds([]*benchmark{ours, rival}, o.Rounds, o.Round); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		answer := float64(len(buf))
		o.rowOf(in, "read all", ours.speed(len(in.Code)), "hcl2json "+rival.speed(len(in.Code)),
			figures.AtLeast(figures.SummarizeRatios(rival.times, ours.times), 20, "× hcl2json"),
			figures.AtLeast(figures.Single(float64(len(in.Code))/ours.nanos()*1e3), 150, "MB/s"))
		o.rowOf(in, "allocated for a read", fmt.Sprintf("%.3g bytes per byte of answer, %.0f allocations", ours.bytes/answer, ours.allocs),
			fmt.Sprintf("hcl2json %.3g bytes per byte, %.0f allocations", rival.bytes/answer, rival.allocs),
			figures.AtMost(figures.Single(ours.bytes/answer), 2, "bytes per byte of answer"))
	}
	return nil
}
