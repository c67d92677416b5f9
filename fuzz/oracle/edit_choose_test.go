package oracle

import (
	"math/rand/v2"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// A chooser makes random valid changes from what is in a file.
type chooser struct {
	*rand.Rand
	c      *code
	bodies [][]step // every body that an edit can name, the file's own first
}

func newChooser(r *rand.Rand, c *code) *chooser {
	ch := &chooser{Rand: r, c: c, bodies: [][]step{nil}}
	ch.collect(c.body, nil)
	return ch
}

// collect adds the bodies in a body. A block that is named like an attribute beside it
// cannot be addressed (docs/edits.md, "Entries"); what would be read as another thing at
// the top level is left out.
func (ch *chooser) collect(body *hclsyntax.Body, steps []step) {
	for _, b := range body.Blocks {
		s := stepTo(body, b)
		if body.Attributes[b.Type] != nil || len(steps) == 0 && !plainAddress(b) {
			continue
		}
		inner := append(slices.Clone(steps), s)
		ch.bodies = append(ch.bodies, inner)
		ch.collect(b.Body, inner)
	}
}

func plainAddress(b *hclsyntax.Block) bool {
	keys := []string{"where", "index", "labels", "all", "attributes", "blockTypes", "add", "update", "set", "delete"}
	return b.Type != "iacvars" && b.Type != "tfvars" && !slices.ContainsFunc(b.Labels, func(l string) bool { return slices.Contains(keys, l) })
}

// kinds lists the kinds of change, the frequent ones more than once.
var changeKinds = []changeKind{
	sameValue, sameValue, sameValue, setValue, setValue, setValue, setValue, addAttribute, addAttribute, delAttribute, delAttribute,
	addMember, addMember, addMember, delMember, delMember, delMember, addBlock, addBlock, delBlock,
}

// change makes a change; ok is false where the file has nothing for the kind chosen.
func (ch *chooser) change() (c *change, ok bool) {
	c = &change{kind: pickOne(ch, changeKinds), in: pickOne(ch, ch.bodies), form: randomForm(ch.Rand)}
	body, _ := ch.c.at(c.in)
	switch c.kind {
	case addAttribute:
		c.attr = ch.freshName(body)
		c.value = ch.doc(2)
		for ch.IntN(6) == 0 {
			c.keys = append(c.keys, ch.newKey())
		}
		c.split = len(c.keys)
		return c, true
	case addBlock:
		c.block = ch.newBlock(body, len(c.in) == 0)
		return c, body.Attributes[c.block.typ] == nil
	case delBlock:
		return c, len(c.in) > 0
	}
	if len(body.Attributes) == 0 {
		return c, false
	}
	names := make([]string, 0, len(body.Attributes))
	for name := range body.Attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	c.attr = pickOne(ch, names)
	if c.kind == delAttribute {
		return c, true
	}
	return c, ch.inValue(c, body.Attributes[c.attr].Expr)
}

// inValue completes a change of an attribute's value.
func (ch *chooser) inValue(c *change, root hclsyntax.Expression) bool {
	x := root
	for {
		all, _ := members(x)
		all = slices.DeleteFunc(all, func(m member) bool { return !m.named })
		if len(all) == 0 || ch.IntN(4) == 0 && (c.kind != delMember || len(c.keys) > 0) {
			break
		}
		m := pickOne(ch, all)
		c.keys = append(c.keys, m.key)
		x = m.value
	}
	c.split = len(c.keys)
	switch c.kind {
	case addMember:
		return ch.addMember(c, root, x)
	case delMember:
		return len(c.keys) > 0 && ch.wholeOrPath(c, root)
	case sameValue:
		d, ok := ch.c.docOf(x)
		c.value = ch.vary(d)
		return ok
	}
	c.value = ch.doc(2)
	return ch.wholeOrPath(c, root)
}

// addMember adds a key to an object, or an element to a list.
func (ch *chooser) addMember(c *change, root, x hclsyntax.Expression) bool {
	all, ok := members(x)
	if !ok {
		return false
	}
	k := ch.newKey()
	switch bare(x).(type) {
	case *hclsyntax.TupleConsExpr:
		k = key{index: ch.IntN(len(all) + 1)}
	case *hclsyntax.FunctionCallExpr:
		return false
	}
	for _, m := range all {
		if k.index < 0 && m.key == k {
			return false
		}
	}
	c.keys = append(c.keys, k)
	c.split = len(c.keys)
	c.value = ch.doc(1)
	if ch.IntN(2) == 0 {
		if k.index >= 0 {
			c.keys[len(c.keys)-1].index = len(all) // a path can only append
		}
		return true
	}
	return ch.whole(c, root)
}

// wholeOrPath lets the change of what keys lead to stand as a path, or as a whole
// value that differs there.
func (ch *chooser) wholeOrPath(c *change, root hclsyntax.Expression) bool {
	if len(c.keys) == 0 || ch.IntN(2) == 0 {
		return true
	}
	return ch.whole(c, root)
}

// whole writes a change as the whole value that some of its keys lead to.
func (ch *chooser) whole(c *change, root hclsyntax.Expression) bool {
	c.split = ch.IntN(len(c.keys))
	container, _, ok := inside(root, c.keys[:c.split])
	if !ok {
		return false
	}
	d, ok := ch.c.docOf(container)
	rest := c.keys[c.split:]
	last := rest[len(rest)-1]
	if !ok || !d.holds(rest[:len(rest)-1], last) || c.kind != addMember && !d.has(rest) {
		return false
	}
	fresh := c.value
	c.value = d.with(rest[:len(rest)-1], func(d doc) doc {
		switch c.kind {
		case addMember:
			return d.insert(last, fresh)
		case delMember:
			return d.without(last)
		}
		return d.with([]key{last}, func(doc) doc { return fresh })
	})
	if c.split == 0 || ch.IntN(2) == 0 {
		c.value = ch.shuffle(c.value, c.kind)
	}
	return true
}

// shuffle puts an object's keys, which have no order, into another one.
func (ch *chooser) shuffle(d doc, kind changeKind) doc {
	if d.kind != objectValue || kind == addMember {
		return d
	}
	s := doc{kind: objectValue}
	for _, i := range ch.Perm(len(d.keys)) {
		s.keys, s.items = append(s.keys, d.keys[i]), append(s.items, d.items[i])
	}
	return s
}

// vary says a value in another way that is equal by docs/layout.md, "Untouched bytes".
func (ch *chooser) vary(d doc) doc {
	switch {
	case ch.IntN(3) > 0:
	case d.kind == numberValue && isDigits(d.text):
		return pickOne(ch, []doc{number(d.text + ".0"), number(d.text + "e0"), number(d.text + ".00E+0")})
	}
	d.items = mapped(d.items, ch.vary)
	return ch.shuffle(d, sameValue)
}

func isDigits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != "" && (s[0] != '0' || s == "0")
}

