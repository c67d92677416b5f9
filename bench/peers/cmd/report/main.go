// Command report writes what ratios and compare measured into the README: a table
// between two markers, and a plot beside the figures. `make bench-report` runs it
// after them.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"iacedit/bench/peers/figures"
)

type options struct {
	Readme  string `default:"../README.md" help:"The file that gets the table."`
	Dir     string `default:"report" help:"The folder of the plot and the figures."`
	Library string `default:"library.json" help:"What ratios measured, in that folder."`
	Server  string `default:"server.json" help:"What compare measured, in that folder."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("report"), kong.Description("Write the figures into the README."))
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func (o *options) run() error {
	library, err := figures.Load(filepath.Join(o.Dir, o.Library))
	if err != nil {
		return err
	}
	server, err := figures.Load(filepath.Join(o.Dir, o.Server))
	if err != nil {
		return err
	}
	if err := writePlot(filepath.Join(o.Dir, "performance.svg"), server); err != nil {
		return err
	}
	readme, err := os.ReadFile(o.Readme)
	if err != nil {
		return err
	}
	readme, err = replace(readme, section(library, server))
	if err != nil {
		return fmt.Errorf("%s: %w", o.Readme, err)
	}
	return os.WriteFile(o.Readme, readme, 0o644)
}

// The markers between which the README's table stands, and the heading under
// which they go where there are none yet.
const (
	begin   = "<!-- performance: made by make bench-report -->\n"
	end     = "<!-- performance: end -->\n"
	heading = "\n## Performance\n"
)

// replace puts text between the markers.
func replace(readme []byte, text string) ([]byte, error) {
	if !bytes.Contains(readme, []byte(begin)) {
		readme = bytes.Replace(readme, []byte(heading), []byte(heading+"\n"+begin+end), 1)
	}
	before, rest, ok := bytes.Cut(readme, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !ok || !closed {
		return nil, errors.New("it has no heading Performance, or one marker of two")
	}
	return bytes.Join([][]byte{before, []byte(begin), []byte(text), []byte(end), after}, nil), nil
}

// section returns what stands between the markers.
func section(library, server *figures.Report) string {
	var b strings.Builder
	row(&b, figures.Header)
	row(&b, strings.Split(strings.Repeat("---,", len(figures.Header)-1)+"---", ","))
	for _, r := range append(library.Rows, server.Rows...) {
		if !r.Detail {
			row(&b, r.Cells())
		}
	}
	b.WriteString("\n![Requests a second, and latency by share of requests](bench/report/performance.svg)\n\n")
	fmt.Fprintf(&b, "Measured on %s, on: %s.\nWith %s.\nTo repeat it: `make bench-report`; for every row: `make bench` and `make load`.\n",
		server.When.Format("2 January 2006"), server.Machine, strings.Join(server.Versions, ", "))
	return b.String()
}

func row(b *strings.Builder, cells []string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}
