package mirror

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/internal/base/sequence"
	"iacedit/syntax"
)

// A body is a body of the file whose native code an edit has changed.
type body struct {
	*patcher
	number int32
	home   *node   // the value that is the body: an object, or an array of objects that form the body together
	parts  []*node // the objects
	items  []item  // the wanted items
	last   *node   // the last item that has been put in its place; nil if there is none

	// The blocks by the start of their address: by type, by type and first label, and so on.
	placed  map[string]*node // the last one that has been put in its place
	staying map[string]*node // the first one whose address stays
}

// An item is an attribute or block of a body.
type item struct {
	element
	id     syntax.ItemID
	inside []Origin // of the items in it
	node   *node    // in the file; nil for a new item
	json   *node    // the value that package convert writes
	was    *item    // before the edit; nil for a new item
	name   string   // the name of the attribute, or the type of the block
	labels []string // the labels of the block
	block  bool
	form   bool // it is an attribute that stands for blocks; see pairForms
	stays  bool // it stays in its place, unless other items change its order
}

// address returns the type of a block and its labels.
func (it *item) address() []string { return append([]string{it.name}, it.labels...) }

// itemsOf returns the items of a body, and the comment of the body.
func (p *patcher) itemsOf(v *version, id syntax.ItemID) (items []item, comment *node) {
	in := v.doc.root()
	if id != syntax.Root {
		in = v.valueOf(id)
	}
	if len(in.children) > 0 && string(in.children[0].key) == commentKey {
		comment = in.children[0]
	}
	for c := range v.Tree.Children(id) {
		kind := v.Tree.Kind(c)
		if kind != syntax.KindAttribute && kind != syntax.KindBlock {
			continue
		}
		p.budget.Step(stepsPerNode)
		p.budget.Hold(bytesPerNode)
		it := item{id: c, json: v.valueOf(c), name: string(v.Tree.Name(c)), block: kind == syntax.KindBlock}
		it.class, it.key = it.json.class, attributeKey(it.name)
		if it.block {
			it.labels = syntax.Strings(v.Tree.Labels(c))
			it.key, it.sort = strings.Join(it.address(), " "), it.name
			if id != syntax.Root && len(it.labels) == 0 {
				it.sort = nestedBlock
			}
		}
		items = append(items, it)
	}
	return items, comment
}

// attributeKey returns the key of the attributes with a name.
func attributeKey(name string) string { return "=" + name }

// nestedBlock is the sort of nested blocks without labels, whose types may be renamed.
const nestedBlock = "{"

// commentKey is the key of the members that are comments, as JSON.
const commentKey = `"//"`

// patchBody changes a body of the file as the native body has changed.
func (p *patcher) patchBody(home *node, old, new syntax.ItemID, origins []Origin) {
	was, comment := p.itemsOf(&p.old, old)
	is, newComment := p.itemsOf(&p.new, new)
	p.bodies++
	b := &body{patcher: p, number: p.bodies, home: home, items: is, placed: map[string]*node{}, staying: map[string]*node{}}
	b.findParts()
	for i := range was {
		was[i].node = p.nodeOf(&was[i])
		was[i].node.item = true
	}
	was = b.pairForms(was)
	b.pairItems(was, origins)
	b.renameLabels()
	for i := range b.items {
		b.put(&b.items[i])
	}
	b.setComment(comment, newComment)
	b.order()
}

// findParts sets b.parts.
func (b *body) findParts() {
	all := []*node{b.home}
	if b.home.kind == '[' {
		all = b.home.children
	}
	for _, n := range all {
		if n.kind == '{' {
			b.addPart(n)
		}
	}
}

func (b *body) addPart(n *node) {
	n.body = b.number
	b.parts = append(b.parts, n)
}

// firstPart returns the first object of the body. It creates the object if there is none, as in
// null or [].
func (b *body) firstPart() *node {
	if len(b.parts) > 0 {
		return b.parts[0]
	}
	part := assemble('{')
	if b.home.kind == '[' {
		b.home.open()
		b.home.insertAfter(b.home.last, part)
	} else {
		b.home.with, part.parent = part, b.home
	}
	b.addPart(part)
	return part
}

