package project

import (
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/refs"
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
	parts := flags.parts(edit.ToPattern(c.Pattern, c.By))
	if c.AllLabels {
		parts = append(parts, edit.AllLabels())
	}
	if c.Keys {
		parts = flags.parts(edit.RenameKeys(c.Pattern, c.By))
	}
	return &Operate{Address: c.Address, Operation: edit.Rename, Parts: parts, Follows: true}
}

func (c *Rename) address() string { return c.Old }

func (c *Rename) action(s *Scope) *action {
	at := func(a address.Address, in asking) ([]byte, error) {
		if provider, alias, ok := s.aliasNamed(a); ok {
			a = addressFor(refs.Address{Kind: refs.Provider, Type: provider, Name: alias})
		}
		name := c.Attribute
		name.To = c.New
		parts := c.parts(edit.RenameTo(name))
		if c.Optional {
			parts = append(parts, edit.Optional())
		}
		return in.edits(edit.Rename, a, parts)
	}
	return &action{at: at, module: s.isAll, follows: c.References, optional: c.Optional}
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

// parts returns the parts of the operation: the new name, and the flags.
func (c *Rename) parts(name edit.Part) []edit.Part {
	parts := []edit.Part{name}
	if !c.References {
		parts = append(parts, edit.KeepReferences())
	}
	if c.Moved != nil {
		parts = append(parts, edit.Moved(*c.Moved))
	}
	if c.KeepEmpty {
		parts = append(parts, edit.KeepEmpty())
	}
	return parts
}
