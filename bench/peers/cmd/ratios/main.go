// Command ratios measures the library beside hclwrite and hcledit and prints a
// table: the same edit of the same modules, one after the other in short rounds,
// over and over, on one core, by processor time. A ratio is the median of the rounds' ratios. What
// comes back is checked to the byte before the clock starts.
//
// Ours is the whole of edit.Options.Do, with the JSON of the request to decode;
// the rivals get the code and the edit as Go values, and so the easier work.
//
// The exit status is 1 where a target was missed.
package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/alecthomas/kong"

	"iacedit/bench/peers/figures"
	"iacedit/internal/corpus"
)

type options struct {
	Rounds int           `default:"5" help:"Rounds that each is measured."`
	Round  time.Duration `default:"200ms" help:"How long one is measured in one round."`
	JSON   string        `name:"json" help:"File for the figures, for the report."`

	report *figures.Report
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
	for _, part := range []func() error{o.edits, o.phases, o.renders, o.reads, o.formats, o.sizes, o.manyEdits} {
		if err := part(); err != nil {
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

// inputs are the modules of 30 to 62 KB: all real ones, or generated ones.
func inputs() []corpus.Input {
	real, err := corpus.Real(30_000, 62_000)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ratios: GENERATED MODULES ONLY:", err)
		return []corpus.Input{corpus.Generated(31_000), corpus.Generated(61_000)}
	}
	return real
}
