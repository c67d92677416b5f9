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
	extras   []byte // the "comments" of the entry being written
	rangesOf []byte // the "ranges"
	missing  []byte // the "unreadable"
	names    map[string]int32
}

// begin makes the writer ready for documents, which have been parsed.
func (w *writer) begin(docs []document, l address.Language) {
	w.docs, w.language = docs, l
	w.outline.begin()
	for i := range docs {
		w.outline.read(int32(i), docs[i].tree, l)
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
		w.node(c, 1, &first)
	}
	w.dst = append(w.dst, '}')
}

// node writes what is at a node of the outline and below it, as a member.
func (w *writer) node(at int32, depth int, first *bool) {
	o := &w.outline
	n := &o.nodes[at]
	mark := len(w.dst)
	w.key(bytesOf(n.name), first)
	if n.firstBlock >= 0 || at == o.values {
		if !w.array(at, depth) {
			w.dst = w.dst[:mark]
			*first = w.dst[mark-1] == '{'
		}
		return
	}
	w.dst = append(w.dst, '{')
	inner := true
	for c := n.first; c != 0; c = o.nodes[c].next {
		w.node(c, depth+1, &inner)
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

// array writes the entries of a node. It returns false where none is picked.
func (w *writer) array(at int32, depth int) bool {
	o := &w.outline
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
		w.entry(b, w.bodyOf(b.id))
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
	if t := w.language.Block(stringOf(typeOf(w.f, id, w.language))); t != nil && t.Labels == w.labels(id) {
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
	counts := make(map[string]int32, len(blocks))
	keys := make([]string, len(blocks))
	for i := range blocks {
		w.in(blocks[i].doc)
		w.text = strconv.AppendInt(w.text[:0], int64(blocks[i].doc), 10)
		skip := blocks[i].skip
		for label := range w.f.Labels(blocks[i].id) {
			if skip--; skip < 0 {
				w.text = jsontext.AppendQuote(append(w.text, ','), label)
			}
		}
		keys[i] = string(w.text)
		blocks[i].index = counts[keys[i]]
		counts[keys[i]]++
	}
	for i := range blocks {
		if counts[keys[i]] == 1 {
			blocks[i].index = -1
		}
	}
}

// bytesOf returns the bytes of s, which nobody may write to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// stringOf returns b as a string, which changes where b does.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
