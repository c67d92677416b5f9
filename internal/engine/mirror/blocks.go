package mirror

import (
	"slices"
	"strings"
)

// path returns the nodes with keys that lead from a part of the body to a block: the member for the
// type, and those for the labels.
func (b *body) path(block *node) (keyed []*node) {
	for n := block; n.body != b.number; n = n.parent {
		if n.key != nil {
			keyed = append(keyed, n)
		}
	}
	slices.Reverse(keyed)
	return keyed
}

// starts yields the starts of an address: all of it, all of it but the last label, and so on. Each
// start is a number of names, and the names joined.
func starts(address []string) func(yield func(n int, start string) bool) {
	return func(yield func(int, string) bool) {
		all := strings.Join(address, " ")
		for n := len(address); n > 0; n-- {
			if !yield(n, all) {
				return
			}
			all = all[:max(0, len(all)-len(address[n-1])-1)]
		}
	}
}

// renameLabels changes the keys of members for labels where all blocks in the member have the same
// new label. Then it finds the blocks whose address stays.
func (b *body) renameLabels() {
	each := func(visit func(keyed *node, name string)) {
		for i := range b.items {
			it := &b.items[i]
			if !it.block || it.node == nil || len(it.labels) != len(it.was.labels) {
				continue
			}
			address := it.address()
			for i, n := range b.path(it.node) {
				visit(n, address[i])
			}
		}
	}
	each(func(n *node, name string) {
		b.budget.Step(stepsPerNode)
		n.blocks++
		if n.isKeyed(name) {
			return
		}
		if n.renamed == 0 {
			wanted := name
			n.wanted = &wanted
		}
		if *n.wanted == name {
			n.renamed++
		}
	})
	each(func(n *node, name string) {
		if n.renamed != n.blocks || n.isKeyed(name) {
			return
		}
		if there := n.parent.member(name); there == nil || there.renamed == there.blocks && there.blocks > 0 {
			n.rename(name)
		}
	})
	for i := range b.items {
		it := &b.items[i]
		if it.node == nil {
			continue
		}
		if it.stays = !it.block || b.isAt(it.node, it.address()); it.stays && it.block {
			for _, start := range starts(it.address()) {
				if b.staying[start] == nil {
					b.staying[start] = it.node
				}
			}
		}
	}
}

// isAt reports whether a block has the given type and labels.
func (b *body) isAt(block *node, address []string) bool {
	return slices.EqualFunc(b.path(block), address, (*node).isKeyed)
}

// putBlock puts a block in its place, unless it is there.
func (b *body) putBlock(it *item) {
	b.budget.Step(stepsPerNode)
	if !it.stays {
		v := it.node
		if v == nil {
			v = b.textOf(it)
		} else {
			v.remove()
		}
		it.node = v
		b.place(it)
	}
	if it.node != nil {
		for _, start := range starts(it.address()) {
			b.placed[start] = it.node
		}
	}
}

// place inserts a block beside the other blocks of its type. If the blocks of the type are an array
// to keep their order, as those of the type "provisioner" are, it sets it.node to nil if it has
// replaced the blocks of the type as a whole.
func (b *body) place(it *item) {
	address := it.address()
	typeMember, labels := it.json, len(it.labels)
	for ; typeMember.keyTo == 0 || labels > 0; typeMember = typeMember.parent {
		if typeMember.keyTo != 0 {
			labels--
		}
	}
	ordered := typeMember.kind == '[' && len(it.labels) > 0
	for n, start := range starts(address) {
		if ordered && n > 1 {
			continue
		}
		beside, after := b.placed[start], true
		if beside == nil {
			beside, after = b.staying[start], false
		}
		switch {
		case beside == nil:
		case ordered && b.path(beside)[0].kind != '[':
			b.path(beside)[0].with = typeMember
			typeMember.key, it.node = nil, nil
			return
		default:
			b.placeBeside(it, beside, after, n, ordered)
			return
		}
	}
	part, after := b.nextPlace()
	b.vacate(part, it.name)
	var habit byte
	if len(it.labels) == 0 {
		habit = b.layout.shapes[it.name].kind
	}
	member := wrap(it, 0, habit)
	if there := part.member(it.name); there != nil && there.isContainer() && len(there.list()) == 0 {
		there.remove()
	}
	part.insertAfter(after, member)
}

// placeBeside inserts a block before or after another one. Both blocks have the same names at the
// start of their addresses; n is the number of these names.
func (b *body) placeBeside(it *item, beside *node, after bool, n int, ordered bool) {
	path := b.path(beside)
	insert := func(place, m *node) {
		in := place.parent
		in.open()
		if after {
			in.insertAfter(place, m)
		} else {
			in.insertAfter(place.prev, m)
		}
	}
	if n == len(path) { // the same address
		it.node.key = nil
		if beside.key != nil {
			key, in := beside.key, beside.parent
			in.open()
			prev := beside.prev
			in.unlink(beside)
			beside.key = nil
			list := assemble('[', beside)
			list.key = key
			in.insertAfter(prev, list)
		}
		insert(beside, it.node)
		return
	}
	habit := byte('{')
	if list := beside.parent; list.kind == '[' {
		if habit = '['; len(list.list()) > 1 {
			habit = 0
		}
	}
	place := path[n]
	member := wrap(it, n, habit)
	if in := place.parent; ordered || in.key == nil && in.body != b.number && in.parent.kind == '[' { // each label is in an object of its own
		place, member = in, assemble('{', member)
	} else {
		b.vacate(in, it.labels[n-1])
	}
	insert(place, member)
}

// wrap puts a block into the objects and arrays that package convert writes around it, up to the
// member for the name with the given index in the block's address. It returns this member. habit is
// the bracket with which the file starts the value for one block: "{" or "[", or 0 if it is not
// known.
func wrap(it *item, index int, habit byte) *node {
	in, inArray := it.json, it.json.keyTo == 0
	if inArray {
		in = in.parent
	}
	if habit != 0 && (!inArray || len(in.children) == 1) {
		inArray = habit == '['
	}
	above := make([]byte, 0, 4) // the brackets around the member for the last label
	n := len(it.labels)
	for m := in; ; m = m.parent {
		if m.keyTo == 0 {
			above = append(above, '[')
		} else if n == index {
			break
		} else {
			above = append(above, '{')
			n--
		}
	}
	address := it.address()
	wrapped := it.node
	wrapped.key = nil
	if inArray {
		wrapped = assemble('[', wrapped)
	}
	n = len(it.labels)
	for _, kind := range above {
		if kind == '{' {
			wrapped.key = keyOf(address[n])
			n--
		}
		wrapped = assemble(kind, wrapped)
	}
	wrapped.key = keyOf(address[n])
	return wrapped
}
