package project

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/selection"
	"iacedit/internal/workspace"
)

// Move moves a block, an attribute or a key. One of the fields After to Last gives the place; with
// File it may be missing.
type Move struct {
	Address       string
	File          string // the file of the module that a block moves to, made if necessary
	After, Before string // addresses of the same kind
	First, Last   bool
}

func (c *Move) address() string { return c.Address }

func (c *Move) action(s *Scope) *action {
	m := &mover{Move: c, language: s.language()}
	return &action{choose: m.choose, edits: m.edits, removes: true, module: func(workspace.Source) bool { return c.File != "" }}
}

// A mover plans a Move.
type mover struct {
	*Move
	language address.Language
	place    *edit.Destination // nil for none
}

// choose chooses the file of the moved item, and finds the item beside the new place.
func (c *mover) choose(g *group) ([]*subject, error) {
	chosen, err := chooseComplete(g)
	if err != nil || len(chosen) == 0 {
		return nil, err
	}
	t := &chosen[0].target
	switch {
	case t.Several() && (c.place != nil || c.First || c.Last || c.After != "" || c.Before != ""):
		return nil, errors.New("several blocks go into a file by --file; to a place beside others they go one at a time")
	case c.File != "" && (t.Path.Name != "" || len(t.Blocks) > 1):
		return nil, errors.New("another file is for blocks at the top of a file: what is in them stays in them")
	case c.First:
		c.place = new(edit.First())
	case c.Last:
		c.place = new(edit.Last())
	case c.After != "":
		c.place, err = c.beside(after, c.After, g, chosen[0])
	case c.Before != "":
		c.place, err = c.beside(before, c.Before, g, chosen[0])
	}
	return chosen, err
}

// A side makes a destination on one side of a block or an attribute.
type side struct {
	block     func(edit.BlockAddress, ...edit.Part) edit.Destination
	attribute func(path string) edit.Destination
}

var (
	after  = side{edit.After, edit.AfterAttr}
	before = side{edit.Before, edit.BeforeAttr}
)

// beside returns the place next to the target of an address.
func (c *mover) beside(on side, text string, g *group, s *subject) (*edit.Destination, error) {
	a, err := parseAddress(text)
	if err != nil {
		return nil, err
	}
	t := &s.target
	var place edit.Destination
	if len(a) == 1 && (t.Path.Name != "" || len(t.Blocks) > 1) {
		// In the same block, the name is enough.
		if place = on.attribute(a[0].Text); t.Path.Name == "" {
			place = on.block(edit.Block(a[0].Text))
		}
		return &place, nil
	}
	other, in, err := c.other(a, g, s)
	if err != nil {
		return nil, err
	}
	top := len(t.Blocks) == 1 && t.Path.Name == "" // a block may move to another file
	if (t.Path.Name == "") != (other.Path.Name == "") || len(t.Blocks) != len(other.Blocks) || !top && (in != s || !c.inOneBody(t, other, s)) {
		return nil, fmt.Errorf("%s cannot stand beside %s: both have to be in the same place", t.Address(), other.Address())
	}
	if t.Path.Name != "" {
		place = on.attribute(other.Path.String())
		return &place, nil
	}
	last := len(other.Blocks) - 1
	block := edit.Block(other.Blocks[last].Type)
	if last == 0 {
		block = edit.Block(other.Blocks[0].Type, other.Blocks[0].Labels...)
	}
	place = on.block(block, newRequest(other, c.language, "", nil, nil).selectors(last)...)
	return &place, nil
}

// inOneBody reports whether two attributes of a file, or two nested blocks, are in one block.
func (c *mover) inOneBody(a, b *address.Target, s *subject) bool {
	switch {
	case len(a.Found) != 1 || len(b.Found) != 1:
		return false
	case a.Path.Name != "":
		return a.Found[0] == b.Found[0]
	}
	return s.tree.Item(a.Found[0]).Parent == s.tree.Item(b.Found[0]).Parent
}

// other returns the target of an address in the module, and its file. The current file is searched
// first.
func (c *mover) other(a address.Address, g *group, s *subject) (*address.Target, *subject, error) {
	all := append([]*subject{s}, g.asked...)
	var first *Mistake
	var lacking address.Missing
	for _, in := range slices.CompactFunc(all, func(a, b *subject) bool { return a == b }) {
		t, err := selection.Resolve(a, in.tree, c.language)
		if err != nil {
			return nil, nil, err
		}
		missing, found := t.Missing(in.tree, c.language)
		if !found {
			return &t, in, nil
		}
		if first == nil {
			lacking = missing
		} else {
			lacking = lacking.Joined(missing)
		}
		if first == nil || missing.Offset >= 0 && first.Offset < 0 {
			first = &Mistake{in.file, missing.Offset, missing.Message}
		}
	}
	if first != nil && first.Message == lacking.Message {
		first.Message += lacking.WhatIsThere()
	}
	return nil, nil, first
}

func (c *mover) edits(t *address.Target, l address.Language, _ string) ([]byte, error) {
	if t.Path.Name != "" {
		if c.place == nil {
			return nil, errors.New("say where it goes: after or before another, first or last")
		}
		r := newRequest(t, l, "", edit.Move, edit.Move)
		if t.Blocks[0].Type == "locals" {
			// Selectors distinguish several blocks, because an index counts in one file.
			one := *t
			one.Blocks = slices.Clone(t.Blocks)
			one.Blocks[0].Index = -1
			r.target, r.existing = &one, true
		}
		return r.edits(edit.PlaceAttr(t.Path.String(), *c.place))
	}
	var parts []edit.Part
	if c.place != nil {
		parts = append(parts, edit.Place(*c.place))
	}
	return newRequest(t, l, c.File, edit.Move, edit.Move).edits(parts...)
}
