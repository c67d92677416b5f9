// Command ratios compares the library with hclwrite and hcledit, and prints a table. All three make
// the same edits of the same modules, in turn, in many short rounds on one core. The command
// measures their processor time. A printed ratio is the median of the ratios in all rounds. The
// results are checked byte by byte before the measurement.
//
// Our benchmark runs all of edit.Options.Do, including the decoding of the JSON request; the rivals
// receive the code and the edit as Go values, and therefore have less to do.
//
// The exit status is 1 if a target was missed.
package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/alecthomas/kong"

	"iacedit/bench/peers/figures"
	"iacedit/internal/testkit/corpus"
)

type options struct {
	Rounds int           `default:"10" help:"Rounds that each is measured."`
	Round  time.Duration `default:"200ms" help:"How long one is measured in one round."`
	Quick  bool          `help:"Everything in a fifth of the time, for a first look."`
	JSON   string        `name:"json" help:"File for the figures, for the report."`

	report  *figures.Report
	section string // the section of the rows that are added
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("ratios"), kong.Description("Measure the library beside hclwrite, hcledit and hcl2json."))
	runtime.GOMAXPROCS(1)
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

func (o *options) run() error {
	o.report = figures.NewReport()
	if o.Quick {
		o.Rounds, o.Round = 3, o.Round/4
	}
	parts := []struct {
		section string
		run     func() error
	}{
		{figures.Library, o.edits}, {figures.Library, o.phases}, {figures.Library, o.renders}, {figures.Library, o.jobs},
		{figures.Library, o.sizes}, {figures.Library, o.manyEdits}, {figures.Reading, o.reads}, {figures.Format, o.formats},
	}
	for _, part := range parts {
		o.section = part.section
		if err := part.run(); err != nil {
			return err
		}
	}
	if err := figures.Print(os.Stdout, o.report.Rows); err != nil {
		return err
	}
	if o.JSON != "" {
		if err := o.report.Save(o.JSON); err != nil {
			return err
		}
	}
	if n := figures.Missed(o.report.Rows); n > 0 {
		return fmt.Errorf("%d targets missed", n)
	}
	return nil
}

// inputs returns all real modules of 30 to 62 KB or, without real modules, generated modules.
func inputs() []corpus.Input {
	real, err := corpus.Real(30_000, 62_000)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ratios: GENERATED MODULES ONLY:", err)
		return []corpus.Input{corpus.Generated(31_000), corpus.Generated(61_000)}
	}
	return real
}
