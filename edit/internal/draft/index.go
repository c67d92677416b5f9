package draft

import (
	"hash/maphash"
	"slices"

	"iacedit/syntax"
	"iacedit/value"
)

// ManyEdits is from how many entries and attributes in one request on an index of what
// the code holds pays: below, looking through it each time is faster than making one.
const ManyEdits = 16

// An Index finds the children of items: the attributes and blocks of a body by name,
// top-level blocks by address, the pairs of an object by key, the elements of a list by
// number. In requests of few edits it looks through them. In others it remembers, so
// that the time of a request does not grow with edits times children; whoever adds a
// child, takes one away or replaces a value says so.
type Index struct {
	f              *File
	many           bool
	rootAttributes int // how many attributes the top level has
	bodies         map[syntax.ItemID]*bodyIndex
	objects        map[syntax.ItemID]*objectIndex
	lists          map[syntax.ItemID]*ranking
	reordered      map[syntax.ItemID]bool          // bodies in which a block was put between others
	sorted         syntax.ItemID                   // the one of them whose places are known
	places         map[syntax.ItemID]int           // of its children
	equal          map[syntax.ItemID]*equalIndex   // by the item that has the lists
	equalIn        map[syntax.ItemID][]*equalIndex // by list
}

// stepsPerIndex is what it takes to make an index of an item's children, however few.
const stepsPerIndex = 60

// A bodyIndex knows the attributes of a body by name and its blocks by type, in code
// order; that of the top level knows blocks by address, too.
type bodyIndex struct {
	attributes map[string]syntax.ItemID
	blocks     map[string][]syntax.ItemID
	addresses  map[uint64][]syntax.ItemID // by the hash of type and labels
	any        anyIndex                   // nil until somebody asks
}

// An objectIndex knows the pairs of an object by the class of their key: the last of
// each key, which is the one that counts, and the one before it where a key is repeated.
type objectIndex struct {
	mode    value.Mode // of the keys
	last    map[value.Class]syntax.ItemID
	earlier map[syntax.ItemID]syntax.ItemID
}

func (o *objectIndex) add(key value.Class, id syntax.ItemID) {
	if before := o.last[key]; before != syntax.NoItem {
		o.earlier[id] = before
	}
	o.last[key] = id
}

var indexSeed = maphash.MakeSeed()

func (x *Index) start(f *File, edits int) {
	x.f, x.many = f, edits >= ManyEdits
	for id := f.Draft.FirstItem(syntax.Root); id != syntax.NoItem; id = f.Draft.NextItem(id) {
		if f.Draft.Kind(id) == syntax.KindAttribute {
			x.rootAttributes++
		}
	}
}

// body returns what is known of a body.
func (x *Index) body(body syntax.ItemID) *bodyIndex {
	if b := x.bodies[body]; b != nil {
		return b
	}
	x.f.Budget.Step(stepsPerIndex)
	b := &bodyIndex{attributes: map[string]syntax.ItemID{}, blocks: map[string][]syntax.ItemID{}}
	if body == syntax.Root {
		b.addresses = map[uint64][]syntax.ItemID{}
	}
	for id := x.f.Draft.FirstItem(body); id != syntax.NoItem; id = x.f.Draft.NextItem(id) {
		b.add(x.f, id)
	}
	if x.bodies == nil {
		x.bodies = map[syntax.ItemID]*bodyIndex{}
	}
	x.bodies[body] = b
	return b
}

func (b *bodyIndex) add(f *File, id syntax.ItemID) {
	f.Budget.Step(1)
	switch f.Draft.Kind(id) {
	case syntax.KindAttribute:
		b.attributes[string(f.Draft.Name(id))] = id
	case syntax.KindBlock:
		typ := string(f.Draft.Name(id))
		b.blocks[typ] = append(b.blocks[typ], id)
		if b.addresses != nil {
			key := maphash.String(indexSeed, typ)
			for label := range f.Draft.Labels(id) {
				key = joinHash(key, maphash.Bytes(indexSeed, label))
			}
			b.addresses[key] = append(b.addresses[key], id)
			for mask := range b.any {
				b.any.add(f, mask, id)
			}
		}
	}
}

func joinHash(a, b uint64) uint64 { return a*31 + b }

// Reorder notes that a block came to stand elsewhere in a body than at its end. Until then
// items are numbered in code order, since new blocks stand at the end.
func (x *Index) Reorder(body syntax.ItemID) {
	if x.reordered == nil {
		x.reordered = map[syntax.ItemID]bool{}
	}
	x.reordered[body] = true
	if x.sorted == body {
		x.sorted = syntax.NoItem
	}
}

// sort puts blocks of a body in code order.
func (x *Index) sort(body syntax.ItemID, blocks []syntax.ItemID) {
	switch {
	case len(blocks) < 2:
		return
	case !x.reordered[body]:
		slices.Sort(blocks)
		return
	case x.sorted != body:
		x.sorted, x.places = body, map[syntax.ItemID]int{}
		for id := x.f.Draft.FirstItem(body); id != syntax.NoItem; id = x.f.Draft.NextItem(id) {
			x.f.Budget.Step(2)
			x.places[id] = len(x.places)
		}
	}
	slices.SortFunc(blocks, func(a, b syntax.ItemID) int { return x.places[a] - x.places[b] })
}

