package project

import (
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
