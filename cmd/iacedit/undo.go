package main

import (
	"os"
	"path/filepath"

	"iacedit/edit"
	"iacedit/internal/disk/movedir"
	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
)

// undoCommand undoes the last write.
type undoCommand struct {
	Dir  string `arg:"" optional:"" default:"." complete:"file" help:"A directory of the repository (${default})."`
	Diff bool   `short:"d" help:"Print unified diffs of the changes, and write nothing."`
	asJSON
}

// Help shows how the command is used.
func (undoCommand) Help() string {
	return `Undoes the last write in the enclosing repository (the directory with .git), or in the working
directory if there is none. A write is a command with -w, fmt, or a tool call of a coding agent. All
files of that write get their old contents; files that it created are removed, and files that
it removed are restored. If one of them was changed since, nothing is undone. A write can be
undone once, and only the last one is remembered, in the user's cache directory.

    iacedit undo -d                 what would change
    iacedit undo`
}

// Run undoes the write.
func (c *undoCommand) Run(std *streams) error {
	record, err := undo.Last(c.Dir)
	if err != nil {
		return err
	}
	space := &workspace.Workspace{JSON: true}
	defer space.Close()
	var dirs []string
	if m := record.Moved; m != nil {
		dirs = append(dirs, filepath.Dir(title(m.From)), filepath.Dir(title(m.To)))
	}
	for _, f := range record.Files {
		if _, err := os.Stat(f.Path); err != nil && !f.Removed {
			return &undo.ChangedSince{Title: title(f.Path), Err: err}
		}
		dirs = append(dirs, filepath.Dir(title(f.Path)))
	}
	lock, err := lockIf(!c.Diff, space, func() []workspace.Source { return nil }, dirs...)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	plan, err := scope(space, nil, edit.Options{}, std).Undo(record, title)
	if err != nil {
		return err
	}
	if err := movedir.Undo(plan, record, title, space.Files); err != nil {
		return err
	}
	if err := (&output{Write: !c.Diff, Diff: c.Diff, asJSON: c.asJSON, undoes: true}).print(plan, lock, std); err != nil || c.Diff {
		return err
	}
	record.RemoveEmptyDirs()
	last, err := undo.Last(c.Dir) // the record of this write
	if err != nil {
		return err
	}
	return last.Forget()
}
