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

// A wish contains the common flags of set, add, rm and similar commands.
type wish struct {
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
func (w *wish) Validate() error {
	if w.Write && w.isStdin() {
		return errors.New("--write needs a file")
	}
	return errors.Join(w.files.Validate(), w.dialect.Validate(), w.oneDialect(w.Paths), w.output.Validate())
}

// editing converts the flags to options of package edit.
func (w *wish) editing(sources []workspace.Source, std *streams) edit.Options {
	o := w.options(sources, std)
	o.Schemas = w.known
	return o
}

// fulfil plans the edits that fulfil the wishes, and prints or writes the result, depending on the
// flags.
func (w *wish) fulfil(std *streams, wanted ...project.Wish) error {
	return told(w.adviseRecursive(w.try(wanted, std)), std)
}

func (w *wish) try(wanted []project.Wish, std *streams) error {
	if w.PrintEdits {
		space := w.in(w.workspace(std))
		defer space.Close()
		sources := w.sources(space)
		s, err := w.insideRoot(scope(space, sources, w.editing(sources, std), std), std)
		if err != nil {
			return err
		}
		edits, err := s.Edits(wanted...)
		for _, text := range edits {
			fmt.Fprintf(std.out, "%s\n", text)
		}
		return err
	}
	return w.planned(func(s *project.Scope) (*project.Plan, error) {
		p, err := s.Plan(wanted...)
		if err == nil && w.code != "" {
			w.warnOfNames(s, p, std)
		}
		if err == nil && w.notice != nil && !w.isStdin() {
			if text := w.notice(s, p); text != "" {
				warning(std, "%s", text)
			}
		}
		return p, err
	}, std)
}

// warnOfNames warns of names in the new value that refer to nothing.
func (w *wish) warnOfNames(s *project.Scope, p *project.Plan, std *streams) {
	for _, lone := range w.code.Lone(s, w.at) {
		warning(std, "the value refers to nothing: %v", lone)
	}
	warnOfUndeclared(s, p, "the value", std)
}

// insideRoot removes links to files outside of the root from a scope, and returns the scope. If no
// file is left, it also returns an error.
func (w *wish) insideRoot(s *project.Scope, std *streams) (*project.Scope, error) {
	leaveOutside(s, std)
	if len(s.Sources) == 0 {
		return s, w.noFiles(s)
	}
	return s, nil
}

// planned finds the files of the command, plans edits with the given function, and prints or writes
// the result, depending on the flags.
func (w *wish) planned(plan func(*project.Scope) (*project.Plan, error), std *streams) error {
	space := w.in(w.workspace(std))
	defer space.Close()
	lock, sources, err := w.locked(space, w.Write, nil)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s, err := w.insideRoot(scope(space, sources, w.editing(sources, std), std), std)
	if err != nil {
		return err
	}
	w.several = len(s.Sources) > 1 || !s.Sources[0].Named
	s.KeepGoing, s.Tree = w.KeepGoing, w.Recursive
	if !w.isStdin() {
		s.Around = func() *project.Tree { return callsAround(s.Options.Dialect, w.paths()[0], space) }
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
	return w.print(made, lock, std)
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
