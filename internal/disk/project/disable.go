package project

import (
	"fmt"
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

// naming returns the edits of an operation whose entries name items: the target, or the elements in
// it that equal a value.
func (r *request) naming(equal *Value) ([]byte, error) {
	if err := checkEqual(r.target, equal); err != nil {
		return nil, err
	}
	path := r.target.Path.String()
	switch {
	case equal != nil:
		v, err := equal.value(r.target.Schema(r.language))
		if err != nil {
			return nil, err
		}
		return r.edits(contentsOf("attributes", *oneMember(path, v)))
	case r.target.Path.Name != "":
		return r.edits(contentsOf("attributes", listOf(path)))
	}
	return r.edits()
}

// checkEqual returns an error if only one of these is there: a value for elements, and an address
// that ends in [=].
func checkEqual(t *address.Target, equal *Value) error {
	n := len(t.Path.Steps)
	switch ends := n > 0 && t.Path.Steps[n-1].Kind == address.StepEqual; {
	case ends && equal == nil:
		return fmt.Errorf("%s ends in [=]; give the element as --equal VALUE", t.Address())
	case !ends && equal != nil:
		return fmt.Errorf("%s: --equal goes with an address that ends in [=]", t.Address())
	}
	return nil
}
