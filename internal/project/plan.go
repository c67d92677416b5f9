package project

import (
	"cmp"
	"slices"

	"iacedit/edit"
	"iacedit/internal/diff"
	"iacedit/internal/workspace"
)

// A Wish is one edit, said by an address: Set, Add, Remove, Rename or Move.
type Wish interface {
	address() string
	action(*Scope) *action
}

// A Plan is what is to be done to files.
type Plan struct {
	Changes  []Rewritten  // by the files' names
	Code     []byte       // of the first file, as it will be
	Report   *edit.Report // of edits
	Warnings []string     // of a wish: what it did not look at, and may be about it

	Removed []*workspace.File // once all is written
}

// A Rewritten is a file whose contents change, or that is new.
type Rewritten struct {
	File   *workspace.File
	Before []byte
	After  []byte
	Made   bool
}

// Write writes the files, all or none, and then removes those that are to go. Their directories have been locked since before
// they were read.
func (p *Plan) Write(l *workspace.Lock) error {
	changes := make([]workspace.Change, len(p.Changes))
	for i, r := range p.Changes {
		changes[i] = workspace.Change{File: r.File, Code: r.After}
	}
	if err := l.Write(changes); err != nil {
		return err
	}
	for _, f := range p.Removed {
		if err := f.Remove(); err != nil {
			return err
		}
	}
	return nil
}

// AppendDiff appends the change as a unified diff.
func (r *Rewritten) AppendDiff(dst []byte) []byte {
	from := r.File.Title
	if r.Made {
		from = "/dev/null"
	}
	return diff.Unified(dst, from, r.File.Title, r.Before, r.After)
}

// Plan works out what a wish comes to. Where it is refused the error has a Mistake, if
// one place in a file is at fault.
func (s *Scope) Plan(w Wish) (*Plan, error) {
	groups, err := s.wanted(w)
	if err != nil {
		return nil, err
	}
	for g := range InOrder(groups, func(g *group) *group { g.err = g.apply(&s.Options); return g }) {
		if g.err != nil && err == nil {
			err = g.err
		}
	}
	if groups, err = withoutOthers(groups, err); err != nil {
		return nil, err
	}
	return s.planned(groups)
}

// Edits returns the edits that a wish comes to, those that are the same once.
func (s *Scope) Edits(w Wish) (all [][]byte, err error) {
	groups, err := s.wanted(w)
	for _, g := range groups {
		all = append(all, g.edits...)
	}
	return slices.CompactFunc(all, slices.Equal), err
}

// wanted returns the groups in which a wish means something, with the edits for it.
func (s *Scope) wanted(w Wish) ([]*group, error) {
	a, err := parseAddress(w.address())
	if err != nil {
		return nil, err
	}
	do := w.action(s)
	groups, err := s.lookUp(a, do)
	if err != nil {
		return nil, err
	}
	return s.chosen(groups, do)
}

// planned returns what groups come to.
func (s *Scope) planned(groups []*group) (*Plan, error) {
	p := &Plan{Code: groups[0].after[0].Code}
	for _, g := range groups {
		changed, err := g.changes(s.Space)
		if err != nil {
			return nil, err
		}
		p.Changes = append(p.Changes, changed...)
		for _, text := range g.warnings {
			if !slices.Contains(p.Warnings, text) {
				p.Warnings = append(p.Warnings, text)
			}
		}
	}
	return p, nil
}

// changes returns what the edits changed.
func (g *group) changes(space Space) ([]Rewritten, error) {
	var all []Rewritten
	for i, f := range g.after {
		switch {
		case i >= len(g.all):
			file, err := space.New(g.dir, f.Name)
			if err != nil {
				return nil, err
			}
			all = append(all, Rewritten{File: file, After: f.Code, Made: true})
		case string(f.Code) != string(g.all[i].file.Code):
			all = append(all, Rewritten{File: g.all[i].file, Before: g.all[i].file.Code, After: f.Code})
		}
	}
	slices.SortFunc(all, func(a, b Rewritten) int { return cmp.Compare(a.File.Title, b.File.Title) })
	return all, nil
}

// Edit applies edits to a directory's files as one module, or to the one file that the
// Scope has. The error of edits that are refused is an *edit.Error, whose position has
// the name of a file in the directory.
func (s *Scope) Edit(dir string, module bool, edits []byte) (*Plan, error) {
	g := &group{dir: dir, module: module}
	for _, other := range grouped(s.Sources, s.language()) {
		g.all = append(g.all, other.all...)
	}
	for _, x := range g.all {
		if x.file, x.err = s.Load(x.source); x.err != nil {
			return nil, x.err
		}
		g.after = append(g.after, g.fileOf(x))
	}
	result, err := s.Options.Edit(g.after, edits, edit.ReturnCode|edit.ReturnReport)
	if err != nil {
		return nil, err
	}
	g.take(result.Files)
	p := &Plan{Report: result.Report}
	if len(g.after) > 0 {
		p.Code = g.after[0].Code
	}
	p.Changes, err = g.changes(s.Space)
	return p, err
}
