package mcpserver

import (
	"fmt"

	"iacedit/edit"
	"iacedit/internal/requests/batch"
	"iacedit/upgrades"
)

// upgrade carries out a call of the tool upgrade, which upgrades code to a new major version of a
// provider.
func upgrade(c *call) error {
	provider, to, err := upgrades.Target(c.Provider)
	if err != nil {
		return invalid("provider: %v%s", err, c.tool.like())
	}
	s, err := c.modules()
	if err != nil {
		return err
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	o := upgrades.Options{Provider: provider, To: to, From: c.From, KeepDefaults: c.KeepDefaults}
	var notes []string
	from := 0
	plan, err := s.EditAll([]batch.Step{{Do: func(files []edit.File, _ string, limits *edit.Options) (*edit.Result, error) {
		here := o
		here.Edit = *limits
		r, err := here.Apply(files)
		if err != nil {
			return nil, err
		}
		from = r.From
		for _, n := range r.Manual {
			notes = append(notes, "by hand: "+n.String())
		}
		for _, d := range r.Defaults {
			notes = append(notes, "new default: "+d.String())
		}
		return &edit.Result{Files: r.Files, Report: &r.Report}, nil
	}}})
	if err != nil {
		return err
	}
	return c.change(s, plan, append([]string{fmt.Sprintf("from version %d of %s", from, provider)}, notes...))
}
