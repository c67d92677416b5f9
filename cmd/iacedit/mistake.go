package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"iacedit/edit"
	"iacedit/internal/workspace"
	"iacedit/syntax"
)

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
	t := &subjects[0].target
	what := t.Blocks[0].Type
	if len(t.Blocks) > 1 || len(t.Blocks[0].Labels) > 0 || subjects[0].complete {
		what = t.Address().String()
	}
	return fmt.Errorf("several files have %s: name one of %s", what, strings.Join(names, ", "))
}