// Added notes a child that was added after all others of its kind, type or parent.
func (x *Index) Added(id syntax.ItemID) {
	x.changed(id)
	it := x.f.Draft.Item(id)
	switch it.Kind {
	case syntax.KindAttribute, syntax.KindBlock:
		if it.Parent == syntax.Root && it.Kind == syntax.KindAttribute {
			x.rootAttributes++
		}
		if b := x.bodies[it.Parent]; b != nil {
			b.add(x.f, id)
		}
		if it.Parent == syntax.Root && it.Kind == syntax.KindBlock {
			x.f.Module.noteFile(x.f, id)
		}
	case syntax.KindPair:
		if o := x.objects[it.Parent]; o != nil {
			o.add(x.f.KeyClass(id, o.mode), id)
		}
	case syntax.KindElement:
		if list := x.lists[it.Parent]; list != nil {
			list.append(id)
		}
	}
}

// removed notes that a child is taken away. Blocks stay in the index: whoever asks for
// them leaves out those that are not attached any more.
func (x *Index) removed(id syntax.ItemID) {
	x.changed(id)
	it := x.f.Draft.Item(id)
	switch it.Kind {
	case syntax.KindAttribute:
		if it.Parent == syntax.Root {
			x.rootAttributes--
		}
		if b := x.bodies[it.Parent]; b != nil {
			delete(b.attributes, string(x.f.Draft.Name(id)))
		}
	case syntax.KindPair:
		x.removedPair(it.Parent, id)
	case syntax.KindElement:
		if list := x.lists[it.Parent]; list != nil {
			list.remove(id)
		}
	}
}

func (x *Index) removedPair(object, id syntax.ItemID) {
	o := x.objects[object]
	if o == nil {
		return
	}
	key := x.f.KeyClass(id, o.mode)
	switch earlier := o.earlier[id]; {
	case o.last[key] != id:
		delete(x.objects, object)
	case earlier != syntax.NoItem:
		o.last[key] = earlier
	default:
		delete(o.last, key)
	}
}

// Forget drops what is known of an item's children: they, or its value, are others now.
func (x *Index) Forget(id syntax.ItemID) {
	x.changed(id)
	for _, q := range slices.Clone(x.equalIn[id]) {
		x.drop(q)
	}
	delete(x.objects, id)
	delete(x.lists, id)
	delete(x.bodies, id)
}

// fewChildren is up to how many children are looked through even where there is an index
// to be made: most bodies, objects and lists are small.
const fewChildren = 16

// Attribute returns a body's attribute of that name, or NoItem.
func (x *Index) Attribute(body syntax.ItemID, name string) syntax.ItemID {
	if body == syntax.Root && x.rootAttributes == 0 {
		return syntax.NoItem
	}
	d := x.f.Draft
	d.Expand(body)
	seen := 0
	for id := d.FirstItem(body); id != syntax.NoItem; id = d.NextItem(id) {
		if seen++; seen > fewChildren && x.many {
			return x.body(body).attributes[name]
		}
		x.f.Budget.Step(1)
		if d.Kind(id) == syntax.KindAttribute && string(d.Name(id)) == name {
			return id
		}
	}
	return syntax.NoItem
}

// Blocks appends a body's blocks of one of these types, in code order.
func (x *Index) Blocks(found []syntax.ItemID, body syntax.ItemID, types []string) []syntax.ItemID {
	d := x.f.Draft
	d.Expand(body)
	seen, first := 0, len(found)
	for id := d.FirstItem(body); id != syntax.NoItem; id = d.NextItem(id) {
		if seen++; seen > fewChildren && x.many {
			return x.blocksKnown(found[:first], body, types)
		}
		x.f.Budget.Step(1)
		if d.Kind(id) == syntax.KindBlock && slices.Contains(types, string(d.Name(id))) {
			found = append(found, id)
		}
	}
	return found
}

// hasBlock reports whether there is a top-level block of one of these types.
func (x *Index) hasBlock(types []string) bool {
	d := x.f.Draft
	seen := 0
	for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
		if seen++; seen > fewChildren && x.many {
			break
		}
		x.f.Budget.Step(1)
		if d.Kind(id) == syntax.KindBlock && slices.Contains(types, string(d.Name(id))) {
			return true
		}
	}
	if seen <= fewChildren || !x.many {
		return false
	}
	for _, typ := range types {
		for _, id := range x.body(syntax.Root).blocks[typ] {
			x.f.Budget.Step(1)
			if d.InFile(id) {
				return true
			}
		}
	}
	return false
}

// blocksKnown is Blocks of a body that is large.
func (x *Index) blocksKnown(found []syntax.ItemID, body syntax.ItemID, types []string) []syntax.ItemID {
	first := len(found)
	for _, typ := range types {
		for _, id := range x.body(body).blocks[typ] {
			x.f.Budget.Step(1)
			if x.f.Draft.InFile(id) {
				found = append(found, id)
			}
		}
	}
	if len(types) > 1 || x.reordered[body] {
		x.sort(body, found[first:])
	}
	return found
}

