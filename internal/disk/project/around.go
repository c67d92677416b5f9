package project

import (
	"path/filepath"
	"slices"

	"iacedit/internal/disk/workspace"
	"iacedit/syntax"
)

// A surrounding contains the files of a scope and of the tree around it, each once.
type surrounding struct {
	files  []*workspace.File
	trees  []*syntax.File
	paths  []string       // absolute
	number map[string]int // by absolute path
}

// around reads the files of the scope and of a tree, which may be nil, but not standard input. It leaves out
// files that cannot be read, and returns the error of the first of them in the scope.
func (s *Scope) around(t *Tree) (all *surrounding, broken error) {
	all = &surrounding{number: map[string]int{}}
	sources := s.Sources
	if t != nil {
		sources = slices.Concat(s.Sources, t.Sources)
	}
	for i, source := range sources {
		if source.Title == Stdin {
			continue
		}
		path, err := filepath.Abs(source.Title)
		if _, known := all.number[path]; known {
			continue
		}
		var file *workspace.File
		var tree *syntax.File
		if err == nil {
			file, tree, err = s.parse(source)
		}
		if err != nil {
			if i < len(s.Sources) && broken == nil {
				broken = err
			}
			continue
		}
		all.number[path] = len(all.files)
		all.files, all.trees, all.paths = append(all.files, file), append(all.trees, tree), append(all.paths, path)
	}
	return all, broken
}

// of returns the number of a file, or -1.
func (all *surrounding) of(title string) int {
	path, err := filepath.Abs(title)
	if err != nil {
		return -1
	}
	if i, known := all.number[path]; known {
		return i
	}
	return -1
}
