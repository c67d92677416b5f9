package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"iacedit/bench/peers/figures"
	"iacedit/internal/corpus"
)

// get measures what the command takes to print one attribute of a large file: the
// processor time of the process, its start included.
func (c *comparison) get() error {
	in := corpus.Generated(4_000_000)
	name := filepath.Join(c.servers.dir, "large.tf")
	if err := os.WriteFile(name, in.Code, 0o644); err != nil {
		return err
	}
	address := strings.Join(append([]string{in.Edit.Block}, append(in.Edit.Labels, in.Edit.Attribute)...), ".")
	var costs []float64
	for range 4 * c.Rounds {
		cmd := exec.Command(c.servers.binary, "get", address, name)
		out, err := cmd.Output()
		if want := strconv.Quote(in.Edit.Old) + "\n"; err == nil && string(out) != want {
			err = fmt.Errorf("it prints %.100q, not %s", out, want)
		}
		if err != nil {
			return fmt.Errorf("iacedit get %s: %w", address, err)
		}
		costs = append(costs, float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()))
	}
	ms := figures.Median(costs) / 1e6
	c.row("iacedit get of one attribute, 4MB", fmt.Sprintf("%.1f ms", ms), "", "", figures.AtMost(figures.Once(ms), 30, "ms"))
	return nil
}
