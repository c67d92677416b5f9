package project

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/internal/requests/batch"
	"iacedit/module"
)

// A Plan contains the changes to files.
type Plan struct {
	Changes  []Rewritten // sorted by file name
	Code     []byte      // of the first file, after the changes
	Effects  []Effect    // the effects of the edits, if a report was requested
	Warnings []Warning
	Kept     []Warning // objects that RemoveUnused keeps on purpose
	Skipped  []error   // why files and values were ignored (Scope.KeepGoing)

	Removed  []*workspace.File // files that new files replace; they are removed after the writes
	MadeDirs []string          // directories created for the files: absolute, the innermost first

	Moved *workspace.Move // the directory that gets another path after the writes, or nil
}

// NameForGit makes diffs name the changed files by their paths in the repository, if one of the
// files is outside of the working directory. The relative path of such a file begins with "..",
// which "git apply" refuses.
func (p *Plan) NameForGit() {
	outside := func(r Rewritten) bool { return !filepath.IsAbs(r.File.Title) && !filepath.IsLocal(r.File.Title) }
	if !slices.ContainsFunc(p.Changes, outside) {
		return
	}
	here, err := filepath.Abs(".")
	root := workspace.Repository(here)
	if err != nil || root == "" {
		return
	}
	named := func(title string) string {
		path, err := filepath.Abs(title)
		if err == nil {
			path, err = filepath.Rel(root, path)
		}
		if err != nil || !filepath.IsLocal(path) {
			return ""
		}
		return path
	}
	for i := range p.Changes {
		r := &p.Changes[i]
		r.Name, r.NewName = named(r.File.Title), named(r.To)
	}
}

// Write writes all files or none, and moves a directory if the plan does so. Then it removes the files
// that the plan removes, and saves a record for undo. The directories of the files must have been locked before the files were read.
func (p *Plan) Write(l *workspace.Lock) error {
	for _, f := range p.gone() {
		if err := f.Writable(); err != nil {
			return err
		}
	}
	changes := make([]workspace.Change, 0, len(p.Changes))
	for _, r := range p.Changes {
		if !r.Gone && !r.moves() {
			changes = append(changes, workspace.Change{File: r.File, Code: r.After})
		}
	}
	if err := l.WriteAndMove(changes, p.Moved, p.MadeDirs...); err != nil {
		return err
	}
	for _, f := range p.gone() {
		if err := f.Remove(); err != nil {
			return err
		}
	}
	SaveUndo(l, p.Record())
	p.followMove()
	return nil
}

// SaveUndo saves a record for undo, and tells the user if that fails.
func SaveUndo(l *workspace.Lock, r *undo.Record) {
	if err := undo.Save(r); err != nil {
		l.Tell(fmt.Sprintf("this write cannot be undone, because its record was not saved: %v", err))
	}
}

