package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/languages"
	"iacedit/internal/languages/language"
	"iacedit/refs"
	"iacedit/value"
)

// Rename gives a block, an attribute, a key or a nested block type another name. An attribute and
// nested blocks of a type may move into other nested blocks, and an attribute may get another value.
type Rename struct {
	Old, New   string
	References bool         // rename the references, too
	Moved      *bool        // whether a moved block is added; nil for the default
	Attribute  edit.NewName // what changes besides the name of an attribute or key; To is not used
	KeepEmpty  bool         // leave nested blocks that become empty
	Optional   bool         // a missing target is no error

	provider string // the provider whose alias is renamed; "" if something else is renamed
}

// A RenameMatching gives blocks, attributes or instances new names, in which By replaces the matches of
// a regular expression.
type RenameMatching struct {
	Address     string // of the blocks; or of attributes, if it ends in .*
	Pattern, By string
	AllLabels   bool  // change all labels of the blocks, not only the last one
	Keys        bool  // change the keys in for_each of the blocks
	References  bool  // rename the references, too
	Moved       *bool // whether moved blocks are added; nil for the default
}

func (c *RenameMatching) address() string { return c.operation().address() }

func (c *RenameMatching) action(s *Scope) *action { return c.operation().action(s) }

func (c *RenameMatching) operation() *Operate {
	flags := &Rename{References: c.References, Moved: c.Moved}
	o := &Operate{Address: c.Address, Operation: edit.Rename, Follows: true, Body: flags.parts(edit.RenameAttrs(c.Pattern, c.By))}
	o.Parts = flags.parts(edit.ToPattern(c.Pattern, c.By))
	if c.AllLabels {
		o.Parts = append(o.Parts, edit.AllLabels())
	}
	if c.Keys {
		o.Parts, o.Body = flags.parts(edit.RenameKeys(c.Pattern, c.By)), nil
	}
	return o
}

func (c *Rename) address() string { return c.Old }

func (c *Rename) action(s *Scope) *action {
	choose := chooseComplete
	if c.Optional {
		choose = choosePart // references to an item that blocks lack are renamed, too
	}
	return &action{choose: choose, edits: c.edits, module: s.isAll, made: true, named: c.blocks, follows: c.References, optional: c.Optional}
}

// choosePart chooses the files that have the block of the target.
func choosePart(g *group) ([]*subject, error) {
	_, part := g.filesWithTarget()
	return part, nil
}

// errSeveral is returned if an address to rename means several items, which cannot all have the
// same name.
var errSeveral = errors.New("the address matches several things, and only one can be renamed at a time")

// oneBlock is like namedBlocks, but returns an error if the address selects several blocks.
func oneBlock(a address.Address, s *Scope) ([]plainAddress, error) {
	all, err := namedBlocks(a, s, false)
	if err == nil && len(all) > 1 {
		err = errSeveral
	}
	return all, err
}

func (c *Rename) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	isBlock := t.Path.Name == ""
	switch {
	case isBlock && (c.Attribute.Value != "" || c.Attribute.Reference != "" || c.Attribute.Values != nil || c.Attribute.Object):
		return nil, fmt.Errorf("%s is a block, which has no value; --value, --values, --reference and --object are for attributes and keys", t.Address())
	case !isBlock || len(t.Blocks) > 1 && len(t.Blocks[len(t.Blocks)-1].Labels) == 0:
		return c.inside(t, l, file)
	case t.Several():
		return nil, errSeveral
	}
	if len(t.Blocks) > 1 {
		return c.nestedLabels(t, l, file)
	}
	r := newRequest(t, l, file, edit.Rename, edit.Rename)
	if c.provider != "" {
		alias, err := c.newAlias()
		if err != nil {
			return nil, err
		}
		return r.edits(c.parts(edit.ToAlias(alias))...)
	}
	to, err := c.labels(t, l)
	if err != nil {
		return nil, err
	}
	return r.edits(c.parts(edit.To(to...))...)
}

// ChangesKind reports whether a variable becomes a local, or a local a variable.
func (c *Rename) ChangesKind() bool {
	kindOf := func(text string) refs.Kind {
		root, _, _ := strings.Cut(text, ".")
		return refs.RoleIn(edit.Terraform, false).KindNamed(root)
	}
	from, to := kindOf(c.Old), kindOf(c.New)
	return from == refs.Variable && to == refs.Local || from == refs.Local && to == refs.Variable
}

