package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"iacedit/internal/disk/undo"
)

// Record returns the record that package undo stores, so that the plan can be undone after it is
// written.
func (p *Plan) Record() *undo.Record {
	var files []undo.File
	for i := range p.Changes {
		r := &p.Changes[i]
		if r.moves() {
			continue
		}
		path := p.Moved.After(r.File.Path())
		switch {
		case r.Gone:
			files = append(files, undo.File{Path: path, Before: r.Before, Removed: true})
		case r.Made:
			files = append(files, undo.File{Path: path, After: undo.Digest(r.After), Created: true})
		default:
			files = append(files, undo.File{Path: path, Before: r.Before, After: undo.Digest(r.After)})
		}
	}
	for _, f := range p.Removed {
		files = append(files, undo.File{Path: f.Path(), Before: f.Code, Removed: true})
	}
	return &undo.Record{Files: files, CreatedDirs: p.MadeDirs, Moved: p.Moved}
}

// Undo returns the plan that undoes a write. The files must be unchanged since the write. The given
// function converts the path of a file in the record to the path of the file in the Scope and in
// messages.
func (s *Scope) Undo(r *undo.Record, title func(string) string) (*Plan, error) {
	plan := new(Plan)
	for _, f := range r.Files {
		name := title(f.Path)
		if f.Removed {
			file, err := s.Space.New(filepath.Dir(name), filepath.Base(name))
			if err != nil {
				return nil, err
			}
			plan.Changes = append(plan.Changes, Rewritten{File: file, After: f.Before, Made: true})
			continue
		}
		file, err := s.Load(s.Space.Sources([]string{name}, false)[0])
		if err != nil {
			return nil, &ChangedSince{name, err}
		}
		if undo.Digest(file.Code) != f.After {
			return nil, &ChangedSince{name, nil}
		}
		plan.Changes = append(plan.Changes, Rewritten{File: file, Before: file.Code, After: f.Before, Gone: f.Created})
	}
	return plan, nil
}

// A ChangedSince is the error if a write cannot be undone because a file has changed since the
// write.
type ChangedSince struct {
	Title string
	Err   error // the error of reading the file, or nil
}

func (c *ChangedSince) Error() string {
	if c.Err != nil {
		return fmt.Sprintf("%s %s since the last write, so nothing is undone", c.Title, c.trouble())
	}
	return c.Title + " was changed since the last write, so nothing is undone"
}

// trouble returns a part of the error message: "was removed", or the reason why the file cannot be
// read.
func (c *ChangedSince) trouble() string {
	if errors.Is(c.Err, fs.ErrNotExist) || errors.Is(c.Err, syscall.ENOTDIR) {
		return "was removed"
	}
	why := c.Err
	if inner, ok := errors.AsType[*fs.PathError](why); ok {
		why = inner.Err
	}
	return fmt.Sprintf("cannot be read (%v), perhaps because it was changed", why)
}

// Unwrap returns the error of reading the file.
func (c *ChangedSince) Unwrap() error { return c.Err }
