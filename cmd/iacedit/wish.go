package main

import (
	"errors"
	"fmt"

	"iacedit/internal/project"
	"iacedit/internal/workspace"
)

// A wish is one edit, said on the command line: what is common to set, add and rm.
type wish struct {
	files
	language

	Write      bool `short:"w" help:"Write the files anew, all or none, and print the names of those that change. Without it, or another of these flags, the code of the one file is printed."`
	Diff       bool `short:"d" help:"Print unified diffs of what changes."`
	Check      bool `help:"Write nothing; print the names of the files that would change, and exit with status 3 if there are any."`
	PrintEdits bool `help:"Print the edits as \"iacedit edit\" and the HTTP service take them, and do nothing."`
}

// Validate refuses flags that contradict each other.
func (w *wish) Validate() error {
	switch {
	case w.Write && w.Check:
		return errors.New("--write and --check contradict each other")
	case w.Write && w.isStdin():
		return errors.New("--write needs a file")
	}
	return errors.Join(w.files.Validate(), w.language.Validate())
}

// fulfil does what is wished for to the files.
func (w *wish) fulfil(wanted project.Wish, std *streams) error {
	return told(w.try(wanted, std), std)
}

func (w *wish) try(wanted project.Wish, std *streams) error {
	if w.PrintEdits {
		space := std.workspace()
		defer space.Close()
		s, err := w.found(w.scopeOf(space, w.sources(space), w.options(), std), std)
		if err != nil {
			return err
		}
		edits, err := s.Edits(wanted)
		for _, text := range edits {
			fmt.Fprintf(std.out, "%s\n", text)
		}
		return err
	}
	return w.planned(func(s *project.Scope) (*project.Plan, error) { return s.Plan(wanted) }, std)
}

// found returns the scope, without what is outside of the root, if it has files.
func (w *wish) found(s *project.Scope, std *streams) (*project.Scope, error) {
	leaveOutside(s, std)
	if len(s.Sources) == 0 {
		return s, project.ErrNoFiles
	}
	return s, nil
}

// planned does what the flags say with what is planned for the files.
func (w *wish) planned(plan func(*project.Scope) (*project.Plan, error), std *streams) error {
	space := std.workspace()
	defer space.Close()
	lock, sources, err := w.locked(space, w.Write)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s, err := w.found(w.scopeOf(space, sources, w.options(), std), std)
	if err != nil {
		return err
	}
	if !w.Write && !w.Diff && !w.Check && (len(s.Sources) > 1 || !s.Sources[0].Named) {
		return errors.New("for several files say -w to write them, -d to see what would change, or --check")
	}
	made, err := plan(s)
	if err != nil {
		return err
	}
	return w.print(made, lock, std)
}

// print does with the results what the flags say.
func (w *wish) print(plan *project.Plan, lock *workspace.Lock, std *streams) error {
	if w.Write {
		if err := plan.Write(lock); err != nil {
			return err
		}
	}
	painter := painterFor(std.out)
	for i := range plan.Changes {
		r := &plan.Changes[i]
		if w.Write || w.Check {
			fmt.Fprintln(std.out, r.File.Title)
		}
		if w.Diff {
			fmt.Fprint(std.out, painter.diff(string(r.AppendDiff(nil))))
		}
	}
	for _, text := range plan.Warnings {
		warning(std, "%s", text)
	}
	if !w.Write && !w.Diff && !w.Check {
		_, err := std.out.Write(plan.Code)
		return err
	}
	if w.Check && len(plan.Changes) > 0 {
		return exitStatus(exitWouldChange)
	}
	return nil
}
