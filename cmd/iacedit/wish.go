package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/terraform"
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

// An action is what set, add and rm do.
type action struct {
	// edits returns the edits that do it to a target.
	edits func(*address.Target, address.Language) ([]byte, error)
	// choose returns the files to do it in. Each has a target.
	choose func(*action, []*subject) ([]*subject, error)
	// nest is whether a name that the code does not have is that of a nested block.
	nest bool
	// any is whether an address may leave labels out and ask for any attribute.
	any bool
}

// A subject is a file and what an address means in it.
type subject struct {
	source   workspace.Source
	file     *workspace.File
	tree     *syntax.File
	target   address.Target
	missing  address.Missing
	complete bool // nothing is missing
	edits    []byte
	edited   []byte
	got      []got
	err      error
}

// A mistake is at a place in a file.
type mistake struct {
	file    *workspace.File
	offset  int // -1 for none
	message string
}

func (m *mistake) Error() string {
	if m.offset < 0 {
		return m.file.Title + ": " + m.message
	}
	line, column := syntax.Position(m.file.Code, m.offset)
	return fmt.Sprintf("%s:%d:%d: %s", m.file.Title, line, column, m.message)
}

// fulfil does an action to what an address means in the files.
func (w *wish) fulfil(text string, do *action, std *streams) error {
	return told(w.try(text, do, std), std)
}

// told tells of a mistake with the line that it is on, and returns what is left to tell.
func told(err error, std *streams) error {
	m, ok := errors.AsType[*mistake](err)
	if !ok {
		return err
	}
	tell(std.err, m)
	return exitStatus(exitFailed)
}

// tell prints what is wrong with a file.
func tell(out io.Writer, err error) {
	m, ok := errors.AsType[*mistake](err)
	switch {
	case !ok:
		fmt.Fprintf(out, "iacedit: %v\n", err)
	case m.offset < 0:
		fmt.Fprintln(out, m)
	default:
		fmt.Fprint(out, painterFor(out).mistake(m.file.Title, m.file.Code, m.offset, m.message))
	}
}

func (w *wish) try(text string, do *action, std *streams) error {
	a, err := address.Parse(text)
	if err != nil {
		return fmt.Errorf("the address %q: %w", text, err)
	}
	var space workspace.Workspace
	defer space.Close()
	subjects, err := w.subjects(a, do, &space, std)
	if err != nil {
		return err
	}
	if subjects, err = do.choose(do, subjects); err != nil {
		return err
	}
	options, language := w.options(), w.known()
	for s := range inOrder(subjects, func(s *subject) *subject { return s.apply(do, &options, language, w.PrintEdits) }) {
		if s.err != nil && err == nil {
			err = s.err
		}
	}
	if subjects, err = withoutOthers(subjects, err); err != nil {
		return err
	}
	return w.print(subjects, std)
}

// known returns the language that the flags say.
func (l *language) known() address.Language {
	o := l.options()
	return address.Language{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock}
}

// subjects reads the files and finds out what the address means in each. Files are left
// out that a block of that type cannot be in, unless they were named.
func (w *wish) subjects(a address.Address, do *action, space *workspace.Workspace, std *streams) ([]*subject, error) {
	sources := w.sources(space)
	language := w.known()
	values := len(a) > 0 && language.IsValuesFile(a[0].Text)
	sources = slices.DeleteFunc(sources, func(s workspace.Source) bool {
		return !s.Named && s.Err == nil && (terraform.IsValues(s.Title) != values || terraform.IsOverride(baseName(s.Title)))
	})
	if len(sources) == 0 {
		return nil, errNoFiles
	}
	if !w.Write && !w.Diff && !w.Check && !w.PrintEdits && (len(sources) > 1 || !sources[0].Named) {
		return nil, errors.New("for several files say -w to write them, -d to see what would change, or --check")
	}
	var all []*subject
	var err error
	for s := range inOrder(sources, func(source workspace.Source) *subject { return find(a, source, do, language, std) }) {
		if s.err != nil && err == nil {
			err = s.err
		}
		all = append(all, s)
	}
	return all, err
}

