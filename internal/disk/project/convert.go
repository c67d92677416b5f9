package project

import (
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/convert"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// A Conversion has the options for converting files from native syntax to JSON syntax, or back.
type Conversion struct {
	To      convert.Syntax
	Options convert.Options
	Keep    bool // keep the old files
	Print   bool // the new files are not written, so that they may exist
}

// Convert returns a plan that converts a file, or those files in a directory that are not yet in
// the syntax c.To. The new files are in the directory of the old files, which are removed unless
// c.Keep is set. To convert JSON, Convert also reads the native files of the directory: they show
// which members are blocks.
func (s *Scope) Convert(path string, isDir bool, c Conversion) (*Plan, []convert.Note, error) {
	dir, names := path, s.Space.Names(path)
	if !isDir {
		dir = filepath.Dir(path)
		names = s.Space.Names(dir)
	}
	old, files, err := s.toConvert(dir, names, path, isDir, c.To)
	if err != nil {
		return nil, nil, err
	}
	converted, notes, err := c.Options.Files(files, c.To)
	if err != nil {
		return nil, nil, err
	}
	plan := &Plan{}
	for _, f := range converted {
		if slices.Contains(names, f.Name) && !c.Print {
			return nil, nil, fmt.Errorf("%s is there already: move it away, or print the code without -w", filepath.Join(dir, f.Name))
		}
		made, err := s.Space.New(dir, f.Name)
		if err != nil {
			return nil, nil, err
		}
		plan.Changes = append(plan.Changes, Rewritten{File: made, After: f.Code, Made: true})
	}
	for name, file := range old {
		if _, ok := convert.NameIn(name, c.To); ok && !c.Keep {
			plan.Removed = append(plan.Removed, file)
		}
	}
	slices.SortFunc(plan.Removed, func(a, b *workspace.File) int { return module.Compare(a.Title, b.Title) })
	if len(plan.Changes) > 0 {
		plan.Code = plan.Changes[0].After
	}
	return plan, notes, nil
}

// toConvert reads the files to convert. For a conversion from JSON it also reads the native files
// beside them, which show which members of the JSON are blocks. It returns a map from names to the
// files to convert, and a list of all files that it has read.
func (s *Scope) toConvert(dir string, names []string, path string, isDir bool, to convert.Syntax) (map[string]*workspace.File, []module.File, error) {
	old := map[string]*workspace.File{}
	var files []module.File
	found := false
	for _, name := range names {
		_, other := convert.NameIn(name, to)
		switch {
		case other && (isDir || name == filepath.Base(path)):
			found = true
		case to == convert.Native && terraform.IsConfiguration(name):
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
	case isDir && to == convert.Native:
		return nil, nil, fmt.Errorf("no .tf.json, .tofu.json or .tfvars.json files in %s; --to json converts native files", dir)
	case isDir:
		return nil, nil, fmt.Errorf("%w in %s", ErrNoFiles, dir)
	case slices.Contains(names, filepath.Base(path)):
		return nil, nil, fmt.Errorf("%s is not converted to %s, because its name must end in %s", path, to, map[convert.Syntax]string{
			convert.Native: ".tf.json, .tofu.json or .tfvars.json", convert.JSON: ".tf, .tofu or .tfvars"}[to])
	}
	return nil, nil, fmt.Errorf("%s: no such file or directory", path)
}
