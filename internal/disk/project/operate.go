package project

import (
	"iacedit/address"
	"iacedit/edit"
)

// Operate applies an operation of package edit whose entries have no values, such as edit.Sort.
type Operate struct {
	Address   string
	Operation operator
	Parts     []edit.Part
	Follows   bool // references to the blocks, or to what is in them, may change
}

func (c *Operate) address() string { return c.Address }

func (c *Operate) action(s *Scope) *action {
	a := &action{follows: c.Follows, at: func(a address.Address, in asking) ([]byte, error) {
		return in.edits(c.Operation, a, c.Parts)
	}}
	if c.Follows {
		a.module = s.isAll
	}
	return a
}
