package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"iacedit/bench/peers/figures"
)

// A report writes the figures of "library" and "server" as a document, docs/performance.md, and a
// plot beside it. The text after the figures is written by hand, and stays.
type report struct {
	Document string `default:"../docs/performance.md" help:"The document; its plot is beside it."`
	Library  string `default:"report/library.json" help:"What library measured."`
	Server   string `default:"report/server.json" help:"What server measured."`
}

func (r *report) Run() error {
	library, err := figures.Load(r.Library)
	if err != nil {
		return err
	}
	server, err := figures.Load(r.Server)
	if err != nil {
		return err
	}
	plot := strings.TrimSuffix(r.Document, filepath.Ext(r.Document)) + ".svg"
	if err := figures.WritePlot(plot, server.Costs, server.Latency); err != nil {
		return err
	}
	before, err := os.ReadFile(r.Document)
	if err != nil {
		return err
	}
	notes, err := notesOf(string(before))
	if err != nil {
		return err
	}
	return os.WriteFile(r.Document, []byte(document(library, server, filepath.Base(plot), notes)), 0o644)
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