func baseName(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// find reads a file and finds out what the address means in it.
func find(a address.Address, source workspace.Source, do *action, l address.Language, std *streams) *subject {
	s := &subject{source: source}
	var tree *syntax.File
	if s.file, tree, s.err = parse(source, std); s.err != nil {
		return s
	}
	s.tree = tree
	if s.target, s.err = a.Resolve(tree, l); s.err != nil {
		return s
	}
	if s.err = do.refuse(a, &s.target); s.err != nil {
		return s
	}
	missing, found := s.target.Missing(tree, l)
	if do.nest && found && s.target.Nest() {
		missing, found = s.target.Missing(tree, l)
	}
	s.missing, s.complete = missing, !found
	return s
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

// apply makes the edits and applies them.
func (s *subject) apply(do *action, o *edit.Options, l address.Language, only bool) *subject {
	if s.edits, s.err = do.edits(&s.target, l); s.err != nil || only {
		return s
	}
	s.edited, s.err = o.Apply(nil, s.file.Code, s.edits)
	if refused, ok := errors.AsType[*edit.Error](s.err); ok {
		s.err = &notApplied{mistake{s.file, s.offset(), refused.Message}, refused.Code}
	}
	return s
}

// A notApplied is why edits were refused.
type notApplied struct {
	mistake
	code edit.Code
}

func (n *notApplied) Unwrap() error { return &n.mistake }

// offset returns where what is meant is, as far as it is there; -1 for nowhere.
func (s *subject) offset() int {
	if !s.complete {
		return s.missing.Offset
	}
	if len(s.target.Found) == 0 || s.target.Found[0] == syntax.Root {
		return -1
	}
	id := s.target.Found[0]
	if at := s.tree.Attribute(id, s.target.Path.Name); at != syntax.NoItem {
		id = at
	}
	return int(s.tree.Item(id).Name.From)
}

// withoutOthers leaves out the files in which no block has what the address asks for,
// if there is another in which one has.
func withoutOthers(subjects []*subject, err error) ([]*subject, error) {
	if err == nil {
		return subjects, nil
	}
	left := slices.DeleteFunc(slices.Clone(subjects), func(s *subject) bool {
		refused, ok := errors.AsType[*notApplied](s.err)
		return ok && refused.code == edit.BlockNotFound
	})
	for _, s := range left {
		if s.err != nil {
			return nil, s.err
		}
	}
	if len(left) == 0 {
		return nil, err
	}
	return left, nil
}

// notFound returns why an address means nothing in any file: where something is called
// nearly so, that.
func notFound(subjects []*subject) error {
	best := subjects[0]
	for _, s := range subjects {
		if rank(s) > rank(best) {
			best = s
		}
	}
	message := best.missing.Message
	if rank(best) == 0 && len(subjects) > 1 {
		return fmt.Errorf("%s in %d files", message, len(subjects))
	}
	return &mistake{best.file, best.missing.Offset, message}
}

func rank(s *subject) int {
	switch {
	case strings.Contains(s.missing.Message, "did you mean"):
		return 2
	case s.missing.Offset >= 0:
		return 1
	}
	return 0
}

// severally returns the error for an address that means something in several files.
func severally(subjects []*subject) error {
	var names []string
	for _, s := range subjects {
		names = append(names, s.file.Title)
	}
	return fmt.Errorf("several files have %s: name one of %s", subjects[0].target.Blocks[0].Type, strings.Join(names, ", "))
}

// print does with the results what the flags say.
func (w *wish) print(subjects []*subject, std *streams) error {
	if w.PrintEdits {
		return printEdits(subjects, std.out)
	}
	var changes []workspace.Change
	changed := slices.DeleteFunc(slices.Clone(subjects), func(s *subject) bool { return bytes.Equal(s.edited, s.file.Code) })
	for _, s := range changed {
		changes = append(changes, workspace.Change{File: s.file, Code: s.edited})
	}
	if w.Write {
		if err := workspace.Write(changes); err != nil {
			return err
		}
	}
	painter := painterFor(std.out)
	for _, s := range changed {
		if w.Write || w.Check {
			fmt.Fprintln(std.out, s.file.Title)
		}
		if w.Diff {
			fmt.Fprint(std.out, painter.diff(udiff.Unified(s.file.Title, s.file.Title, string(s.file.Code), string(s.edited))))
		}
	}
	if !w.Write && !w.Diff && !w.Check {
		_, err := std.out.Write(subjects[0].edited)
		return err
	}
	if w.Check && len(changed) > 0 {
		return exitStatus(exitWouldChange)
	}
	return nil
}

// printEdits prints the edits of the files, those that are the same once.
func printEdits(subjects []*subject, out io.Writer) error {
	var printed []byte
	for _, s := range subjects {
		if bytes.Equal(s.edits, printed) {
			continue
		}
		printed = s.edits
		if _, err := fmt.Fprintf(out, "%s\n", printed); err != nil {
			return err
		}
	}
	return nil
}
