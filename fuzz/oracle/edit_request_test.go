package oracle

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// A change is what one edit does at one place of a file.
type change struct {
	kind  changeKind
	in    []step // the block whose body it is in; none for the file's own
	attr  string
	keys  []key // into the attribute's value, to what is set, added or deleted
	split int   // how many of keys the edit says as a path; what is left, as a whole value
	value doc   // for sameValue, the whole value at split
	block newBlock
	form  form
}

type changeKind string

const (
	sameValue    changeKind = "set what is there"
	setValue     changeKind = "set"
	addAttribute changeKind = "add attribute"
	delAttribute changeKind = "delete attribute"
	addMember    changeKind = "add key or element" // before the element at the last of keys, or at the end
	delMember    changeKind = "delete key or element"
	addBlock     changeKind = "add block"
	delBlock     changeKind = "delete block" // the one that "in" leads to
)

// A form says in which of the ways that mean the same an edit is written.
type form struct {
	outer  string // update or set
	nested string // update or set, for the blocks on the way
	strict bool   // add rather than set, update rather than set
	direct bool   // without a nested operation where that means the same
}

func randomForm(r *rand.Rand) form {
	either := func() string { return []string{"update", "set"}[r.IntN(2)] }
	return form{either(), either(), r.IntN(2) == 0, r.IntN(2) == 0}
}

// A newBlock is what a block that an edit adds has in it.
type newBlock struct {
	typ    string
	labels []string
	attrs  []string
	values []doc
	blocks []newBlock
}

// An address is where in "edits" an entry goes.
type address struct {
	action string
	typ    string
	labels []string
}

// entry returns the entry that makes the change, and where it goes.
func (c *change) entry() (address, string) {
	switch {
	case c.kind == addBlock && len(c.in) == 0:
		return address{"add", c.block.typ, c.block.labels}, "{" + c.block.contents() + "}"
	case c.kind == delBlock && len(c.in) == 1:
		return address{"delete", c.in[0].typ, c.in[0].labels}, "{" + c.in[0].selector(false) + "}"
	}
	action := c.form.outer
	contents := c.contents()
	if c.kind == delBlock {
		last := c.in[len(c.in)-1]
		contents = `"delete": {"blockTypes": {` + quoteJSON(last.typ) + `: [{` + last.selector(true) + `}]}}`
	}
	in := c.in
	if c.kind == delBlock {
		in = in[:len(in)-1]
	}
	if len(in) == 0 {
		return address{action, "iacvars", nil}, "{" + contents + "}"
	}
	for _, s := range slices.Backward(in[1:]) {
		contents = `"blockTypes": {` + quoteJSON(s.typ) + `: [{` + join(s.selector(true), contents) + `}]}`
		if c.form.nested == "update" || !c.form.direct {
			contents = quoteJSON(c.form.nested) + `: {` + contents + `}`
		}
	}
	return address{action, in[0].typ, in[0].labels}, "{" + join(in[0].selector(false), contents) + "}"
}

// selector writes the selectors of a step. Where the type alone selects the block,
// labels are left out for a top-level block, which has them in its address.
func (s *step) selector(nested bool) (out string) {
	if nested {
		out = `"labels": ` + labelsJSON(s.labels)
	}
	if s.of > 1 {
		out = join(out, `"index": `+itoa(s.index))
	}
	return out
}

func labelsJSON(labels []string) string {
	return "[" + strings.Join(each(labels, quoteJSON), ", ") + "]"
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// contents writes what the entry for the body holds.
func (c *change) contents() string {
	path := pathOf(c.attr, c.keys[:c.split])
	member := func(path string) string { return `"attributes": {` + quoteJSON(path) + `: ` + c.value.JSON() + `}` }
	action := "set"
	switch {
	case c.kind == addBlock:
		return `"add": {"blockTypes": {` + quoteJSON(c.block.typ) + `: [{` + join(`"labels": `+labelsJSON(c.block.labels), c.block.contents()) + `}]}}`
	case c.kind == delAttribute, c.kind == delMember && c.split == len(c.keys):
		if c.form.direct {
			return `"delete": {"attributes": [` + quoteJSON(path) + `]}`
		}
		return `"delete": {"attributes": {` + quoteJSON(path) + `: null}}`
	case c.kind == addAttribute, c.kind == addMember && c.split == len(c.keys):
		if n := len(c.keys); n > 0 && c.keys[n-1].index >= 0 {
			path = path[:strings.LastIndexByte(path, '[')] + "[+]"
		}
		if c.form.strict {
			action = "add"
		}
	case c.form.strict:
		action = "update"
	}
	if action == "set" && c.form.direct && len(c.in) > 0 {
		return member(path)
	}
	return quoteJSON(action) + `: {` + member(path) + `}`
}

// contents writes what a new block holds.
func (b *newBlock) contents() (out string) {
	if len(b.attrs) > 0 {
		var members []string
		for i, a := range b.attrs {
			members = append(members, quoteJSON(a)+": "+b.values[i].JSON())
		}
		out = `"attributes": {` + strings.Join(members, ", ") + `}`
	}
	if len(b.blocks) > 0 {
		var types []string
		for _, inner := range b.blocks {
			types = append(types, quoteJSON(inner.typ)+`: [{`+join(`"labels": `+labelsJSON(inner.labels), inner.contents())+`}]`)
		}
		out = join(out, `"blockTypes": {`+strings.Join(types, ", ")+`}`)
	}
	return out
}

// requestOf writes the "edits" that make changes, which do not touch each other.
func requestOf(changes ...*change) string {
	var order []address
	entries := map[string][]string{}
	for _, c := range changes {
		at, entry := c.entry()
		id := at.action + "\x00" + at.typ + "\x00" + strings.Join(at.labels, "\x00") + "\x00" + itoa(len(at.labels))
		if entries[id] == nil {
			order = append(order, at)
		}
		entries[id] = append(entries[id], entry)
	}
	return writeAddresses(order, entries)
}

// writeAddresses writes entries as the tree of objects that leads to them.
func writeAddresses(order []address, entries map[string][]string) string {
	var root tree
	for _, at := range order {
		id := at.action + "\x00" + at.typ + "\x00" + strings.Join(at.labels, "\x00") + "\x00" + itoa(len(at.labels))
		t := root.child(at.action).child(at.typ)
		for _, l := range at.labels {
			t = t.child(l)
		}
		t.leaf = "[" + strings.Join(entries[id], ",\n  ") + "]"
	}
	return root.String()
}

// A tree is nested JSON objects with texts at their ends.
type tree struct {
	keys     []string
	children []*tree
	leaf     string
}

func (t *tree) child(key string) *tree {
	if i := slices.Index(t.keys, key); i >= 0 {
		return t.children[i]
	}
	t.keys = append(t.keys, key)
	t.children = append(t.children, new(tree))
	return t.children[len(t.children)-1]
}

func (t *tree) String() string {
	if t.leaf != "" {
		return t.leaf
	}
	var members []string
	for i, k := range t.keys {
		members = append(members, quoteJSON(k)+": "+t.children[i].String())
	}
	return "{" + strings.Join(members, ", ") + "}"
}
