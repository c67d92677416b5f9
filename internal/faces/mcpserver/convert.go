package mcpserver

import (
	"iacedit/convert"
	"iacedit/edit"
	"iacedit/internal/disk/convertfile"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// convertFiles carries out a call of the tool convert.
func convertFiles(c *call) error {
	title, isDir, err := c.options.Roots.Stat(c.title())
	if err != nil {
		return err
	}
	c.Path = title
	l := &loader{call: c}
	s := &project.Scope{Space: c.options.Roots, Load: l.load, Options: edit.Options{Timeout: longestCall, Done: c.ctx.Done()}}
	find := func() []workspace.Source { return c.options.Roots.Sources([]string{c.title()}, false) }
	s.Sources = find()
	if c.Write {
		if c.lock, s.Sources, err = c.options.Roots.Lock(find, c.dir()); err != nil {
			return err
		}
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	o := convertfile.Options{To: convert.Native, Code: convert.Options{Schemas: c.options.Schemas, Timeout: longestCall}, Keep: c.Keep}
	if c.To == convert.JSON.String() {
		o.To = convert.JSON
	}
	plan, noted, err := o.Plan(s, c.Path, isDir)
	if err != nil {
		return relocated(err, c.dir(), true)
	}
	var notes, removed []string
	for _, f := range plan.Removed {
		removed = append(removed, f.Title)
	}
	if len(removed) > 0 {
		c.answer.set("removed", removed[:min(len(removed), mostFiles)])
		what := "files that writing removes: "
		if c.Write {
			what = "removed: "
		}
		notes = append(notes, what+few(removed))
	}
	for _, n := range noted {
		notes = append(notes, string(n.Code)+" "+n.File+" "+n.Address+": "+n.Message)
	}
	return c.change(s, plan, notes)
}
