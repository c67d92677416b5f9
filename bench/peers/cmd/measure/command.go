package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"iacedit/bench/peers/figures"
	"iacedit/edit"
	"iacedit/internal/testkit/corpus"
)

// commands measures the processor time of the command iacedit, including the start of the process.
func (c *comparison) commands() error {
	if err := c.get(); err != nil {
		return err
	}
	return c.repository()
}

// get measures how long the command takes to print one attribute of a large file.
func (c *comparison) get() error {
	in := corpus.Generated(4_000_000)
	name := filepath.Join(c.servers.dir, "large.tf")
	if err := os.WriteFile(name, in.Code, 0o644); err != nil {
		return err
	}
	address := strings.Join(append([]string{in.Edit.Block}, append(in.Edit.Labels, in.Edit.Attribute)...), ".")
	used, err := c.command(0, strconv.Quote(in.Edit.Old)+"\n", "get", address, name)
	if err != nil {
		return err
	}
	c.row("iacedit get of one attribute, 4MB", used.String()+" ms", "", "", figures.AtMost(used, 30, "ms"))
	return nil
}

// The repository for the command: the number of its files, each in its own folder; the size of each
// file in bytes; and the attribute that is set in all files.
const (
	repositoryFiles = 800
	repositorySize  = 5_000
	repositoryValue = "resource.aws_instance.web_0.instance_type"
)

// repository measures two commands on a repository: one checks all files, and one sets an attribute
// in each file as a dry run. Neither writes files, because writing waits for the disk.
func (c *comparison) repository() error {
	dir := filepath.Join(c.servers.dir, "repository")
	code := corpus.Module(repositorySize)
	for i := range repositoryFiles {
		folder := filepath.Join(dir, fmt.Sprintf("module_%03d", i))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, "main.tf"), code, 0o644); err != nil {
			return err
		}
	}
	files := fmt.Sprintf("%d files of %s", repositoryFiles, corpus.SizeName(repositorySize))
	for _, row := range []struct {
		what   string
		most   float64
		status int
		args   []string
	}{
		{"check -R, " + files, 80, 0, []string{"check", "-R", dir}},
		{"set -R --check of one attribute, " + files, 120, changesStatus, []string{"set", "-R", "--check", repositoryValue, "-s", "m7.large", dir}},
	} {
		used, err := c.command(row.status, anyOutput, row.args...)
		if err != nil {
			return err
		}
		c.row("iacedit "+row.what, used.String()+" ms", "", "", figures.AtMost(used, row.most, "ms"))
	}
	return nil
}

// changesStatus is the exit status of --check if something would change.
const changesStatus = 3

// anyOutput matches any output of a command.
const anyOutput = "\x00"

// command runs the command many times, and returns its processor time in milliseconds. The
// command must exit with the status and print the expected output.
func (c *comparison) command(status int, want string, args ...string) (figures.Summary, error) {
	var used []float64
	for range 4 * c.Rounds {
		cmd := exec.Command(c.servers.binary, args...)
		out, err := cmd.Output()
		if got := cmd.ProcessState.ExitCode(); got != status || want != anyOutput && string(out) != want {
			return figures.Summary{}, fmt.Errorf("iacedit %s: status %d (%v), it prints %.100q, not %s", args[0], got, err, out, want)
		}
		used = append(used, float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())/1e6)
	}
	return figures.Summarize(used), nil
}

// The number and the size of the files in the tree of modules that is edited with one core and with
// two cores.
const (
	treeFiles    = 1_000
	treeFileSize = 5_000
)

// tree measures the wall-clock time of one edit in a tree of modules, with two cores and with one
// core.
func (c *comparison) tree() error {
	if runtime.NumCPU() < 2 {
		fmt.Fprintln(os.Stderr, "measure: SKIPPED: one core alone")
		return nil
	}
	job := corpus.Tree(treeFiles, treeFileSize)
	body := job.Body()
	var options edit.Options
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var took [2][]float64
	var buf []byte
	for range 2 * c.Rounds {
		for i := range took {
			runtime.GOMAXPROCS(i + 1)
			runtime.GC()
			start := time.Now()
			var err error
			if buf, err = options.DoJSON(buf[:0], body); err != nil {
				return err
			}
			took[i] = append(took[i], float64(time.Since(start))/1e6)
			if err := job.Check(fmt.Appendf(nil, `{"data":%s}`, buf)); err != nil {
				return err
			}
		}
	}
	c.row(job.Name+", two cores", figures.Summarize(took[1]).String()+" ms wall-clock", "", "one core "+figures.Summarize(took[0]).String()+" ms",
		figures.AtMost(figures.SummarizeRatios(took[1], took[0]), 0.6, "× one core"))
	return nil
}
