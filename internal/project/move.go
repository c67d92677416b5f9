package project

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/internal/workspace"
)

// Move moves a block, an attribute or a key as it is. One of After to Last says where,
// or none of them where File does.
type Move struct {
	Address       string
	File          string // the file of the module that a block goes into, made if need be
	After, Before string // addresses of their kind
	First, Last   bool
}

func (c *Move) address() string { return c.Address }

func (c *Move) action(s *Scope) *action {
	m := &mover{Move: c, language: s.language()}
	return &action{choose: m.choose, edits: m.edits, module: func(workspace.Source) bool { return c.File != "" }}
}

// A mover is a Move that is being worked out.
type mover struct {
	*Move
	language address.Language
	place    []byte // as the edits have it
}

// choose chooses the file that has what is to be moved, and finds out what it goes beside.
func (c *mover) choose(g *group) ([]*subject, error) {
	chosen, err := chooseComplete(g)
	if err != nil || len(chosen) == 0 {
		return nil, err
	}
	t := &chosen[0].target
	switch {
	case t.Several():
		return nil, errors.New("one thing can be moved at a time: say which")
	case c.File != "" && (t.Path.Name != "" || len(t.Blocks) > 1):
		return nil, errors.New("another file is for blocks at the top of a file: what is in them stays in them")
	case c.First:
		c.place = []byte(`"first"`)
	case c.Last:
		c.place = []byte(`"last"`)
	case c.After != "":
		c.place, err = c.beside("after", c.After, g, chosen[0])
	case c.Before != "":
		c.place, err = c.beside("before", c.Before, g, chosen[0])
	}
	return chosen, err
}

// beside returns the place next to what an address means.
func (c *mover) beside(side, text string, g *group, s *subject) ([]byte, error) {
	a, err := parseAddress(text)
	if err != nil {
		return nil, err
	}
	t := &s.target
	member := []byte(`{"` + side + `":`)
	if len(a) == 1 && (t.Path.Name != "" || len(t.Blocks) > 1) {
		// The name alone of what is in the same block.
		if t.Path.Name != "" {
			return append(append(member, quoted(a[0].Text)...), '}'), nil
		}
		return append(append(append(member, '{'), quoted(a[0].Text)...), ":[{}]}}"...), nil
	}
	other, in, err := c.other(a, g, s)
	if err != nil {
		return nil, err
	}
	top := len(t.Blocks) == 1 && t.Path.Name == "" // which may go to another file
	switch {
	case (t.Path.Name == "") != (other.Path.Name == ""), len(t.Blocks) != len(other.Blocks), !top && (in != s || !c.inOneBody(t, other, s)):
		return nil, fmt.Errorf("%s cannot stand beside %s: both have to be in the same place", t.Address(), other.Address())
	case t.Path.Name != "":
		return append(append(member, quoted(other.Path.String())...), '}'), nil
	case len(t.Blocks) == 1:
		return append(newRequest(other, c.language, "", "", "").tree(member, nil), '}'), nil
	}
	last := len(other.Blocks) - 1
	member = append(append(append(member, '{'), quoted(other.Blocks[last].Type)...), ":["...)
	return append(newRequest(other, c.language, "", "", "").entry(member, last, nil), "]}}"...), nil
}

// inOneBody reports whether two attributes of a file, or two nested blocks, are in one
// block.
func (c *mover) inOneBody(a, b *address.Target, s *subject) bool {
	switch {
	case len(a.Found) != 1 || len(b.Found) != 1:
		return false
	case a.Path.Name != "":
		return a.Found[0] == b.Found[0]
	}
	return s.tree.Item(a.Found[0]).Parent == s.tree.Item(b.Found[0]).Parent
}

// other returns what an address means in the module, and the file: the one at hand, if it
// is there.
func (c *mover) other(a address.Address, g *group, s *subject) (*address.Target, *subject, error) {
	all := append([]*subject{s}, g.asked...)
	var first *Mistake
	for _, in := range slices.CompactFunc(all, func(a, b *subject) bool { return a == b }) {
		t, err := a.Resolve(in.tree, c.language)
		if err != nil {
			return nil, nil, err
		}
		missing, found := t.Missing(in.tree, c.language)
		if !found {
			return &t, in, nil
		}
		if first == nil || missing.Offset >= 0 && first.Offset < 0 {
			first = &Mistake{in.file, missing.Offset, missing.Message}
		}
	}
	return nil, nil, first
}

func (c *mover) edits(t *address.Target, l address.Language, _ string) ([]byte, error) {
	if t.Path.Name != "" {
		r := newRequest(t, l, "", "move", "")
		if t.Blocks[0].Type == "locals" {
			// Several of them are told apart by what they have: the number counts in a file.
			one := *t
			one.Blocks = slices.Clone(t.Blocks)
			one.Blocks[0].Index = -1
			r.target, r.existing = &one, true
		}
		return r.edits(attribute(t, c.place)), nil
	}
	var members []byte
	if len(c.place) > 0 {
		members = append([]byte(`"place":`), c.place...)
	}
	return newRequest(t, l, c.File, "move", "").edits(members), nil
}
