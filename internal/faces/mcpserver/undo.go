package mcpserver

import (
	"path/filepath"

	"iacedit/internal/disk/project"
	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
)

// A lastWrite is what the server remembers of the last write of the session, to undo it.
type lastWrite struct {
	record *undo.Record
	titles map[string]string     // the titles of its files, by path
	made   []*workspace.MadeDirs // the directories created for its files
}

// lastWriteOf returns the lastWrite of a plan that was just written, and the directories that were
// created for its files.
func lastWriteOf(plan *project.Plan, made []*workspace.MadeDirs) *lastWrite {
	last := &lastWrite{plan.Record(), map[string]string{}, made}
	for i := range plan.Changes {
		f := plan.Changes[i].File
		last.titles[f.Path()] = f.Title
	}
	return last
}

// takeBack carries out a call of the tool undo, which undoes the last write of the session.
func takeBack(c *call) error {
	last := c.Server.last
	if last == nil {
		return invalid("nothing to undo: this session has written nothing since its last undo")
	}
	var dirs []string
	for _, title := range last.titles {
		dirs = append(dirs, filepath.Dir(title))
	}
	var err error
	if c.lock, _, err = c.options.Roots.Lock(func() []workspace.Source { return nil }, sorted(dirs)...); err != nil {
		return err
	}
	s := &project.Scope{Space: c.options.Roots, Load: (&loader{call: c}).load}
	plan, err := s.Undo(last.record, func(path string) string { return last.titles[path] })
	if err != nil {
		return err
	}
	c.Write = true
	if err := c.change(s, plan, nil); err != nil {
		return err
	}
	c.Server.last, c.tidy = nil, append(c.tidy, last.made...)
	if record, err := undo.Last(filepath.Dir(last.record.Files[0].Path)); err == nil { // the record of this write
		return record.Forget()
	}
	return nil
}
