package project

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
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
		for _, one := range w.spares {
			u.List = append(u.List, one.place)
		}
		u.Kept = append(u.Kept, w.kept...)
		u.Warnings = append(u.Warnings, w.warnings...)
	}
	return u, nil
}

// isSpare reports whether an object of the given kind can be removed if nothing refers to it.
func isSpare(k refs.Kind) bool { return k == refs.Variable || k == refs.Local || k == refs.Data }

// RemoveUnused removes the objects that Unused returns, and the values of removed variables from
// .tfvars files.
func (s *Scope) RemoveUnused(calls *Tree) (*Plan, error) {
	for _, source := range s.Sources {
		if source.Named {
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
		all.Kept = append(all.Kept, w.kept...)
	}
	return all, nil
}

// sweeps finds the unneeded objects of each module, and returns a sweep for each module.
func (s *Scope) sweeps(calls *Tree) (all []*sweep, err error) {
	if len(s.Sources) == 0 {
		return nil, ErrNoFiles
	}
	passed, several, err := argumentsOf(calls, s)
	if err != nil {
		return nil, err
	}
	byDir := map[string][]workspace.Source{}
	for _, source := range s.Sources {
		byDir[source.Dir()] = append(byDir[source.Dir()], source)
	}
	for _, dir := range dirsOf(s.Sources) {
		w := &sweep{scope: withSources(byDir[dir], s), dir: dir, live: map[refs.Address]bool{}, uses: map[refs.Address][]refs.Address{}}
		if err := w.find(passed, several); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// ofSeveral returns the titles of the files that a symbolic link makes part of several modules.
// Even if one of these modules does not need an object in such a file, another may need it.
func ofSeveral(files []*workspace.File) map[string]bool {
	several, alike := map[string]bool{}, map[int][]*workspace.File{} // by size
	dir := func(f *workspace.File) string {
		at, err := filepath.Abs(filepath.Dir(f.Title))
		if err != nil {
			return filepath.Dir(f.Title)
		}
		return at
	}
	for _, f := range files {
		for _, other := range alike[len(f.Code)] {
			if other.Same(f) && dir(other) != dir(f) {
				several[other.Title], several[f.Title] = true, true
			}
		}
		alike[len(f.Code)] = append(alike[len(f.Code)], f)
	}
	return several
}

// A spare is an object to remove unless something turns out to need it.
type spare struct {
	refs.Address
	file   string // without the directory
	number int    // the index of a "locals" block in its file
	beside int    // the number of locals in the same block
	place  Reference

	because string // why the object is kept on purpose, or ""
}

// A sweep searches a module for objects that nothing needs.
type sweep struct {
	scope    *Scope // the files of the module
	dir      string
	kept     []Warning // objects that are kept on purpose
	warnings []Warning

	spares []*spare
	live   map[refs.Address]bool
	uses   map[refs.Address][]refs.Address // for each removable object, the objects to which it refers
	queue  []refs.Address                  // objects that are needed, and whose references are not followed yet
}

// need records that an object is needed. Objects to which a needed object refers are needed, too.
func (w *sweep) need(a refs.Address) {
	if !w.live[a] {
		w.live[a] = true
		w.queue = append(w.queue, a)
	}
}

// read records the declarations and references of a file. If the file is an override file, or
// belongs to several modules, all objects that it declares count as needed.
func (w *sweep) read(file *workspace.File, tree *syntax.File, several bool) {
	x := &indexed{file: file}
	name := filepath.Base(file.Title)
	numbers := map[syntax.ItemID]int{}
	for id := range tree.Blocks(syntax.Root, "locals") {
		numbers[id] = len(numbers)
	}
	inBlock := map[syntax.ItemID][]*spare{}
	for d := range refs.Declarations(tree) {
		a := d.Address(tree)
		switch {
		case !isSpare(d.Kind) || terraform.IsTest(name) || string(tree.Name(d.Item)) == "check":
		case terraform.IsOverride(name), several:
			w.need(a) // an object with two declarations is kept
		default:
			one := &spare{Address: a, file: name, number: numbers[d.Item], place: x.at(tree, d.Name.From, a), because: keptBecause(name, tree, &d)}
			w.spares = append(w.spares, one)
			inBlock[d.Item] = append(inBlock[d.Item], one)
		}
	}
	for _, all := range inBlock {
		for _, one := range all {
			one.beside = len(all)
		}
	}
	for r := range refs.All(tree, refs.Configuration) {
		what := r.Address(tree)
		owner := r.Owner.Address(tree)
		if r.Owner.Kind == refs.Other {
			owner = refs.Address{Kind: refs.Local, Name: string(tree.At(r.In))}
		}
		switch {
		case !isSpare(what.Kind):
		case inBlock[r.Owner.Item] == nil:
			w.need(what)
		default:
			w.uses[owner] = append(w.uses[owner], what)
		}
	}
}

// run follows the references of needed objects, and removes every needed object from w.spares.
func (w *sweep) run() {
	for len(w.queue) > 0 {
		at := w.queue[0]
		w.queue = w.queue[1:]
		for _, what := range w.uses[at] {
			w.need(what)
		}
	}
	w.spares = slices.DeleteFunc(w.spares, func(one *spare) bool { return w.live[one.Address] })
}

// keepPassed marks a variable as needed if a module call sets it. It returns a warning for each
// such variable that nothing else needs.
func (w *sweep) keepPassed(dir string, passed map[argument]string) (warnings []Warning) {
	for _, one := range w.spares {
		where := passed[argument{dir, one.Name}]
		if one.Kind != refs.Variable || where == "" {
			continue
		}
		if !w.live[one.Address] {
			at := one.place
			warnings = append(warnings, Warning{Message: "nothing refers to it, but " + where + " gives it a value: it stays", Address: at.Address, File: at.File, Line: at.Line, Column: at.Column})
		}
		w.need(one.Address)
	}
	return warnings
}

// find reads all files of the module and sets w.spares to the objects that nothing needs.
func (w *sweep) find(passed map[argument]string, several map[string]bool) error {
	for _, source := range slices.Concat(w.scope.Sources, testsBeside(w.scope.Space, w.scope.Sources)) {
		file, tree, err := w.scope.parse(source)
		if err != nil {
			return err
		}
		if !terraform.IsValues(source.Title) {
			w.read(file, tree, several[file.Title])
		}
	}
	module, err := filepath.Abs(w.dir)
	if err != nil {
		return err
	}
	w.run()
	w.keepOnPurpose()
	w.run()
	w.warnings = append(w.warnings, w.keepPassed(module, passed)...)
	w.run()
	return nil
}

// plan returns the plan that removes the unneeded objects.
func (w *sweep) plan() (*Plan, error) {
	if len(w.spares) == 0 {
		return &Plan{Warnings: w.warnings}, nil
	}
	edits, err := w.scope.deletions(w.spares)
	if err != nil {
		return nil, err
	}
	plan, err := w.scope.Edit(edits, w.dir)
	if err == nil {
		plan.Warnings = append(w.warnings, plan.Warnings...)
	}
	return plan, err
}

// A deletion is an entry in the value of the operation "delete".
type deletion struct {
	Attributes []string `json:"attributes,omitempty"`
	File       string   `json:"file"`
	Index      *int     `json:"index,omitempty"`
}

// deletions is the value of the operation "delete". If main.tf and main.tofu both declare an
// object, there is an entry for each file.
type deletions struct {
	Data     map[string]map[string][]*deletion `json:"data,omitempty"`
	Values   []*deletion                       `json:"iacvars,omitempty"`
	Locals   []*deletion                       `json:"locals,omitempty"`
	Variable map[string][]*deletion            `json:"variable,omitempty"`
}

// inFile adds an entry for the file to the entries, unless the file already has an entry, and
// returns all entries.
func inFile(entries []*deletion, file string) []*deletion {
	if slices.ContainsFunc(entries, func(d *deletion) bool { return d.File == file }) {
		return entries
	}
	return append(entries, &deletion{File: file})
}

// deletions returns the edits that delete the unneeded objects.
func (s *Scope) deletions(spares []*spare) ([]byte, error) {
	all := deletions{Variable: map[string][]*deletion{}, Data: map[string]map[string][]*deletion{}}
	type block struct {
		file   string
		number int
	}
	blocks := map[block]*deletion{} // the entries of "locals" blocks
	for _, one := range spares {
		switch one.Kind {
		case refs.Variable:
			all.Variable[one.Name] = inFile(all.Variable[one.Name], one.file)
		case refs.Data:
			if all.Data[one.Type] == nil {
				all.Data[one.Type] = map[string][]*deletion{}
			}
			all.Data[one.Type][one.Name] = inFile(all.Data[one.Type][one.Name], one.file)
		default:
			at := block{one.file, one.number}
			if blocks[at] == nil {
				blocks[at] = &deletion{File: one.file, Index: &one.number}
				all.Locals = append(all.Locals, blocks[at])
			}
			if blocks[at].Attributes = append(blocks[at].Attributes, one.Name); len(blocks[at].Attributes) == one.beside {
				blocks[at].Attributes = nil // the whole block
			}
		}
	}
	for _, source := range s.Sources {
		if !terraform.IsValues(source.Title) {
			continue
		}
		_, tree, err := s.parse(source)
		if err != nil {
			return nil, err
		}
		var names []string
		for id := range tree.Attributes(syntax.Root) {
			if name := string(tree.Name(id)); all.Variable[name] != nil {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			all.Values = append(all.Values, &deletion{File: filepath.Base(source.Title), Attributes: names})
		}
	}
	return json.Marshal(map[string]any{"delete": all})
}
