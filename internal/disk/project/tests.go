package project

import (
	"errors"
	"path/filepath"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
)

// dirsOf returns the directories of files, without duplicates.
func dirsOf(sources []workspace.Source) (dirs []string) {
	known := map[string]bool{}
	for i := range sources {
		if dir := sources[i].Dir(); !known[dir] {
			known[dir] = true
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// TestsOf returns the test files of the modules to which the given files belong. Only Terraform has
// such files.
func TestsOf(space Space, sources []workspace.Source) []workspace.Source {
	if DialectOf(sources).AnyBlock() {
		return nil
	}
	tests := Tests(space, dirsOf(sources))
	if len(tests) == 0 {
		return nil
	}
	return space.Sources(tests, false)
}

// addTests adds the tests of a module, or of the modules of a tree, to the group with the files of
// these modules. It leaves out tests that do not parse, and warns of them.
func (p *planner) addTests(g *group) {
	if !g.module {
		return
	}
	sources := make([]workspace.Source, len(g.all))
	for i, x := range g.all {
		sources[i] = x.source
	}
	for _, source := range testsBeside(p.Space, sources) {
		name, err := relative(g.dir, source.Title)
		if err == nil {
			_, _, err = p.parse(source)
		}
		if err != nil {
			g.warnings = append(g.warnings, Warning{Code: edit.NotSearched, Message: "it was not searched for references: " + err.Error(), File: source.Title, Offset: -1})
			continue
		}
		if !slices.ContainsFunc(g.all, func(x *subject) bool { return x.name == name }) {
			g.all = append(g.all, &subject{source: source, name: name})
		}
	}
}

// relative returns a path relative to a directory, with slashes.
func relative(dir, path string) (name string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	name, err = filepath.Rel(dir, path)
	return filepath.ToSlash(name), err
}

// testsBeside is like TestsOf, but omits the given files, and links that are refused with
// workspace.ErrOutside. It returns nil if the files include standard input.
func testsBeside(space Space, sources []workspace.Source) []workspace.Source {
	if slices.ContainsFunc(sources, func(source workspace.Source) bool { return source.Title == Stdin }) {
		return nil
	}
	tests := TestsOf(space, sources)
	return slices.DeleteFunc(tests, func(source workspace.Source) bool {
		named := slices.ContainsFunc(sources, func(one workspace.Source) bool { return one.Title == source.Title })
		return named || errors.Is(source.Err, workspace.ErrOutside)
	})
}

// Tests returns the paths of the test files of the modules in the given directories. The test files
// of a module are in its directory and in the subdirectory "tests".
func Tests(space Space, dirs []string) (paths []string) {
	for _, dir := range dirs {
		for _, in := range []string{dir, filepath.Join(dir, "tests")} {
			for _, name := range space.Names(in) {
				if terraform.IsTest(name) {
					paths = append(paths, filepath.Join(in, name))
				}
			}
		}
	}
	return paths
}
