package project

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/module"
)

// ExtractModule returns a plan that moves blocks from the module in one directory to a module in
// another directory. Both directories must be in the tree.
func (s *Scope) ExtractModule(t *Tree, dir, to string, x edit.ModuleExtraction) (*Plan, error) {
	var ok bool
	if x.Folder, ok = t.NameOf(dir); !ok {
		return nil, fmt.Errorf("%s is not in %s", dir, t.Root)
	}
	if x.To, ok = t.NameOf(to); !ok {
		return nil, fmt.Errorf("%s is not in %s; --root DIR names a directory that contains both modules", to, t.Root)
	}
	for _, text := range x.Blocks {
		if _, err := parseAddress(text); err != nil {
			return nil, err
		}
	}
	edits, err := edit.ExtractModule(x).MarshalJSON()
	if err != nil {
		return nil, err
	}
	return t.Edit(s, edits, dir)
}

// Edit applies edits to the tree, and returns the plan. Folders in the edits are relative to the
// root of the tree. Files that do not parse stay unchanged. If the edits are refused, the error
// names the given directory.
func (t *Tree) Edit(s *Scope, edits []byte, dir string) (*Plan, error) {
	files, by, err := t.load(s, func(_ workspace.Source, err error) error { return err })
	if err != nil {
		return nil, err
	}
	options := s.Options
	options.SkipInvalid = true
	result, err := options.Edit(files, edits, edit.ReturnCode|edit.ReturnReport)
	if refused, ok := errors.AsType[*edit.Error](err); ok {
		return nil, refusedIn(dir, refused)
	}
	if err != nil {
		return nil, err
	}
	return t.planOf(s.Space, result, by)
}

// planOf converts the result of editing the tree to a plan. The map has the loaded files by their
// names in the tree.
func (t *Tree) planOf(space Space, result *edit.Result, by map[string]*workspace.File) (*Plan, error) {
	plan := new(Plan)
	for _, f := range result.Files {
		file := by[f.Name]
		if file == nil {
			folder, name := module.Split(f.Name)
			made, err := space.New(t.title(folder), name)
			if err != nil {
				return nil, err
			}
			plan.Changes = append(plan.Changes, Rewritten{File: made, After: f.Code, Made: true})
			continue
		}
		if other := linkTo(by, file); other != nil {
			return nil, fmt.Errorf("%s and %s are one file, by a link: the module in %s would lose the blocks, too; give each module a file of its own first", file.Title, other.Title, filepath.Dir(other.Title))
		}
		change := Rewritten{File: file, Before: file.Code, After: f.Code}
		if len(bytes.TrimSpace(f.Code)) == 0 {
			change.After, change.Gone = nil, true
		}
		plan.Changes = append(plan.Changes, change)
	}
	slices.SortFunc(plan.Changes, func(a, b Rewritten) int { return cmp.Compare(a.File.Title, b.File.Title) })
	for _, c := range result.Report.Changes {
		plan.Effects = append(plan.Effects, Effect{Address: c.Address, File: t.title(c.File), Attribute: c.Attribute, Result: c.Result})
	}
	for i := range result.Report.Warnings {
		w := &result.Report.Warnings[i]
		warning := warningOf(w)
		if w.File != "" {
			warning.File = t.title(w.File)
		}
		plan.Warnings = append(plan.Warnings, warning)
	}
	return plan, nil
}

// title returns the path of a file or folder of the tree, for messages.
func (t *Tree) title(name string) string {
	return workspace.Short(filepath.Join(t.Root, filepath.FromSlash(name)))
}
