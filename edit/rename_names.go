package edit

import (
	"strings"

	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// A nameSite is where a name may stand once: a body with its attributes, or an object
// with its keys. The blocks of locals are one, that of the document -1.
type nameSite struct {
	doc int
	in  syntax.ItemID
}

// checkNames fails where two attributes or keys would come to have one name. Only the
// names that come of all renames count: a → b with b → c, and a ↔ b, are fine.
func (n *renamer) checkNames() error {
	away := map[blockRef]bool{} // what has another name afterwards
	for i := range n.names {
		name := &n.names[i]
		at := blockRef{name.at.doc, name.id}
		if away[at] {
			return fault.At(name.of.At, fault.InvalidRequest, "rename: %s is renamed twice", excerpt.Quote(name.of.Text))
		}
		away[at] = true
	}
	var locals map[string]blockRef
	taken := map[nameSite]map[string]bool{}
	for i := range n.names {
		name := &n.names[i]
		if name.typ {
			continue
		}
		n.in(name.at.doc)
		in := n.d.Item(name.id).Parent
		site, holder := nameSite{name.at.doc, in}, blockRef{name.at.doc, syntax.NoItem}
		switch {
		case len(name.of.Path) > 0:
			holder.id = n.index.pair(in, name.name, value.Template)
		case n.isLocals(in):
			if locals == nil {
				locals = n.localNames()
			}
			site, holder = nameSite{doc: -1}, locals[name.name]
		default:
			holder.id = n.index.attribute(in, name.name)
		}
		if taken[site] == nil {
			taken[site] = map[string]bool{}
		}
		if taken[site][name.name] || holder.id != syntax.NoItem && !away[holder] {
			return fault.At(name.of.At, fault.AttributeAlreadyExists, "rename: %s is there already", excerpt.Quote(name.name))
		}
		taken[site][name.name] = true
	}
	return nil
}

// A bodyName is a name in a body.
type bodyName struct {
	body blockRef
	name string
}

// kindSet is what has a name in a body.
type kindSet uint8

const (
	anAttribute kindSet = 1 << iota
	aBlock
	bothBefore // the code has it so
)

// checkKinds fails where a body would come to have an attribute and nested blocks of one
// name, which makes an invalid file, unless it has both already.
func (n *renamer) checkKinds() error {
	away := map[blockRef]bool{} // what has another name afterwards
	for i := range n.names {
		away[blockRef{n.names[i].at.doc, n.names[i].id}] = true
	}
	kinds := map[bodyName]kindSet{}
	for i := range n.names {
		name := &n.names[i]
		n.in(name.at.doc)
		body := n.d.Item(name.id).Parent
		if len(name.of.Path) > 0 || body == syntax.Root {
			continue
		}
		key := bodyName{blockRef{name.at.doc, body}, name.name}
		if _, known := kinds[key]; !known {
			kinds[key] = n.kindsLeft(key, away)
		}
		if name.typ {
			kinds[key] |= aBlock
		} else {
			kinds[key] |= anAttribute
		}
		if kinds[key] == anAttribute|aBlock {
			return fault.At(name.of.At, fault.InvalidRequest, "rename: %s would be an attribute and a nested block beside it", excerpt.Quote(name.name))
		}
	}
	return nil
}

// kindsLeft returns what has a name in a body, and keeps it.
func (n *renamer) kindsLeft(key bodyName, away map[blockRef]bool) (kinds kindSet) {
	attribute := n.index.attribute(key.body.id, key.name)
	blocks := n.index.blocks(nil, key.body.id, []string{key.name})
	if attribute != syntax.NoItem && len(blocks) > 0 {
		return bothBefore
	}
	if attribute != syntax.NoItem && !away[blockRef{key.body.doc, attribute}] {
		kinds = anAttribute
	}
	for _, id := range blocks {
		if !away[blockRef{key.body.doc, id}] {
			kinds |= aBlock
		}
	}
	return kinds
}

// isLocals reports whether a body of the document at hand is that of a locals block, whose
// names are those of all such blocks.
func (n *renamer) isLocals(body syntax.ItemID) bool {
	it := n.d.Item(body)
	return n.options.Dialect == Terraform && body != syntax.Root && it.Parent == syntax.Root && string(n.d.Name(body)) == "locals"
}

// localNames returns the attributes of all blocks of locals by name.
func (n *renamer) localNames() map[string]blockRef {
	names := map[string]blockRef{}
	for doc := range n.docs {
		if !n.searched(doc) {
			continue
		}
		n.in(doc)
		for _, block := range n.index.blocks(nil, syntax.Root, []string{"locals"}) {
			n.d.Expand(block)
			for id := n.d.FirstItem(block); id != syntax.NoItem; id = n.d.NextItem(id) {
				n.budget.Step(1)
				if n.d.Kind(id) == syntax.KindAttribute {
					names[string(n.d.Name(id))] = blockRef{doc, id}
				}
			}
		}
	}
	return names
}

// quoted writes labels as they stand in a block's header.
func quoted(labels []string) string {
	quotes := make([]string, len(labels))
	for i := range labels {
		quotes[i] = excerpt.Quote(labels[i])
	}
	return strings.Join(quotes, " ")
}
