package project

import (
	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/selection"
)

// Set sets an attribute or the contents of a block. If several blocks have the address, each of
// them is changed.
type Set struct {
	Address  string
	Value    Value
	Comments Comments
	Existing bool // set the attribute only where it exists
	Optional bool // if the block is missing, nothing is changed

	// If Block is set, an unknown name is taken for a type of nested block. If Attribute is set, an
	// unknown name is taken for an attribute. If neither is set, the provider's schema decides. If
	// the schema lacks the name, the other blocks of the same type decide.
	Block, Attribute bool
}

func (c *Set) address() string { return c.Address }

func (c *Set) action(s *Scope) *action {
	if c.Value.File && c.Value.Text {
		if old, err := s.Get(c.Address); err == nil {
			c.Value = c.Value.readLike(old)
		}
	}
	return &action{at: c.at, makes: true, sure: c.Attribute, optional: c.Optional}
}

// at returns the edits for an address. A local that no file has is made, unless there are several modules.
func (c *Set) at(a address.Address, in asking) ([]byte, error) {
	t := meaning(a, in.language)
	do, parts := edit.Set, c.Comments.parts()
	switch {
	case c.Existing:
		do = edit.Update
	case c.Block:
		parts = append(parts, edit.Kind("block"))
	case c.Attribute:
		parts = append(parts, edit.Kind("attribute"))
	}
	if !c.Existing && (in.several || !selection.IsLocal(t)) {
		parts = append(parts, edit.Existing())
	}
	if c.Optional {
		parts = append(parts, edit.Optional())
	}
	v, err := c.Value.value(t.Schema(in.language))
	if err != nil {
		return nil, err
	}
	return in.edits(do, a, append(parts, edit.Value(v)))
}

// Replace replaces text inside the value of an attribute.
type Replace struct {
	Address string
	Text    string // the text to replace
	Pattern string // or the regular expression whose matches are replaced
	By      string

	Optional bool // if the attribute is missing, nothing is changed
}

func (c *Replace) address() string { return c.Address }

func (c *Replace) action(*Scope) *action {
	return &action{optional: c.Optional, at: func(a address.Address, in asking) ([]byte, error) {
		parts := []edit.Part{edit.ReplaceText("", c.Text, c.By)}
		if c.Pattern != "" {
			parts[0] = edit.ReplacePattern("", c.Pattern, c.By)
		}
		if c.Optional {
			parts = append(parts, edit.Optional())
		}
		return in.edits(updating(meaning(a, in.language)), a, parts)
	}}
}

// Add adds a block or an attribute that does not exist.
type Add struct {
	Address  string
	Value    Value // the contents of a block, "" for none
	Comments Comments
	Block    bool // the last name of the address is a type of nested block
	Beside        // the place of the item; if empty, the customary place
}

func (c *Add) address() string { return c.Address }

func (c *Add) action(*Scope) *action { return &action{at: c.at, makes: true, inOne: true} }

// at returns the edits for an address.
func (c *Add) at(a address.Address, in asking) ([]byte, error) {
	parts := append(c.Beside.parts(), c.Comments.parts()...)
	if c.Block {
		parts = append(parts, edit.Kind("block"))
	}
	if c.Value.Code != "" || c.Value.Text {
		v, err := c.Value.value(meaning(a, in.language).Schema(in.language))
		if err != nil {
			return nil, err
		}
		parts = append(parts, edit.Value(v))
	}
	return in.edits(edit.Add, a, parts)
}
