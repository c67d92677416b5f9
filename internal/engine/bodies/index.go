package bodies

import (
	"hash/maphash"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
	"iacedit/value"
)

// An Index finds the children of items in a file: the attributes and blocks of a body by name,
// top-level blocks by address, the pairs of an object by key, the elements of a list by index. If
// few searches are expected, it searches linearly at first, and builds tables after many long
// searches. Otherwise it keeps tables, because the time of many linear searches grows with the
// number of searches times the number of children.
//
// An Index is a tree.Watcher. The index of a file that is edited watches the file's tree.
type Index struct {
	file
	classes *value.Classes
	searches
	rootAttributes int // the number of top-level attributes; -1 if not counted yet
	bodies         map[syntax.ItemID]*bodyIndex
	objects        map[syntax.ItemID]*objectIndex
	lists          map[syntax.ItemID]*ranking
	before         disorder                      // the disorder of bodies that were edited before they were indexed
	disorder       map[syntax.ItemID]disorder    // the disorder of each body
	sorted         syntax.ItemID                 // the body to which places belongs, or NoItem
	places         places                        // the order of the children of that body
	elements       map[syntax.ItemID]*Elements   // the key is the item whose value contains the lists
	elementsOf     map[syntax.ItemID][]*Elements // the same indexes, by each of their lists
	key            *syntax.Expr                  // memory for the current key
}

// stepsPerIndex is the number of steps charged for an index of an item's children, however few
// children there are.
const stepsPerIndex = 60

// A bodyIndex contains the attributes of a body by name, and its blocks by type, in code order. The
// index of the top level also contains the blocks by address.
type bodyIndex struct {
	attributes map[string]syntax.ItemID
	blocks     map[string][]syntax.ItemID
	addresses  map[uint64][]syntax.ItemID // by the hash of type and labels
	wildcards  wildcardIndex              // blocks by address with wildcard labels; nil until needed
}

var indexSeed = maphash.MakeSeed()

// Start makes x the index of a file. The argument expected is the likely number of searches. Work
// is charged to the budget b. The index compares keys by their classes, which it computes with the
// argument classes. The argument memory is the Expr into which the index parses each key.
func (x *Index) Start(f *syntax.File, b *budget.Budget, classes *value.Classes, memory *syntax.Expr, expected int) {
	*x = Index{file: file{f, tree.Of(f), b}, classes: classes, key: memory}
	x.useTables = expected >= Many
	if !x.useTables || x.t.Edits() > 0 { // the index may be created after edits
		x.before = withinTypes
	}
	x.rootAttributes = -1
}

// SetBudget charges further work to another budget.
func (x *Index) SetBudget(b *budget.Budget) { x.budget = b }

// IsMany reports whether many searches are expected, or many were long.
func (x *Index) IsMany() bool { return x.useTables }

// HasRootAttributes reports whether the top level has attributes.
func (x *Index) HasRootAttributes() bool {
	if x.rootAttributes < 0 {
		x.rootAttributes = 0
		for id := x.first(syntax.Root); id != syntax.NoItem; id = x.next(id) {
			if x.f.Kind(id) == syntax.KindAttribute {
				x.rootAttributes++
			}
		}
	}
	return x.rootAttributes > 0
}

// body returns the index of a body, and creates the index if necessary.
func (x *Index) body(body syntax.ItemID) *bodyIndex {
	if b := x.bodies[body]; b != nil {
		return b
	}
	x.budget.Step(stepsPerIndex)
	b := &bodyIndex{attributes: map[string]syntax.ItemID{}, blocks: map[string][]syntax.ItemID{}}
	if body == syntax.Root {
		b.addresses = map[uint64][]syntax.ItemID{}
	}
	for id := x.first(body); id != syntax.NoItem; id = x.next(id) {
		x.addTo(b, id)
	}
	if x.bodies == nil {
		x.bodies = map[syntax.ItemID]*bodyIndex{}
	}
	x.bodies[body] = b
	return b
}

func (x *Index) addTo(b *bodyIndex, id syntax.ItemID) {
	f := x.f
	x.budget.Step(1)
	switch f.Kind(id) {
	case syntax.KindAttribute:
		b.attributes[string(f.Name(id))] = id
	case syntax.KindBlock:
		typ := string(f.Name(id))
		b.blocks[typ] = append(b.blocks[typ], id)
		if b.addresses != nil {
			_, key := x.BlockHash(id)
			b.addresses[key] = append(b.addresses[key], id)
			for mask := range b.wildcards {
				x.addWildcards(b.wildcards, mask, id)
			}
		}
	}
}

func joinHash(a, b uint64) uint64 { return a*31 + b }

// AddressHash returns the hash of an address: a block type and labels.
func AddressHash(typ string, labels []string) uint64 {
	key := maphash.String(indexSeed, typ)
	for _, label := range labels {
		key = joinHash(key, maphash.String(indexSeed, label))
	}
	return key
}

// fewChildren is the greatest number of children that are always searched linearly. Most bodies,
// objects and lists have no more.
const fewChildren = 16

