package modules

import (
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/refs"
)

// providers are the provider configurations that extracted code uses.
type providers struct {
	aliases []refs.Address // the configurations with an alias, in the order of first use
	known   map[refs.Address]bool
	byBlock map[draft.Block]refs.Address // by block: the configuration that the block names
}

// addUse records that extracted code refers to the provider configuration a. If the argument pass
// is true, the call has to pass a configuration with an alias.
func (p *providers) addUse(r *refs.Reference, a refs.Address, by *extractedItem, pass bool) {
	if p.known == nil {
		p.known, p.byBlock = map[refs.Address]bool{}, map[draft.Block]refs.Address{}
	}
	if r.Place == refs.InProvider {
		p.byBlock[by.Block] = a
	}
	if a.Name != "" && !p.known[a] && pass {
		p.aliases = append(p.aliases, a)
	}
	p.known[a] = true
}

// providerOf returns the local name of the provider that a type belongs to.
func providerOf(typ string) string {
	name, _, _ := strings.Cut(typ, "_")
	return name
}

// names returns the local names of the providers that blocks use, in the order of first use.
func (p *providers) names(blocks []*extractedItem) (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, b := range blocks {
		if of, ok := p.byBlock[b.Block]; ok {
			add(of.Type)
		} else if b.address.Type != "" {
			add(providerOf(b.address.Type))
		}
	}
	for _, a := range p.aliases {
		add(a.Type)
	}
	return names
}
