// Command measure makes the measurements of this project and prints them as tables. Its first
// argument selects what it does:
//
//   - "library" compares the library with hclwrite, hcledit and hcl2json. All of them are called in
//     this process, on one core.
//   - "server" compares the edit service with three other servers.
//   - "report" writes the figures of both to docs/performance.md.
//   - "astgrep" compares "iacedit find" with ast-grep.
//   - "rival" runs one of the other servers; "server" starts them.
//
// "library" and "server" measure in many short rounds. In each round they measure one program after
// the other, and a printed ratio is the median of the ratios of the rounds. So a slow phase of the
// machine affects all programs alike. All results are checked byte by byte. The exit status is 1 if
// a target was missed.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"iacedit/bench/peers/figures"
	"iacedit/internal/testkit/corpus"
)

type commands struct {
	Library library    `cmd:"" help:"Measure the library beside hclwrite, hcledit and hcl2json."`
	Server  comparison `cmd:"" help:"Measure the edit service beside the floor and hclwrite."`
	Report  report     `cmd:"" help:"Write the figures as a document."`
	Astgrep astgrep    `cmd:"" help:"Measure iacedit find beside ast-grep."`
	Rival   rival      `cmd:"" help:"Run one of the servers that the edit service is compared with."`
}

func main() {
	command := kong.Parse(new(commands), kong.Name("measure"), kong.Description("Measure iacedit beside other programs."))
	if err := command.Run(); err != nil {
		fmt.Fprintf(os.Stderr, "measure %s: %v\n", command.Selected().Name, err)
		os.Exit(1)
	}
}

// A measurement has the flags that "library" and "server" share, and the figures so far.
type measurement struct {
	Only   []string `help:"Parts to run; all of them where none is named."`
	Rounds int      `default:"10" help:"Rounds that each is measured."`
	Quick  bool     `help:"Everything in a fraction of the time, for a first look."`
	JSON   string   `name:"json" help:"File for the figures, for the report."`

	report  *figures.Report
	section string // the section of the rows that are added
}

// A part is a part of a measurement. It adds rows to a section.
type part struct {
	name, section string
	run           func() error
}

// measure runs the parts that the flags select, prints their rows and saves them.
func (m *measurement) measure(parts []part) error {
	m.report = figures.NewReport()
	for _, p := range parts {
		if len(m.Only) > 0 && !slices.Contains(m.Only, p.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "measure: %s …\n", p.name)
		m.section = p.section
		if err := p.run(); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if len(m.report.Rows) == 0 {
		return errors.New("no part of that name")
	}
	if err := figures.Print(os.Stdout, m.report.Rows); err != nil {
		return err
	}
	if m.JSON != "" {
		if err := m.report.Save(m.JSON); err != nil {
			return err
		}
	}
	if n := figures.Missed(m.report.Rows); n > 0 {
		return fmt.Errorf("%d targets missed", n)
	}
	return nil
}

// row adds a row. If the caller sets the row's member Detail, docs/performance.md omits the row.
func (m *measurement) row(what, ours, floor, rivals string, checks ...figures.Check) *figures.Row {
	m.report.Rows = append(m.report.Rows, figures.Row{Section: m.section, What: what, Ours: ours, Floor: floor, Rivals: rivals, Checks: checks})
	return &m.report.Rows[len(m.report.Rows)-1]
}

// inputs returns all real modules of 30 to 62 KB or, without real modules, generated modules.
func inputs() []corpus.Input {
	real, err := corpus.Real(30_000, 62_000)
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure: GENERATED MODULES ONLY:", err)
		return []corpus.Input{corpus.Generated(31_000), corpus.Generated(61_000)}
	}
	return real
}

// differences returns the differences a[i] - b[i].
func differences(a, b []float64) []float64 {
	left := make([]float64, len(a))
	for i := range left {
		left[i] = a[i] - b[i]
	}
	return left
}

func micros(ns float64) string {
	if ns < 100_000 {
		return fmt.Sprintf("%.1f µs", ns/1e3)
	}
	return fmt.Sprintf("%.0f µs", ns/1e3)
}
