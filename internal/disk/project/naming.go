package project

import (
	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/selection"
)

// A Naming applies an operation whose entries only name items: edit.Delete removes a block, an
// attribute, a key or an element, edit.Disable makes comments of it, and edit.Enable makes code of it.
type Naming struct {
	Operation operator
	Disabled  bool // what is at the address is commented out, so that no reference to it is in use
	Address   string
	Equal     *Value // if the address ends in [=]: those elements of the list that equal this value
	Comment   bool   // the comment above goes, too, whatever it is about
	Optional  bool   // if the item is missing, nothing is changed

	number *int // the index among several comments at the address; nil if the address alone chooses
}

func (c *Naming) address() string { return c.Address }

func (c *Naming) action(*Scope) *action {
	return &action{at: c.at, removes: true, follows: !c.Disabled, optional: c.Optional}
}

func (c *Naming) at(a address.Address, in asking) ([]byte, error) {
	var parts []edit.Part
	equal, err := c.Equal.equal(a)
	if err != nil {
		return nil, err
	}
	if equal != nil {
		parts = append(parts, edit.Value(*equal))
	}
	if c.Comment {
		parts = append(parts, edit.Uncomment())
	}
	if c.Optional {
		parts = append(parts, edit.Optional())
	}
	if c.number != nil {
		parts = append(parts, edit.Index(*c.number))
	}
	return in.edits(c.Operation, a, parts)
}

// EnableDisabled returns the task to make code of what is commented out.
func EnableDisabled(d *selection.Disabled) *Naming {
	e := &Naming{Operation: edit.Enable, Disabled: true, Address: d.Meant.String()}
	if !d.Alone {
		e.number = &d.Number
	}
	return e
}
