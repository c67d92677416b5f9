package project

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/internal/requests/batch"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// An Unneeded is the result of Scope.Unused: the objects that can be removed.
type Unneeded struct {
	List     []Reference // the declarations of these objects
	Kept     []Warning   // objects that stay on purpose
	Warnings []Warning   // about other objects that stay although nothing refers to them
}

// Unused returns the variables, locals and data sources that nothing needs: objects without
// references in the module and its tests, objects to which only such objects refer, and so on. A
// variable is needed if a module call in the files, or in the given tree, sets it.
func (s *Scope) Unused(calls *Tree) (*Unneeded, error) {
	all, err := s.remembering().sweeps(calls)
	if err != nil {
		return nil, err
	}
	u := &Unneeded{List: []Reference{}}
	for _, w := range all {
		for _, one := range w.Objects {
			u.List = append(u.List, w.at(one))
		}
		u.Kept = append(u.Kept, w.stay(w.Kept)...)
		u.Warnings = append(u.Warnings, w.stay(w.Passed)...)
	}
	return u, nil
}

// RemoveUnused removes the objects that Unused returns, and the values of removed variables from
// .tfvars files.
func (s *Scope) RemoveUnused(calls *Tree) (*Plan, error) {
	for _, source := range s.Sources {
		if source.Named && !s.Options.Dialect.ReadsAlone(filepath.Base(source.Title)) {
			return nil, fmt.Errorf("%s is a single file; what is unused can be found only in whole modules: give directories", source.Title)
		}
	}
	sweeps, err := s.remembering().sweeps(calls)
	if err != nil {
		return nil, err
	}
	all := new(Plan)
	for _, w := range sweeps {
		plan, err := w.plan()
		if err != nil {
			return nil, err
		}
		all.Changes = append(all.Changes, plan.Changes...)
		all.Effects = append(all.Effects, plan.Effects...)
		all.Warnings = append(all.Warnings, plan.Warnings...)
		all.Skipped = append(all.Skipped, plan.Skipped...)
		all.Kept = append(all.Kept, w.stay(w.Kept)...)
	}
	return all, nil
}

