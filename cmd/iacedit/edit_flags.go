package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"iacedit/convert"
	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// editFlags are the common flags of set, add, rm and similar commands.
type editFlags struct {
	files
	dialect
	output
	known *convert.Schemas   // the schemas of providers; nil for none
	code  project.Expression // the new value if it is an expression, or ""
	at    string             // the address of the new value

	// notice returns a warning about what the plan does to the code, or "". It is nil if there is
	// never a warning.
	notice func(*project.Scope, *project.Plan) string

	PrintEdits bool `help:"Print the edits, for \"iacedit edit\" and the HTTP service, and change nothing."`
}

// Validate refuses flags that contradict each other.
func (f *editFlags) Validate() error {
	if f.Write && f.isStdin() {
		return errors.New("--write needs a file")
	}
	return errors.Join(f.files.Validate(), f.dialect.Validate(), f.oneDialect(f.Paths), f.output.Validate())
}

// editing converts the flags to options of package edit.
func (f *editFlags) editing(sources []workspace.Source, std *streams) edit.Options {
	o := f.options(sources, std)
	o.Schemas = f.known
	return o
}

// carryOut plans changes, and prints or writes the result, depending on the flags.
func (f *editFlags) carryOut(std *streams, changes ...project.Task) error {
	return told(f.adviseRecursive(f.try(changes, std)), std)
}

func (f *editFlags) try(changes []project.Task, std *streams) error {
	if f.PrintEdits {
		space := f.in(f.workspace(std))
		defer space.Close()
		sources := f.sources(space)
		s, err := f.insideRoot(scope(space, sources, f.editing(sources, std), std), std)
		if err != nil {
			return err
		}
		edits, err := s.Edits(changes...)
		for _, text := range edits {
			fmt.Fprintf(std.out, "%s\n", text)
		}
		return err
	}
	return f.planned(func(s *project.Scope) (*project.Plan, error) {
		p, err := s.Plan(changes...)
		if err == nil && f.code != "" {
			f.warnOfNames(s, p, std)
		}
		if err == nil && f.notice != nil && !f.isStdin() {
			if text := f.notice(s, p); text != "" {
				warning(std, "%s", text)
			}
		}
		return p, err
	}, std)
}

// warnOfNames warns of names in the new value that refer to nothing.
func (f *editFlags) warnOfNames(s *project.Scope, p *project.Plan, std *streams) {
	for _, lone := range f.code.Lone(s, f.at) {
		warning(std, "the value refers to nothing: %v", lone)
	}
	warnOfUndeclared(s, p, "the value", std)
}

// insideRoot removes links to files outside of the root from a scope, and returns the scope. If no
// file is left, it also returns an error.
func (f *editFlags) insideRoot(s *project.Scope, std *streams) (*project.Scope, error) {
	leaveOutside(s, std)
	if len(s.Sources) == 0 {
		return s, f.noFiles(s)
	}
	return s, nil
}

// planned finds the files of the command, plans edits with the given function, and prints or writes
// the result, depending on the flags.
func (f *editFlags) planned(plan func(*project.Scope) (*project.Plan, error), std *streams) error {
	space := f.in(f.workspace(std))
	defer space.Close()
	lock, sources, err := f.locked(space, f.Write, nil)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s, err := f.insideRoot(scope(space, sources, f.editing(sources, std), std), std)
	if err != nil {
		return err
	}
	f.several = len(s.Sources) > 1 || !s.Sources[0].Named
	s.KeepGoing, s.Tree = f.KeepGoing, f.Recursive
	if !f.isStdin() {
		s.Around = func() *project.Tree { return callsAround(s.Options.Dialect, f.paths()[0], space) }
	}
	made, err := plan(s)
	if err != nil {
		return err
	}
	for i := range made.Warnings {
		if v := &made.Warnings[i]; v.Code == edit.LooksLikeAReference {
			if text, _, ok := strings.Cut(v.Message, "; send "); ok {
				v.Message = text + "; -x writes the " + v.Message[strings.LastIndexByte(v.Message, ' ')+1:]
			}
		}
	}
	tellTwins(space, made, std)
	return f.print(made, lock, std)
}

// warnOfUndeclared warns of the objects to which a changed module now refers but that it does not
// declare. The argument code says what refers to them, as in "the replacement".
func warnOfUndeclared(s *project.Scope, made *project.Plan, code string, std *streams) {
	for _, u := range s.NewlyUndeclared(made) {
		in := ""
		if dir := filepath.Dir(u.File); dir != "." {
			in = dir + ": "
		}
		warning(std, "%s%s refers to nothing: %v", in, code, u.Missing())
	}
}