// NotLocked returns each directory that l has not locked, but in which the plan creates files. Such
// a directory did not exist before, or had no files.
func (p *Plan) NotLocked(l *workspace.Lock) (dirs []string) {
	for i := range p.Changes {
		if dir := filepath.Dir(p.Changes[i].File.Title); p.Changes[i].Made && !slices.Contains(dirs, dir) && !l.Holds(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// skips reports whether p.Skipped has an error about the file f.
func (p *Plan) skips(f *workspace.File) bool {
	return slices.ContainsFunc(p.Skipped, func(err error) bool {
		of, ok := errors.AsType[*Mistake](err)
		return ok && of.File.Title == f.Title
	})
}

// gone returns the files that the plan removes.
func (p *Plan) gone() []*workspace.File {
	files := slices.Clone(p.Removed)
	for i := range p.Changes {
		if p.Changes[i].Gone {
			files = append(files, p.Changes[i].File)
		}
	}
	return files
}

// Plan returns the plan that carries out tasks. The tasks for a module become one request, so
// each task applies to the original code, not to the result of the other tasks. If a task is
// refused because of one place in a file, the error contains a Mistake.
func (s *Scope) Plan(tasks ...Task) (*Plan, error) {
	p := &planner{Scope: s.remembering()}
	groups, err := p.carryOut(tasks)
	if err != nil {
		return nil, err
	}
	return p.planned(groups)
}

// Edits returns the edits that carry out tasks: one request for each module, without duplicates.
func (s *Scope) Edits(tasks ...Task) (all [][]byte, err error) {
	p := &planner{Scope: s.remembering()}
	groups, err := p.carryOut(tasks)
	for _, g := range groups {
		if len(g.edits) == 0 {
			continue
		}
		edits, err := batch.Merged(g.edits)
		if err != nil {
			return nil, err
		}
		all = append(all, edits)
	}
	return slices.CompactFunc(all, slices.Equal), err
}

// A planner creates a Plan.
type planner struct {
	*Scope
	skipped []error
}

// planned creates one plan from the changes, effects and warnings of all groups.
func (p *planner) planned(groups []*group) (*Plan, error) {
	all := new(Plan)
	for _, g := range groups {
		for _, why := range g.passed {
			p.skip(why)
		}
		if all.Code == nil && len(g.after) > 0 {
			all.Code = g.after[0].Code
		}
		changed, err := g.changes(p.Space)
		if err != nil {
			return nil, err
		}
		all.Changes = append(all.Changes, changed...)
		all.Effects = append(all.Effects, g.effects...)
		for _, w := range g.warnings {
			if !slices.Contains(all.Warnings, w) {
				all.Warnings = append(all.Warnings, w)
			}
		}
	}
	if slices.ContainsFunc(groups, func(g *group) bool { return g.moves }) {
		for i := range all.Changes {
			if r := &all.Changes[i]; !r.Made && !r.Gone {
				all.Warnings = append(all.Warnings, leftHeadings(r)...)
			}
		}
	}
	all.Skipped = p.skipped
	if slices.ContainsFunc(groups, func(g *group) bool { return g.removes }) {
		left, err := p.valuesLeft(all.Changes, warned(groups))
		if err != nil {
			return nil, err
		}
		all.Warnings = append(all.Warnings, left...)
	}
	return all, nil
}

// warned returns the names (source.Title) of the files about whose values for deleted variables package edit
// has warned: the tests of modules, and the calls in those groups that contain a whole tree of modules.
func warned(groups []*group) map[string]bool {
	titles := map[string]bool{}
	for _, g := range groups {
		for _, s := range g.all {
			if g.folders || g.module && terraform.IsTest(s.name) {
				titles[s.source.Title] = true
			}
		}
	}
	return titles
}

// changes returns the files that the edits of the group change, create or remove.
func (g *group) changes(space Space) ([]Rewritten, error) {
	var all []Rewritten
	loaded := g.loaded()
	for i, f := range g.after {
		if i >= len(loaded) {
			folder, name := ".", f.Name
			if g.folders {
				folder, name = module.Split(f.Name)
			}
			file, err := space.New(filepath.Join(g.dir, filepath.FromSlash(folder)), name)
			if err != nil {
				return nil, err
			}
			all = append(all, Rewritten{File: file, After: f.Code, Made: true})
			continue
		}
		if s := loaded[i]; string(f.Code) != string(s.file.Code) {
			gone := g.removes && len(bytes.TrimSpace(f.Code)) == 0 && s.source.Title != Stdin && !terraform.IsValues(s.source.Title)
			after := f.Code
			if gone {
				after = nil // f.Code may contain blank lines
			}
			all = append(all, Rewritten{File: s.file, Before: s.file.Code, After: after, Gone: gone})
		}
	}
	slices.SortFunc(all, func(a, b Rewritten) int { return cmp.Compare(a.File.Title, b.File.Title) })
	return all, nil
}

// followMove makes all that the plan says name the new paths of the files that moved.
func (p *Plan) followMove() {
	if p.Moved == nil {
		return
	}
	to := map[string]string{}
	for i := range p.Changes {
		to[p.Changes[i].File.Title] = p.Changes[i].To
	}
	for i := range p.Effects {
		e := &p.Effects[i]
		e.File = cmp.Or(to[e.File], e.File)
	}
	for i := range p.Warnings {
		w := &p.Warnings[i]
		w.File = cmp.Or(to[w.File], w.File)
	}
	for _, err := range p.Skipped {
		if m, ok := errors.AsType[*Mistake](err); ok && to[m.File.Title] != "" {
			m.File = &workspace.File{Title: to[m.File.Title], Code: m.File.Code}
		}
	}
}
