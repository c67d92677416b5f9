// Command load sends edit requests to a running service, checks every answer and prints the
// latencies.
//
//	go run ./load -url http://127.0.0.1:8080 -duration 10s -requests a.json b.json
//	go run ./load -url http://127.0.0.1:8080 -rate 2000 -connections 32 -plot latency.svg
//
// Each file after -requests contains one request body: {"code": …, "edits": …}. Without a file,
// each request edits a generated module of -size bytes. The expected answer comes from two trial
// requests before the run: the code in their answers must equal the code in the -expected file or,
// without such a file, the code that this version of the library returns for the request.
//
// Without -rate the loop is closed: each connection sends a request only after it has received the
// answer to the previous one. With -rate the loop is open: requests are due at regular intervals,
// and a latency is measured from the time when the request was due, so that the latency includes
// all waiting.
//
// The exit status is 1 if any answer was wrong or missing.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"iacedit/bench/loadgen"
	"iacedit/bench/peers/figures"
	"iacedit/edit"
	"iacedit/internal/testkit/corpus"
)

type options struct {
	URL         string        `name:"url" required:"" help:"Address of the service; a bare host gets the path /v1/iac/edit."`
	Rate        float64       `help:"Requests a second over all connections (open loop); 0 is the closed loop."`
	Duration    time.Duration `default:"10s" help:"How long requests are sent."`
	Connections int           `default:"8" help:"Connections, each with one request under way."`
	Timeout     time.Duration `default:"10s" help:"How long to wait for an answer."`
	Warmup      time.Duration `default:"1s" help:"How long to send requests, in the closed loop, before the run."`
	Requests    []string      `type:"existingfile" help:"Files with a request body each, sent in turn."`
	More        []string      `arg:"" optional:"" type:"existingfile" help:"More files of requests."`
	Expected    []string      `type:"existingfile" help:"Files with the code that must come back, one for each of the requests."`
	Size        int           `default:"31000" help:"Bytes of the generated module that is sent where no requests are given."`
	PID         int           `name:"pid" help:"The server's process, on this machine: its processor time a request is told."`
	Plot        string        `help:"File for a plot of the latencies, in SVG."`
}

func main() {
	var o options
	parser := kong.Must(&o, kong.Name("load"), kong.Description("Load an edit service and check its answers."))
	_, err := parser.Parse(twoDashes(os.Args[1:]))
	parser.FatalIfErrorf(err)
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// twoDashes adds a second dash to flags with one dash, so that both forms are allowed, as in Go's
// own tools.
func twoDashes(args []string) []string {
	args = slices.Clone(args)
	for i, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
			args[i] = "-" + arg
		}
	}
	return args
}

func (o *options) run() error {
	o.Requests = append(o.Requests, o.More...)
	cases, err := o.cases()
	if err != nil {
		return err
	}
	load := loadgen.Options{URL: o.URL, Connections: o.Connections, Duration: o.Warmup, Timeout: o.Timeout}
	if o.Warmup > 0 {
		if _, err := loadgen.Run(load, cases); err != nil {
			return err
		}
	}
	load.Rate, load.Duration, load.Process = o.Rate, o.Duration, o.PID
	result, err := loadgen.Run(load, cases)
	if err != nil {
		return err
	}
	if err := writeTable(os.Stdout, load, result); err != nil {
		return err
	}
	if o.Plot != "" {
		if err := figures.WritePlot(o.Plot, nil, []loadgen.Curve{result.Curve(loopOf(load))}); err != nil {
			return err
		}
	}
	if result.Failed > 0 {
		return fmt.Errorf("%d of %d requests failed", result.Failed, result.Failed+result.Correct)
	}
	return nil
}

// cases returns a Case for each request. It learns the correct answers from the service (see
// loadgen.Learn).
func (o *options) cases() ([]*loadgen.Case, error) {
	if len(o.Expected) > 0 && len(o.Expected) != len(o.Requests) {
		return nil, errors.New("there have to be as many -expected files as -requests")
	}
	if len(o.Requests) == 0 {
		in := corpus.Generated(o.Size)
		c, err := o.learn(in.Name, in.Body(), in.Want())
		return []*loadgen.Case{c}, err
	}
	var cases []*loadgen.Case
	for i, name := range o.Requests {
		c, err := o.caseOf(i, name)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// caseOf reads the i-th request and its expected code.
func (o *options) caseOf(i int, name string) (*loadgen.Case, error) {
	request, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var want []byte
	if len(o.Expected) > 0 {
		want, err = os.ReadFile(o.Expected[i])
	} else {
		want, err = new(edit.Options).Do(nil, request)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return o.learn(name, request, want)
}

func (o *options) learn(name string, request, want []byte) (*loadgen.Case, error) {
	return loadgen.Learn(name, o.URL, o.Timeout, request, loadgen.CheckCode(want))
}
