package project

import (
	"iacedit/address"
	"iacedit/edit"
)

// Comments are new comments of an item: the comment directly above it, and the comment behind its
// code. A nil field keeps the comment that is there, and an empty text removes it.
type Comments struct {
	Above  *string // of a block, an attribute, a key or an element
	Behind *string // of an attribute, a key or an element
}

// Comment sets the comments of an item. If the address has a pattern, the comments are set for all
// matching items.
type Comment struct {
	Address string
	Comments

	Optional bool // if the item is missing, nothing is changed
}

func (c *Comment) address() string { return c.Address }

func (c *Comment) action(*Scope) *action {
	return &action{optional: c.Optional, at: func(a address.Address, in asking) ([]byte, error) {
		parts := c.Comments.parts()
		if c.Optional {
			parts = append(parts, edit.Optional())
		}
		return in.edits(updating(meaning(a, in.language)), a, parts)
	}}
}

// parts returns the parts of an edit that set the comments of what is at its address.
func (c Comments) parts() (parts []edit.Part) {
	switch {
	case c.Above == nil:
	case *c.Above == "":
		parts = append(parts, edit.Uncomment())
	default:
		parts = append(parts, edit.Comment(*c.Above))
	}
	switch {
	case c.Behind == nil:
	case *c.Behind == "":
		parts = append(parts, edit.RemoveLineComment())
	default:
		parts = append(parts, edit.LineComment("", *c.Behind))
	}
	return parts
}
