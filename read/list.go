package read

import (
	"bytes"

	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nocopy"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// A Value is a block, an attribute, or a value inside an attribute, as Options.Values finds it.
type Value struct {
	Target  int // the number of the target that picks it, in the order of the selection
	Address string
	File    string // the name of the file
	Start   int    // the offset of the first byte in the file
	Block   bool
	JSON    []byte // as edits would write it; nil if JSON cannot express the value
	Source  []byte // the code
}

// Values returns what a selection of the files picks, one after the other: in the order of the
// targets of the selection, and for each of them in the order of the files. The argument text is a
// request, as of Read. A single file is read whatever its name, which may be "".
func (o *Options) Values(files []module.File, text []byte) (values []Value, err error) {
	o = o.orZero()
	ordered := []envelope.File{{}}
	if len(files) == 1 {
		ordered[0].File = files[0]
	} else if ordered, err = envelope.Ordered(files, o.Dialect); err != nil {
		return nil, err
	}
	if _, err = o.read(nil, text, func(r *request) error {
		r.list, r.found = true, &values
		r.take(ordered, len(files) != 1)
		return nil
	}); err != nil {
		return nil, err
	}
	return values, nil
}

// A spot is one thing that a selection picks.
type spot struct {
	target int
	block  ref           // the block, or the block of the attribute
	item   syntax.ItemID // the attribute, or the value in it; NoItem for the block itself
	path   string        // the path to the item in the block
	steps  []address.Step
}

// A place is the address of a block, and what the language defines in its body.
type place struct {
	address address.Address
	index   int32 // the number of the block among the blocks at its address; -1 for the only block
	body    *terraform.Body
}

// chooseEach picks what the targets select, one after the other, and lists it.
func (c *chooser) chooseEach(targets []selection.Target) error {
	from := 0 // where the list of what is at an address begins, which may have a target for each file
	for i := range targets {
		c.picked = picked{}
		t := &targets[i]
		if err := c.chooseTarget(t); err != nil {
			return err
		}
		next := len(c.spots)
		c.listPicked()
		for j := next; j < len(c.spots); j++ {
			c.spots[j].target = i
		}
		if i < len(targets)-1 && t.Address != "" && targets[i+1].Address == t.Address {
			continue
		}
		if len(c.spots) == from && t.Address != "" && !t.Optional {
			return c.nothingAt(t)
		}
		from = len(c.spots)
	}
	return nil
}

// nothingAt returns the error for a target that picks nothing, although the code has no error in it: no
// block matches the patterns and the selectors of its address.
func (c *chooser) nothingAt(t *selection.Target) error {
	e := fault.At(t.Entries[0].At, fault.BlockNotFound, "no %s", t.Address)
	a, err := selection.ParseAddress(t.Address, c.budget)
	for i := range c.files {
		if err != nil {
			break
		}
		in, failed := c.files[i].Resolve(a, c.language)
		if failed != nil {
			continue
		}
		if text := c.files[i].Excluded(&in, c.language); text != "" {
			e.Message = text
			break
		}
	}
	return c.explain(e, t)
}

// listAll lists all blocks and attributes at the top level.
func (c *chooser) listAll() {
	for doc := range c.docs {
		c.listPick(ref{int32(doc), syntax.Root}, &pick{any: true})
		for id := range c.docs[doc].tree.Blocks(syntax.Root, "") {
			c.spots = append(c.spots, spot{block: ref{int32(doc), id}})
		}
	}
}

// listPicked lists what is picked, in the order of the code.
func (c *chooser) listPicked() {
	blocks := make([]ref, 0, len(c.picked))
	for b := range c.picked {
		blocks = append(blocks, b)
	}
	sequence.Sort(blocks, ref.compare)
	for _, b := range blocks {
		c.listPick(b, c.picked[b])
	}
}

// listPick lists what is picked in a block.
func (c *chooser) listPick(b ref, p *pick) {
	c.budget.Step(stepsPerPicked)
	tree := c.docs[b.doc].tree
	from := len(c.spots)
	switch {
	case p.whole && b.id != syntax.Root:
		c.spots = append(c.spots, spot{block: b})
		return
	case p.whole || p.any:
		for id := range tree.Attributes(b.id) {
			c.budget.Step(stepsPerPicked)
			c.spots = append(c.spots, spot{block: b, item: id, path: string(tree.Name(id))})
		}
	}
	for name := range p.names {
		id := c.files[b.doc].Index.Attribute(b.id, name)
		if id != syntax.NoItem && !p.whole && !p.any {
			c.spots = append(c.spots, spot{block: b, item: id, path: name})
		}
	}
	for _, paths := range p.paths {
		for _, x := range paths {
			c.spots = append(c.spots, spot{block: b, item: x.item, path: x.Text, steps: x.Path})
		}
	}
	sequence.Sort(c.spots[from:], func(x, y spot) int { return ref{0, x.item}.compare(ref{0, y.item}) })
}

// placeOf returns the place of a block. It finds the places of all blocks beside it, too, so that
// many calls take no more time than the search of each body.
func (c *chooser) placeOf(b ref) place {
	if p, ok := c.places[b]; ok {
		return p
	}
	if c.places == nil {
		c.places = map[ref]place{}
	}
	tree := c.docs[b.doc].tree
	if b.id == syntax.Root {
		c.places[b] = place{index: -1, body: bodyOf(tree, b.id, c.language, nil)}
		return c.places[b]
	}
	parent := ref{b.doc, tree.Item(b.id).Parent}
	above := c.placeOf(parent)
	for a, id := range address.Children(tree, parent.id, above.address, c.language) {
		c.budget.Step(stepsPerPicked)
		if tree.Kind(id) != syntax.KindBlock {
			continue
		}
		p := place{address: a, index: -1}
		if last := a[len(a)-1]; last.Kind == address.PartIndex {
			p.index = int32(last.Index)
		}
		if parent.id == syntax.Root {
			p.body = bodyOf(tree, id, c.language, c.outline.settings)
		} else {
			p.body = above.body.Block(string(tree.Name(id)))
		}
		c.places[ref{b.doc, id}] = p
	}
	return c.places[b]
}

// stepsPerAddress is the price of the text of an address.
const stepsPerAddress = 20

// addressOf returns the address of a spot.
func (c *chooser) addressOf(x *spot) string {
	c.budget.Step(stepsPerAddress)
	text := c.placeOf(x.block).address.String()
	if x.block.id == syntax.Root {
		text = terraform.VariableValues
	}
	if x.item != syntax.NoItem {
		text += "." + x.path
	}
	return text
}

// list writes the listed blocks and values as an array.
func (w *writer) list(c *chooser) {
	w.out.Byte('[')
	none := true
	for i := range c.spots {
		x := &c.spots[i]
		f := w.file(x.block)
		w.out.comma(&none)
		w.out.Byte('{')
		first := true
		w.out.name("address", &first)
		w.out.Quote([]byte(c.addressOf(x)))
		if w.module {
			w.out.name("file", &first)
			w.out.Quote(nocopy.Bytes(w.docs[x.block.doc].Name))
		}
		w.out.name("range", &first)
		w.spanOf(&w.out, f, x.span(f))
		mark, none := w.out.Len(), first
		key := "value"
		if x.item == syntax.NoItem {
			key = "entry"
		}
		w.out.name(key, &first)
		if !w.spot(c, x) {
			w.out.Truncate(mark)
			first = none
			w.out.name("source", &first)
			w.out.Quote(f.At(x.source(f)))
		}
		w.out.Byte('}')
	}
	w.out.Byte(']')
}

// spot writes a block as an entry, or a value. It returns false if JSON cannot represent the value.
func (w *writer) spot(c *chooser, x *spot) bool {
	f, p := w.file(x.block), c.placeOf(x.block)
	if x.item == syntax.NoItem {
		w.entry(f, blockEntry{ref: x.block, index: p.index}, p.body)
		return true
	}
	name := x.path
	if len(x.steps) > 0 {
		path, _ := address.ParsePath(x.path)
		name = path.Name
	}
	return w.value(f, x.item, address.SchemaAt(p.body.Attribute(name), x.steps))
}

// source returns the span of the code of a block or value.
func (x *spot) source(f *syntax.File) syntax.Span {
	if x.item != syntax.NoItem {
		return f.Value(x.item)
	}
	return x.span(f)
}

// span returns the span of a block or attribute, from its name, or of a value inside an attribute.
func (x *spot) span(f *syntax.File) syntax.Span {
	id := x.item
	if id == syntax.NoItem {
		id = x.block.id
	} else if len(x.steps) > 0 {
		return f.Value(id)
	}
	return syntax.Span{From: f.Item(id).Name.From, To: f.Value(id).To}
}

// collect returns the listed blocks and values.
func (w *writer) collect(c *chooser) []Value {
	values, ends := make([]Value, len(c.spots)), make([]int, len(c.spots))
	w.out.Reset(nil, w.budget)
	for i := range c.spots {
		x := &c.spots[i]
		f := w.file(x.block)
		w.spot(c, x)
		ends[i] = w.out.Len()
		values[i] = Value{
			Target: x.target, Address: c.addressOf(x), File: w.docs[x.block.doc].Name, Start: int(f.Origin(x.span(f).From)),
			Block: x.item == syntax.NoItem, Source: bytes.Clone(f.At(x.source(f))),
		}
	}
	text, from := w.out.Finish(), 0
	for i, to := range ends {
		if to > from {
			values[i].JSON = text[from:to:to]
		}
		from = to
	}
	return values
}
