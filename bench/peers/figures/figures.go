// Package figures defines the data that the benchmarks write and the report reads: rows of a table,
// and the points of the plots.
package figures

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"iacedit/bench/loadgen"
)

// A Report contains the figures that one run of a benchmark has measured.
type Report struct {
	When     time.Time       `json:"when"`
	Machine  string          `json:"machine"`  // processor, cores, memory, system
	Versions []string        `json:"versions"` // of Go, iacedit and the rivals
	Rows     []Row           `json:"rows"`
	Costs    []Cost          `json:"costs,omitempty"`
	Latency  []loadgen.Curve `json:"latency,omitempty"`
}

// A Row is a line of the table. It contains one measurement of each of the compared programs: ours,
// the floor (a server that only decodes and encodes the JSON), and the rivals.
type Row struct {
	Section string  `json:"section"` // one of Sections
	What    string  `json:"what"`
	Ours    string  `json:"ours"`
	Floor   string  `json:"floor,omitempty"`
	Rivals  string  `json:"rivals,omitempty"`
	Checks  []Check `json:"checks,omitempty"`
	Detail  bool    `json:"detail,omitempty"` // too detailed for the document: a step of a sweep, for example
}

// A Check is a ratio and its target, if there is one.
type Check struct {
	Ratio  string `json:"ratio"`  // in words: "0.61 [0.58 to 0.66] of the floor"
	Target string `json:"target"` // "at least 0.5"; empty if there is none
	Met    bool   `json:"met"`
}

// A Cost is the processor time of a server for a request, including HTTP.
type Cost struct {
	Input, Server string
	Micros        float64
}

// A Summary is the result of several rounds: the median, the minimum and the maximum.
type Summary struct{ Median, Min, Max float64 }

// Summarize returns the summary of the values of one or more rounds.
func Summarize(rounds []float64) Summary {
	return Summary{Median(rounds), slices.Min(rounds), slices.Max(rounds)}
}

// Single returns the summary of a single measurement.
func Single(value float64) Summary { return Summary{value, value, value} }

// SummarizeRatios returns the summary of the ratios a[i]/b[i]. The values a[i] and b[i] must be
// measured in the same round, so that a slow round affects both values, but not their ratio.
func SummarizeRatios(a, b []float64) Summary {
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = a[i] / b[i]
	}
	return Summarize(ratios)
}

// String returns the median, with the minimum and the maximum in brackets if they differ.
func (f Summary) String() string {
	if math.IsInf(f.Median, 1) {
		return "no ratio"
	}
	if f.Min == f.Max {
		return fmt.Sprintf("%.3g", f.Median)
	}
	return fmt.Sprintf("%.3g [%.3g to %.3g]", f.Median, f.Min, f.Max)
}

// AtLeast returns a check that is met if the median of f is at least the target. The reference
// follows the number in the text of the ratio: in "0.61 of the floor" the reference is "of the
// floor".
func AtLeast(f Summary, target float64, reference string) Check {
	return Check{f.String() + " " + reference, fmt.Sprintf("at least %.3g", target), f.Median >= target}
}

// AtMost is like AtLeast, but the check is met if the median of f is at most the target.
func AtMost(f Summary, target float64, reference string) Check {
	return Check{f.String() + " " + reference, fmt.Sprintf("at most %.3g", target), f.Median <= target}
}

// NoTarget returns a check without a target.
func NoTarget(f Summary, reference string) Check {
	return Check{Ratio: f.String() + " " + reference}
}

// Ratios returns the ratios of the row's checks, as one cell of the table.
func (r *Row) Ratios() string { return r.join(func(c Check) string { return c.Ratio }) }

// Targets returns the targets of the row's checks.
func (r *Row) Targets() string { return r.join(func(c Check) string { return c.Target }) }

// Verdict returns the verdicts on the row's targets, each of them "met" or "missed".
func (r *Row) Verdict() string {
	return r.join(func(c Check) string {
		switch {
		case c.Target == "":
			return ""
		case c.Met:
			return "met"
		}
		return "missed"
	})
}

func (r *Row) join(cell func(Check) string) string {
	var cells []string
	for _, c := range r.Checks {
		if text := cell(c); text != "" {
			cells = append(cells, text)
		}
	}
	return strings.Join(cells, "; ")
}

// Header names the columns of the table.
var Header = []string{"what", "iacedit", "floor", "rivals", "ratio", "target", "verdict"}

// Cells returns the row's cells, one for each column of Header.
func (r *Row) Cells() []string {
	return []string{r.What, r.Ours, r.Floor, r.Rivals, r.Ratios(), r.Targets(), r.Verdict()}
}

// Print writes the rows as text tables, one for each section, with its explanation.
func Print(out io.Writer, rows []Row) error {
	for _, section := range Sections {
		some := section.RowsOf(rows)
		if len(some) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n%s\n\n", section.Title)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, strings.Join(Header, "\t"))
		for _, r := range some {
			fmt.Fprintln(w, strings.Join(r.Cells(), "\t"))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(out, "\n%s\n", section.Explanation)
	}
	return nil
}

// Missed returns the number of targets that the rows miss.
func Missed(rows []Row) int {
	n := 0
	for _, r := range rows {
		for _, c := range r.Checks {
			if c.Target != "" && !c.Met {
				n++
			}
		}
	}
	return n
}

// Save writes the report to a file as JSON.
func (r *Report) Save(name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

// Load reads a report from a file.
func Load(name string) (*Report, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// Median returns the median of the values. There must be at least one value.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Spread returns the largest of values divided by the smallest. The result is infinite if the
// smallest value is not positive: then the values are differences smaller than the noise, and no
// target is met.
func Spread(values []float64) float64 {
	least := slices.Min(values)
	if least <= 0 {
		return math.Inf(1)
	}
	return slices.Max(values) / least
}
