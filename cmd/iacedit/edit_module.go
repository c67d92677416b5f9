package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"iacedit/internal/workspace"
)

// isDir reports whether a path is that of a directory.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// readEdits reads the edits from where the flag says: a file, standard input, or the flag
// itself.
func (c *editCommand) readEdits(w *workspace.Workspace, std *streams) (*workspace.File, error) {
	if strings.HasPrefix(strings.TrimSpace(c.Edits), "{") {
		return &workspace.File{Title: "--edits", Code: []byte(c.Edits)}, nil
	}
	return load(w.Source(c.Edits), std)
}

// locked returns the files to edit, and where they are to be written a lock on their
// directories.
func (c *editCommand) locked(w *workspace.Workspace) (*workspace.Lock, []workspace.Source, error) {
	f := files{Paths: []string{c.File}}
	return f.locked(w, c.Write)
}

// editModule applies edits to the files of a directory, as one module.
func (c *editCommand) editModule(w *workspace.Workspace, edits *workspace.File, std *streams) error {
	if !c.Write && !c.Diff && !c.JSON {
		return errors.New("for a directory say -w to write its files, or -d to see what would change")
	}
	lock, sources, err := c.locked(w)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	tellJSON(w, []string{c.File}, sources, std)
	s := scope(w, sources, c.options(), std)
	leaveOutside(s, std)
	plan, err := s.Edit(c.File, true, edits.Code)
	if err != nil {
		return c.explain(err, edits)
	}
	if c.Write {
		if err := plan.Write(lock); err != nil {
			return err
		}
	}
	c.warn(std, plan.Report, edits)
	if c.JSON {
		return printReport(std.out, plan.Report)
	}
	painter := painterFor(std.out)
	for i := range plan.Changes {
		if c.Diff {
			fmt.Fprint(std.out, painter.diff(string(plan.Changes[i].AppendDiff(nil))))
		} else {
			fmt.Fprintln(std.out, plan.Changes[i].File.Title)
		}
	}
	return nil
}

// titleOf returns what to call a file of the code: the one file, or one of a directory.
func (c *editCommand) titleOf(file string) string {
	if file == "" {
		return c.File
	}
	return filepath.Join(c.File, file)
}
