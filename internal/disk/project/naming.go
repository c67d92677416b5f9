package project

import (
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/value"
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
	a := &action{choose: chooseComplete, each: !c.Disabled, removes: !c.Disabled, follows: !c.Disabled, disabled: c.Disabled, optional: c.Optional}
	a.edits = func(t *address.Target, l address.Language, file string) ([]byte, error) {
		equal, err := c.Equal.equal(t, l)
		switch {
		case err != nil:
			return nil, err
		case c.Disabled:
			return c.enable(t, equal, newRequest(t, l, file, c.Operation, c.Operation))
		}
		var parts []edit.Part
		if equal != nil {
			parts = append(parts, edit.Value(*equal))
		}
		if c.Comment {
			parts = append(parts, edit.Uncomment())
		}
		if file != "" {
			parts = append(parts, edit.InFile(file))
		}
		if c.Optional {
			parts = append(parts, edit.Optional())
		}
		return c.Operation(edit.At(a.asked.String()), parts...).MarshalJSON()
	}
	return a
}

// enable returns the edits for what is commented out: addresses in edits find only code.
func (c *Naming) enable(t *address.Target, equal *value.Value, r *request) ([]byte, error) {
	r.optional = c.Optional
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
