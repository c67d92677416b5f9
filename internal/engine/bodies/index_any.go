package bodies

import (
	"hash/maphash"

	"iacedit/address"
	"iacedit/syntax"
)

// A wildcardIndex finds top-level blocks by addresses in which some labels are patterns, such as
// resource aws_vpc *. The bits of the outer key mark the labels that are patterns. The inner map
// has the blocks in code order, by the hash of their type and their other labels.
type wildcardIndex map[uint64]map[uint64][]syntax.ItemID

// wildcardHash replaces the hash of a label that is a pattern.
const wildcardHash = 1

// wildcardMask returns a number in which a bit is set for each label that is a pattern.
func wildcardMask(labels []string) (mask uint64) {
	for i, l := range labels {
		if address.IsPattern(l) {
			mask |= 1 << i
		}
	}
	return mask
}

// addWildcards adds a block to an index, so that addresses with patterns find the block. The bits
// of the argument mask mark the labels that are patterns.
func (x *Index) addWildcards(to wildcardIndex, mask uint64, id syntax.ItemID) {
	f := x.f
	key, n := maphash.Bytes(indexSeed, f.Name(id)), 0
	for label := range f.Labels(id) {
		x.budget.Step(1)
		if mask>>n&1 != 0 {
			key = joinHash(key, wildcardHash)
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
	for _, id := range x.candidateBlocks(types, labels) {
		if x.fits(id, labels) {
			found = append(found, id)
		}
	}
	if x.useTables { // otherwise Blocks has sorted the candidates
		x.sort(syntax.Root, found[first:], len(types))
	}
	return found
}

// candidateBlocks returns all blocks that match an address with patterns, and perhaps some that do
// not match.
func (x *Index) candidateBlocks(types, labels []string) (found []syntax.ItemID) {
	if !x.useTables {
		return x.Blocks(nil, syntax.Root, types)
	}
	b, mask := x.body(syntax.Root), wildcardMask(labels)
	if b.wildcards == nil {
		b.wildcards = wildcardIndex{}
	}
	if b.wildcards[mask] == nil {
		b.wildcards[mask] = map[uint64][]syntax.ItemID{}
		for id := x.first(syntax.Root); id != syntax.NoItem; id = x.next(id) {
			x.budget.Step(1)
			if x.f.Kind(id) == syntax.KindBlock {
				x.addWildcards(b.wildcards, mask, id)
			}
		}
	}
	for _, typ := range types {
		key := maphash.String(indexSeed, typ)
		for i, label := range labels {
			if mask>>i&1 != 0 {
				key = joinHash(key, wildcardHash)
			} else {
				key = joinHash(key, maphash.String(indexSeed, label))
			}
		}
		for _, id := range b.wildcards[mask][key] {
			x.budget.Step(1)
			if string(x.f.Name(id)) == typ && x.isIn(id) {
				found = append(found, id)
			}
		}
	}
	return found
}
