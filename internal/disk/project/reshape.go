package project

import (
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit"
)

// Reshape turns nested blocks into an attribute, or an attribute into nested blocks. The address
// names all nested blocks of a type, or an attribute.
type Reshape struct {
	Address    string
	Shape      edit.Shape
	References bool // change the references, too
}

func (c *Reshape) address() string { return c.Address }

func (c *Reshape) action(s *Scope) *action {
	return &action{choose: chooseComplete, edits: c.edits, module: s.isAll, made: true, follows: c.References}
}

// shapesOfAttributes are the shapes that an attribute can get; nested blocks can get the others.
var shapesOfAttributes = []string{"block", "blocks"}

func (c *Reshape) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	name := t.Path.Name
	ofAttribute := slices.Contains(shapesOfAttributes, c.Shape.As)
	switch {
	case len(t.Path.Steps) > 0:
		return nil, fmt.Errorf("%s is inside the value of an attribute, and only a whole attribute can become nested blocks", t.Address())
	case name == "" && len(t.Blocks) == 1:
		return nil, fmt.Errorf("%s is a block of its own; give the address of nested blocks or of an attribute in it: %[1]s.NAME", t.Address())
	case name == "" && ofAttribute:
		return nil, fmt.Errorf("%s is a nested block already; --as is object, list or map for what it becomes", t.Address())
	case name != "" && !ofAttribute:
		return nil, fmt.Errorf("%s is an attribute; --as is block or blocks for what it becomes", t.Address())
	}
	var part edit.Part
	if name != "" {
		part = edit.ReshapeAttr(name, c.Shape)
	}
	for i := len(t.Blocks) - 1; i > 0; i-- {
		level := &t.Blocks[i]
		if level.Selects() || level.Index >= 0 || level.HasLabels {
			return nil, fmt.Errorf("%s: nested blocks of a type change their shape together: omit the index or selector", t.Address())
		}
		if part == nil {
			part = edit.ReshapeBlocks(level.Type, c.Shape)
		} else {
			part = edit.ReshapeBlocks(level.Type, edit.Shape{}, part)
		}
	}
	outer := *t
	outer.Blocks, outer.Path = t.Blocks[:1], address.Path{}
	r := newRequest(&outer, l, file, edit.Reshape, edit.Reshape)
	r.optional = t.Several()
	parts := []edit.Part{part}
	if !c.References {
		parts = append(parts, edit.KeepReferences())
	}
	return r.edits(parts...)
}
