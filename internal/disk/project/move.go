package project

import (
	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/workspace"
)

// Move moves a block, an attribute or a key. If File is set, Beside may be empty.
type Move struct {
	Address string
	File    string // the file in the module to which a block moves; it is created if necessary
	Beside
}

func (c *Move) address() string { return c.Address }

func (c *Move) action(*Scope) *action {
	module := func(workspace.Source) bool { return c.File != "" }
	return &action{removes: true, moves: c.File != "", module: module, at: func(a address.Address, in asking) ([]byte, error) {
		parts := c.Beside.parts()
		if c.File != "" {
			parts = append(parts, edit.InFile(c.File))
		}
		return in.edits(edit.Move, a, parts)
	}}
}