// has says whether keys lead somewhere in a JSON value.
func (d doc) has(keys []key) bool {
	if len(keys) == 0 {
		return true
	}
	i := keys[0].index
	if i < 0 {
		i = slices.Index(d.keys, escapeTemplate(keys[0].name))
	}
	return i >= 0 && i < len(d.items) && (keys[0].index < 0) == (d.kind == objectValue) && d.items[i].has(keys[1:])
}

// holds says whether keys lead to an object, for a name, or to a list, for a number.
func (d doc) holds(keys []key, last key) bool {
	if !d.has(keys) {
		return false
	}
	kind := nullValue
	d.with(keys, func(d doc) doc { kind = d.kind; return d })
	return last.index < 0 && kind == objectValue || last.index >= 0 && kind == listValue
}

func (d doc) insert(k key, v doc) doc {
	if k.index >= 0 {
		d.items = slices.Insert(slices.Clone(d.items), k.index, v)
		return d
	}
	d.keys = append(slices.Clone(d.keys), escapeTemplate(k.name))
	d.items = append(slices.Clone(d.items), v)
	return d
}

func (d doc) without(k key) doc {
	i := k.index
	if i < 0 {
		i = slices.Index(d.keys, escapeTemplate(k.name))
		d.keys = slices.Delete(slices.Clone(d.keys), i, i+1)
	}
	d.items = slices.Delete(slices.Clone(d.items), i, i+1)
	return d
}

// freshName returns a name that a body has for nothing.
func (ch *chooser) freshName(body *hclsyntax.Body) string {
	for {
		name := pickOne(ch, []string{"x", "zz", "added", "a_long_attribute_name", "größe", "n-1", "for", "null", "b"}) + pickOne(ch, []string{"", "", "1", "_two"})
		used := body.Attributes[name] != nil
		for _, b := range body.Blocks {
			used = used || b.Type == name
		}
		if !used {
			return name
		}
	}
}

