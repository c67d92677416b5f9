package project

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
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
	passed, several, err := argumentsOf(calls, s)
	if err != nil {
		return nil, err
	}
	others, err := s.needs(calls)
	if err != nil {
		return nil, err
	}
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

// A deletion is an entry in the value of the operation "delete".
type deletion struct {
	Attributes []string `json:"attributes,omitempty"`
	File       string   `json:"file"`
	Index      *int     `json:"index,omitempty"`
}

// deletions is the value of the operation "delete": the entries by the type and the labels of blocks,
// in objects inside each other. If main.tf and main.tofu both declare an object, there is an entry for
// each file.
type deletions map[string]any

// of returns the entries for a block, and a function that replaces them.
func (all deletions) of(block []string) (entries []*deletion, set func([]*deletion)) {
	at := all
	for _, name := range block[:len(block)-1] {
		below, _ := at[name].(deletions)
		if below == nil {
			below = deletions{}
			at[name] = below
		}
		at = below
	}
	last := block[len(block)-1]
	entries, _ = at[last].([]*deletion)
	return entries, func(all []*deletion) { at[last] = all }
}

// inFile returns the entry for a file, and adds one if there is none. For a block that is given, the
// entry is that of the block with this index.
func (all deletions) inFile(block []string, file string, number *int) *deletion {
	entries, set := all.of(block)
	for _, d := range entries {
		if d.File == file && (number == nil) == (d.Index == nil) && (number == nil || *number == *d.Index) {
			return d
		}
	}
	d := &deletion{File: file, Index: number}
	set(append(entries, d))
	return d
}

// blockOf returns the type and the labels of the top-level block at an item, as edits name it. For an
// attribute of the file, it is the type of values.
func blockOf(tree *syntax.File, id syntax.ItemID) []string {
	if tree.Kind(id) != syntax.KindBlock {
		return []string{terraform.VariableValues}
	}
	return append([]string{string(tree.Name(id))}, syntax.Strings(tree.Labels(id))...)
}

// deletions returns the edits that delete the unneeded objects, and the values of deleted variables.
func (w *sweep) deletions() ([]byte, error) {
	all, variables := deletions{}, map[string]bool{}
	for _, one := range w.Objects {
		if one.Kind == refs.Variable {
			variables[one.Name] = true
		}
		in := w.files[one.File]
		block := blockOf(in.Tree, one.Item)
		switch {
		case one.Beside == 0:
			all.inFile(block, in.Name, nil)
		case block[0] == terraform.VariableValues:
			d := all.inFile(block, in.Name, nil)
			d.Attributes = append(d.Attributes, one.Name)
		default:
			d := all.inFile(block, in.Name, &one.Number)
			if d.Attributes = append(d.Attributes, one.Name); len(d.Attributes) == one.Beside {
				d.Attributes = nil // the whole block
			}
		}
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
				d := all.inFile([]string{terraform.VariableValues}, filepath.Base(source.Title), nil)
				d.Attributes = append(d.Attributes, name)
			}
		}
	}
	return json.Marshal(map[string]any{"delete": all})
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
