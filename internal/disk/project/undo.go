package project

import (
	"path/filepath"

	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
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
			files = append(files, undo.File{Path: path, After: workspace.Digest(r.After), Created: true})
		default:
			files = append(files, undo.File{Path: path, Before: r.Before, After: workspace.Digest(r.After)})
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
			return nil, &undo.ChangedSince{Title: name, Err: err}
		}
		if workspace.Digest(file.Code) != f.After {
			return nil, &undo.ChangedSince{Title: name}
		}
		plan.Changes = append(plan.Changes, Rewritten{File: file, Before: file.Code, After: f.Before, Gone: f.Created})
	}
	return plan, nil
}
