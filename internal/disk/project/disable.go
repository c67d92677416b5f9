package project

import (
	"slices"

	"iacedit/address"
	"iacedit/edit"
)

// Disable makes comments of a block, an attribute, a key or an element.
type Disable struct {
	Address  string
	Equal    *Value // if the address ends in [=]: those elements of the list that equal this value
	Optional bool   // if the item is missing, nothing is changed
}

func (c *Disable) address() string { return c.Address }

func (c *Disable) action(*Scope) *action {
	return &action{choose: chooseComplete, edits: c.edits, each: true, removes: true, follows: true, optional: c.Optional}
}

func (c *Disable) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	r := newRequest(t, l, file, edit.Disable, edit.Disable)
	r.existing, r.optional = t.Several() && c.Equal == nil, c.Optional
	return r.naming(c.Equal)
}

// Enable makes code of comments that are, without their comment signs, a block, an attribute, a key
// or an element.
type Enable struct {
	Address  string
	Equal    *Value // if the address ends in [=]: the element of the list that equals this value
	Optional bool   // if nothing is commented out at the address, nothing is changed

	number *int // the index among several comments at the address; nil if the address alone chooses
}

func (c *Enable) address() string { return c.Address }

func (c *Enable) action(*Scope) *action {
	return &action{choose: chooseComplete, edits: c.edits, disabled: true, optional: c.Optional}
}

func (c *Enable) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	if c.number != nil {
		of := *t
		of.Blocks = slices.Clone(t.Blocks)
		of.Blocks[len(of.Blocks)-1].Index = *c.number
		t = &of
	}
	r := newRequest(t, l, file, edit.Enable, edit.Enable)
	r.optional = c.Optional
	return r.naming(c.Equal)
}
