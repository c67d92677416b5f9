package mirror

// pairForms finds nested blocks that the edit has turned into an attribute, and attributes that it
// has turned into nested blocks. In JSON, both are a member with an object or an array of objects.
// Therefore pairForms replaces such blocks among the items by an attribute for their member, which
// is then paired with the other attribute. It returns the items before the edit.
func (b *body) pairForms(was []item) []item {
	if !b.turned {
		return was
	}
	toAttributes, toBlocks := turned(was, b.items), turned(b.items, was)
	members := b.membersOf(was, toAttributes)
	b.items = asMembers(b.items, toBlocks)
	was = asMembers(was, toAttributes)
	for i := range was {
		if it := &was[i]; it.form {
			it.node = members[it.name]
		}
	}
	return was
}

// turned returns the types of blocks that are among the items, and not among the others, each with
// the name of the attribute that is among the others instead: the attribute with the name of the
// type, or else the one at the same place among those that are left.
func turned(items, others []item) map[string]string {
	here, there := keysOf(items), keysOf(others)
	names := map[string]string{}
	var left []string
	for i := range items {
		it := &items[i]
		if _, seen := names[it.name]; seen || !it.block || len(it.labels) > 0 || there[it.key] {
			continue
		}
		if names[it.name] = it.name; !there[attributeKey(it.name)] {
			left = append(left, it.name)
		}
	}
	for i := range others {
		it := &others[i]
		if _, same := names[it.name]; len(left) > 0 && !it.block && !same && !here[it.key] && it.json.isContainer() {
			names[left[0]] = it.name
			left = left[1:]
		}
	}
	for _, typ := range left {
		delete(names, typ)
	}
	return names
}

func keysOf(items []item) map[string]bool {
	keys := make(map[string]bool, len(items))
	for i := range items {
		keys[items[i].key] = true
	}
	return keys
}

// membersOf returns the members of the file for the types of blocks that have become attributes. If
// the blocks of a type are in more than one member, it removes the type from names.
func (b *body) membersOf(was []item, names map[string]string) map[string]*node {
	members, blocks := map[string]*node{}, map[string]int{}
	for i := range was {
		it := &was[i]
		if _, ok := names[it.name]; !ok || !it.block {
			continue
		}
		m := it.node
		if m.key == nil {
			m = m.parent
		}
		if before := members[it.name]; m.parent.body != b.number || before != nil && before != m {
			delete(names, it.name)
			continue
		}
		members[it.name] = m
		blocks[it.name]++
	}
	for typ := range names {
		if m := members[typ]; m.kind == '[' && len(m.children) != blocks[typ] {
			delete(names, typ)
		}
	}
	return members
}

// asMembers replaces the blocks of the given types by attributes. The name of an attribute is the
// type, and it is paired with the attribute whose name is the value in the map.
func asMembers(items []item, names map[string]string) []item {
	kept := items[:0]
	for i := range items {
		it := &items[i]
		if name, ok := names[it.name]; ok && it.block {
			if name == "" { // there is an attribute for the blocks
				continue
			}
			names[it.name] = ""
			if it.json.keyTo == 0 {
				it.json = it.json.parent
			}
			it.block, it.form = false, true
			it.key, it.sort, it.class = attributeKey(name), "", it.json.class
		}
		kept = append(kept, *it)
	}
	return kept
}

// patchForm is patchValue for a value that is an attribute on one side of the edit, and blocks on the
// other, if one has an array and the other none. It reports whether that is so. A file may write one
// block without an array, and package convert does not.
func (p *patcher) patchForm(n, old, new *node) bool {
	one := func(n *node) bool { return n.kind == '[' && len(n.children) == 1 }
	switch {
	case n.kind == '{' && one(old) && new.kind == '{':
		p.patchValue(n, old.children[0], new)
	case n.kind == '{' && one(old) && one(new):
		inner := &node{doc: n.doc, kind: n.kind, at: n.from, from: n.from, to: n.to, children: n.children}
		p.patchValue(inner, old.children[0], new.children[0])
		n.with = assemble('[', inner)
	case one(n) && one(old) && new.kind == '{':
		p.patchValue(n.children[0], old.children[0], new)
		n.with = n.children[0]
	case n.kind == '{' && old.kind == '{' && one(new) && p.form == toBlocks:
		p.patchValue(n, old, new.children[0])
	default:
		return false
	}
	return true
}
