// Package convertfile converts files on a disk between native and JSON syntax.
package convertfile

import (
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/convert"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// Options are the options of a conversion.
type Options struct {
	To    convert.Syntax
	Code  convert.Options
	Keep  bool // keep the old files
	Print bool // the new files are not written, so that they may exist
}

// Plan returns a plan that converts a file, or those files in a directory that are not yet in the
// syntax o.To. The new files are in the directory of the old files, which are removed unless o.Keep
// is set. To convert JSON, Plan also reads the native files of the directory: they show which members
// are blocks.
func (o *Options) Plan(s *project.Scope, path string, isDir bool) (*project.Plan, []convert.Note, error) {
	dir, names := path, s.Space.Names(path)
	if !isDir {
		dir = filepath.Dir(path)
		names = s.Space.Names(dir)
	}
	old, files, err := o.read(s, dir, names, path, isDir)
	if err != nil {
		return nil, nil, err
	}
	converted, notes, err := o.Code.Files(files, o.To)
	if err != nil {
		return nil, nil, err
	}
	plan := new(project.Plan)
	for _, f := range converted {
		if slices.Contains(names, f.Name) && !o.Print {
			return nil, nil, fmt.Errorf("%s is there already: move it away, or print the code without -w", filepath.Join(dir, f.Name))
		}
		made, err := s.Space.New(dir, f.Name)
		if err != nil {
			return nil, nil, err
		}
		plan.Changes = append(plan.Changes, project.Rewritten{File: made, After: f.Code, Made: true})
	}
	for name, file := range old {
		if _, ok := convert.NameIn(name, o.To); ok && !o.Keep {
			plan.Removed = append(plan.Removed, file)
		}
	}
	slices.SortFunc(plan.Removed, func(a, b *workspace.File) int { return module.Compare(a.Title, b.Title) })
	if len(plan.Changes) > 0 {
		plan.Code = plan.Changes[0].After
	}
	return plan, notes, nil
}

// read reads the files to convert. For a conversion from JSON it also reads the native files
// beside them, which show which members of the JSON are blocks. It returns a map from names to the
// files to convert, and a list of all files that it has read.
func (o *Options) read(s *project.Scope, dir string, names []string, path string, isDir bool) (map[string]*workspace.File, []module.File, error) {
	old := map[string]*workspace.File{}
	var files []module.File
	found := false
	for _, name := range names {
		_, other := convert.NameIn(name, o.To)
		switch {
		case other && (isDir || name == filepath.Base(path)):
			found = true
		case o.To == convert.Native && terraform.IsConfiguration(name):
		default:
			continue
		}
		for _, source := range s.Space.Sources([]string{filepath.Join(dir, name)}, false) {
			file, err := s.Load(source)
			if err != nil {
				return nil, nil, err
			}
			if other {
				old[name] = file
			}
			files = append(files, module.File{Name: name, Code: file.Code})
		}
	}
	switch {
	case found:
		return old, files, nil
	case isDir && o.To == convert.Native:
		return nil, nil, fmt.Errorf("no .tf.json, .tofu.json or .tfvars.json files in %s; --to json converts native files", dir)
	case isDir:
		return nil, nil, fmt.Errorf("%w in %s", project.ErrNoFiles, dir)
	case slices.Contains(names, filepath.Base(path)):
		return nil, nil, fmt.Errorf("%s is not converted to %s, because its name must end in %s", path, o.To, map[convert.Syntax]string{
			convert.Native: ".tf.json, .tofu.json or .tfvars.json", convert.JSON: ".tf, .tofu or .tfvars"}[o.To])
	}
	return nil, nil, fmt.Errorf("%s: no such file or directory", path)
}
