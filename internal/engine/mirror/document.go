package mirror

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/sequence"
)

// A document is a valid JSON text and the values in it.
type document struct {
	text  []byte
	nodes []*node // in the order in which they start
}

// A node is a value in a document, with its key if it is a member of an object. Edits change the
// key and the children of a node, or replace its value. The positions of a node stay the same.
type node struct {
	doc      *document // nil for a value that is assembled from other values
	parent   *node
	at       int32   // the start of the member, or of the value if it has no key
	keyTo    int32   // the end of the key
	from, to int32   // the value
	children []*node // in the document
	index    int32   // among the children of the parent in the document
	class    int32   // equal values have equal classes

	key  []byte // the key with its quotes, as JSON; nil if there is none
	with *node  // the value that replaces the value; nil if none does

	first, last *node            // the wanted children, if opened is set
	next, prev  *node            // siblings, if the parent is opened
	members     map[string]*node // the wanted members by key; nil until they are needed

	body    int32   // the number of the body of which the node is a part; 0 for none
	ranked  int32   // the number of the body for which rank is valid
	rank    int32   // the number of the first item in the node; see order
	checked int32   // the number of the body whose items in the node are in order
	blocks  int32   // how many of the blocks in the node stay; see renameLabels
	renamed int32   // how many of these blocks have the label wanted
	wanted  *string // a new label

	kind   byte // the first byte of the value: an opening bracket, a quote, or another byte
	opened bool // the wanted children are those from first to last
	item   bool // the value is that of an item of a body that is compared
	moved  bool // the text of the node is moved
}

// The cost of a node, in steps and in bytes of memory.
const stepsPerNode, bytesPerNode = 8, 240

// isContainer reports whether the node is an object or an array.
func (n *node) isContainer() bool { return n.kind == '{' || n.kind == '[' }

// hasKeysOf reports whether two containers have as many children, and the same keys in the same
// order.
func (n *node) hasKeysOf(other *node) bool {
	for i, c := range n.children {
		if i == len(other.children) || c.key != nil && !c.isKeyed(string(unquoted(other.children[i].key))) {
			return false
		}
	}
	return len(n.children) == len(other.children)
}

// readDocument finds the values of a valid JSON text.
func readDocument(text []byte, b *budget.Budget) *document {
	d := &document{text: text}
	b.Step(len(text) / 4)
	var parent *node
	var key [2]int32
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			continue
		case '}', ']':
			parent.to = int32(i + 1)
			parent = parent.parent
			continue
		default:
			end := i + 1
			if c != '{' && c != '[' {
				end = scalarEnd(text, i)
			}
			if parent != nil && parent.kind == '{' && key[1] == 0 {
				key = [2]int32{int32(i), int32(end)}
				i = end - 1
				continue
			}
			b.Step(stepsPerNode)
			b.Hold(bytesPerNode)
			n := &node{doc: d, parent: parent, kind: c, at: int32(i), from: int32(i), to: int32(end)}
			if key[1] != 0 {
				n.at, n.keyTo, n.key = key[0], key[1], text[key[0]:key[1]:key[1]]
				key = [2]int32{}
			}
			if parent != nil {
				n.index = int32(len(parent.children))
				parent.children = append(parent.children, n)
			}
			if len(d.nodes) == cap(d.nodes) {
				d.nodes = grow.Foresee(b, d.nodes, 0, i, len(text))
			}
			d.nodes = append(d.nodes, n)
			if n.isContainer() {
				parent = n
			} else {
				i = end - 1
			}
		}
	}
	return d
}

