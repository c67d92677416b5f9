package read

import (
	"slices"
	"unsafe"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/jsontext"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A writer writes the content of a file as JSON.
type writer struct {
	f        *syntax.File
	language address.Language
	comments bool
	ranges   bool
	budget   *budget.Budget
	dst      []byte
	outline  outline
	values   value.Encoder
	classes  value.Classes

	picked   map[syntax.ItemID]*pick // nil for everything; of blocks, and of the Root
	stack    []placed                // the blocks of the bodies being written
	text     []byte
	ends     []int32
	extras   []byte // the "comments" of the entry being written
	rangesOf []byte // the "ranges"
	missing  []byte // the "unreadable"
	names    map[string]int32
}

// begin makes the writer ready for a file.
func (w *writer) begin(f *syntax.File, r *request) {
	w.f, w.language, w.comments, w.ranges, w.budget = f, r.language, r.comments, r.ranges, nil
	w.outline.read(f, r.language)
}

// reset drops every reference.
func (w *writer) reset() {
	w.f, w.dst, w.budget, w.picked = nil, nil, nil, nil
	w.classes.Reset()
	w.stack = w.stack[:0]
}

// A placed block is one with what tells it from others at its address.
type placed struct {
	id     syntax.ItemID
	pick   *pick // what to write of it; nil for all
	group  int32 // of nested blocks: the number of their type
	skip   int   // how many labels the address has
	labels bool  // the others are written
	index  int32 // -1 where it is the only one
}

// content writes the whole content, or what is picked of it.
func (w *writer) content() {
	w.budget.Step(len(w.f.Text()) >> 3)
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
	if at == o.values && (w.picked == nil || w.picked[syntax.Root] != nil) {
		first = false
		w.entry(placed{id: syntax.Root, pick: w.picked[syntax.Root], index: -1}, w.language.Body(terraform.VariableValues))
	}
	if o.nodes[at].first == 0 {
		for b := o.nodes[at].firstBlock; b >= 0; b = o.blocks[b].next {
			w.stack = append(w.stack, placed{id: o.blocks[b].id, skip: depth - 1, index: -1})
		}
		w.number(w.stack[mark:])
	} else {
		ids := o.blocksFrom(nil, at)
		slices.Sort(ids) // items are numbered in code order
		for _, id := range ids {
			w.stack = append(w.stack, placed{id: id, skip: depth - 1, labels: true, index: -1})
		}
		w.numberByLabels(w.stack[mark:])
	}
	for i := mark; i < len(w.stack); i++ {
		b := w.stack[i]
		if w.picked != nil {
			if b.pick = w.picked[b.id]; b.pick == nil {
				continue
			}
			b.pick = b.pick.orNil()
		}
		if !first {
			w.dst = append(w.dst, ',')
		}
		first = false
		if b.labels {
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

// number numbers blocks that share an address.
func (w *writer) number(blocks []placed) {
	for i := range blocks {
		if len(blocks) > 1 {
			blocks[i].index = int32(i)
		}
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
		skip := blocks[i].skip
		for label := range w.f.Labels(blocks[i].id) {
			if skip--; skip < 0 {
				w.text = append(jsontext.AppendQuote(w.text, label), ',')
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
