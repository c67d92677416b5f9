package project

import (
	"path/filepath"
	"slices"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/links"
	"iacedit/refs"
)

// A linkedTree contains the links between the files of a tree.
type linkedTree struct {
	*links.Links
	*surrounding
}

// linked returns the links between the files of the scope and those of a tree, which may be nil. It
// returns nil if the files can have no links.
func (s *Scope) linked(t *Tree) (*linkedTree, error) {
	if !s.Options.Dialect.LinksFiles() {
		return nil, nil
	}
	all, err := s.around(t)
	if err != nil {
		return nil, err
	}
	return all.linked(s)
}

// linked returns the links between the files.
func (all *surrounding) linked(s *Scope) (*linkedTree, error) {
	root := ""
	for i, path := range all.paths {
		if i == 0 {
			root = filepath.Dir(path)
		}
		root = workspace.CommonDir(root, filepath.Dir(path))
	}
	files := make([]links.File, len(all.paths))
	for i, path := range all.paths {
		name, err := filepath.Rel(root, path)
		if err != nil {
			return nil, err
		}
		files[i] = links.File{Name: filepath.ToSlash(name), Tree: all.trees[i], Dialect: s.Options.Dialect}
	}
	return &linkedTree{links.Find(files, nil), all}, nil
}

// uses calls yield for each reference to an object of another file.
func (l *linkedTree) uses(s *Scope, yield func(file int, r *refs.Reference, to links.Meant)) {
	for i, tree := range l.trees {
		for r := range refs.All(tree, s.roleOf(filepath.Base(l.files[i].Title))) {
			l.Meant(i, r.Address(tree), r.Names(tree), func(to links.Meant) {
				if !to.Whole || !l.Follows(i, r.Root.From) {
					yield(i, r, to)
				}
			})
		}
	}
}

// linkedAround is linked for the files around the scope.
func (s *Scope) linkedAround() (*linkedTree, error) {
	var around *Tree
	if s.Around != nil && s.Options.Dialect.LinksFiles() {
		around = s.Around()
	}
	return s.linked(around)
}

// A readBy says what other files need of the files of a tree.
type readBy struct {
	*linkedTree
	needed map[int]map[refs.Address]bool
	whole  map[int]bool // all objects of the file may be needed
}

// needs returns what other files need of the files. It returns nil if the files can have no links.
func (all *surrounding) needs(s *Scope) (*readBy, error) {
	if !s.Options.Dialect.LinksFiles() {
		return nil, nil
	}
	l, err := all.linked(s)
	if err != nil {
		return nil, err
	}
	n := &readBy{l, map[int]map[refs.Address]bool{}, map[int]bool{}}
	l.uses(s, func(_ int, _ *refs.Reference, to links.Meant) {
		if n.needed[to.File] == nil {
			n.needed[to.File] = map[refs.Address]bool{}
		}
		n.needed[to.File][to.Address] = true
		n.whole[to.File] = n.whole[to.File] || to.Whole
	})
	return n, nil
}

// mayNeed reports whether another file may need an object of a file.
func (n *readBy) mayNeed(s *Scope, title string, a refs.Address) bool {
	name := filepath.Base(title)
	if n == nil {
		return s.Options.Dialect.IsReadElsewhere(name)
	}
	i := n.of(title)
	if i < 0 || n.whole[i] || n.needed[i][a] {
		return true
	}
	return s.Options.Dialect.IsReadElsewhere(name) && slices.ContainsFunc(n.Lost(), func(lost links.Lost) bool {
		return lost.File != i && (lost.Computed || lost.Name == name)
	})
}
