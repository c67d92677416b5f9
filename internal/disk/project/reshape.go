package project

import "iacedit/edit"

// Reshape turns nested blocks into an attribute, or an attribute into nested blocks. The address
// names all nested blocks of a type, or an attribute.
type Reshape struct {
	Address    string
	Shape      edit.Shape
	References bool // change the references, too
}

func (c *Reshape) address() string { return c.Address }

func (c *Reshape) action(s *Scope) *action {
	parts := []edit.Part{edit.ReshapeTo(c.Shape)}
	if !c.References {
		parts = append(parts, edit.KeepReferences())
	}
	a := (&Operate{Operation: edit.Reshape, Parts: parts, Follows: c.References}).action(s)
	a.module = s.isAll
	return a
}