// Attribute returns a body's attribute with the given name, or NoItem.
func (x *Index) Attribute(body syntax.ItemID, name string) syntax.ItemID {
	if body == syntax.Root && !x.HasRootAttributes() {
		return syntax.NoItem
	}
	d := x.f
	d.Expand(body)
	seen := 0
	for id := x.first(body); id != syntax.NoItem; {
		if seen++; x.inTables(seen) {
			return x.body(body).attributes[name]
		}
		x.budget.Step(1)
		it := x.t.Item(id)
		if it.Kind == syntax.KindAttribute && string(d.At(it.Name)) == name {
			return id
		}
		id = it.Next
	}
	return syntax.NoItem
}

// Blocks appends a body's blocks of the given types to the slice found, in code order.
func (x *Index) Blocks(found []syntax.ItemID, body syntax.ItemID, types []string) []syntax.ItemID {
	d := x.f
	d.Expand(body)
	if body == syntax.Root && !x.mayHave(types) {
		return found
	}
	seen, first := 0, len(found)
	for id := x.first(body); id != syntax.NoItem; id = x.next(id) {
		if seen++; x.inTables(seen) {
			return x.blocksIndexed(found[:first], body, types)
		}
		x.budget.Step(1)
		if d.Kind(id) == syntax.KindBlock && slices.Contains(types, string(d.Name(id))) {
			found = append(found, id)
		}
	}
	return found
}

// HasBlock reports whether a body has a block of one of the given types.
func (x *Index) HasBlock(body syntax.ItemID, types []string) bool {
	d := x.f
	d.Expand(body)
	seen := 0
	for id := x.first(body); id != syntax.NoItem; id = x.next(id) {
		if seen++; x.inTables(seen) {
			break
		}
		x.budget.Step(1)
		if d.Kind(id) == syntax.KindBlock && slices.Contains(types, string(d.Name(id))) {
			return true
		}
	}
	if seen <= fewChildren || !x.useTables {
		return false
	}
	for _, typ := range types {
		for _, id := range x.body(body).blocks[typ] {
			x.budget.Step(1)
			if x.isIn(id) {
				return true
			}
		}
	}
	return false
}

// LastBlock returns the last block of a type in a body, or NoItem.
func (x *Index) LastBlock(body syntax.ItemID, typ string) syntax.ItemID {
	x.f.Expand(body)
	seen := 0
	for id := x.t.Item(body).Last; id != syntax.NoItem; id = x.t.Item(id).Prev {
		if seen++; x.inTables(seen) {
			return x.lastBlockIndexed(body, typ)
		}
		x.budget.Step(1)
		if x.f.Kind(id) == syntax.KindBlock && string(x.f.Name(id)) == typ {
			return id
		}
	}
	return syntax.NoItem
}

// lastBlockIndexed is like LastBlock, but finds the block in the index of the body.
func (x *Index) lastBlockIndexed(body syntax.ItemID, typ string) syntax.ItemID {
	b := x.body(body)
	blocks := b.blocks[typ]
	if x.disorder[body] == withinTypes {
		blocks = x.blocksIndexed(nil, body, []string{typ})
	}
	for n := len(blocks); n > 0; n = len(blocks) {
		if id := blocks[n-1]; x.isIn(id) {
			return id
		}
		x.budget.Step(1)
		blocks = blocks[:n-1]
		b.blocks[typ] = blocks // a removed block is put back before the next search, or never
	}
	return syntax.NoItem
}

// blocksIndexed is like Blocks, but finds the blocks in the index of the body.
func (x *Index) blocksIndexed(found []syntax.ItemID, body syntax.ItemID, types []string) []syntax.ItemID {
	first := len(found)
	for _, typ := range types {
		for _, id := range x.body(body).blocks[typ] {
			x.budget.Step(1)
			if x.isIn(id) {
				found = append(found, id)
			}
		}
	}
	x.sort(body, found[first:], len(types))
	return found
}

// At appends the top-level blocks at an address to the slice found, in code order. The argument any
// must be true if a label of the address is a pattern.
func (x *Index) At(found []syntax.ItemID, types, labels []string, any bool) []syntax.ItemID {
	d := x.f
	if !x.mayHave(types) {
		return found
	}
	if any {
		return x.blocksMatching(found, types, labels)
	}
	first := len(found)
	if !x.useTables {
		seen := 0
		for id := x.first(syntax.Root); id != syntax.NoItem; {
			if seen++; x.inTables(seen) {
				return x.At(found[:first], types, labels, any)
			}
			x.budget.Step(1)
			it := x.t.Item(id)
			if it.Kind == syntax.KindBlock && slices.Contains(types, string(d.At(it.Name))) && d.HasLabels(id, labels) {
				found = append(found, id)
			}
			id = it.Next
		}
		return found
	}
	for _, typ := range types {
		for _, id := range x.body(syntax.Root).addresses[AddressHash(typ, labels)] {
			x.budget.Step(1)
			if string(d.Name(id)) == typ && d.HasLabels(id, labels) && x.isIn(id) {
				found = append(found, id)
			}
		}
	}
	x.sort(syntax.Root, found[first:], len(types))
	return found
}
