package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/internal/requests/batch"
)

// A Tree is a set of files, such as those of a repository, that is searched for calls of a module.
type Tree struct {
	Root    string             // a directory that contains all of the files
	Sources []workspace.Source // the files, including tests
	Callers []workspace.Source // the files in other languages whose code runs modules
	Follow  bool               // also change the calls; otherwise only warn about them
}

// FindTree returns a Tree with all modules in and below the given directories, and their tests. The
// directories must be absolute paths if there are several. The files are in the given language.
func FindTree(d edit.Dialect, space Space, root string, others ...string) *Tree {
	t := &Tree{Root: root}
	for _, source := range space.SourcesIn(workspace.Wanted{Dialect: d, Callers: true}, append([]string{root}, others...), true) {
		if source.Dialect.Runs(d) {
			source.Title = workspace.Short(source.Title)
			t.Callers = append(t.Callers, source)
		} else {
			t.Sources = append(t.Sources, source)
		}
	}
	for _, other := range others {
		t.Root = workspace.CommonDir(t.Root, other)
	}
	t.Sources = append(t.Sources, TestsOf(space, t.Sources)...)
	for i := range t.Sources {
		t.Sources[i].Title = workspace.Short(t.Sources[i].Title)
	}
	return t
}

// All returns all files of the tree.
func (t *Tree) All() []workspace.Source { return slices.Concat(t.Sources, t.Callers) }

// PlanIn returns the plan of a rename. If a variable or an output is renamed, the plan also covers
// the calls of its module in the files of t. If t.Follow is set, the plan changes these calls.
// Otherwise it has warnings about them.
func (s *Scope) PlanIn(r *Rename, t *Tree) (*Plan, error) {
	p := &planner{Scope: s.remembering()}
	groups, err := p.carryOut([]Task{r})
	if err != nil {
		return nil, err
	}
	plan, err := p.planned(groups)
	if err != nil || !r.References || len(groups) == 0 {
		return plan, err
	}
	t.Follow = t.Follow || r.ChangesKind() && len(t.Sources) > 0 // no caller may give a value to what is a local now
	edits, err := t.editsOf(groups, s.Options.Dialect)
	if edits == nil || err != nil {
		return plan, err
	}
	return t.plan(p.Scope, plan, edits)
}

// EditsIn returns the edits of a rename for a tree: they name the folders of the modules, or the files,
// to which the object belongs. The result is nil if code elsewhere cannot refer to the object.
func (s *Scope) EditsIn(r *Rename, t *Tree) ([]byte, error) {
	groups, err := (&planner{Scope: s.remembering()}).carryOut([]Task{r})
	if err != nil {
		return nil, err
	}
	return t.editsOf(groups, s.Options.Dialect)
}

// editsOf returns the edits of groups as edits for the tree, or nil if code elsewhere cannot refer to
// what they change.
func (t *Tree) editsOf(groups []*group, d edit.Dialect) ([]byte, error) {
	var all [][]byte
	for _, g := range groups {
		edits, err := batch.Merged(g.edits)
		if err != nil {
			return nil, err
		}
		folder, ok := t.NameOf(g.dir)
		if ok {
			edits, ok = inFolder(edits, folder, g.onlyFile(), d, t.Follow)
		}
		if !ok {
			return nil, nil
		}
		all = append(all, edits)
	}
	return batch.Merged(all)
}

// linked returns a warning for each changed file that also belongs to another module through a
// symbolic link. It does not warn if the plan also changes another file of that module. The map has
// the files of the tree by their names in the tree.
func (t *Tree) linked(plan *Plan, by map[string]*workspace.File) (warnings []Warning) {
	changed := map[string]bool{} // directories
	var own []*workspace.File
	for i := range plan.Changes {
		if name, ok := t.NameOf(plan.Changes[i].File.Title); ok && by[name] != nil {
			own = append(own, by[name])
			changed[filepath.Dir(by[name].Title)] = true
		}
	}
	for _, f := range own {
		if other := linkTo(by, f); other != nil && !changed[filepath.Dir(other.Title)] {
			warnings = append(warnings, Warning{Code: edit.NotSearched, File: other.Title,
				Message: fmt.Sprintf("it is the same file as %s, by a link, and changes with it: the other files in %s were not searched for references", f.Title, filepath.Dir(other.Title))})
		}
	}
	return warnings
}

// NameOf returns a path relative to the root of the tree, with slashes. The result ok is false if
// the path is outside of the root.
func (t *Tree) NameOf(path string) (name string, ok bool) {
	name, err := relative(t.Root, path)
	return name, err == nil && name != ".." && !strings.HasPrefix(name, "../")
}

