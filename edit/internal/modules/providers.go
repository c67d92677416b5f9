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
	of      map[draft.Block]string // the provider's local name, by the block that names it
}

// use records that extracted code refers to a provider configuration.
func (p *providers) use(f *draft.File, r *refs.Reference, by *taken) {
	a := r.Address(f.Tree)
	if p.known == nil {
		p.known, p.of = map[refs.Address]bool{}, map[draft.Block]string{}
	}
	if r.Place == refs.InProvider {
		p.of[by.Block] = a.Type
	}
	if a.Name != "" && !p.known[a] {
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
func (p *providers) names(blocks []*taken) (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, b := range blocks {
		if name, ok := p.of[b.Block]; ok {
			add(name)
		} else if b.address.Type != "" {
			add(providerOf(b.address.Type))
		}
	}
	for _, a := range p.aliases {
		add(a.Type)
	}
	return names
}
