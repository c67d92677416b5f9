package mcpserver

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
)

// change answers a call with a plan: it shows the diff or, if the call asks for writing, writes the
// files. The notes are lines that it adds to the answer.
func (c *call) change(s *project.Scope, plan *project.Plan, notes []string) error {
	var undeclared []project.Warning
	for _, u := range s.NewlyUndeclared(plan) {
		undeclared = append(undeclared, u.Warning)
	}
	notes = append(alike(undeclared), notes...)
	diffs := make([][]byte, len(plan.Changes))
	files := make([]changedFile, len(plan.Changes))
	summary := make([]string, len(plan.Changes))
	for i := range plan.Changes {
		diffs[i] = plan.Changes[i].AppendDiff(nil)
		files[i] = changedIn(&plan.Changes[i], diffs[i])
		summary[i] = files[i].String()
	}
	c.answer.set("written", c.Write && len(plan.Changes) > 0)
	c.answer.set("changed", len(files))
	c.answer.set("files", files[:min(len(files), mostFiles)])
	if len(notes) > 0 {
		c.answer.set("notes", notes)
	}
	if c.Write && len(plan.Changes) > 0 {
		if err := c.write(plan); err != nil {
			return err
		}
		c.ctx = context.WithoutCancel(c.ctx) // from here on the call is reported even if it is cancelled
		c.last = lastWriteOf(plan, c.tidy)
		var err error
		if s, err = c.sources(); err != nil {
			return err
		}
	}
	switch {
	case len(plan.Changes) == 0:
		c.answer.line("nothing changes: the code is already as requested")
	case c.Write:
		c.answer.line("written: %s", few(summary))
	default:
		c.answer.line("dry run, nothing is written: %s", few(summary))
	}
	now := version(s)
	if c.tool.name != "undo" { // undo has no path, and so no version
		c.answer.line("version: %s", now)
		c.answer.set("version", now)
	}
	if !c.Write && len(plan.Changes) > 0 {
		token := c.shown.add(c.tool, c.sent, now)
		c.answer.line(`to write it: write {"token": "%s"}`, token)
		c.answer.set("token", token)
	}
	for _, note := range notes {
		c.answer.line("%s", note)
	}
	if c.Write && c.Version != "" {
		return nil // the dry run has already shown the plan
	}
	if !c.Quiet {
		c.answer.list(plain(grouped(diffs, files)), "the diff goes on; narrow the edits, or the path")
	}
	return nil
}

// grouped yields the lines of the diffs of files. Of files in which the same lines are added and
// removed, it yields only the first diff, and a line that names the other files.
func grouped(diffs [][]byte, files []changedFile) iter.Seq[string] {
	same := map[string][]string{} // the other files, by the lines that change
	keys := make([]string, len(diffs))
	first := make([]bool, len(diffs))
	for i, diff := range diffs {
		var key strings.Builder
		for line := range bytes.Lines(diff) {
			if isChange(line) {
				key.Write(line)
			}
		}
		keys[i] = key.String()
		others, known := same[keys[i]]
		if first[i] = !known; known {
			others = append(others, files[i].File)
		}
		same[keys[i]] = others
	}
	return func(yield func(string) bool) {
		for i, diff := range diffs {
			if !first[i] {
				continue
			}
			for _, line := range folded(diff) {
				if !yield(line) {
					return
				}
			}
			if others := same[keys[i]]; len(others) > 0 && !yield(fmt.Sprintf("the same in %s: %s\n", excerpt.Count(len(others), "more file"), few(others))) {
				return
			}
		}
	}
}

// isChange reports whether a line of a diff is an added or removed line.
func isChange(line []byte) bool {
	if bytes.HasPrefix(line, []byte("+++ ")) || bytes.HasPrefix(line, []byte("--- ")) {
		return false
	}
	return line[0] == '+' || line[0] == '-'
}

// write writes a plan, unless a file is read-only or the call has been cancelled.
func (c *call) write(plan *project.Plan) error {
	for i := range plan.Changes {
		if f := plan.Changes[i].File; f.ReadOnly() {
			return &fault{readOnly, fmt.Sprintf("%s is read-only (its permissions have no w)", f.Title)}
		}
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	for _, dirs := range c.tidy {
		plan.MadeDirs = append(plan.MadeDirs, dirs.Paths...)
	}
	return plan.Write(c.lock)
}

// mostFiles is the greatest number of changed files in the data of an answer.
const mostFiles = 100

// A changedFile is a file that a call changes, with its numbers of added and removed lines.
type changedFile struct {
	File    string `json:"file"`
	New     bool   `json:"new,omitempty"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
}

func (f *changedFile) String() string {
	if f.New {
		return fmt.Sprintf("%s (new, +%d)", f.File, f.Added)
	}
	return fmt.Sprintf("%s (+%d -%d)", f.File, f.Added, f.Removed)
}

// changedIn returns the changedFile for a change, with the added and removed lines counted in its
// diff.
func changedIn(r *project.Rewritten, diff []byte) changedFile {
	f := changedFile{File: r.File.Title, New: r.Made}
	for line := range bytes.Lines(diff) {
		switch {
		case !isChange(line):
		case line[0] == '+':
			f.Added++
		default:
			f.Removed++
		}
	}
	return f
}

// sorted returns names, sorted and without duplicates.
func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