// inFolder converts edits that rename one object of a module, or of a file, to which code elsewhere may
// refer: a variable or an output in Terraform. The new edits are for the whole tree: they have the
// folder of the module and, if a file reads alone, the file. If the edits do anything else, inFolder
// returns false. If the argument follow is false, the new edits leave the references elsewhere
// unchanged.
func inFolder(edits []byte, folder, file string, d edit.Dialect, follow bool) ([]byte, bool) {
	var all struct{ Rename []map[string]any }
	if json.Unmarshal(edits, &all) != nil || len(all.Rename) != 1 {
		return nil, false
	}
	entry := all.Rename[0]
	text, _ := entry["address"].(string)
	a, err := address.Parse(text)
	if err != nil || !d.LinksFiles() && (len(a) != 2 || !slices.Contains([]string{"var", "variable", "output"}, a[0].Text)) {
		return nil, false
	}
	if d.LinksFiles() && file != "" {
		entry["file"] = path.Join(folder, file)
	} else {
		entry["folder"] = folder
	}
	if !follow {
		entry["callers"] = false
	}
	code, err := json.Marshal(map[string]any{"rename": all.Rename})
	return code, err == nil
}

// load reads the files of the tree in parallel. It returns the files as a list, and as a map by
// their names in the tree. For each file that cannot be read, it calls the given function, and
// stops if that function returns an error.
func (t *Tree) load(s *Scope, failed func(workspace.Source, error) error) (files []edit.File, by map[string]*workspace.File, err error) {
	type loaded struct {
		source workspace.Source
		file   *workspace.File
		err    error
	}
	by = map[string]*workspace.File{}
	read := func(source workspace.Source) *loaded {
		file, err := s.Load(source)
		return &loaded{source, file, err}
	}
	for x := range InOrder(t.All(), read) {
		name, ok := t.NameOf(x.source.Title)
		switch {
		case x.err != nil:
			if err := failed(x.source, x.err); err != nil {
				return nil, nil, err
			}
		case ok && by[name] == nil:
			by[name] = x.file
			files = append(files, edit.File{Name: name, Code: x.file.Code})
		}
	}
	return files, by, nil
}

// plan applies the edits of a rename to the tree. If t.Follow is set, it returns a plan with the
// changes of all files, or an error if the edits are refused. Otherwise it only adds warnings about
// the module calls to the plan.
func (t *Tree) plan(s *Scope, plan *Plan, edits []byte) (*Plan, error) {
	files, by, _ := t.load(s, func(source workspace.Source, err error) error {
		plan.Warnings = append(plan.Warnings, Warning{Code: edit.NotSearched, Message: "it was not searched for calls: " + err.Error(), File: source.Title})
		return nil
	})
	plan.Warnings = append(plan.Warnings, t.linked(plan, by)...)
	options := s.Options
	options.SkipInvalid = true
	result, err := options.Edit(files, edits, edit.ReturnCode|edit.ReturnReport)
	if err != nil {
		if refused, ok := errors.AsType[*edit.Error](err); ok && t.Follow {
			return nil, refusedIn(t.Root, refused)
		}
		return plan, nil // the plan for the module itself is complete
	}
	for i := range result.Report.Warnings {
		w := &result.Report.Warnings[i]
		if w.Code != edit.NotSearched || w.Address == "" {
			continue
		}
		told := warningOf(w)
		if told.File = w.File; by[w.File] != nil {
			told.File = by[w.File].Title
		}
		plan.Warnings = append(plan.Warnings, told)
	}
	for _, skipped := range result.Skipped {
		at := skipped.Position
		if broken := by[at.File]; t.Follow && s.KeepGoing && !plan.skips(broken) {
			var mistake error = &Mistake{broken, -1, skipped.Message}
			if _, err := parseNative(broken); err != nil && !terraform.IsInJSON(broken.Title) {
				mistake = err
			}
			plan.Skipped = append(plan.Skipped, mistake)
		}
		plan.Warnings = append(plan.Warnings, Warning{Code: edit.NotSearched, Message: "it does not parse, and was not searched for calls", File: by[at.File].Title, Line: at.Line, Column: at.Column})
	}
	if !t.Follow {
		return plan, nil
	}
	plan.Changes = plan.Changes[:0]
	for _, f := range result.Files {
		if file := by[f.Name]; file != nil {
			plan.Changes = append(plan.Changes, Rewritten{File: file, Before: file.Code, After: f.Code})
		}
	}
	slices.SortFunc(plan.Changes, func(a, b Rewritten) int { return strings.Compare(a.File.Title, b.File.Title) })
	return plan, nil
}

// linkTo returns a file in another directory that is the same file as f because of a link, or nil.
// If there are several such files, it returns the one whose title sorts first.
func linkTo(by map[string]*workspace.File, f *workspace.File) (shared *workspace.File) {
	for _, other := range by {
		if other.Same(f) && filepath.Dir(other.Title) != filepath.Dir(f.Title) && (shared == nil || other.Title < shared.Title) {
			shared = other
		}
	}
	return shared
}