// nodeOf returns the member of an attribute, or the object of a block, of the mirror's code.
func (p *patcher) nodeOf(it *item) *node {
	if it.block {
		opening, _ := p.old.Tree.Brackets(it.id)
		return p.doc.valueAt(p.m.Offset(int(opening.From)))
	}
	return p.doc.memberAt(p.m.Offset(int(p.old.Tree.Item(it.id).Name.From)) - len(`"`))
}

// pairItems finds the nodes of the items that stay, and removes the others from the file.
func (b *body) pairItems(was []item, origins []Origin) {
	pairs := sequence.NewPairing(len(was), len(b.items))
	old, new := elements(was), elements(b.items)
	if len(origins) == len(new) {
		b.pairOrigins(&pairs, was, origins)
	} else {
		b.pairInOrder(&pairs, old, new)
	}
	b.pairOthers(&pairs, old, new)
	for j, i := range pairs.From {
		if i >= 0 {
			b.items[j].node, b.items[j].was = was[i].node, &was[i]
		}
	}
	for i, taken := range pairs.Taken {
		if !taken {
			was[i].node.remove()
		}
	}
}

// pairOrigins pairs items with what they were. Of several items whose text comes from the same item,
// it takes the one with the same name.
func (b *body) pairOrigins(pairs *sequence.Pairing, was []item, origins []Origin) {
	start := func(it item, at int) int { return cmp.Compare(int(b.old.Tree.Item(it.id).Head.From), at+1) }
	for _, named := range [...]bool{true, false} {
		b.budget.Step(stepsPerNode * len(origins))
		for j := range b.items {
			it := &b.items[j]
			it.inside = origins[j].Inside
			next, _ := slices.BinarySearchFunc(was, origins[j].At, start)
			i := next - 1
			if i >= 0 && !pairs.Taken[i] && pairs.From[j] < 0 && was[i].sort == it.sort && (!named || was[i].key == it.key) {
				pairs.Take(i, j)
			}
		}
	}
}

func elements(items []item) []element {
	all := make([]element, len(items))
	for i := range items {
		all[i] = items[i].element
	}
	return all
}

// put puts an item in its place, and changes its name and value. Items are put in order.
func (b *body) put(it *item) {
	switch {
	case !it.block && it.node == nil:
		b.putAttribute(it)
	case !it.block:
		if it.name != it.was.name {
			b.vacate(it.node.parent, it.name)
			it.node.rename(it.name)
		}
		switch {
		case it.was.form:
			b.form = toAttribute
		case it.form:
			b.form = toBlocks
		}
		b.patchValue(it.node, it.was.json, it.json)
		b.form = unturned
	default:
		if it.node != nil && (b.turned || it.was.json.class != it.json.class) {
			b.patchBody(it.node, it.was.id, it.id, it.inside)
		}
		b.putBlock(it)
	}
	if it.node != nil {
		b.last = it.node
	}
}

// putAttribute inserts a new attribute.
func (b *body) putAttribute(it *item) {
	part, after := b.nextPlace()
	b.vacate(part, it.name)
	it.node = b.textOf(it)
	it.node.key = keyOf(it.name)
	part.insertAfter(after, it.node)
}

// bytesPerText is the approximate memory for an entry of texts.
const bytesPerText = 40

// A text is an item that the file had before the edit. If the edit has taken away more such items
// with equal contents than it has added, left is positive.
type text struct {
	id   syntax.ItemID
	left int32
}

// textOf returns the value of a new item: the text of an item with the same contents, if the edit has
// taken one away, and otherwise the text that package convert writes.
func (p *patcher) textOf(it *item) *node {
	if p.texts == nil {
		p.readTexts()
	}
	was, ok := p.texts[contents(it.block, it.json)]
	if !ok || was.left < 0 {
		return it.json
	}
	n := p.nodeOf(&item{id: was.id, block: it.block})
	return &node{doc: n.doc, kind: n.kind, at: n.from, from: n.from, to: n.to}
}

