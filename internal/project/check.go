package project

import (
	"iter"

	"iacedit/internal/workspace"
	"iacedit/syntax"
)

// A Checked is the result of checking a file.
type Checked struct {
	Title  string
	File   *workspace.File // nil if it could not be read
	Faults []*syntax.Error // why it does not parse
	Err    error           // why it could not be read
}

// mostFaults is the largest number of errors reported for a file.
const mostFaults = 100

// Check yields the syntax errors of the files, in their order.
func (s *Scope) Check() iter.Seq[Checked] {
	return InOrder(s.Sources, func(source workspace.Source) Checked {
		c := Checked{Title: source.Title}
		if c.File, c.Err = s.Load(source); c.Err == nil {
			c.Title = c.File.Title
			c.Faults = syntax.Errors(c.File.Code, mostFaults)
		}
		return c
	})
}
