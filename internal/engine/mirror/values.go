package mirror

import (
	"slices"

	"iacedit/internal/base/sequence"
)

// An element is an item of a body, a member of an object or an element of an array, as far as it
// matters when the elements before an edit are paired with those after it.
type element struct {
	key   string // the name of an attribute or member, or the address of a block; "" in an array
	sort  string // elements of different sorts are never paired
	class int32  // the class of the value
}

// mostAligned limits the work of the alignment, which is the number of old elements times the number
// of new elements.
const mostAligned = 1 << 16

// pairInOrder pairs equal elements that have the same order before and after an edit.
func (p *patcher) pairInOrder(pairs *sequence.Pairing, old, new []element) {
	sequence.PairCommon(&p.finder, pairs, old, new, mostAligned, p.budget.Step)
}

// pairOthers pairs the elements before an edit with those after it that are not paired yet: equal
// ones first, then those with equal values at the same place, those with equal keys, and at last
// those in the same gap, which are renamed.
func (p *patcher) pairOthers(pairs *sequence.Pairing, old, new []element) {
	p.budget.Step(4 * (len(old) + len(new)))
	sequence.PairEqual(pairs, old, func(j int) element { return new[j] }, element{})
	for i := range old {
		if len(old) == len(new) && !pairs.Taken[i] && pairs.From[i] < 0 && old[i].sort == new[i].sort && old[i].class == new[i].class {
			pairs.Take(i, i)
		}
	}
	if len(old) > 0 && old[0].key != "" {
		p.pairKeys(pairs, old, new)
	}
	for gap := range pairs.Gaps {
		from := gap.From
		if gap.To-from != len(gap.New) && (from == gap.To || old[from].key != "") {
			continue
		}
		for _, j := range gap.New {
			if from < gap.To && old[from].sort == new[j].sort {
				pairs.Take(from, j)
				from++
			}
		}
	}
}

// pairKeys pairs elements with equal keys.
func (p *patcher) pairKeys(pairs *sequence.Pairing, old, new []element) {
	keys := make([]element, len(old))
	for i, e := range old {
		keys[i] = element{key: e.key, sort: e.sort}
	}
	sequence.PairEqual(pairs, keys, func(j int) element { return element{key: new[j].key, sort: new[j].sort} }, element{})
}

// patchValue changes a value of the file as the value has changed from old to new. The arguments old
// and new are values of the JSON that package convert writes.
func (p *patcher) patchValue(n, old, new *node) {
	switch {
	case old.class == new.class && (p.form == unturned || !n.isContainer() && !old.isContainer()):
	case p.form != unturned && p.patchForm(n, old, new):
	case n.isContainer() && n.kind == old.kind && n.kind == new.kind && n.hasKeysOf(old):
		p.patchChildren(n, old, new)
	case n.kind == '"' && old.kind == '"' && new.kind == '"':
		text := changedString(n.doc.text[n.from:n.to], old.doc.text[old.from:old.to], new.doc.text[new.from:new.to], p.budget)
		n.with = &node{doc: &document{text: text}, kind: '"', to: int32(len(text))}
	default:
		n.with = new
		new.key = nil
	}
}

// patchChildren is patchValue for objects and arrays.
func (p *patcher) patchChildren(n, old, new *node) {
	was, is := elementsOf(old), elementsOf(new)
	pairs := sequence.NewPairing(len(was), len(is))
	p.pairInOrder(&pairs, was, is)
	p.pairOthers(&pairs, was, is)
	wanted := make([]*node, len(new.children))
	for j, i := range pairs.From {
		m := new.children[j]
		if i < 0 {
			wanted[j] = m
			continue
		}
		wanted[j] = n.children[i]
		if was := old.children[i]; string(was.key) != string(m.key) {
			wanted[j].key = m.key
		}
		p.patchValue(wanted[j], old.children[i], m)
	}
	if !slices.Equal(wanted, n.children) {
		n.opened = true
		n.link(wanted)
	}
}

// elementsOf returns the children of an object or array.
func elementsOf(n *node) []element {
	all := make([]element, len(n.children))
	for i, m := range n.children {
		all[i] = element{key: string(m.key), class: m.class}
	}
	return all
}
