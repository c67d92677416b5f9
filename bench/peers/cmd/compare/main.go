// Command compare measures the edit service and three other servers on this machine, and prints a
// table. The others are echo, which sends the body back unread; the floor, which decodes and
// encodes the JSON and edits nothing; and a server built from net/http, encoding/json and hclwrite.
// `make load` runs this command.
//
// The figure for a server is the processor time that it needs for a request, less the time that
// echo needs for a request and an answer of the same lengths. So the figures include neither the
// client's share of the machine nor the cost of HTTP.
//
// The command builds and starts the servers on free ports of 127.0.0.1, with the same settings of
// the garbage collector. In each of many short rounds, it puts load on one server after the other;
// each ratio is the median of the ratios of the rounds. So a slow phase of the machine affects all
// servers alike. Client and servers share the machine's cores. Every answer is checked byte by
// byte.
//
// The exit status is 1 if a target was missed or an answer was wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"iacedit/bench/peers/figures"
	"iacedit/internal/testkit/corpus"
)

type options struct {
	Binary      string        `type:"existingfile" help:"The iacedit command to measure; empty builds it."`
	Only        []string      `help:"Parts to run: edit, other, open, size, many, memory, command, tree; all of them where none is named."`
	Connections int           `default:"8" help:"Connections of the closed loop."`
	Rounds      int           `default:"10" help:"Rounds that every server is loaded."`
	Round       time.Duration `default:"1s" help:"How long one server is loaded in one round."`
	Open        time.Duration `default:"30s" help:"How long each server is loaded in the open loop at each rate."`
	Memory      time.Duration `default:"1m" help:"How long memory is watched."`
	Quick       bool          `help:"Everything in a tenth of the time, for a first look."`
	JSON        string        `name:"json" help:"File for the figures, for the report."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("compare"), kong.Description("Measure the edit service beside the floor and hclwrite."))
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func (o *options) run() error {
	if o.Quick {
		o.Rounds, o.Round, o.Open, o.Memory = 3, o.Round/5, o.Open/10, o.Memory/10
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	servers, err := startServers(ctx, o.Binary)
	defer stopServers(servers)
	if err != nil {
		return err
	}
	c := &comparison{options: o, servers: servers, report: figures.NewReport(), inputs: serverInputs()}
	if err := c.measure(); err != nil {
		return err
	}
	if err := figures.Print(os.Stdout, c.report.Rows); err != nil {
		return err
	}
	if o.JSON != "" {
		if err := c.report.Save(o.JSON); err != nil {
			return err
		}
	}
	if n := figures.Missed(c.report.Rows); n > 0 {
		return fmt.Errorf("%d targets missed", n)
	}
	return nil
}

// serverInputs returns the modules that the requests contain: one of about 31 KB, and one of about
// 61 KB. If real modules are available, the inputs are real modules.
func serverInputs() []corpus.Input {
	real, err := corpus.Real(30_000, 62_000)
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare: GENERATED MODULES ONLY:", err)
		return []corpus.Input{corpus.Generated(31_000), corpus.Generated(61_000)}
	}
	return []corpus.Input{corpus.Nearest(real, 31_500), corpus.Nearest(real, 61_500)}
}

// A comparison is one run of the command: its servers, and its measurements so far.
type comparison struct {
	*options
	servers *servers
	report  *figures.Report
	inputs  []corpus.Input
	section string // the section of the rows that are added
}

// measure runs the parts that the flags select.
func (c *comparison) measure() error {
	parts := []struct {
		name, section string
		run           func() error
	}{
		{"edit", figures.Edits, c.edits}, {"other", figures.Others, c.otherRequests}, {"open", figures.Open, c.openLoops},
		{"size", figures.Linear, c.sizes}, {"many", figures.Linear, c.manyEdits}, {"memory", figures.Linear, c.memory},
		{"command", figures.Command, c.commands}, {"tree", figures.Tree, c.tree},
	}
	for _, part := range parts {
		if !c.wanted(part.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "compare: %s …\n", part.name)
		c.section = part.section
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	if len(c.report.Rows) == 0 {
		return errors.New("no part of that name")
	}
	return nil
}

func (c *comparison) wanted(part string) bool {
	for _, name := range c.Only {
		if name == part {
			return true
		}
	}
	return len(c.Only) == 0
}

func (c *comparison) row(what, ours, floor, rivals string, checks ...figures.Check) {
	c.report.Rows = append(c.report.Rows, figures.Row{Section: c.section, What: what, Ours: ours, Floor: floor, Rivals: rivals, Checks: checks})
}

// detail adds a row that docs/performance.md omits.
func (c *comparison) detail(what, ours, floor, rivals string, checks ...figures.Check) {
	c.row(what, ours, floor, rivals, checks...)
	c.report.Rows[len(c.report.Rows)-1].Detail = true
}
