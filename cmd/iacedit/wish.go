package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/diff"
	"iacedit/internal/workspace"
	"iacedit/syntax"
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

// An action is what set, add, rm and rename do.
type action struct {
	// edits returns the edits that do it to a target, in a file if that has to be said.
	edits func(t *address.Target, l address.Language, file string) ([]byte, error)
	// choose returns the files of a group that have what is meant, none where that is not
	// in the group.
	choose func(*group) ([]*subject, error)
	// anywhere reports whether a target is in no file yet.
	anywhere func(*address.Target) bool
	// nest is whether a name that the code does not have is that of a nested block.
	nest bool
	// module is whether a file that was named is part of a module that others come to.
	module bool
	// any is whether an address may leave labels out and ask for any attribute.
	any bool
}

// A subject is a file and what an address means in it.
type subject struct {
	source   workspace.Source
	name     string // without its directory
	asked    bool   // the address is looked up in it
	file     *workspace.File
	tree     *syntax.File
	target   address.Target
	missing  address.Missing
	complete bool // nothing is missing
	got      []got
	err      error
}

// fulfil does an action to what an address means in the files.
func (w *wish) fulfil(text string, do *action, std *streams) error {
	return told(w.try(text, do, std), std)
}

func (w *wish) try(text string, do *action, std *streams) error {
	a, err := address.Parse(text)
	if err != nil {
		return fmt.Errorf("the address %q: %w", text, err)
	}
	var space workspace.Workspace
	defer space.Close()
	groups, err := w.groups(a, do, &space, std)
	if err != nil {
		return err
	}
	if groups, err = w.chosen(groups, do); err != nil {
		return err
	}
	if w.PrintEdits {
		return printEdits(groups, std.out)
	}
	options := w.options()
	for g := range inOrder(groups, func(g *group) *group { g.err = g.apply(&options); return g }) {
		if g.err != nil && err == nil {
			err = g.err
		}
	}
	if groups, err = withoutOthers(groups, err); err != nil {
		return err
	}
	return w.print(groups, &space, std)
}

// known returns the language that the flags say.
func (l *language) known() address.Language {
	o := l.options()
	return address.Language{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock}
}

// groups reads the files and finds out what the address means in each.
func (w *wish) groups(a address.Address, do *action, space *workspace.Workspace, std *streams) ([]*group, error) {
	sources := w.sources(space)
	if len(sources) == 0 {
		return nil, errNoFiles
	}
	if !w.Write && !w.Diff && !w.Check && !w.PrintEdits && (len(sources) > 1 || !sources[0].Named) {
		return nil, errors.New("for several files say -w to write them, -d to see what would change, or --check")
	}
	return lookUp(sources, a, do, w.known(), std)
}

// lookUp reads files and finds out what an address means in each that may have it.
func lookUp(sources []workspace.Source, a address.Address, do *action, l address.Language, std *streams) ([]*group, error) {
	groups := grouped(sources, l)
	values := len(a) > 0 && l.IsValuesFile(a[0].Text)
	var all []*subject
	asked := 0
	for _, g := range groups {
		g.ask(values)
		g.module = g.module || do.module && g.all[0].source.Title != stdin
		asked += len(g.asked)
		all = append(all, g.all...)
	}
	if asked == 0 {
		return nil, errNoFiles
	}
	var err error
	for s := range inOrder(all, func(s *subject) *subject { s.find(a, do, l, std); return s }) {
		if s.err != nil && err == nil {
			err = s.err
		}
	}
	return groups, err
}

// chosen returns the groups in which something is to be done, with the requests for it.
func (w *wish) chosen(groups []*group, do *action) (left []*group, err error) {
	var asked []*subject
	for _, g := range groups {
		asked = append(asked, g.asked...)
		if len(g.asked) == 0 {
			continue
		}
		chosen, err := do.choose(g)
		if err != nil {
			return nil, err
		}
		if len(chosen) == 0 {
			continue
		}
		if err := g.need(chosen, do, w.known()); err != nil {
			return nil, err
		}
		left = append(left, g)
	}
	switch {
	case len(left) == 0:
		return nil, notFound(asked)
	case len(left) > 1 && do.anywhere != nil && do.anywhere(&left[0].asked[0].target):
		return nil, errors.New("the files are in several directories: name the one to add to")
	}
	return left, nil
}

