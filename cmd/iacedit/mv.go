package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"iacedit/address"
)

// mvCommand moves a block, an attribute or a key as it is.
type mvCommand struct {
	Address string `arg:"" help:"What to move: aws_instance.web, variable.region, module.vpc.source."`
	wish

	File   string `placeholder:"FILE" help:"Into this file of the module, which is made if need be."`
	After  string `xor:"place" placeholder:"ADDRESS" help:"Directly below this one of its kind."`
	Before string `xor:"place" placeholder:"ADDRESS" help:"Directly above this one of its kind."`
	First  bool   `xor:"place" help:"Above all others of its kind."`
	Last   bool   `xor:"place" help:"Below all others of its kind."`

	place []byte // as the edits have it
}

// Help shows how the command is used.
func (mvCommand) Help() string {
	return `Moves a block as it is, with the comments above it, to another file or another place; or
an attribute or a key to another place in its block or object.

    iacedit mv -w variable.region --file variables.tf
    iacedit mv -w aws_instance.web --after aws_instance.db
    iacedit mv -w aws_instance.web --file web.tf --first
    iacedit mv -w module.vpc.source --first main.tf
    iacedit mv -w aws_instance.web.lifecycle --last main.tf
    iacedit mv -d aws_instance.web.tags.Owner --after Name main.tf`
}

// Validate refuses a command that says of nowhere to go.
func (c *mvCommand) Validate() error {
	if c.File == "" && c.After == "" && c.Before == "" && !c.First && !c.Last {
		return errors.New("say where to: --file, --after, --before, --first or --last")
	}
	return c.wish.Validate()
}

// Run moves it.
func (c *mvCommand) Run(std *streams) error {
	if c.File != "" {
		c.addFile()
	}
	return c.fulfil(c.Address, &action{choose: c.choose, edits: c.edits, module: c.File != ""}, std)
}

// addFile adds the file that the block goes into to those that are named.
func (c *mvCommand) addFile() {
	for _, path := range slices.Clone(c.Paths) {
		to := filepath.Join(filepath.Dir(path), c.File)
		if _, err := os.Stat(to); err == nil && path != stdin && !isDir(path) && !slices.Contains(c.Paths, to) {
			c.Paths = append(c.Paths, to)
		}
	}
}

// choose chooses the file that has what is to be moved, and finds out what it goes beside.
func (c *mvCommand) choose(g *group) ([]*subject, error) {
	chosen, err := chooseComplete(g)
	if err != nil || len(chosen) == 0 {
		return nil, err
	}
	t := &chosen[0].target
	switch {
	case t.Several():
		return nil, errors.New("one thing can be moved at a time: say which")
	case c.File != "" && (t.Path.Name != "" || len(t.Blocks) > 1):
		return nil, errors.New("--file is for blocks at the top of a file: what is in them stays in them")
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
func (c *mvCommand) beside(side, text string, g *group, s *subject) ([]byte, error) {
	a, err := address.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the address %q: %w", text, err)
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
		return append(newRequest(other, c.known(), "", "", "").tree(member, nil), '}'), nil
	}
	last := len(other.Blocks) - 1
	member = append(append(append(member, '{'), quoted(other.Blocks[last].Type)...), ":["...)
	return append(newRequest(other, c.known(), "", "", "").entry(member, last, nil), "]}}"...), nil
}

// inOneBody reports whether two attributes of a file, or two nested blocks, are in one
// block.
func (c *mvCommand) inOneBody(a, b *address.Target, s *subject) bool {
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
func (c *mvCommand) other(a address.Address, g *group, s *subject) (*address.Target, *subject, error) {
	all := append([]*subject{s}, g.asked...)
	var first *mistake
	for _, in := range slices.CompactFunc(all, func(a, b *subject) bool { return a == b }) {
		t, err := a.Resolve(in.tree, c.known())
		if err != nil {
			return nil, nil, err
		}
		missing, found := t.Missing(in.tree, c.known())
		if !found {
			return &t, in, nil
		}
		if first == nil || missing.Offset >= 0 && first.offset < 0 {
			first = &mistake{in.file, missing.Offset, missing.Message}
		}
	}
	return nil, nil, first
}

func (c *mvCommand) edits(t *address.Target, l address.Language, _ string) ([]byte, error) {
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
