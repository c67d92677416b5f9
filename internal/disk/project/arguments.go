package project

import (
	"fmt"
	"path/filepath"

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

// passed returns a position where a module call sets each variable, such as main.tf:3.
func (all *surrounding) passed() map[argument]string {
	passed := map[argument]string{}
	for _, at := range all.arguments() {
		passed[at.argument] = fmt.Sprintf("%s:%d", at.file, at.line)
	}
	return passed
}

// arguments returns the arguments of the module calls in the files. It skips calls whose source is no
// local path.
func (all *surrounding) arguments() (set []calledWith) {
	for i, tree := range all.trees {
		for id := range tree.Blocks(syntax.Root, "module") {
			called, kind := uses.Called(tree, id, ".", nil)
			if kind != uses.SourceInTree && kind != uses.SourceOutside {
				continue
			}
			to := filepath.Join(filepath.Dir(all.paths[i]), filepath.FromSlash(called))
			for a := range tree.Attributes(id) {
				line, column := tree.Position(tree.Item(a).Name.From)
				set = append(set, calledWith{argument{to, string(tree.Name(a))}, all.files[i].Title, line, column})
			}
		}
	}
	return set
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
