package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"iacedit/bench/peers/figures"
	"iacedit/internal/testkit/corpus"
)

// A comparison measures the edit service and three other servers on this machine. The others are
// echo, which sends the body back unread; the floor, which decodes and encodes the JSON and edits
// nothing; and a server built from net/http, encoding/json and hclwrite.
//
// The figure for a server is the processor time that it needs for a request, less the time that
// echo needs for a request and an answer of the same lengths. So the figures include neither the
// client's share of the machine nor the cost of HTTP.
//
// The servers run on free ports of 127.0.0.1, with the same settings of the garbage collector.
// Client and servers share the machine's cores.
type comparison struct {
	measurement
	Binary      string        `type:"existingfile" help:"The iacedit command to measure; empty builds it."`
	Connections int           `default:"8" help:"Connections of the closed loop."`
	Round       time.Duration `default:"1s" help:"How long one server is loaded in one round."`
	Open        time.Duration `default:"30s" help:"How long each server is loaded in the open loop at each rate."`
	Memory      time.Duration `default:"1m" help:"How long memory is watched."`

	servers *servers
	inputs  []corpus.Input // the modules that the requests contain: one of about 31 KB, and one of about 61 KB
}

func (c *comparison) Run() error {
	if c.Quick {
		c.Rounds, c.Round, c.Open, c.Memory = 3, c.Round/5, c.Open/10, c.Memory/10
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	c.servers, err = startServers(ctx, c.Binary)
	defer c.servers.stop()
	if err != nil {
		return err
	}
	all := inputs()
	c.inputs = []corpus.Input{corpus.Nearest(all, 31_500), corpus.Nearest(all, 61_500)}
	return c.measure([]part{
		{"edit", figures.Edits, c.edits}, {"other", figures.Others, c.otherRequests}, {"open", figures.Open, c.openLoops},
		{"memory", figures.Memory, c.memory}, {"command", figures.Command, c.commands}, {"tree", figures.Tree, c.tree},
	})
}
