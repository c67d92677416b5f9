package read

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// An outline is the top-level blocks of a file by address: a tree of block types, and
// labels below them. Its nodes are numbers; 0 is the root.
type outline struct {
	nodes  []outlineNode
	blocks []outlineBlock
	child  map[outlineKey]int32
	values int32 // the node of the top-level attributes; 0 where there are none
}

type outlineNode struct {
	name         string
	first, last  int32 // children
	next, parent int32
	firstBlock   int32 // those whose address ends here, in code order; -1 for none
	lastBlock    int32
}

type outlineBlock struct {
	id   syntax.ItemID
	next int32 // at the same address; -1 for none
}

type outlineKey struct {
	parent int32
	name   string
}

func (o *outline) reset() {
	if cap(o.nodes) > 1<<12 {
		*o = outline{}
		return
	}
	clear(o.nodes)
	o.nodes, o.blocks, o.values = o.nodes[:0], o.blocks[:0], 0
	clear(o.child)
}

// read makes the outline of a file.
func (o *outline) read(f *syntax.File, l address.Language) {
	o.reset()
	if o.child == nil {
		o.child = map[outlineKey]int32{}
	}
	o.nodes = append(o.nodes, outlineNode{firstBlock: -1, lastBlock: -1})
	for id := range f.Children(syntax.Root) {
		switch f.Item(id).Kind {
		case syntax.KindAttribute:
			if o.values == 0 {
				o.values = o.under(0, []byte(terraform.VariableValues))
			}
		case syntax.KindBlock:
			at := o.under(0, typeOf(f, id, l))
			for label := range f.Labels(id) {
				at = o.under(at, label)
			}
			o.add(at, id)
		}
	}
}

// typeOf returns the block type under which a top-level block is read.
func typeOf(f *syntax.File, id syntax.ItemID, l address.Language) []byte {
	name := f.Name(id)
	if string(name) == terraform.Settings || l.Dialect != address.Terraform {
		return name
	}
	if slices.Contains(l.Spellings(terraform.Settings), string(name)) {
		return []byte(terraform.Settings)
	}
	return name
}

// under returns the node of that name under another.
func (o *outline) under(parent int32, name []byte) int32 {
	if at, ok := o.child[outlineKey{parent, string(name)}]; ok {
		return at
	}
	at := int32(len(o.nodes))
	n := outlineNode{name: string(name), parent: parent, firstBlock: -1, lastBlock: -1}
	o.nodes = append(o.nodes, n)
	o.child[outlineKey{parent, n.name}] = at
	p := &o.nodes[parent]
	if p.first == 0 {
		p.first = at
	} else {
		o.nodes[p.last].next = at
	}
	p.last = at
	return at
}

func (o *outline) add(at int32, id syntax.ItemID) {
	block := int32(len(o.blocks))
	o.blocks = append(o.blocks, outlineBlock{id: id, next: -1})
	n := &o.nodes[at]
	if n.firstBlock < 0 {
		n.firstBlock = block
	} else {
		o.blocks[n.lastBlock].next = block
	}
	n.lastBlock = block
}

// blocksAt appends the blocks at a node.
func (o *outline) blocksAt(dst []syntax.ItemID, node int32) []syntax.ItemID {
	for b := o.nodes[node].firstBlock; b >= 0; b = o.blocks[b].next {
		dst = append(dst, o.blocks[b].id)
	}
	return dst
}

// blocksFrom appends the blocks at a node and below it.
func (o *outline) blocksFrom(dst []syntax.ItemID, node int32) []syntax.ItemID {
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
			if !yield(o.nodes[c].name) {
				return
			}
		}
	}
}
