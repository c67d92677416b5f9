package project

import (
	"errors"
	"iter"

	"iacedit/internal/workspace"
	"iacedit/syntax"
)

// A Checked is what came of checking a file.
type Checked struct {
	Title string
	File  *workspace.File // nil where it could not be read
	Fault *syntax.Error   // why it does not parse, or nil
	Err   error           // why it could not be read
}

// Wrong reports whether something is wrong with the file.
func (c *Checked) Wrong() bool { return c.Fault != nil || c.Err != nil }

// Check yields what is wrong with the syntax of the files, in their order.
func (s *Scope) Check() iter.Seq[Checked] {
	return InOrder(s.Sources, func(source workspace.Source) Checked {
		c := Checked{Title: source.Title}
		if c.File, c.Err = s.Load(source); c.Err == nil {
			c.Title = c.File.Title
			c.Fault, _ = errors.AsType[*syntax.Error](syntax.Check(c.File.Code))
		}
		return c
	})
}
