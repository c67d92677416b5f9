package bodies

import (
	"hash/maphash"

	"iacedit/address"
	"iacedit/syntax"
)

// An anyIndex finds top-level blocks by addresses in which some labels are patterns, such as
// resource aws_vpc *. The bits of the outer key say which labels are patterns. The inner map holds
// the blocks in code order, by the hash of their type and their other labels.
type anyIndex map[uint64]map[uint64][]syntax.ItemID

// anyHash takes the place of the hash of a label that is a pattern.
const anyHash = 1

// anyLabels returns a number with a bit set for each label of an address that is a pattern.
func anyLabels(labels []string) (mask uint64) {
	for i, l := range labels {
		if address.IsPattern(l) {
			mask |= 1 << i
		}
	}
	return mask
}

// addAny adds a block for addresses with patterns. The bits of mask say which labels are patterns.
func (x *Index) addAny(to anyIndex, mask uint64, id syntax.ItemID) {
	f := x.f
	key, n := maphash.Bytes(indexSeed, f.Name(id)), 0
	for label := range f.Labels(id) {
		x.budget.Step(1)
		if mask>>n&1 != 0 {
			key = joinHash(key, anyHash)
		} else {
			key = joinHash(key, maphash.Bytes(indexSeed, label))
		}
		n++
	}
	to[mask][key] = append(to[mask][key], id)
}

// blocksMatching is like At, but some labels are patterns.
func (x *Index) blocksMatching(found []syntax.ItemID, types, labels []string) []syntax.ItemID {
	first := len(found)
	for _, id := range x.perhapsMatching(types, labels) {
		if x.fits(id, labels) {
			found = append(found, id)
		}
	}
	if x.many { // otherwise Blocks has determined the order
		x.sort(syntax.Root, found[first:], len(types))
	}
	return found
}

// perhapsMatching returns all blocks that match an address with patterns, and perhaps some that do
// not match.
func (x *Index) perhapsMatching(types, labels []string) (found []syntax.ItemID) {
	if !x.many {
		return x.Blocks(nil, syntax.Root, types)
	}
	b, mask := x.body(syntax.Root), anyLabels(labels)
	if b.any == nil {
		b.any = anyIndex{}
	}
	if b.any[mask] == nil {
		b.any[mask] = map[uint64][]syntax.ItemID{}
		for id := x.first(syntax.Root); id != syntax.NoItem; id = x.next(id) {
			x.budget.Step(1)
			if x.f.Kind(id) == syntax.KindBlock {
				x.addAny(b.any, mask, id)
			}
		}
	}
	for _, typ := range types {
		key := maphash.String(indexSeed, typ)
		for i, label := range labels {
			if mask>>i&1 != 0 {
				key = joinHash(key, anyHash)
			} else {
				key = joinHash(key, maphash.String(indexSeed, label))
			}
		}
		for _, id := range b.any[mask][key] {
			x.budget.Step(1)
			if string(x.f.Name(id)) == typ && x.isIn(id) {
				found = append(found, id)
			}
		}
	}
	return found
}
