package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/upgrades"
)

// An upgradeReport is what an upgrade prints besides the changes.
type upgradeReport struct {
	From     int                       `json:"from"`
	To       int                       `json:"to"`
	Manual   []upgrades.Note           `json:"manual"`
	Defaults []upgrades.ChangedDefault `json:"defaults"`
	Unknown  []string                  `json:"unknown"`
	Locks    []string                  `json:"lockFiles"`
}

// add adds the result for the files in a directory. A single file has no name in the result, but the
// given title.
func (r *upgradeReport) add(of *upgrades.Result, dir, title string) {
	r.From, r.To = of.From, of.To
	for _, n := range of.Manual {
		if n.File == "" {
			n.File = title
		} else {
			n.File = filepath.Join(dir, filepath.FromSlash(n.File))
		}
		r.Manual = append(r.Manual, n)
	}
	r.Defaults = append(r.Defaults, of.Defaults...)
	r.Unknown = append(r.Unknown, of.Unknown...)
	r.Locks = append(r.Locks, of.Locks...)
}

// print prints the report as text.
func (r *upgradeReport) print(w io.Writer, provider string, plan *project.Plan) {
	if r.From >= r.To {
		fmt.Fprintf(w, "%s: the code is at version %d already\n", provider, r.From)
		return
	}
	fmt.Fprintf(w, "%s %d → %d: %s", provider, r.From, r.To, excerpt.Count(len(plan.Changes), "file"))
	counts := map[edit.Effect]int{}
	for _, e := range plan.Effects {
		counts[e.Result]++
	}
	for _, result := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(w, ", %d %s", counts[result], result)
	}
	fmt.Fprintln(w)
	if len(r.Manual) > 0 {
		fmt.Fprintf(w, "\nBy hand (%d):\n", len(r.Manual))
	}
	for _, n := range r.Manual {
		fmt.Fprintln(w, n)
	}
	if len(r.Defaults) > 0 {
		fmt.Fprintln(w, "\nNew defaults of arguments that the code leaves out (--keep-defaults writes the old ones that are known):")
	}
	for _, d := range r.Defaults {
		fmt.Fprintln(w, d)
	}
	if n := len(r.Unknown); n > 0 {
		fmt.Fprintf(w, "\nThe upgrade guides say nothing about %s in the code.\n", excerpt.Count(n, "type"))
	}
	for _, name := range r.Locks {
		fmt.Fprintf(w, "%s is not changed: run terraform init -upgrade.\n", name)
	}
}