// sweeps finds the unneeded objects of each module, and returns a sweep for each module.
func (s *Scope) sweeps(calls *Tree) (all []*sweep, err error) {
	switch {
	case len(s.Sources) == 0:
		return nil, ErrNoFiles
	case !s.Options.Dialect.Refers():
		return nil, s.noReferences("what is unused cannot be found")
	}
	around, err := s.around(calls)
	if err != nil {
		return nil, err
	}
	var others *readBy // unknown without a tree
	if calls != nil {
		if others, err = around.needs(s); err != nil {
			return nil, err
		}
	}
	passed, several := around.passed(), ofSeveral(around.files)
	for _, sources := range s.together() {
		w := &sweep{scope: withSources(sources, s), dir: sources[0].Dir()}
		if err := w.find(others, passed, several); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// together divides the files into those that read as one: those of a directory, or single files.
func (s *Scope) together() (all [][]workspace.Source) {
	at := map[string]int{}
	for _, source := range s.Sources {
		unit := source.Dir()
		if s.Options.Dialect.ReadsAlone(filepath.Base(source.Title)) {
			unit = source.Title
		}
		i, known := at[unit]
		if !known {
			i, all = len(all), append(all, nil)
			at[unit] = i
		}
		all[i] = append(all[i], source)
	}
	return all
}

// A sweep contains the objects of a module that nothing needs.
type sweep struct {
	uses.Unneeded
	scope *Scope // the files of the module
	dir   string
	files []uses.File // the files of the module that are code, and its tests
	read  []*workspace.File
}

// find reads all files of the module, and finds the objects that nothing needs.
func (w *sweep) find(others *readBy, passed map[argument]string, several map[string]bool) error {
	dir, err := filepath.Abs(w.dir)
	if err != nil {
		return err
	}
	for _, source := range slices.Concat(w.scope.Sources, testsBeside(w.scope.Space, w.scope.Sources)) {
		file, tree, err := w.scope.parse(source)
		if err != nil {
			return err
		}
		if module.RoleIn(w.scope.Options.Dialect, file.Title) < module.Values {
			w.read = append(w.read, file)
			w.files = append(w.files, uses.File{Name: filepath.Base(file.Title), Tree: tree})
		}
	}
	m := uses.Module{
		Dialect: w.scope.Options.Dialect, Files: w.files,
		Needed: func(i int, a refs.Address) bool { // a file of several modules, or one that files of other directories may read
			title := w.read[i].Title
			return several[title] || others.mayNeed(w.scope, title, a)
		},
		Passed: func(variable string) string { return passed[argument{dir, variable}] },
	}
	w.Unneeded = m.Unneeded()
	return nil
}

// at returns the place of an object.
func (w *sweep) at(o *uses.Object) Reference {
	x := &indexed{file: w.read[o.File]}
	return x.at(w.files[o.File].Tree, o.Offset, o.Address)
}

// stay returns a warning for each object that stays although nothing refers to it.
func (w *sweep) stay(objects []*uses.Object) (all []Warning) {
	for _, o := range objects {
		at := w.at(o)
		all = append(all, Warning{Message: "nothing refers to it, but " + o.Why + ": it stays", Address: at.Address, File: at.File, Line: at.Line, Column: at.Column})
	}
	return all
}

// plan returns the plan that removes the unneeded objects.
func (w *sweep) plan() (*Plan, error) {
	if len(w.Objects) == 0 {
		return &Plan{Warnings: w.stay(w.Passed)}, nil
	}
	edits, err := w.deletions()
	if err != nil {
		return nil, err
	}
	plan, err := w.scope.Edit(edits, w.dir)
	if err == nil {
		plan.Warnings = append(w.stay(w.Passed), plan.Warnings...)
	}
	return plan, err
}

// deletions returns the edits that delete the unneeded objects, and the values of deleted variables.
func (w *sweep) deletions() ([]byte, error) {
	var all [][]byte
	add := func(at address.Address, file string) error {
		text, err := edit.Delete(edit.At(at.String()), edit.InFile(file)).MarshalJSON()
		all = append(all, text)
		return err
	}
	for _, d := range w.Deletions(w.files) {
		if err := add(d.Address, w.files[d.File].Name); err != nil {
			return nil, err
		}
	}
	variables := map[string]bool{}
	for _, one := range w.Objects {
		variables[one.Name] = variables[one.Name] || one.Kind == refs.Variable
	}
	for _, source := range w.scope.Sources {
		if module.RoleIn(w.scope.Options.Dialect, source.Title) < module.Values {
			continue
		}
		_, tree, err := w.scope.parse(source)
		if err != nil {
			return nil, err
		}
		for id := range tree.Attributes(syntax.Root) {
			if name := string(tree.Name(id)); variables[name] {
				if err := add(address.Of(terraform.VariableValues, name), filepath.Base(source.Title)); err != nil {
					return nil, err
				}
			}
		}
	}
	return batch.Merged(all)
}

// namedKept is the greatest number of objects that a summary names.
const namedKept = 5

// SummaryOfKept combines the warnings about objects that are kept on purpose into one warning. It
// has their number and the names of the first few objects.
func SummaryOfKept(kept []Warning) []Warning {
	if len(kept) < 2 {
		return kept
	}
	var names []string
	for _, k := range kept[:min(len(kept), namedKept)] {
		names = append(names, fmt.Sprintf("%s (%s:%d)", k.Address, k.File, k.Line))
	}
	more := ""
	if n := len(kept) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return []Warning{{Message: fmt.Sprintf("nothing refers to %d objects that comments or conditions keep: %s%s", len(kept), strings.Join(names, ", "), more)}}
}
