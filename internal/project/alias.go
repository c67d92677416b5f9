package project

import (
	"fmt"

	"iacedit/address"
	"iacedit/refs"
)

// aliasNamed returns the provider and the alias that an address names: provider.aws[alias=east],
// provider.aws.east or aws.east. In the last two forms, ok is true only if a file declares the alias,
// because the addresses may mean something else.
func (s *Scope) aliasNamed(a address.Address) (provider, alias string, ok bool) {
	prefix := refs.Provider.String()
	if len(a) > 2 && a[0].Kind == address.PartName && a[0].Text == prefix {
		a = a[1:]
	}
	if len(a) != 2 || a[0].Kind != address.PartName || a[0].Text == prefix {
		return "", "", false
	}
	provider = a[0].Text
	switch last := a[1]; {
	case last.Kind == address.PartWhere && last.Text == "alias":
		return provider, last.Value, true
	case last.Kind != address.PartName:
		return "", "", false
	default:
		alias = last.Text
	}
	wanted := refs.Address{Kind: refs.Provider, Type: provider, Name: alias}
	for i := range s.Sources {
		_, tree, err := s.parse(s.Sources[i])
		if err != nil {
			continue // the lookup of the address reports the error
		}
		for d := range refs.Declarations(tree) {
			if d.Address(tree) == wanted {
				return provider, alias, true
			}
		}
	}
	return "", "", false
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
