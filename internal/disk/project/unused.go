package project

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/internal/disk/workspace"
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
		all.Kept = append(all.Kept, w.kept...)
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
		w := &sweep{scope: withSources(sources, s), others: others, dir: sources[0].Dir(), live: map[refs.Address]bool{}, uses: map[refs.Address][]refs.Address{}}
		if err := w.find(passed, several); err != nil {
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

// A spare is an object to remove unless something turns out to need it.
type spare struct {
	refs.Address
	file   string   // without the directory
	block  []string // the type and labels of the block
	number int      // the index of the block among those of its type in the file; for a declaration that is an attribute
	beside int      // the number of objects that attributes of the same block declare; 0 if the block itself is the object
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
	others *readBy
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
// belongs to several modules, or files of other directories may read it, all objects that it declares
// count as needed.
func (w *sweep) read(file *workspace.File, tree *syntax.File, several bool) {
	x := &indexed{file: file}
	name := filepath.Base(file.Title)
	role := w.scope.roleOf(name)
	numbers, count := map[syntax.ItemID]int{}, map[string]int{}
	for id := range tree.Blocks(syntax.Root, "") {
		typ := string(tree.Name(id))
		numbers[id] = count[typ]
		count[typ]++
	}
	inBlock, declared := map[syntax.ItemID][]*spare{}, map[syntax.ItemID]int{}
	for d := range refs.DeclarationsIn(tree, role) {
		a := d.Address(tree)
		declared[d.Item]++
		switch {
		case !isSpare(d.Kind) || terraform.IsTest(name) || string(tree.Name(d.Item)) == "check":
		case module.RoleIn(w.scope.Options.Dialect, name) == module.Override, several, w.others.mayNeed(w.scope, file.Title, a):
			w.need(a) // an object with two declarations is kept, and one that other files may read
		default:
			one := &spare{Address: a, file: name, block: blockOf(tree, d.Item), number: numbers[d.Item], place: x.at(tree, d.Name.From, a), because: keptBecause(tree, &d)}
			w.spares = append(w.spares, one)
			inBlock[d.Item] = append(inBlock[d.Item], one)
		}
	}
	for item, all := range inBlock {
		for _, one := range all {
			if tree.Kind(item) != syntax.KindBlock || role.DeclaresAttributes(string(tree.Name(item))) {
				one.beside = declared[item]
			}
		}
	}
	for r := range refs.All(tree, role) {
		what := r.Address(tree)
		beside := inBlock[r.Owner.Item]
		owner := r.OwnerAddress(tree)
		if r.Owner.Kind == refs.Other {
			if i := slices.IndexFunc(beside, func(one *spare) bool { return one.Name == string(tree.At(r.In)) }); i >= 0 {
				owner = beside[i].Address
			}
		}
		switch {
		case !isSpare(what.Kind):
		case beside == nil:
			w.need(what)
		default:
			w.uses[owner] = append(w.uses[owner], what)
		}
	}
}

// blockOf returns the type and the labels of the top-level block at an item, as edits name it. For an
// attribute of the file, it is the type of values.
func blockOf(tree *syntax.File, id syntax.ItemID) []string {
	if tree.Kind(id) != syntax.KindBlock {
		return []string{terraform.VariableValues}
	}
	return append([]string{string(tree.Name(id))}, syntax.Strings(tree.Labels(id))...)
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
		if module.RoleIn(w.scope.Options.Dialect, file.Title) < module.Values {
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

// deletions returns the edits that delete the unneeded objects.
func (s *Scope) deletions(spares []*spare) ([]byte, error) {
	all, variables := deletions{}, map[string]bool{}
	for _, one := range spares {
		if one.Kind == refs.Variable {
			variables[one.Name] = true
		}
		switch {
		case one.beside == 0:
			all.inFile(one.block, one.file, nil)
		case one.block[0] == terraform.VariableValues:
			d := all.inFile(one.block, one.file, nil)
			d.Attributes = append(d.Attributes, one.Name)
		default:
			d := all.inFile(one.block, one.file, &one.number)
			if d.Attributes = append(d.Attributes, one.Name); len(d.Attributes) == one.beside {
				d.Attributes = nil // the whole block
			}
		}
	}
	for _, source := range s.Sources {
		if module.RoleIn(s.Options.Dialect, source.Title) < module.Values {
			continue
		}
		_, tree, err := s.parse(source)
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

// keepOnPurpose marks objects as needed if there is a reason to keep them, such as a comment with
// tflint-ignore. If nothing else needs such an object, keepOnPurpose also adds a warning with the
// reason to w.kept.
func (w *sweep) keepOnPurpose() {
	for _, one := range w.spares {
		if one.because == "" || w.live[one.Address] {
			continue
		}
		at := one.place
		w.kept = append(w.kept, Warning{Message: "nothing refers to it, but " + one.because + ": it stays", Address: at.Address, File: at.File, Line: at.Line, Column: at.Column})
	}
	for _, one := range w.spares {
		if one.because != "" {
			w.need(one.Address)
		}
	}
}
