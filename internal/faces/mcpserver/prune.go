package mcpserver

import (
	"slices"

	"iacedit/internal/disk/project"
)

// prune carries out a call of the tool prune, which removes the objects that the tool refs lists as
// unused.
func prune(c *call) error {
	s, err := c.modules()
	if err != nil {
		return err
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	plan, err := s.RemoveUnused(project.FindTree(s.Options.Dialect, s.Space, c.options.Roots.Top(c.title())))
	if err != nil {
		return err
	}
	var notes []string
	for _, w := range slices.Concat(plan.Warnings, project.SummaryOfKept(plan.Kept)) {
		notes = append(notes, w.String())
	}
	return c.change(s, plan, notes)
}