// at appends the top-level blocks at an address, in code order. any is whether a label
// of the address stands for any label.
func (x *Index) at(found []syntax.ItemID, types, labels []string, any bool) []syntax.ItemID {
	d := x.f.Draft
	if any {
		return x.blocksMatching(found, types, labels)
	}
	if !x.many {
		for id := d.FirstItem(syntax.Root); id != syntax.NoItem; id = d.NextItem(id) {
			x.f.Budget.Step(1)
			if d.Kind(id) == syntax.KindBlock && slices.Contains(types, string(d.Name(id))) && d.HasLabels(id, labels) {
				found = append(found, id)
			}
		}
		return found
	}
	first := len(found)
	for _, typ := range types {
		for _, id := range x.body(syntax.Root).addresses[addressHash(typ, labels)] {
			x.f.Budget.Step(1)
			if string(d.Name(id)) == typ && d.HasLabels(id, labels) && d.InFile(id) {
				found = append(found, id)
			}
		}
	}
	if len(types) > 1 || x.reordered[syntax.Root] {
		x.sort(syntax.Root, found[first:])
	}
	return found
}

// Pair returns an object's pair of that key, as keys are read there, the last of several,
// which is the one that counts; or NoItem.
func (x *Index) Pair(object syntax.ItemID, key string, m value.Mode) syntax.ItemID {
	d := x.f.Draft
	found, seen := syntax.NoItem, 0
	for c := d.FirstItem(object); c != syntax.NoItem; c = d.NextItem(c) {
		if seen++; seen > fewChildren && x.many {
			return x.object(object, m).last[x.f.Module.Classes.PathKey(key, m)]
		}
		x.f.Budget.Step(1)
		if d.Kind(c) != syntax.KindPair {
			continue
		}
		name := d.Name(c)
		if string(name) == key && value.IsIdentifier(key) || !value.IsPlainName(name) && x.f.KeyClass(c, m) == x.f.Module.Classes.PathKey(key, m) {
			found = c
		}
	}
	return found
}

// IsRepeated reports whether the object that a pair is in has its key several times.
func (x *Index) IsRepeated(pair syntax.ItemID, m value.Mode) bool {
	it := x.f.Draft.Item(pair)
	key, object := x.f.KeyClass(pair, m), it.Parent
	if x.many {
		o := x.object(object, m)
		return o.last[key] != pair || o.earlier[pair] != syntax.NoItem
	}
	n := 0
	for c := x.f.Draft.FirstItem(object); c != syntax.NoItem; c = x.f.Draft.NextItem(c) {
		x.f.Budget.Step(1)
		if x.f.Draft.Kind(c) == syntax.KindPair && x.f.KeyClass(c, m) == key {
			n++
		}
	}
	return n > 1
}

// object returns what is known of an object, whose keys are read in a mode.
func (x *Index) object(object syntax.ItemID, m value.Mode) *objectIndex {
	if o := x.objects[object]; o != nil && o.mode == m {
		return o
	}
	x.f.Budget.Step(stepsPerIndex)
	o := &objectIndex{mode: m, last: map[value.Class]syntax.ItemID{}, earlier: map[syntax.ItemID]syntax.ItemID{}}
	for c := x.f.Draft.FirstItem(object); c != syntax.NoItem; c = x.f.Draft.NextItem(c) {
		x.f.Budget.Step(1)
		if x.f.Draft.Kind(c) == syntax.KindPair {
			o.add(x.f.KeyClass(c, m), c)
		}
	}
	if x.objects == nil {
		x.objects = map[syntax.ItemID]*objectIndex{}
	}
	x.objects[object] = o
	return o
}

// Element returns a list's element of that number, or NoItem and how many there are.
func (x *Index) Element(list syntax.ItemID, number int) (id syntax.ItemID, count int) {
	d := x.f.Draft
	seen := 0
	for c := d.FirstItem(list); c != syntax.NoItem; c = d.NextItem(c) {
		if seen++; seen > fewChildren && x.many {
			r := x.ranking(list)
			return r.at(number), r.left
		}
		x.f.Budget.Step(1)
		if d.Kind(c) != syntax.KindElement {
			continue
		}
		if count == number {
			return c, count
		}
		count++
	}
	return syntax.NoItem, count
}

func (x *Index) ranking(list syntax.ItemID) *ranking {
	if r := x.lists[list]; r != nil {
		return r
	}
	x.f.Budget.Step(stepsPerIndex)
	r := &ranking{places: map[syntax.ItemID]int{}}
	for c := x.f.Draft.FirstItem(list); c != syntax.NoItem; c = x.f.Draft.NextItem(c) {
		x.f.Budget.Step(1)
		if x.f.Draft.Kind(c) == syntax.KindElement {
			r.append(c)
		}
	}
	if x.lists == nil {
		x.lists = map[syntax.ItemID]*ranking{}
	}
	x.lists[list] = r
	return r
}
