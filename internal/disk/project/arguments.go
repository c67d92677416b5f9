package project

import (
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/uses"
	"iacedit/syntax"
)

// An argument identifies a variable that module calls can set. It has the directory of the module
// that declares the variable, and the name of the variable.
type argument struct{ dir, name string }

// A calledWith is a place in the code where a module call sets a variable.
type calledWith struct {
	argument
	file         string
	line, column int
}

// argumentsOf searches the files of s and t for module calls, and returns the variables that they
// set. The map passed has for each of these variables a position where a call sets it, such as
// main.tf:3; several has the titles of the files that a symbolic link makes part of several modules.
func argumentsOf(t *Tree, s *Scope) (passed map[argument]string, several map[string]bool, err error) {
	var files []*workspace.File
	for _, source := range withTree(t, s) {
		file, _, err := s.parse(source)
		if err != nil && !isOwn(source, s) {
			continue // a file in another directory that cannot be read
		}
		if err != nil {
			return nil, nil, err
		}
		files = append(files, file)
	}
	all, err := callArguments(s, t, nil)
	passed = map[argument]string{}
	for _, at := range all {
		passed[at.argument] = fmt.Sprintf("%s:%d", at.file, at.line)
	}
	return passed, ofSeveral(files), err
}

// withTree returns the files of the scope and of the tree. The tree may be nil.
func withTree(t *Tree, s *Scope) []workspace.Source {
	if t == nil {
		return s.Sources
	}
	return slices.Concat(s.Sources, t.Sources)
}

// isOwn reports whether a file is in s.Sources.
func isOwn(source workspace.Source, s *Scope) bool {
	return slices.ContainsFunc(s.Sources, func(own workspace.Source) bool { return own.Title == source.Title })
}

// callArguments returns the arguments of the module calls in the files of s and t. It skips files
// that do not parse, and calls whose source is no local path. If the function edited is not nil,
// callArguments reads the code after edits. The function returns the new code of a file, or nil for
// an unchanged file.
func callArguments(s *Scope, t *Tree, edited func(title string) []byte) (all []calledWith, err error) {
	read := map[string]bool{} // absolute paths
	for _, source := range withTree(t, s) {
		path, err := filepath.Abs(source.Title)
		if err != nil {
			return nil, err
		}
		if read[path] {
			continue
		}
		read[path] = true
		file, tree, err := s.parse(source)
		if err == nil && edited != nil {
			if code := edited(source.Title); code != nil {
				tree, err = syntax.Parse(code)
			}
		}
		if err != nil {
			continue
		}
		for id := range tree.Blocks(syntax.Root, "module") {
			called, kind := uses.Called(tree, id, ".", nil)
			if kind != uses.SourceInTree && kind != uses.SourceOutside {
				continue
			}
			to, err := filepath.Abs(filepath.Join(source.Dir(), filepath.FromSlash(called)))
			if err != nil {
				return nil, err
			}
			for a := range tree.Attributes(id) {
				line, column := tree.Position(tree.Item(a).Name.From)
				all = append(all, calledWith{argument{to, string(tree.Name(a))}, file.Title, line, column})
			}
		}
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