// readTexts sets p.texts.
func (p *patcher) readTexts() {
	p.texts = map[int32]text{}
	p.budget.Step(stepsPerNode * (len(p.old.At) + len(p.new.At)))
	p.budget.Hold(bytesPerText * len(p.old.At))
	for id, of := range p.old.contents {
		p.texts[of] = text{id, p.texts[of].left + 1}
	}
	for _, of := range p.new.contents {
		if was, ok := p.texts[of]; ok {
			p.texts[of] = text{was.id, was.left - 1}
		}
	}
}

// contents yields all attributes and blocks, each with what identifies its contents.
func (v *version) contents(yield func(id syntax.ItemID, of int32) bool) {
	for i, at := range v.At {
		id := syntax.ItemID(i)
		if at >= 0 && !yield(id, contents(v.Tree.Kind(id) == syntax.KindBlock, v.valueOf(id))) {
			return
		}
	}
}

// contents identifies the contents of an item: attributes with equal values have the same, and so have
// blocks with equal bodies.
func contents(block bool, json *node) int32 {
	if block {
		return -1 - json.class
	}
	return json.class
}

// nextPlace returns the place below the last item: a part of the body, and a member of the part; the
// member is nil for the start of the part.
func (b *body) nextPlace() (part, after *node) {
	if b.last == nil {
		part = b.firstPart()
		part.open()
		if part.first != nil && string(part.first.key) == commentKey {
			after = part.first
		}
		return part, after
	}
	for after = b.last; after.parent.body != b.number; after = after.parent {
	}
	after.parent.open()
	return after.parent, after
}

// vacate removes a member of a part of the body that is null, and therefore no item.
func (b *body) vacate(part *node, name string) {
	if there := part.member(name); there != nil && there.kind == 'n' && !there.item {
		there.remove()
	}
}

// setComment sets the comment of the body. The arguments are the comments that package convert
// writes before and after the edit; they are nil for none.
func (b *body) setComment(old, new *node) {
	if old == nil && new == nil || old != nil && new != nil && old.class == new.class {
		return
	}
	var there []*node
	for _, part := range b.parts {
		for _, m := range part.list() {
			if m.isKeyed("//") {
				there = append(there, m)
			}
		}
	}
	switch {
	case len(there) == 1 && there[0].kind == '"' && new == nil:
		there[0].remove()
	case len(there) == 1 && there[0].kind == '"' && old != nil:
		b.patchValue(there[0], old, new)
	case len(there) == 0:
		part := b.firstPart()
		part.open()
		part.insertAfter(nil, new)
	default:
		b.refused = refusal(errSyntax, `the member "//" there is not one text`)
	}
}

// order puts the items of the body in order, as far as JSON allows.
func (b *body) order() {
	for _, stays := range [...]bool{true, false} { // items that stay decide the order of the objects around them
		for i := range b.items {
			if it := &b.items[i]; it.node != nil && it.stays == stays {
				for n := it.node; n.body != b.number && n.ranked != b.number; n = n.parent {
					n.ranked, n.rank = b.number, int32(i)
				}
			}
		}
	}
	for i := range b.items {
		if n := b.items[i].node; n != nil {
			for n = n.parent; n.checked != b.number; n = n.parent {
				n.checked = b.number
				b.sort(n)
				if n.body == b.number {
					break
				}
			}
		}
	}
}

// sort puts the children of a node in the order of their ranks. A child without a rank stays behind
// the child before it.
func (b *body) sort(n *node) {
	all := n.list()
	b.budget.Step(stepsPerNode * len(all))
	rank := int32(-1)
	inOrder := true
	for _, m := range all {
		if m.ranked == b.number {
			inOrder = inOrder && m.rank >= rank
			rank = m.rank
		} else {
			m.ranked, m.rank = b.number, rank
		}
	}
	if !inOrder {
		all = slices.Clone(all)
		sequence.SortStable(all, func(a, b *node) int { return int(a.rank - b.rank) })
		n.opened = true
		n.link(all)
	}
}
