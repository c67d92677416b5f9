package project

import (
	"fmt"

	"iacedit/address"
	"iacedit/edit"
)

// Operate applies an operation of package edit to blocks, or to an attribute in them.
type Operate struct {
	Address   string
	Operation func(edit.BlockAddress, ...edit.Part) edit.Operation
	Inside    func(paths ...string) edit.Part // the operation on an attribute; nil if there is none
	Body      []edit.Part                     // the operation on all items of a block, for an address that ends in .*; nil if there is none
	Parts     []edit.Part
	Follows   bool // references to the blocks, or to what is in them, may change
}

// address returns the address. If it means all locals, it is that of the attributes of all their blocks.
func (c *Operate) address() string {
	if c.Body != nil && (c.Address == "local.*" || c.Address == "locals.*") {
		return "locals[*].*"
	}
	return c.Address
}

func (c *Operate) action(s *Scope) *action {
	a := &action{choose: chooseComplete, edits: c.edits, body: c.Body != nil, follows: c.Follows}
	if c.Follows {
		a.module = s.isAll
	}
	return a
}

func (c *Operate) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	r := newRequest(t, l, file, c.Operation, c.Operation)
	r.existing = t.Several()
	switch {
	case t.Any:
		return r.edits(c.Body...)
	case t.Path.Name == "":
		return r.edits(c.Parts...)
	case c.Inside == nil:
		return nil, fmt.Errorf("%s is an attribute, and what is asked is about the items of a block", c.Address)
	}
	return r.edits(append([]edit.Part{c.Inside(t.Path.String())}, c.Parts...)...)
}
