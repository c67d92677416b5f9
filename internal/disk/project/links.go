package project

import (
	"path/filepath"
	"slices"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/links"
	"iacedit/refs"
	"iacedit/syntax"
)

// A linkedTree contains the links between the files of a tree.
type linkedTree struct {
	*links.Links
	files  []*workspace.File
	trees  []*syntax.File
	number map[string]int // by absolute path
}

// linked returns the links between the files of the scope and those of a tree, which may be nil. It
// leaves out files of the tree that cannot be read. It returns nil if the files can have no links.
func (s *Scope) linked(t *Tree) (*linkedTree, error) {
	if !s.Options.Dialect.LinksFiles() {
		return nil, nil
	}
	all := &linkedTree{number: map[string]int{}}
	root := ""
	var paths []string
	for _, source := range withTree(t, s) {
		if source.Title == Stdin {
			continue
		}
		path, err := filepath.Abs(source.Title)
		if err != nil {
			return nil, err
		}
		if _, known := all.number[path]; known {
			continue
		}
		file, tree, err := s.parse(source)
		if err != nil && !isOwn(source, s) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all.number[path] = len(all.files)
		all.files, all.trees, paths = append(all.files, file), append(all.trees, tree), append(paths, path)
		if root == "" {
			root = filepath.Dir(path)
		}
		root = workspace.CommonDir(root, filepath.Dir(path))
	}
	files := make([]links.File, len(paths))
	for i, path := range paths {
		name, err := filepath.Rel(root, path)
		if err != nil {
			return nil, err
		}
		files[i] = links.File{Name: filepath.ToSlash(name), Tree: all.trees[i], Dialect: s.Options.Dialect}
	}
	all.Links = links.Find(files, nil)
	return all, nil
}

// of returns the number of a file, or -1.
func (l *linkedTree) of(title string) int {
	path, err := filepath.Abs(title)
	if err != nil {
		return -1
	}
	if i, known := l.number[path]; known {
		return i
	}
	return -1
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

// needs returns what other files need of the files of the scope and of a tree. It returns nil if it is
// unknown: the tree is nil, or the files can have no links.
func (s *Scope) needs(t *Tree) (*readBy, error) {
	if t == nil {
		return nil, nil
	}
	l, err := s.linked(t)
	if l == nil || err != nil {
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