// find reads a file and finds out what the address means in it.
func (s *subject) find(a address.Address, do *action, l address.Language, std *streams) {
	if !s.asked {
		s.file, s.err = load(s.source, std)
		return
	}
	if s.file, s.tree, s.err = parse(s.source, std); s.err != nil {
		return
	}
	if s.target, s.err = a.Resolve(s.tree, l); s.err != nil {
		return
	}
	if s.err = do.refuse(a, &s.target); s.err != nil {
		return
	}
	missing, found := s.target.Missing(s.tree, l)
	if do.nest && found && s.target.Nest() {
		missing, found = s.target.Missing(s.tree, l)
	}
	s.missing, s.complete = missing, !found
}

// refuse returns an error for a target that the action is not for.
func (do *action) refuse(a address.Address, t *address.Target) error {
	if do.any {
		return nil
	}
	for i := range t.Blocks {
		if level := &t.Blocks[i]; level.LeftOut > 0 {
			return fmt.Errorf("%s: a %s has more labels: say which, or * for any", a, level.Type)
		}
	}
	if t.Any {
		return fmt.Errorf("%s: say which attribute", a)
	}
	return nil
}

// withoutOthers leaves out the groups in which no block has what the address asks for,
// if there is another in which one has.
func withoutOthers(groups []*group, err error) ([]*group, error) {
	if err == nil {
		return groups, nil
	}
	left := slices.DeleteFunc(slices.Clone(groups), func(g *group) bool {
		refused, ok := errors.AsType[*notApplied](g.err)
		return ok && refused.code == edit.BlockNotFound
	})
	for _, g := range left {
		if g.err != nil {
			return nil, g.err
		}
	}
	if len(left) == 0 {
		return nil, err
	}
	return left, nil
}

// print does with the results what the flags say.
func (w *wish) print(groups []*group, space *workspace.Workspace, std *streams) error {
	var all []rewritten
	for _, g := range groups {
		changed, err := g.changes(space)
		if err != nil {
			return err
		}
		all = append(all, changed...)
	}
	if w.Write {
		if err := write(all); err != nil {
			return err
		}
	}
	painter := painterFor(std.out)
	for _, r := range all {
		if w.Write || w.Check {
			fmt.Fprintln(std.out, r.file.Title)
		}
		if w.Diff {
			fmt.Fprint(std.out, painter.diff(r.diff()))
		}
	}
	if !w.Write && !w.Diff && !w.Check {
		_, err := std.out.Write(groups[0].after[0].Code)
		return err
	}
	if w.Check && len(all) > 0 {
		return exitStatus(exitWouldChange)
	}
	return nil
}

// write writes the files, all or none.
func write(all []rewritten) error {
	changes := make([]workspace.Change, len(all))
	for i, r := range all {
		changes[i] = workspace.Change{File: r.file, Code: r.after}
	}
	return workspace.Write(changes)
}

// diff returns the change as a unified diff.
func (r *rewritten) diff() string {
	from := r.file.Title
	if r.made {
		from = "/dev/null"
	}
	return string(diff.Unified(nil, from, r.file.Title, r.before, r.after))
}

// printEdits prints the edits of the groups, those that are the same once.
func printEdits(groups []*group, out io.Writer) error {
	var printed []byte
	for _, g := range groups {
		for _, edits := range g.edits {
			if bytes.Equal(edits, printed) {
				continue
			}
			printed = edits
			if _, err := fmt.Fprintf(out, "%s\n", printed); err != nil {
				return err
			}
		}
	}
	return nil
}
