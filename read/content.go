package read

import (
	"strconv"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nocopy"
	"iacedit/internal/base/sequence"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A writer writes the content of files, or the picked parts of the content, as JSON.
type writer struct {
	docs     []document
	module   bool // the documents have names
	language address.Language
	comments bool
	behind   bool // the comments behind items, too
	ranges   bool
	budget   *budget.Budget
	outline  *outline
	picked   picked // nil if everything is written

	out    output
	values value.Encoder
	stack  []blockEntry // the blocks of the current bodies
	text   []byte
	ends   []int32
	names  map[string]int32
	extra  extras
}

// The extras of an entry are members after its attributes, such as "comments". Their text is
// collected while the attributes are written. In this text a comma follows each element, even the
// last one.
type extras struct {
	comments, lineComments, ranges, unreadable output
}

// begin prepares the writer for the documents of a request.
func (w *writer) begin(r *request, c *chooser, b *budget.Budget) {
	w.docs, w.language, w.module, w.comments, w.behind, w.ranges = r.docs, r.language, r.module, r.comments, r.behind, r.ranges
	w.outline, w.picked, w.budget, w.stack = &c.outline, c.picked, b, grow.Held(b, w.stack)[:0]
	for _, o := range []*output{&w.extra.comments, &w.extra.lineComments, &w.extra.ranges, &w.extra.unreadable} {
		o.Reset(grow.Held(b, o.Text())[:0], b)
	}
	w.values.SetBudget(b)
}

// reset drops every reference to the caller's memory.
func (w *writer) reset() {
	w.docs, w.outline, w.picked = nil, nil, nil
	w.out.Reset(nil, nil)
}

// file returns the file that contains a block.
func (w *writer) file(b ref) *syntax.File { return w.docs[b.doc].tree }

// A blockEntry is a block that is to be written as an entry. The labels and the number in the entry
// distinguish the block from the other blocks at its address.
type blockEntry struct {
	ref
	top    bool  // the block is not nested
	pick   *pick // the part to write; nil for the whole block
	group  int32 // for nested blocks: the index of their type
	skip   int   // the number of labels that the address contains
	labels bool  // the entry has the labels after the skipped labels
	index  int32 // the number of the block among the blocks at its address; -1 for the only block
}

// content writes the whole content, or the picked parts of it.
func (w *writer) content() {
	for i := range w.docs {
		w.budget.Step(len(w.docs[i].tree.Text()) >> 3)
	}
	w.out.Byte('{')
	first := true
	o := w.outline
	for c := o.nodes[0].first; c != 0; c = o.nodes[c].next {
		w.node(c, 1, language.Block(w.language, o.name(c)), &first)
	}
	w.out.Byte('}')
}

// node writes a node of the outline, with all nodes below it, as a member. The argument typ
// describes the block type; it is nil if the language has no such type.
func (w *writer) node(at int32, depth int, typ *terraform.BlockType, first *bool) {
	o := w.outline
	n := &o.nodes[at]
	mark, none := w.out.Len(), *first
	w.out.key(o.text[n.from:n.to], first)
	written := false
	if n.firstBlock >= 0 || at == o.values {
		written = w.array(at, depth, typ)
	} else {
		w.out.Byte('{')
		inner := true
		for c := n.first; c != 0; c = o.nodes[c].next {
			w.node(c, depth+1, typ, &inner)
		}
		w.out.Byte('}')
		written = !inner
	}
	if !written {
		w.out.Truncate(mark)
		*first = none
	}
}

// array writes the blocks at a node as an array of entries. If none of the blocks is picked, it
// returns false, and the caller must remove the empty array.
func (w *writer) array(at int32, depth int, typ *terraform.BlockType) bool {
	var body *terraform.Body
	if typ != nil && typ.Labels == depth-1 {
		body = language.Body(w.language, typ.Name)
	}
	mark := len(w.stack)
	w.place(at, depth-1)
	w.out.Byte('[')
	first := true
	for i := mark; i < len(w.stack); i++ {
		b := w.stack[i]
		if w.picked != nil {
			if b.pick = w.picked[b.ref]; b.pick == nil {
				continue
			}
			b.pick = b.pick.orNil()
		}
		w.out.comma(&first)
		if b.labels || b.id == syntax.Root {
			body = w.bodyOf(b.ref)
		}
		w.entry(w.file(b.ref), b, body)
	}
	w.stack = w.stack[:mark]
	w.out.Byte(']')
	return !first
}

// push puts a block on the stack.
func (w *writer) push(b blockEntry) { w.stack = grow.Append(w.budget, w.stack, b) }

// place pushes the blocks at a node onto the stack, and numbers the blocks. For the node of the
// variable values it also pushes the top level of each file that sets variables. The address of the
// node has the given number of labels.
func (w *writer) place(at int32, labels int) {
	o := w.outline
	if at == o.values {
		for _, root := range o.valued {
			w.push(blockEntry{ref: root, top: true, index: -1})
		}
	}
	blocks := len(w.stack)
	if o.nodes[at].first == 0 {
		for b := o.nodes[at].firstBlock; b >= 0; b = o.blocks[b].next {
			w.push(blockEntry{ref: o.blocks[b].ref, top: true, skip: labels, index: -1})
		}
		w.number(w.stack[blocks:])
		return
	}
	all := o.blocksFrom(nil, at)
	sequence.Sort(all, ref.compare)
	for _, b := range all {
		w.push(blockEntry{ref: b, top: true, skip: labels, labels: true, index: -1})
	}
	w.numberByLabels(w.stack[blocks:])
}

// bodyOf returns what the language defines for the body of a top-level block. It returns nil if the
// language has no block type with that name and number of labels.
func (w *writer) bodyOf(b ref) *terraform.Body {
	return bodyOf(w.file(b), b.id, w.language, w.outline.settings)
}

func bodyOf(f *syntax.File, id syntax.ItemID, l address.Language, settings []string) *terraform.Body {
	if id == syntax.Root {
		return language.Body(l, terraform.VariableValues)
	}
	if t := language.Block(l, nocopy.String(typeOf(f.Name(id), settings))); t != nil && t.Labels == labelCount(f, id) {
		return language.Body(l, t.Name)
	}
	return nil
}

func labelCount(f *syntax.File, id syntax.ItemID) (n int) {
	for range f.Labels(id) {
		n++
	}
	return n
}

// number assigns numbers to blocks with the same address; in each document, the first of them has
// the number 0. A block has no number if no other block of its document has its address.
func (w *writer) number(blocks []blockEntry) {
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

// numberByLabels is like number, but treats blocks as blocks with the same address only if their
// labels after the address are also equal.
func (w *writer) numberByLabels(blocks []blockEntry) {
	if len(blocks) == 1 {
		return
	}
	w.text, w.ends = w.text[:0], w.ends[:0]
	for i := range blocks {
		w.text = strconv.AppendInt(w.text, int64(blocks[i].doc), 10)
		skip := blocks[i].skip
		for label := range w.file(blocks[i].ref).Labels(blocks[i].id) {
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

// labelText returns the text that numberByLabels compares for the i-th block: its document and
// labels.
func (w *writer) labelText(i int) []byte {
	if i == 0 {
		return w.text[:w.ends[0]]
	}
	return w.text[w.ends[i-1]:w.ends[i]]
}

// numberMany is like numberByLabels, but for many blocks.
func (w *writer) numberMany(blocks []blockEntry) {
	last := make(map[string]int, len(blocks)) // by text: the index of the last block with it
	for i := range blocks {
		key := nocopy.String(w.labelText(i))
		if j, ok := last[key]; ok {
			blocks[j].index = max(blocks[j].index, 0)
			blocks[i].index = blocks[j].index + 1
		}
		last[key] = i
	}
}