func (ch *chooser) newKey() key {
	return key{name: pickOne(ch, []string{"k", "new_key", "a-dash", "two words", "for", "null", "1st", "a.b", "é", "", "$${x}", "${x}", "q\"q", "a_very_long_key_that_widens_a_group", "back\\slash", "line\nbreak"}), index: -1}
}

// newBlock makes a block for a body: often of a type that is there. At the top level
// its address is new.
func (ch *chooser) newBlock(body *hclsyntax.Body, top bool) newBlock {
	b := newBlock{typ: ch.freshName(body)}
	if len(body.Blocks) > 0 && ch.IntN(2) == 0 {
		like := pickOne(ch, body.Blocks)
		b.typ, b.labels = like.Type, slices.Clone(like.Labels)
	} else {
		for ch.IntN(2) == 0 {
			b.labels = append(b.labels, pickOne(ch, []string{"one", "two-b", "with space", "é", "q\"q", "${x}", ""}))
		}
	}
	if top {
		b.labels = append(b.labels, "added", itoa(ch.IntN(100)))
	}
	ch.fill(&b, 2)
	return b
}

func (ch *chooser) fill(b *newBlock, depth int) {
	for i := range ch.IntN(4) {
		b.attrs = append(b.attrs, pickOne(ch, []string{"a", "name", "long_attribute_name", "größe"})+itoa(i))
		b.values = append(b.values, ch.doc(2))
	}
	for i := range ch.IntN(3) {
		if depth == 0 {
			return
		}
		inner := newBlock{typ: "inner" + itoa(i)}
		if ch.IntN(3) == 0 {
			inner.labels = []string{"l"}
		}
		ch.fill(&inner, depth-1)
		b.blocks = append(b.blocks, inner)
	}
}

// doc makes a JSON value.
func (ch *chooser) doc(depth int) doc {
	switch n := ch.IntN(10); {
	case n < 2:
		return number(pickOne(ch, []string{"0", "1", "-5", "0.10", "1e3", "12345678901234567890", "80", "-0.5E-3"}))
	case n == 2:
		return pickOne(ch, []doc{{}, {kind: boolValue, text: "true"}, {kind: boolValue, text: "false"}})
	case n < 7 || depth == 0:
		return text(pickOne(ch, someTexts))
	case n == 7:
		return doc{kind: pickOne(ch, []valueKind{listValue, objectValue})}
	case n == 8:
		d := doc{kind: listValue}
		for range 1 + ch.IntN(4) {
			d.items = append(d.items, ch.doc(depth-1))
		}
		return d
	}
	d := doc{kind: objectValue}
	for range 1 + ch.IntN(4) {
		k := ch.newKey().name
		if ch.IntN(8) == 0 {
			k = "${var.k}"
		} else {
			k = escapeTemplate(k)
		}
		if !slices.Contains(d.keys, k) {
			d.keys, d.items = append(d.keys, k), append(d.items, ch.doc(depth-1))
		}
	}
	return d
}

// someTexts are the strings of random values: literal, templates, expressions.
var someTexts = []string{
	"plain", "", "a", "with \"quotes\" and back\\slash", "é 日本 😀 \u00a0", "tab\tbell\u0007", "two\nlines", "one line\n", "two\nlines\n", "  indented\n    more\n", "EOT\n", "\n", "\r\n", "a\r\nb\r\n",
	"$${x}", "%%{if}", "$", "$$", "100%", "%", "$$$${x}", "# no comment", "// nor this", "/*", "<<EOT", "{", "}", "= 1", "80", "true", "null",
	"${var.x}", "${ var.x }", "a-${var.x}-b", "${a}${b}", " ${x}", "${x} ", "${~ x ~}", "a ${~ x ~} b", "${join(\",\", [for s in var.l : upper(s)])}", "${var.on ? 1 : 0}", "%{ if c }yes%{ else }no%{ endif }", "%{ for x in y ~}\n${x}\n%{ endfor ~}\n",
	"${{ a = 1 }}", "${[1, 2]}", "${(x)}", "${-x}", "${!x}", "${f(\n  1,\n  2\n)}", "${<<EOT\ntext ${x}\nEOT\n}", "${{\n  a = 1 # c\n  b = 2\n}}", "${\"s\"}", "${1 + 2}", "${f(x...)}", "${a.*.b[0]}", "${/* c */ x}", "text ${x}\nmore\n",
	"a long string that takes so many columns that a list with it and another one does not fit the line of 100 columns",
}

func pickOne[T any](ch *chooser, of []T) T { return of[ch.IntN(len(of))] }
