package main

import (
	"strings"
	"testing"

	"iacedit/bench/peers/figures"
)

// TestEverySectionThatHasRowsIsTold: with what its targets mean, and without details.
func TestEverySectionThatHasRowsIsTold(t *testing.T) {
	server := &figures.Report{Rows: []figures.Row{
		{Section: figures.Edits, What: "an edit", Ours: "88 µs", Checks: []figures.Check{figures.AtMost(figures.Single(1.25), 1.3, "× the floor")}},
		{Section: figures.Edits, What: "a step", Detail: true},
		{Section: figures.Open, What: "a latency"},
	}}
	library := &figures.Report{Rows: []figures.Row{{Section: figures.Library, What: "a function"}}}
	const notes = notesFrom + "\nmuch\n\n## Memory\n\n| a |\n"
	got := document(library, server, "plot.svg", notes)
	for _, section := range figures.Sections {
		wanted := section.Name == figures.Edits || section.Name == figures.Open || section.Name == figures.Library
		if has := strings.Contains(got, "\n## "+section.Title+"\n\n"+section.Explanation+"\n\n| what |"); has != wanted {
			t.Errorf("section %s is there: %v", section.Name, has)
		}
	}
	if !strings.Contains(got, "| an edit | 88 µs |  |  | 1.25 × the floor | at most 1.3 | met |\n") || strings.Contains(got, "a step") || !strings.Contains(got, "(plot.svg)") {
		t.Errorf("the document is\n%s", got)
	}
	// What is written by hand stays, however often the figures are written anew.
	if kept, err := notesOf(got); err != nil || kept != notes || !strings.HasSuffix(got, notes) {
		t.Errorf("%v: kept is\n%s", err, kept)
	}
	if _, err := notesOf("# Performance\n"); err == nil {
		t.Error("a document without notes loses them silently")
	}
}
