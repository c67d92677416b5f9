package mcpserver

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"iacedit/internal/project"
)

// change shows a plan or, if the call says so, writes it. Notes are lines about it.
func (c *call) change(s *project.Scope, plan *project.Plan, notes []string) error {
	diffs := make([][]byte, len(plan.Changes))
	summary := make([]string, len(plan.Changes))
	for i := range plan.Changes {
		diffs[i] = plan.Changes[i].AppendDiff(nil)
		summary[i] = summed(&plan.Changes[i], diffs[i])
	}
	if c.Write && len(plan.Changes) > 0 {
		if err := c.write(plan); err != nil {
			return err
		}
		c.ctx = context.WithoutCancel(c.ctx) // report what was done
		c.remember(plan)
		var err error
		if s, err = c.sources(); err != nil {
			return err
		}
	}
	switch {
	case len(plan.Changes) == 0:
		c.answer.line("nothing changes: the code is so already")
	case c.Write:
		c.answer.line("written: %s", few(summary))
	default:
		c.answer.line("dry run, nothing is written: %s", few(summary))
	}
	now := version(s)
	if c.tool.name != "undo" { // a fault that concerns no path
		c.answer.line("version: %s", now)
	}
	if !c.Write && len(plan.Changes) > 0 {
		c.answer.line(`to write it: write {"token": "%s"}`, c.shown.add(c.tool, c.sent, now))
	}
	for _, note := range notes {
		c.answer.line("%s", note)
	}
	if c.Write && c.Version != "" {
		return nil // the dry run has shown it
	}
	c.answer.lines(strings.Lines(string(bytes.Join(diffs, nil))), "the diff goes on; narrow the edits, or the path")
	return nil
}

// write writes a plan, unless it is not allowed or the call has been cancelled.
func (c *call) write(plan *project.Plan) error {
	for i := range plan.Changes {
		if f := plan.Changes[i].File; f.ReadOnly() {
			return &fault{readOnly, fmt.Sprintf("%s is read-only (its permissions have no w)", f.Title)}
		}
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	return plan.Write(c.lock)
}

// summed returns the name of a file, and how many lines are added and removed.
func summed(r *project.Rewritten, diff []byte) string {
	more, less := 0, 0
	for line := range bytes.Lines(diff) {
		switch {
		case bytes.HasPrefix(line, []byte("+++ ")), bytes.HasPrefix(line, []byte("--- ")):
		case line[0] == '+':
			more++
		case line[0] == '-':
			less++
		}
	}
	if r.Made {
		return fmt.Sprintf("%s (new, +%d)", r.File.Title, more)
	}
	return fmt.Sprintf("%s (+%d -%d)", r.File.Title, more, less)
}

// sorted returns names, sorted and without duplicates.
func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
