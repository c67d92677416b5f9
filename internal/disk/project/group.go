package project

import (
	"errors"
	"path/filepath"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/fault"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/internal/requests/batch"
	"iacedit/module"
	"iacedit/syntax"
)

// A group is a set of files that are edited together: a module in one directory, several
// modules (tree.go), or one file that the user named.
type group struct {
	dir    string
	module bool
	all    []*subject // its files, in load order
	broken []*subject // the files that do not parse and are ignored
	edits  [][]byte   // edits as JSON; the method apply merges them into one request
	after  []edit.File
	err    error

	number   int          // its index among all groups
	answers  edit.Answers // what the edits return besides the code
	removes  bool         // remove a file that the edits leave empty
	moves    bool         // blocks are moved to another file
	sure     bool         // an unknown name is an attribute
	effects  []Effect     // the effects in the reports of the edits
	warnings []Warning
	passed   []error // why values were skipped
	folders  bool    // new files may be in subdirectories
}

// A subject is a file of a group.
type subject struct {
	source workspace.Source
	name   string // the name of the file, without its directory
	file   *workspace.File
	err    error
}

// grouped divides files into groups: one for the files of each directory, and one for standard
// input. A file that the user named is a group of its own if files of its kind never belong to a
// Terraform module.
func grouped(sources []workspace.Source, l address.Language) []*group {
	var groups []*group
	byDir := map[string]*group{}
	for _, s := range sources {
		dir, name := s.Dir(), filepath.Base(s.Title)
		if s.Title == Stdin || s.Named && !l.Dialect.AnyBlock() && module.RoleOf(name) == module.None {
			groups = append(groups, &group{dir: dir, all: []*subject{{source: s, name: name}}})
			continue
		}
		g := byDir[dir]
		if g == nil {
			g = &group{dir: dir}
			byDir[dir] = g
			groups = append(groups, g)
		}
		if !slices.ContainsFunc(g.all, func(other *subject) bool { return other.name == name }) {
			g.all = append(g.all, &subject{source: s, name: name})
		}
	}
	for i, g := range groups {
		g.number = i
		first := g.all[0].source
		g.module = len(g.all) > 1 || !first.Named || terraform.IsInJSON(first.Title) // the name decides which edits the file allows
		slices.SortFunc(g.all, func(a, b *subject) int { return module.Compare(a.name, b.name) })
	}
	return groups
}

// apply merges the edits of the group into one request and applies it.
func (g *group) apply(o *edit.Options) error {
	g.files()
	if len(g.edits) == 0 {
		return nil
	}
	edits, err := batch.Merged(g.edits)
	if err != nil {
		return err
	}
	result, err := o.Edit(g.after, edits, edit.ReturnCode|g.answers)
	if err != nil {
		return g.refused(err)
	}
	g.take(result, o)
	for i := range g.effects {
		g.effects[i].Pointer = ""
	}
	for i := range g.warnings {
		g.warnings[i].Pointer, g.warnings[i].Offset = "", -1
	}
	return nil
}

// files initializes g.after with the unchanged files, before any edits are applied.
func (g *group) files() {
	loaded := g.loaded()
	g.after = make([]edit.File, 0, len(loaded))
	for _, s := range loaded {
		g.after = append(g.after, g.fileOf(s))
	}
}

// onlyFile returns the name of the file of a group that is a single file, and otherwise "".
func (g *group) onlyFile() string {
	if len(g.all) == 1 {
		return g.all[0].name
	}
	return ""
}

// loaded returns the files that have been read; those that do not parse are at the end.
func (g *group) loaded() []*subject { return append(slices.Clip(g.all), g.broken...) }

// named returns the file with the given name, or the first file if no file has that name.
func (g *group) named(name string) *subject {
	for _, s := range g.loaded() {
		if s.name == name {
			return s
		}
	}
	return g.all[0]
}

// fileOf converts a subject to a file for package edit. The file has a name only if the group is a
// module.
func (g *group) fileOf(s *subject) edit.File {
	if !g.module {
		return edit.File{Code: s.file.Code}
	}
	return edit.File{Name: s.name, Code: s.file.Code}
}

// modules returns the files of the group for package read.
func (g *group) modules() (files []module.File) {
	for _, s := range g.all {
		files = append(files, module.File{Name: s.name, Code: s.file.Code})
	}
	return files
}

// take stores the result of an edit in the group: the new code of changed files, the new files, and
// the report.
func (g *group) take(result *edit.Result, o *edit.Options) {
	at := make(map[string]int, len(g.after))
	for i := range g.after {
		at[g.after[i].Name] = i
	}
	for _, f := range result.Files {
		if i, known := at[f.Name]; known {
			g.after[i] = f
		} else {
			g.after = append(g.after, f)
		}
	}
	for _, err := range result.Unreachable {
		g.passed = append(g.passed, g.mistaken(err))
	}
	if result.Report != nil {
		g.note(result.Report, o)
	}
}

// refused converts an error of package edit to an error with the name of the file and, if known,
// the offset of the fault.
func (g *group) refused(err error) error {
	refused, ok := errors.AsType[*edit.Error](err)
	if !ok {
		return err
	}
	if several := fault.SeveralOf(refused); several != nil {
		return ambiguousIn(g.dir, *several)
	}
	s, offset := g.all[0], -1
	if at := refused.Position; at != nil {
		s = g.named(at.File)
		offset = offsetAt(s.file.Code, at.Line, at.Column)
		if refused.Code == edit.InvalidCode {
			if _, err := syntax.Parse(s.file.Code); err != nil && !terraform.IsInJSON(s.name) {
				return &Mistake{s.file, offset, err.(*syntax.Error).Message}
			}
		}
	} else if refused.Code == edit.InvalidRequest || fault.Has(refused, fault.NoFile) {
		s = &subject{file: noFile} // the error is about the address
	} else if g.module && len(g.all) > 1 {
		return refusedIn(g.dir, refused)
	}
	if fault.Has(refused, fault.OtherLanguage) {
		return &OtherLanguage{refusedAt(s.file, offset, refused)}
	}
	return refusedAt(s.file, offset, refused)
}

// mistaken converts an error of package edit to a *Refused. The *Refused has the position of the
// error in one of the group's files. If the error has no position, the *Refused names the
// directory.
func (g *group) mistaken(err *edit.Error) error {
	if at := err.Position; at != nil {
		s := g.named(at.File)
		return refusedAt(s.file, offsetAt(s.file.Code, at.Line, at.Column), err)
	}
	return refusedIn(g.dir, err)
}
