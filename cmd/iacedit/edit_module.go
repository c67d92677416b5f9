package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"iacedit/edit"
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

// editModule applies edits to the files of a directory, as one module.
func (c *editCommand) editModule(w *workspace.Workspace, edits *workspace.File, std *streams) error {
	if !c.Write && !c.Diff && !c.JSON {
		return errors.New("for a directory say -w to write its files, or -d to see what would change")
	}
	g := &group{dir: c.File, module: true, edits: [][]byte{edits.Code}}
	for _, other := range grouped(w.Sources([]string{c.File}, false), c.known()) {
		g.all = append(g.all, other.all...)
	}
	for _, s := range g.all {
		if s.file, s.err = load(s.source, std); s.err != nil {
			return s.err
		}
		g.after = append(g.after, fileOf(s))
	}
	options := c.options()
	result, err := options.Edit(g.after, edits.Code, edit.ReturnCode|edit.ReturnReport)
	if err != nil {
		return c.explain(err, edits)
	}
	g.take(result.Files)
	all, err := g.changes(w)
	if err != nil {
		return err
	}
	if c.Write {
		if err := write(all); err != nil {
			return err
		}
	}
	c.warn(std, result.Report, edits)
	if c.JSON {
		return printReport(std.out, result.Report)
	}
	painter := painterFor(std.out)
	for i := range all {
		if c.Diff {
			fmt.Fprint(std.out, painter.diff(all[i].diff()))
		} else {
			fmt.Fprintln(std.out, all[i].file.Title)
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