// scalarEnd returns the end of the string, number or word that starts at an offset.
func scalarEnd(text []byte, i int) int {
	if text[i] != '"' {
		if n := bytes.IndexAny(text[i:], " \t\r\n,:]}"); n >= 0 {
			return i + n
		}
		return len(text)
	}
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// root returns the document's value.
func (d *document) root() *node { return d.nodes[0] }

// valueAt returns the node whose value starts at an offset, or nil.
func (d *document) valueAt(offset int) *node {
	return d.find(offset, func(n *node) int32 { return n.from })
}

// memberAt returns the node whose key starts at an offset, or nil.
func (d *document) memberAt(offset int) *node {
	return d.find(offset, func(n *node) int32 { return n.at })
}

func (d *document) find(offset int, start func(*node) int32) *node {
	i, ok := slices.BinarySearchFunc(d.nodes, offset, func(n *node, offset int) int { return cmp.Compare(int(start(n)), offset) })
	if !ok {
		return nil
	}
	return d.nodes[i]
}

// Classes number values: equal values have equal numbers.
type classes struct {
	numbers map[string]int32
	loose   bool // the order of members does not count, and members that are null count as missing
	scratch []byte
}

// classify sets the classes of a document's values.
func (c *classes) classify(d *document, b *budget.Budget) {
	if c.numbers == nil {
		c.numbers = map[string]int32{}
	}
	for _, n := range slices.Backward(d.nodes) { // children come before their parents
		b.Step(stepsPerNode)
		n.class = c.number(n)
	}
}

// of returns the class of the value that a JSON text is.
func (c *classes) of(text []byte, b *budget.Budget) int32 {
	d := readDocument(text, b)
	c.classify(d, b)
	return d.root().class
}

func (c *classes) number(n *node) int32 {
	name := append(c.scratch[:0], n.kind)
	if n.isContainer() {
		children := n.children
		if c.loose && n.kind == '{' {
			children = slices.DeleteFunc(slices.Clone(children), func(m *node) bool { return m.kind == 'n' })
			sequence.SortStable(children, func(a, b *node) int { return bytes.Compare(a.key, b.key) })
		}
		for _, m := range children {
			name = binary.AppendUvarint(append(name, m.key...), uint64(m.class))
		}
	} else {
		name = append(name, n.doc.text[n.from:n.to]...)
	}
	c.scratch = name
	i, ok := c.numbers[string(name)]
	if !ok {
		i = int32(len(c.numbers) + 1)
		c.numbers[string(name)] = i
	}
	return i
}

// open prepares a container for changes of its children.
func (n *node) open() {
	if n.opened {
		return
	}
	n.opened = true
	n.link(n.children)
}

// link sets the wanted children.
func (n *node) link(children []*node) {
	n.first, n.last = nil, nil
	for _, m := range children {
		n.insertAfter(n.last, m)
	}
}

// insertAfter inserts a child after another one, or as the first one if prev is nil.
func (n *node) insertAfter(prev, m *node) {
	m.parent, m.prev = n, prev
	if prev == nil {
		m.next, n.first = n.first, m
	} else {
		m.next, prev.next = prev.next, m
	}
	if m.next == nil {
		n.last = m
	} else {
		m.next.prev = m
	}
	n.note(m)
}

// unlink removes a child.
func (n *node) unlink(m *node) {
	if m.prev == nil {
		n.first = m.next
	} else {
		m.prev.next = m.next
	}
	if m.next == nil {
		n.last = m.prev
	} else {
		m.next.prev = m.prev
	}
	n.forget(m)
	m.next, m.prev, m.parent = nil, nil, nil
}

// member returns the wanted member with a key, or nil.
func (n *node) member(name string) *node {
	n.open()
	if n.members == nil {
		n.members = map[string]*node{}
		for m := n.first; m != nil; m = m.next {
			n.members[string(unquoted(m.key))] = m
		}
	}
	return n.members[name]
}

// list returns the wanted children.
func (n *node) list() []*node {
	if !n.opened {
		return n.children
	}
	var all []*node
	for m := n.first; m != nil; m = m.next {
		all = append(all, m)
	}
	return all
}

// note adds a child to n.members, and forget removes it.
func (n *node) note(m *node) {
	if n.members != nil && m.key != nil {
		n.members[string(unquoted(m.key))] = m
	}
}

func (n *node) forget(m *node) {
	if m.key == nil {
		return
	}
	if name := string(unquoted(m.key)); n.members[name] == m {
		delete(n.members, name)
	}
}

// rename changes the key of a member.
func (n *node) rename(name string) {
	n.parent.forget(n)
	n.key = keyOf(name)
	n.parent.note(n)
}

// remove removes a node, and the objects and arrays around it that are empty then, up to the body.
func (n *node) remove() {
	in := n.parent
	in.open()
	in.unlink(n)
	if in.first == nil && in.body == 0 && in.parent != nil {
		in.remove()
	}
}

// assemble returns a new object or array with some children.
func assemble(kind byte, children ...*node) *node {
	n := &node{kind: kind, opened: true}
	n.link(children)
	return n
}

// keyOf returns a key as JSON.
func keyOf(name string) []byte { return jsontext.AppendQuote(nil, []byte(name)) }

// isKeyed reports whether the node has the given key.
func (n *node) isKeyed(name string) bool { return n.key != nil && string(unquoted(n.key)) == name }

// unquoted returns the text of a JSON string.
func unquoted(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	var r jsontext.Reader
	r.Reset(raw)
	text, err := r.AppendUnquoted(nil, nil)
	if err != nil {
		panic("mirror: a string of a valid text is not valid: " + err.Error())
	}
	return text
}
