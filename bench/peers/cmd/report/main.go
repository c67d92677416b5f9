// Command report writes the figures of ratios and compare as a document, docs/performance.md, and a
// plot beside it. `make bench-report` runs ratios, compare and then report. The text after the
// figures is written by hand; the command keeps this text.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"iacedit/bench/peers/figures"
)

type options struct {
	Document string `default:"../docs/performance.md" help:"The document; its plot is beside it."`
	Dir      string `default:"report" help:"The folder of the figures."`
	Library  string `default:"library.json" help:"What ratios measured, in that folder."`
	Server   string `default:"server.json" help:"What compare measured, in that folder."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("report"), kong.Description("Write the figures as a document."))
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
	plot := strings.TrimSuffix(o.Document, filepath.Ext(o.Document)) + ".svg"
	if err := writePlot(plot, server); err != nil {
		return err
	}
	before, err := os.ReadFile(o.Document)
	if err != nil {
		return err
	}
	notes, err := notesOf(string(before))
	if err != nil {
		return err
	}
	return os.WriteFile(o.Document, []byte(document(library, server, filepath.Base(plot), notes)), 0o644)
}

// notesFrom is the heading of the part that is written by hand.
const notesFrom = "## What is missed, and why\n"

// notesOf returns the part of a document that is written by hand. This part explains which targets
// are missed and why, and has the sections about other processors and about memory.
func notesOf(document string) (string, error) {
	at := strings.Index(document, "\n"+notesFrom)
	if at < 0 {
		return "", fmt.Errorf("the document has no section %q, from which on it is kept", strings.TrimSpace(notesFrom))
	}
	return document[at+1:], nil
}

// document returns the text of the document, with notes after the figures.
func document(library, server *figures.Report, plot, notes string) string {
	var b strings.Builder
	b.WriteString("# Performance\n\n`make bench-report` repeats the measurements and writes the tables. The text from \"What is missed, and why\" on is written by hand.\n\n")
	fmt.Fprintf(&b, "Measured on %s, on: %s.\nWith %s.\n`make bench` and `make load` print more details.\n",
		server.When.Format("2 January 2006"), server.Machine, strings.Join(server.Versions, ", "))
	rows := append(server.Rows, library.Rows...)
	for _, section := range figures.Sections {
		some := section.RowsOf(rows)
		if len(some) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", section.Title, section.Explanation)
		row(&b, figures.Header)
		row(&b, strings.Split(strings.Repeat("---,", len(figures.Header)-1)+"---", ","))
		for _, r := range some {
			if !r.Detail {
				row(&b, r.Cells())
			}
		}
		if section.Name == figures.Open {
			fmt.Fprintf(&b, "\n![Processor time of each server per request, and latency percentiles in the open loop](%s)\n", plot)
		}
	}
	return b.String() + "\n" + notes
}

func row(b *strings.Builder, cells []string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}