// nestedLabels returns the edits that change the labels of a nested block. The new name may be an
// address: the new labels, after names of the block's own address.
func (c *Rename) nestedLabels(t *address.Target, l address.Language, file string) ([]byte, error) {
	last := &t.Blocks[len(t.Blocks)-1]
	to := []string{c.New}
	if !value.IsIdentifier(c.New) {
		a, err := address.Parse(c.New)
		if err != nil && !l.Dialect.AnyBlock() {
			return nil, c.noName(err)
		}
		var above []string
		for _, b := range t.Blocks[:len(t.Blocks)-1] {
			above = append(append(above, b.Type), b.Labels...)
		}
		var names []string
		for _, p := range a {
			names = append(names, p.Text)
		}
		n := max(0, len(names)-len(last.Labels))
		switch above = append(above, last.Type); {
		case err == nil && n <= len(above) && slices.Equal(names[:n], above[len(above)-n:]):
			to = names[n:]
		case !l.Dialect.AnyBlock() || err == nil && names[0] == above[0]:
			return nil, fmt.Errorf("%s cannot become %s: it stays a %s; give the new name alone", c.Old, c.New, last.Type)
		} // any text can be a label there
	}
	return newRequest(t, l, file, edit.Rename, edit.Rename).edits(edit.To(to...))
}

// labels returns the labels for an edit that renames a block. If only the last label changes, it
// returns the new last label; otherwise it returns all labels.
func (c *Rename) labels(t *address.Target, l address.Language) ([]string, error) {
	level := &t.Blocks[0]
	if len(level.Labels) == 0 && !l.Dialect.AnyBlock() {
		return nil, fmt.Errorf("%s: a block of this type has no name; to rename an attribute in it, add its name", t.Address())
	}
	if value.IsIdentifier(c.New) {
		return []string{c.New}, nil
	}
	to, err := address.Parse(c.New)
	if l.Dialect.AnyBlock() && (err != nil || !c.isOf(to, level, l)) { // any text can be a label there
		return []string{c.New}, nil
	}
	if err != nil {
		return nil, c.noName(err)
	}
	// The type may be omitted, or written as in references.
	names := make([]string, len(to))
	for i, p := range to {
		if names[i] = p.Text; p.Kind != address.PartName && p.Kind != address.PartKey {
			return nil, fmt.Errorf("the new name %q is not an address of a block", c.New)
		}
	}
	if len(names) == len(level.Labels)+1 {
		if level.Type == "variable" && !l.Dialect.AnyBlock() && slices.Contains(spellings("locals", l), names[0]) {
			return []string{toLocal + names[1]}, nil
		}
		if !slices.Contains(spellings(level.Type, l), names[0]) {
			return nil, fmt.Errorf("%s cannot become %s: it stays a %s; give the new name alone", c.Old, c.New, level.Type)
		}
		names = names[1:]
	}
	switch {
	case len(names) != len(level.Labels):
		return nil, fmt.Errorf("%s cannot become %s: a %s has %s", c.Old, c.New, level.Type, excerpt.Count(len(level.Labels), "label"))
	case slices.Equal(names[:len(names)-1], level.Labels[:len(names)-1]):
		return names[len(names)-1:], nil
	}
	return names, nil
}

// isOf reports whether the new name is an address of a block: the address that the renamed block will
// have, or one of another kind of object, which is an error.
func (c *Rename) isOf(to address.Address, level *address.Level, l address.Language) bool {
	first := to[0].Text
	means := func(d languages.Dialect) bool { return refs.RoleIn(d, false).KindNamed(first) != refs.Other }
	switch {
	case slices.Contains(spellings(level.Type, l), first):
		return true
	case l.Dialect.Refers():
		return means(l.Dialect)
	}
	return language.Block(address.Language{}, first) != nil || slices.ContainsFunc(slices.Collect(languages.All), means)
}

// blocks returns the addresses of the block to rename. If c.Old names the alias of a provider, blocks
// sets c.provider.
func (c *Rename) blocks(a address.Address, s *Scope) ([]plainAddress, error) {
	provider, alias, ok := s.aliasNamed(a)
	if !ok {
		return oneBlock(a, s)
	}
	c.provider = provider
	return []plainAddress{{address: addressFor(refs.Address{Kind: refs.Provider, Type: provider, Name: alias})}}, nil
}

// newAlias returns the new alias of a provider: c.New or, if c.New is an address such as aws.east or
// provider.aws[alias=east], the alias in it.
func (c *Rename) newAlias() (string, error) {
	to, err := address.Parse(c.New)
	if err != nil {
		return "", c.noName(err)
	}
	if len(to) > 2 && to[0].Text == refs.Provider.String() {
		to = to[1:]
	}
	last := to[len(to)-1]
	switch {
	case len(to) > 2 || len(to) == 2 && to[0].Text != c.provider:
		return "", fmt.Errorf("%s cannot become %s: only the alias can change; give the new alias alone", c.Old, c.New)
	case last.Kind == address.PartWhere && last.Text == "alias":
		return last.Value, nil
	}
	return last.Text, nil
}
