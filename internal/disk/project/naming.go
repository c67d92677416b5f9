package project

import (
	"slices"

	"iacedit/address"
	"iacedit/edit"
)

// A Naming applies an operation whose entries only name items: edit.Delete removes a block, an
// attribute, a key or an element, edit.Disable makes comments of it, and edit.Enable makes code of it.
type Naming struct {
	Operation operator
	Disabled  bool // what is at the address is commented out
	Address   string
	Equal     *Value // if the address ends in [=]: those elements of the list that equal this value
	Comment   bool   // the comment above goes, too, whatever it is about
	Optional  bool   // if the item is missing, nothing is changed

	number *int // the index among several comments at the address; nil if the address alone chooses
}

func (c *Naming) address() string { return c.Address }

func (c *Naming) action(*Scope) *action {
	if c.Disabled {
		return &action{choose: chooseComplete, edits: c.enable, disabled: true, optional: c.Optional}
	}
	return &action{at: c.at, removes: true, follows: true, optional: c.Optional}
}

// at returns the edits for what is code.
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
	return in.edits(c.Operation, a, parts)
}

// enable returns the edits for what is commented out: addresses in edits find only code.
func (c *Naming) enable(t *address.Target, l address.Language, file string) ([]byte, error) {
	r := newRequest(t, l, file, c.Operation, c.Operation)
	r.optional = c.Optional
	equal, err := c.Equal.equal(t.Address())
	if err != nil {
		return nil, err
	}
	if c.number != nil {
		of := *t
		of.Blocks = slices.Clone(t.Blocks)
		of.Blocks[len(of.Blocks)-1].Index = *c.number
		r.target = &of
	}
	switch path := t.Path.String(); {
	case equal != nil:
		return r.edits(contentsOf("attributes", *oneMember(path, *equal)))
	case t.Path.Name != "":
		return r.edits(contentsOf("attributes", listOf(path)))
	}
	return r.edits()
}
