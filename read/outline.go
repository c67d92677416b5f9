package read

import (
	"hash/maphash"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/nocopy"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// An outline finds the top-level blocks of files by their addresses. It is a tree: the block types
// are below the root, and labels below the types. Each node is identified by its number; the root
// is 0.
type outline struct {
	nodes    []outlineNode
	blocks   []outlineBlock
	slots    []int32  // an open hash table of the nodes by parent and name, at most half full
	text     []byte   // memory for the names
	settings []string // the spellings of the settings block
	values   int32    // the node of the variable values, or 0 if no file contains such values
	valued   []ref    // the top levels that have attributes
	budget   *budget.Budget
}

type outlineNode struct {
	from, to     int32 // the name, in the outline's text
	hash         uint32
	first, last  int32 // children
	next, parent int32
	firstBlock   int32 // the blocks whose address ends here, in code order; -1 for none
	lastBlock    int32
}

type outlineBlock struct {
	ref
	next int32 // the next block at the same address; -1 for none
}

// seed makes the hashes of names differ from process to process, so that no client can
// choose names that collide.
var seed = maphash.MakeSeed()

func (o *outline) reset() {
	if cap(o.nodes) > 1<<12 {
		*o = outline{}
		return
	}
	o.clearSlots()
	o.nodes, o.blocks, o.text, o.values, o.valued, o.budget = o.nodes[:0], o.blocks[:0], o.text[:0], 0, o.valued[:0], nil
}

// clearSlots empties the hash table. If the table is much larger than the outline, it clears
// only the slots in use.
func (o *outline) clearSlots() {
	if 8*len(o.nodes) > len(o.slots) {
		clear(o.slots)
		return
	}
	for at := 1; at < len(o.nodes); at++ {
		slot := int(o.nodes[at].hash) & (len(o.slots) - 1)
		for o.slots[slot] != int32(at) {
			slot = (slot + 1) & (len(o.slots) - 1)
		}
		o.slots[slot] = 0
	}
}

// begin empties the outline.
func (o *outline) begin(l address.Language, b *budget.Budget) {
	o.reset()
	o.budget = b
	grow.Held(b, o.blocks)
	o.settings = l.Spellings(terraform.Settings)
	o.nodes = append(o.nodes, outlineNode{firstBlock: -1, lastBlock: -1})
}

// read adds the file with the index doc. Files must be added in the order in which they are
// loaded.
func (o *outline) read(doc int32, f *syntax.File) {
	for id := range f.Children(syntax.Root) {
		switch f.Kind(id) {
		case syntax.KindAttribute:
			if n := len(o.valued); n > 0 && o.valued[n-1].doc == doc {
				continue
			}
			o.values = o.under(0, []byte(terraform.VariableValues))
			o.valued = append(o.valued, ref{doc, syntax.Root})
		case syntax.KindBlock:
			at := o.under(0, typeOf(f.Name(id), o.settings))
			for label := range f.Labels(id) {
				at = o.under(at, label)
			}
			o.add(at, ref{doc, id})
		}
	}
}

// typeOf returns the type under which the outline lists a top-level block. For the settings block,
// whose type in the code is one of the given settings, the result is "terraform". For any other
// block the result is the type in the code.
func typeOf(name []byte, settings []string) []byte {
	for _, spelling := range settings {
		if string(name) == spelling {
			return nocopy.Bytes(terraform.Settings)
		}
	}
	return name
}

// leastSlots is the number of slots of a new table.
const leastSlots = 64

// find returns the node with the given name under a parent node, or 0 if there is no such node. It
// also returns the hash of the parent and name, and the slot of the node or, if there is no such
// node, a free slot.
func (o *outline) find(parent int32, name []byte) (at int32, hash uint32, slot int) {
	if len(o.slots) == 0 {
		o.slots = grow.Make[[]int32](o.budget, leastSlots, 0)[:leastSlots]
	}
	hash = uint32(maphash.Bytes(seed, name)) ^ uint32(parent)*0x9E3779B1
	for slot = int(hash) & (len(o.slots) - 1); o.slots[slot] != 0; slot = (slot + 1) & (len(o.slots) - 1) {
		if n := &o.nodes[o.slots[slot]]; n.hash == hash && n.parent == parent && string(o.text[n.from:n.to]) == string(name) {
			return o.slots[slot], hash, slot
		}
	}
	return 0, hash, slot
}

// child returns the node with the given name under a parent node, and reports whether there is such
// a node.
func (o *outline) child(parent int32, name string) (at int32, ok bool) {
	at, _, _ = o.find(parent, nocopy.Bytes(name))
	return at, at != 0
}

// name returns the name of a node. The name is valid until the next node is added.
func (o *outline) name(at int32) string { n := &o.nodes[at]; return nocopy.String(o.text[n.from:n.to]) }

// under returns the node with the given name under a parent node, and adds it if necessary.
func (o *outline) under(parent int32, name []byte) int32 {
	if last := o.nodes[parent].last; last != 0 && o.name(last) == string(name) {
		return last // blocks of a type are usually adjacent
	}
	at, hash, slot := o.find(parent, name)
	if at != 0 {
		return at
	}
	at = int32(len(o.nodes))
	from := int32(len(o.text))
	o.text = append(grow.Reserve(o.budget, o.text, len(name)), name...)
	o.nodes = grow.Append(o.budget, o.nodes, outlineNode{from: from, to: int32(len(o.text)), hash: hash, parent: parent, firstBlock: -1, lastBlock: -1})
	o.slots[slot] = at
	if 2*len(o.nodes) > len(o.slots) {
		o.grow()
	}
	p := &o.nodes[parent]
	if p.first == 0 {
		p.first = at
	} else {
		o.nodes[p.last].next = at
	}
	p.last = at
	return at
}

// grow doubles the hash table.
func (o *outline) grow() {
	n := 2 * len(o.slots)
	o.slots = grow.Make[[]int32](o.budget, n, len(o.slots))[:n]
	for at := 1; at < len(o.nodes); at++ {
		slot := int(o.nodes[at].hash) & (len(o.slots) - 1)
		for o.slots[slot] != 0 {
			slot = (slot + 1) & (len(o.slots) - 1)
		}
		o.slots[slot] = int32(at)
	}
}

func (o *outline) add(at int32, b ref) {
	block := int32(len(o.blocks))
	o.blocks = grow.Append(o.budget, o.blocks, outlineBlock{ref: b, next: -1})
	n := &o.nodes[at]
	if n.firstBlock < 0 {
		n.firstBlock = block
	} else {
		o.blocks[n.lastBlock].next = block
	}
	n.lastBlock = block
}

// blocksAt appends the blocks at a node.
func (o *outline) blocksAt(dst []ref, node int32) []ref {
	for b := o.nodes[node].firstBlock; b >= 0; b = o.blocks[b].next {
		dst = append(dst, o.blocks[b].ref)
	}
	return dst
}

// blocksFrom appends the blocks at a node and below it.
func (o *outline) blocksFrom(dst []ref, node int32) []ref {
	dst = o.blocksAt(dst, node)
	for c := o.nodes[node].first; c != 0; c = o.nodes[c].next {
		dst = o.blocksFrom(dst, c)
	}
	return dst
}

// names yields the names under a node.
func (o *outline) names(node int32) func(func(string) bool) {
	return func(yield func(string) bool) {
		for c := o.nodes[node].first; c != 0; c = o.nodes[c].next {
			if !yield(o.name(c)) {
				return
			}
		}
	}
}
