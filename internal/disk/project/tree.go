package project

import (
	"os"
	"path/filepath"
	"slices"

	"iacedit/internal/disk/workspace"
	"iacedit/module"
)

// trees divides the files into groups, so that edits that name folders can be applied to them.
// Several modules become one tree. A single module becomes a tree only if Scope.Tree is set. The
// given directories may have no files.
func (p *planner) trees(dirs []string) ([]*group, error) {
	var one, alone []*group
	for _, g := range grouped(p.Sources, p.language()) {
		if g.module || p.inModule(g) {
			one = append(one, g)
		} else {
			alone = append(alone, g)
		}
	}
	for _, dir := range dirs {
		if dir = filepath.Clean(dir); !slices.ContainsFunc(one, func(g *group) bool { return g.dir == dir }) {
			one = append(one, &group{dir: dir, module: true})
		}
	}
	switch {
	case len(one) == 0 && len(alone) == 0:
		return nil, ErrNoFiles
	case len(one) > 1 || len(one) == 1 && one[0].module && p.Tree:
		tree, err := p.treeOf(one)
		return append(alone, tree), err
	}
	return append(alone, one...), nil
}

// inModule reports whether the group is a single file that the user named and that belongs to a
// module.
func (s *Scope) inModule(g *group) bool {
	x := g.all[0]
	return x.source.Title != Stdin && (s.language().Dialect.AnyBlock() || module.RoleOf(x.name) != module.None)
}

// treeOf combines modules into a tree, in which the names of files contain folders, as in
// net/main.tf.
func (s *Scope) treeOf(modules []*group) (*group, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	relative := true
	absolute := func(path string) string {
		if filepath.IsAbs(path) {
			relative = false
			return filepath.Clean(path)
		}
		return filepath.Join(here, path)
	}
	root := absolute(modules[0].dir)
	for _, g := range modules[1:] {
		root = workspace.CommonDir(root, absolute(g.dir))
	}
	tree := &group{dir: root, module: true, folders: true}
	if relative {
		if tree.dir, err = filepath.Rel(here, root); err != nil {
			return nil, err
		}
	}
	for _, g := range modules {
		tree.all = append(tree.all, g.all...)
	}
	for _, x := range tree.all {
		name, err := filepath.Rel(root, absolute(x.source.Title))
		if err != nil {
			return nil, err
		}
		x.name = filepath.ToSlash(name)
	}
	slices.SortFunc(tree.all, func(a, b *subject) int { return module.Compare(a.name, b.name) })
	return tree, nil
}
