package main

import (
	"errors"
	"io/fs"

	"iacedit/internal/disk/project"
)

// recoverCommand finishes or undoes interrupted writes.
type recoverCommand struct {
	files
	asJSON
}

// Help shows how the command is used.
func (recoverCommand) Help() string {
	return `Finishes or undoes a write that was interrupted, for example because its process was killed.
Then all of its files are changed, or none. Every command that reads the files does this first;
this command does nothing else, and reports the reason if it fails.

    iacedit recover                 in this directory, and those above it
    iacedit recover -R infra        in those below infra, too`
}

// Run recovers the interrupted writes.
func (c *recoverCommand) Run(std *streams) error {
	if c.isStdin() {
		return errors.New("standard input is not a file that a write can be recovered for")
	}
	w := std.workspace()
	defer w.Close()
	for _, s := range c.sources(w) {
		if s.Named && errors.Is(s.Err, fs.ErrNotExist) {
			return s.Err
		}
	}
	if err := w.Recover(c.paths()); err != nil || !c.JSON {
		return err
	}
	return printJSON(std.out, editReport{Changes: []project.Effect{}, Warnings: append([]project.Warning{}, std.told...), Files: []changedFile{}})
}
