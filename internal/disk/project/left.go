package project

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// deletedVariables returns the variables that the changes delete. The keys of the result are the
// directories of modules, and the keys of each inner map are the names of deleted variables.
func (p *planner) deletedVariables(changes []Rewritten) (map[string]map[string]bool, error) {
	before, after := map[argument]bool{}, map[argument]bool{}
	changed := map[string]bool{}
	note := func(into map[argument]bool, dir string, tree *syntax.File) {
		for id := range tree.Blocks(syntax.Root, "variable") {
			for label := range tree.Labels(id) {
				into[argument{dir, string(label)}] = true
			}
		}
	}
	for i := range changes {
		r := &changes[i]
		title := r.File.Title
		changed[title] = true
		if terraform.IsValues(title) || terraform.IsTest(title) || terraform.IsInJSON(title) {
			continue
		}
		dir := (&workspace.Source{Title: title}).Dir()
		for _, side := range []struct {
			code []byte
			into map[argument]bool
		}{{r.Before, before}, {r.After, after}} {
			tree, err := syntax.Parse(side.code)
			if err != nil {
				return nil, err
			}
			note(side.into, dir, tree)
		}
	}
	gone := map[string]map[string]bool{}
	for a := range before {
		if after[a] {
			continue
		}
		if gone[a.dir] == nil {
			gone[a.dir] = map[string]bool{}
		}
		gone[a.dir][a.name] = true
	}
	if len(gone) == 0 {
		return nil, nil
	}
	for _, source := range p.Sources { // keep only the variables that no other file declares
		names := gone[source.Dir()]
		if changed[source.Title] || names == nil {
			continue
		}
		_, tree, err := p.parse(source)
		if err != nil {
			continue // the plan has skipped the file
		}
		for d := range refs.Declarations(tree) {
			if a := d.Address(tree); a.Kind == refs.Variable {
				delete(names, a.Name)
			}
		}
	}
	return gone, nil
}

// valuesLeft returns a warning for each value that a module call or a test still gives to a
// variable that the changes delete. It skips the files whose titles are in the map warned: there are
// warnings about them already.
func (p *planner) valuesLeft(changes []Rewritten, warned map[string]bool) (warnings []Warning, err error) {
	if p.Options.Dialect.AnyBlock() {
		return nil, nil // no code of these languages calls other code with values, except in the files of the edit
	}
	gone, err := p.deletedVariables(changes)
	if err != nil || len(gone) == 0 {
		return nil, err
	}
	if warnings, err = p.callsLeft(gone, changes, warned); err != nil {
		return nil, err
	}
	for _, source := range testsOfGone(p.Space, gone) {
		if warned[source.Title] {
			continue
		}
		file, tree, err := p.parse(source.Source)
		if i := slices.IndexFunc(changes, func(r Rewritten) bool { return r.File.Title == source.Title }); i >= 0 && err == nil {
			tree, err = syntax.Parse(changes[i].After)
		}
		if err != nil {
			warnings = append(warnings, Warning{Code: edit.NotSearched, Message: "it may give values to deleted variables, but cannot be read: " + err.Error(), File: source.Title, Offset: -1})
			continue
		}
		for folder, block := range uses.Inputs(tree, ".", nil) {
			if folder != "." {
				continue
			}
			for id := range tree.Attributes(block) {
				name := string(tree.Name(id))
				if !source.names[name] {
					continue
				}
				line, column := tree.Position(tree.Item(id).Name.From)
				warnings = append(warnings, Warning{
					Code: edit.StillReferenced, Message: fmt.Sprintf("var.%s is deleted, and this test still gives it a value", name),
					File: file.Title, Line: line, Column: column, Offset: -1,
				})
			}
		}
	}
	return warnings, nil
}

// callsLeft returns a warning for each module call that still sets a variable that the changes
// delete. It searches the files of the scope, and the tree that Scope.Around returns.
func (p *planner) callsLeft(gone map[string]map[string]bool, changes []Rewritten, warned map[string]bool) (warnings []Warning, err error) {
	deleted := map[argument]string{} // for each variable, the directory of its module, as in the map gone
	for dir, names := range gone {
		module, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		for name := range names {
			deleted[argument{module, name}] = dir
		}
	}
	var around *Tree
	if p.Around != nil {
		around = p.Around()
	}
	all, _ := p.around(around) // the plan has skipped files that cannot be read
	for i := range changes {
		if n := all.of(changes[i].File.Title); n >= 0 {
			tree, err := syntax.Parse(changes[i].After)
			if err != nil { // in JSON syntax
				tree = new(syntax.File)
			}
			all.trees[n] = tree
		}
	}
	for _, at := range all.arguments() {
		if dir, is := deleted[at.argument]; is && !warned[at.file] {
			warnings = append(warnings, Warning{
				Code: edit.StillReferenced, Message: fmt.Sprintf("var.%s of %s is deleted, and this call still sets it", at.name, dir),
				File: at.file, Line: at.line, Column: at.column, Offset: -1,
			})
		}
	}
	return warnings, nil
}

type testOfGone struct {
	workspace.Source
	names map[string]bool
}

// testsOfGone returns the test files of the modules that lose variables. For the directory of each
// such module, the map has the names of the deleted variables.
func testsOfGone(space Space, gone map[string]map[string]bool) (all []testOfGone) {
	for dir, names := range gone {
		if len(names) == 0 {
			continue
		}
		if paths := Tests(space, []string{dir}); len(paths) > 0 {
			for _, source := range space.Sources(paths, false) {
				all = append(all, testOfGone{source, names})
			}
		}
	}
	slices.SortFunc(all, func(a, b testOfGone) int { return cmp.Compare(a.Title, b.Title) })
	return all
}
