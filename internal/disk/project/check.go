package project

import (
	"errors"
	"iter"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Checked is the result of checking a file.
type Checked struct {
	Title  string
	File   *workspace.File // nil if it could not be read
	Faults []*syntax.Error // its syntax errors
	Err    error           // why it could not be read
}

// mostFaults is the largest number of errors reported for a file.
const mostFaults = 100

// Check yields the syntax errors of the files, in the order of the files.
func (s *Scope) Check() iter.Seq[Checked] {
	return InOrder(s.Sources, func(source workspace.Source) Checked {
		c := Checked{Title: source.Title}
		if c.File, c.Err = s.Load(source); c.Err == nil {
			c.Title = c.File.Title
			c.Faults = faults(c.File, source, s)
		}
		return c
	})
}

// faults returns the syntax errors of a file in native or JSON syntax.
func faults(file *workspace.File, source workspace.Source, s *Scope) []*syntax.Error {
	if !terraform.IsInJSON(source.Title) {
		return syntax.Errors(file.Code, mostFaults)
	}
	_, err := mirrored(source, file, s)
	if mistake, ok := errors.AsType[*Mistake](err); ok {
		return []*syntax.Error{{Offset: mistake.Offset, Message: mistake.Message}}
	}
	return nil
}
