package lsp

import (
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// offerReshape offers, on the first line of a nested block, to turn all blocks of its type into an
// attribute. On the name of an attribute whose value is an object or a list of objects, it offers to
// turn the attribute into nested blocks.
func offerReshape(p *place, _ *request) []offer {
	all := p.spots()
	if p.role != refs.Configuration || len(all) < 2 {
		return nil
	}
	outer, last := all[len(all)-2], all[len(all)-1]
	if p.tree.Kind(outer.id) != syntax.KindBlock || !isOfProvider(last.address) {
		return nil
	}
	name := string(p.tree.Name(last.id))
	of := withoutIndexes(last.address).String()
	switch p.tree.Kind(last.id) {
	case syntax.KindBlock:
		if !p.isOnHeader(last.id) || isOfLanguage(name) || !p.tree.HasLabels(last.id, nil) {
			return nil
		}
		list := []offer{{"Turn the " + name + " blocks into a list", "list " + of}}
		if p.isAlone(outer.id, name) {
			list = append([]offer{{"Turn the block " + name + " into an object", "object " + of}}, list...)
		}
		return list
	case syntax.KindAttribute:
		if !p.holds(p.tree.Item(last.id).Name) {
			return nil
		}
		switch {
		case p.tree.Inside(last.id) == syntax.InsideObject:
			return []offer{{"Turn " + name + " into a block", "block " + of}}
		case p.hasObjects(last.id):
			return []offer{{"Turn " + name + " into blocks", "blocks " + of}}
		}
	}
	return nil
}

// isOfProvider reports whether an address is of something that a provider defines.
func isOfProvider(a address.Address) bool {
	switch a[0].Text {
	case "resource", "data", "ephemeral", "provider", "action", "list":
		return true
	}
	return false
}

// isOfLanguage reports whether the nested blocks of a type are defined by the language itself.
func isOfLanguage(typ string) bool { return terraform.Block("resource").Body.Knows(typ) }

// withoutIndexes returns an address without the indexes at its end and inside it.
func withoutIndexes(a address.Address) (plain address.Address) {
	for _, part := range a {
		if part.Kind != address.PartIndex {
			plain = append(plain, part)
		}
	}
	return plain
}

// isAlone reports whether a body has one nested block of a type.
func (p *place) isAlone(body syntax.ItemID, typ string) bool {
	n := 0
	for range p.tree.Blocks(body, typ) {
		n++
	}
	return n == 1
}

// hasObjects reports whether the value of an item is a list whose first element is an object.
func (p *place) hasObjects(id syntax.ItemID) bool {
	if p.tree.Inside(id) != syntax.InsideList {
		return false
	}
	for element := range p.tree.Elements(id) {
		return p.tree.Inside(element) == syntax.InsideObject
	}
	return false
}

func planReshape(p *place, r *request, what string) (*project.Plan, error) {
	as, of, _ := strings.Cut(what, " ")
	return r.scope(p.unit).Plan(&project.Reshape{Address: of, Shape: edit.Shape{As: as}, References: true})
}
