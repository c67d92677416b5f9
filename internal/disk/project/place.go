package project

import (
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/selection"
)

// Beside is the place of a new or moved block, attribute or key. At most one of the fields is set.
type Beside struct {
	After, Before string // addresses of items of the same kind
	First, Last   bool
}

func (b *Beside) given() bool { return *b != Beside{} }

// parts returns the parts of an edit that move what is at its address, or make it at this place.
func (b *Beside) parts() []edit.Part {
	switch {
	case b.First:
		return []edit.Part{edit.Place(edit.First())}
	case b.Last:
		return []edit.Part{edit.Place(edit.Last())}
	case b.After != "":
		return []edit.Part{edit.Place(edit.After(edit.At(b.After)))}
	case b.Before != "":
		return []edit.Part{edit.Place(edit.Before(edit.At(b.Before)))}
	}
	return nil
}

// A placer converts the place that a user gave, such as "after aws_instance.web", to a destination
// for package edit.
type placer struct {
	to       Beside
	language address.Language
	made     bool              // the item is new, and so not in the code yet
	place    *edit.Destination // nil for none
}

// find sets c.place to the destination of the subject's target, or to nil if the user gave no
// place.
func (c *placer) find(g *group, s *subject) (err error) {
	switch {
	case c.to.First:
		c.place = new(edit.First())
	case c.to.Last:
		c.place = new(edit.Last())
	case c.to.After != "":
		c.place, err = c.beside(after, c.to.After, g, s)
	case c.to.Before != "":
		c.place, err = c.beside(before, c.to.Before, g, s)
	}
	return err
}

// parts returns the parts of an edit that move the target to c.place, or nil.
func (c *placer) parts(t *address.Target) []edit.Part {
	switch {
	case c.place == nil:
		return nil
	case t.Path.Name != "":
		return []edit.Part{edit.PlaceAttr(t.Path.String(), *c.place)}
	}
	return []edit.Part{edit.Place(*c.place)}
}

// A side stands for "after" or "before". Its functions return the destination on that side of a
// block, or of an attribute.
type side struct {
	block     func(edit.BlockAddress, ...edit.Part) edit.Destination
	attribute func(path string) edit.Destination
}

var (
	after  = side{edit.After, edit.AfterAttr}
	before = side{edit.Before, edit.BeforeAttr}
)

// beside returns the destination on one side of the block or attribute with the given address.
func (c *placer) beside(on side, text string, g *group, s *subject) (*edit.Destination, error) {
	a, err := parseAddress(text)
	if err != nil {
		return nil, err
	}
	t := &s.target
	var place edit.Destination
	if len(a) == 1 && (t.Path.Name != "" || len(t.Blocks) > 1) {
		// A bare name, without an address, is in the subject's own block.
		if place = on.attribute(a[0].Text); t.Path.Name == "" {
			place = on.block(edit.Block(a[0].Text))
		}
		return &place, nil
	}
	if t.Several() {
		return nil, fmt.Errorf("%s is in one block, and %s matches several: give only the name beside which to put it", text, t.Address())
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

// inOneBody reports whether a and b, which are attributes or nested blocks, are in the same block.
func (c *placer) inOneBody(a, b *address.Target, s *subject) bool {
	switch last := len(a.Blocks) - 1; {
	case c.made && a.Path.Name == "": // the block does not exist yet; its address tells its place
		return slices.EqualFunc(a.Blocks[:last], b.Blocks[:last], func(a, b address.Level) bool {
			return a.Type == b.Type && slices.Equal(a.Labels, b.Labels)
		})
	case len(a.Found) != 1 || len(b.Found) != 1:
		return false
	case a.Path.Name != "":
		return a.Found[0] == b.Found[0]
	}
	return s.tree.Item(a.Found[0]).Parent == s.tree.Item(b.Found[0]).Parent
}

// other resolves an address in the file of s or, if that file lacks the target, in the other files
// of the module. It returns the target and its file.
func (c *placer) other(a address.Address, g *group, s *subject) (*address.Target, *subject, error) {
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
	return nil, nil, &NotFound{Mistake: *first, Attribute: lacking.Attribute}
}
