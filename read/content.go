package read

import (
	"slices"
	"strconv"
	"unsafe"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/jsontext"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A writer writes the content of files as JSON.
type writer struct {
	docs     []document
	doc      int32        // the document at hand
	f        *syntax.File // its tree
	module   bool         // the documents have names
	language address.Language
	comments bool
	ranges   bool
	budget   *budget.Budget
	dst      []byte
	outline  outline
	values   value.Encoder
	classes  value.Classes

	picked   map[ref]*pick // nil for everything; of blocks, and of the top level of files
	stack    []placed      // the blocks of the bodies being written
	text     []byte
	ends     []int32
	extras   []byte // the "comments" of the entry being written
	rangesOf []byte // the "ranges"
	missing  []byte // the "unreadable"
	names    map[string]int32
}

// begin makes the writer ready for documents, which have been parsed.
func (w *writer) begin(docs []document, l address.Language) {
	w.docs, w.language = docs, l
	w.outline.begin(l)
	for i := range docs {
		w.outline.read(int32(i), docs[i].tree)
	}
	w.in(0)
}

// in makes a document the one at hand.
func (w *writer) in(doc int32) {
	if w.doc = doc; int(doc) < len(w.docs) {
		w.f = w.docs[doc].tree
	}
}

// reset drops every reference.
func (w *writer) reset() {
	w.docs, w.f, w.dst, w.budget, w.picked = nil, nil, nil, nil, nil
	w.classes.Reset()
	w.stack = w.stack[:0]
}

// A placed block is one with what tells it from others at its address.
type placed struct {
	ref
	top    bool  // it is not nested in another
	pick   *pick // what to write of it; nil for all
	group  int32 // of nested blocks: the number of their type
	skip   int   // how many labels the address has
	labels bool  // the others are written
	index  int32 // -1 where it is the only one
}

// content writes the whole content, or what is picked of it.
func (w *writer) content() {
	for i := range w.docs {
		w.budget.Step(len(w.docs[i].tree.Text()) >> 3)
	}
	w.dst = append(w.dst, '{')
	first := true
	o := &w.outline
	for c := o.nodes[0].first; c != 0; c = o.nodes[c].next {
		w.node(c, 1, w.language.Block(o.nodes[c].name), &first)
	}
	w.dst = append(w.dst, '}')
}

// node writes what is at a node of the outline and below it, as a member. typ is the block
// type, if the language has it.
func (w *writer) node(at int32, depth int, typ *terraform.BlockType, first *bool) {
	o := &w.outline
	n := &o.nodes[at]
	mark := len(w.dst)
	w.key(bytesOf(n.name), first)
	if n.firstBlock >= 0 || at == o.values {
		if !w.array(at, depth, typ) {
			w.dst = w.dst[:mark]
			*first = w.dst[mark-1] == '{'
		}
		return
	}
	w.dst = append(w.dst, '{')
	inner := true
	for c := n.first; c != 0; c = o.nodes[c].next {
		w.node(c, depth+1, typ, &inner)
	}
	if inner {
		w.dst = w.dst[:mark]
		*first = w.dst[mark-1] == '{'
		return
	}
	w.dst = append(w.dst, '}')
}

// key writes a member's key.
func (w *writer) key(name []byte, first *bool) {
	if !*first {
		w.dst = append(w.dst, ',')
	}
	*first = false
	w.dst = append(jsontext.AppendQuote(w.dst, name), ':')
}

// name writes a member's key that is a name in the code.
func (w *writer) name(name []byte, first *bool) {
	if !*first {
		w.dst = append(w.dst, ',')
	}
	*first = false
	w.dst = append(append(append(w.dst, '"'), name...), `":`...)
}

// array writes the entries of a node. It returns false where none is picked.
func (w *writer) array(at int32, depth int, typ *terraform.BlockType) bool {
	o := &w.outline
	var body *terraform.Body
	if typ != nil && typ.Labels == depth-1 {
		body = w.language.Body(typ.Name)
	}
	mark := len(w.stack)
	w.dst = append(w.dst, '[')
	first := true
	if at == o.values {
		for _, root := range o.valued {
			w.stack = append(w.stack, placed{ref: root, top: true, index: -1})
		}
	}
	blocks := len(w.stack)
	if o.nodes[at].first == 0 {
		for b := o.nodes[at].firstBlock; b >= 0; b = o.blocks[b].next {
			w.stack = append(w.stack, placed{ref: o.blocks[b].ref, top: true, skip: depth - 1, index: -1})
		}
		w.number(w.stack[blocks:])
	} else {
		all := o.blocksFrom(nil, at)
		slices.SortFunc(all, ref.compare)
		for _, b := range all {
			w.stack = append(w.stack, placed{ref: b, top: true, skip: depth - 1, labels: true, index: -1})
		}
		w.numberByLabels(w.stack[blocks:])
	}
	for i := mark; i < len(w.stack); i++ {
		b := w.stack[i]
		if w.picked != nil {
			if b.pick = w.picked[b.ref]; b.pick == nil {
				continue
			}
			b.pick = b.pick.orNil()
		}
		if !first {
			w.dst = append(w.dst, ',')
		}
		first = false
		w.in(b.doc)
		if b.labels || b.id == syntax.Root {
			body = w.bodyOf(b.id)
		}
		w.entry(b, body)
	}
	w.stack = w.stack[:mark]
	w.dst = append(w.dst, ']')
	return !first
}

// bodyOf returns what is special in a top-level block. Where the language has no address
// for it, nothing is.
func (w *writer) bodyOf(id syntax.ItemID) *terraform.Body {
	if id == syntax.Root {
		return w.language.Body(terraform.VariableValues)
	}
	if t := w.language.Block(stringOf(w.outline.typeOf(w.f.Name(id)))); t != nil && t.Labels == w.labels(id) {
		return w.language.Body(t.Name)
	}
	return nil
}

func (w *writer) labels(id syntax.ItemID) (n int) {
	for range w.f.Labels(id) {
		n++
	}
	return n
}

// number numbers blocks that share an address, those of each document from 0 on.
func (w *writer) number(blocks []placed) {
	for from := 0; from < len(blocks); {
		to := from + 1
		for to < len(blocks) && blocks[to].doc == blocks[from].doc {
			to++
		}
		for i := from; i < to && to-from > 1; i++ {
			blocks[i].index = int32(i - from)
		}
		from = to
	}
}

// numberByLabels numbers, among blocks that share an address but for their last labels,
// those that share those, too.
func (w *writer) numberByLabels(blocks []placed) {
	if len(blocks) == 1 {
		return
	}
	w.text, w.ends = w.text[:0], w.ends[:0]
	for i := range blocks {
		w.in(blocks[i].doc)
		w.text = strconv.AppendInt(w.text, int64(blocks[i].doc), 10)
		skip := blocks[i].skip
		for label := range w.f.Labels(blocks[i].id) {
			if skip--; skip < 0 {
				w.text = jsontext.AppendQuote(append(w.text, ','), label)
			}
		}
		w.ends = append(w.ends, int32(len(w.text)))
	}
	if len(blocks) > fewBlocks {
		w.numberMany(blocks)
		return
	}
	for i := range blocks {
		for j := i - 1; j >= 0; j-- {
			if string(w.labelText(i)) == string(w.labelText(j)) {
				blocks[j].index = max(blocks[j].index, 0)
				blocks[i].index = blocks[j].index + 1
				break
			}
		}
	}
}

// labelText returns what numberByLabels compares of the block with a number.
func (w *writer) labelText(i int) []byte {
	if i == 0 {
		return w.text[:w.ends[0]]
	}
	return w.text[w.ends[i-1]:w.ends[i]]
}

// numberMany is numberByLabels for many blocks.
func (w *writer) numberMany(blocks []placed) {
	last := make(map[string]int, len(blocks)) // the block seen last with labels
	for i := range blocks {
		key := stringOf(w.labelText(i))
		if j, ok := last[key]; ok {
			blocks[j].index = max(blocks[j].index, 0)
			blocks[i].index = blocks[j].index + 1
		}
		last[key] = i
	}
}

// bytesOf returns the bytes of s, which nobody may write to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// stringOf returns b as a string, which changes where b does.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
