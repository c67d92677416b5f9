package read

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/terraform"
	"iacedit/syntax"
)

// An outline is the top-level blocks of files by address: a tree of block types, and
// labels below them. Its nodes are numbers; 0 is the root.
type outline struct {
	nodes  []outlineNode
	blocks []outlineBlock
	child  map[outlineKey]int32
	values int32 // the node of the top-level attributes; 0 where there are none
	valued []ref // the top levels that have attributes
}

type outlineNode struct {
	name         string
	first, last  int32 // children
	next, parent int32
	firstBlock   int32 // those whose address ends here, in code order; -1 for none
	lastBlock    int32
}

type outlineBlock struct {
	ref
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
	o.nodes, o.blocks, o.values, o.valued = o.nodes[:0], o.blocks[:0], 0, o.valued[:0]
	clear(o.child)
}

// begin makes the outline one of nothing.
func (o *outline) begin() {
	o.reset()
	if o.child == nil {
		o.child = map[outlineKey]int32{}
	}
	o.nodes = append(o.nodes, outlineNode{firstBlock: -1, lastBlock: -1})
}

// read adds a file, the next in the order in which they are read.
func (o *outline) read(doc int32, f *syntax.File, l address.Language) {
	for id := range f.Children(syntax.Root) {
		switch f.Item(id).Kind {
		case syntax.KindAttribute:
			if n := len(o.valued); n > 0 && o.valued[n-1].doc == doc {
				continue
			}
			o.values = o.under(0, []byte(terraform.VariableValues))
			o.valued = append(o.valued, ref{doc, syntax.Root})
		case syntax.KindBlock:
			at := o.under(0, typeOf(f, id, l))
			for label := range f.Labels(id) {
				at = o.under(at, label)
			}
			o.add(at, ref{doc, id})
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

func (o *outline) add(at int32, b ref) {
	block := int32(len(o.blocks))
	o.blocks = append(o.blocks, outlineBlock{ref: b, next: -1})
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
			if !yield(o.nodes[c].name) {
				return
			}
		}
	}
}
