package read

import (
	"slices"
	"strconv"

	"iacedit/internal/jsontext"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// entry writes a block, or the top level of the file, as an entry.
func (w *writer) entry(b placed, body *terraform.Body) {
	w.budget.Step(4)
	w.dst = append(w.dst, '{')
	first := true
	if b.labels {
		w.name([]byte("labels"), &first)
		w.labelsAfter(b.id, b.skip)
	}
	if w.module && b.top {
		w.name([]byte("file"), &first)
		w.dst = jsontext.AppendQuote(w.dst, bytesOf(w.docs[b.doc].Name))
	}
	if b.index >= 0 {
		w.name([]byte("index"), &first)
		w.dst = strconv.AppendInt(w.dst, int64(b.index), 10)
	}
	if w.comments && b.id != syntax.Root {
		w.lead(b.id, &first)
	}
	if w.ranges && b.id != syntax.Root {
		w.name([]byte("range"), &first)
		w.dst = w.appendRange(w.dst, b.id)
	}
	mark, blocks := len(w.missing), len(w.stack)
	w.attributes(b, body, &first)
	if len(w.stack) > blocks {
		w.blocks(b, blocks, body, &first)
	}
	if len(w.missing) > mark {
		w.name([]byte("unreadable"), &first)
		w.dst = append(append(append(w.dst, '['), w.missing[mark:len(w.missing)-1]...), ']')
		w.missing = w.missing[:mark]
	}
	w.dst = append(w.dst, '}')
}

// labelsAfter writes a block's labels but for the first ones.
func (w *writer) labelsAfter(id syntax.ItemID, skip int) {
	w.dst = append(w.dst, '[')
	for label := range w.f.Labels(id) {
		if skip--; skip >= 0 {
			continue
		}
		if w.dst[len(w.dst)-1] != '[' {
			w.dst = append(w.dst, ',')
		}
		w.dst = jsontext.AppendQuote(w.dst, label)
	}
	w.dst = append(w.dst, ']')
}

// attributes writes a body's attributes, and what is to be said of them. The blocks nested
// in it, which it comes by, it puts on the stack.
func (w *writer) attributes(b placed, body *terraform.Body, first *bool) {
	start, none := len(w.dst), *first
	w.name([]byte("attributes"), first)
	w.dst = append(w.dst, '{')
	w.extras, w.rangesOf = w.extras[:0], w.rangesOf[:0]
	inner := true
	for id := range w.f.Children(b.id) {
		switch w.f.Kind(id) {
		case syntax.KindAttribute:
		case syntax.KindBlock:
			if b.id != syntax.Root {
				w.stack = append(w.stack, placed{ref: ref{w.doc, id}, index: -1})
			}
			continue
		default:
			continue
		}
		name := w.f.Name(id)
		if b.pick == nil || b.pick.attribute(name) {
			w.attribute(id, name, body.Attribute(stringOf(name)), &inner)
			continue
		}
		for _, path := range b.pick.paths[string(name)] {
			w.path(id, path, body.Attribute(path.Name), &inner)
		}
	}
	if inner {
		w.dst, *first = w.dst[:start], none
	} else {
		w.dst = append(w.dst, '}')
	}
	w.extra("comments", w.extras, first)
	w.extra("ranges", w.rangesOf, first)
}

// extra writes an object whose members have been gathered, each with a comma after it.
func (w *writer) extra(name string, members []byte, first *bool) {
	if len(members) == 0 {
		return
	}
	w.name([]byte(name), first)
	w.dst = append(append(append(w.dst, '{'), members[:len(members)-1]...), '}')
}

// attribute writes an attribute as a member.
func (w *writer) attribute(id syntax.ItemID, name []byte, schema *value.Schema, first *bool) {
	start, none := len(w.dst), *first
	w.name(name, first)
	from := len(w.dst)
	if !w.value(id, schema) {
		w.dst, *first = w.dst[:start], none
		w.missing = append(jsontext.AppendQuote(w.missing, name), ',')
	}
	if w.comments {
		w.commentsOf(id, name, w.dst[min(from, len(w.dst)):])
	}
	if w.ranges {
		w.rangesOf = append(jsontext.AppendQuote(w.rangesOf, name), ':')
		w.rangesOf = append(w.appendRange(w.rangesOf, id), ',')
	}
}

// value writes an attribute's value as JSON. It returns false where JSON has no value for
// it.
func (w *writer) value(id syntax.ItemID, schema *value.Schema) (ok bool) {
	at := w.f.Value(id)
	w.budget.Grow(at.Len())
	if w.dst, ok = value.AppendSimple(w.dst, w.f.At(at), schema); ok {
		return true
	}
	e := w.f.ValueExpr(id)
	w.dst, ok = w.values.Append(w.dst, e, e.Root, schema)
	return ok
}

// blocks writes the blocks nested in a body, which are those on the stack from a mark on,
// by type, and takes them away.
func (w *writer) blocks(b placed, mark int, body *terraform.Body, first *bool) {
	w.group(w.stack[mark:])
	start, none := len(w.dst), *first
	w.name([]byte("blockTypes"), first)
	w.dst = append(w.dst, '{')
	inner := true
	for from := mark; from < len(w.stack); {
		to := from + 1
		for to < len(w.stack) && w.stack[to].group == w.stack[from].group {
			to++
		}
		w.nested(b, from, to, body, &inner)
		from = to
	}
	w.stack = w.stack[:mark]
	if inner {
		w.dst, *first = w.dst[:start], none
		return
	}
	w.dst = append(w.dst, '}')
}

// nested writes the blocks of one type, those of the stack in a range, as a member.
func (w *writer) nested(b placed, from, to int, body *terraform.Body, first *bool) {
	typ := w.f.Name(w.stack[from].id)
	start, none := len(w.dst), *first
	w.name(typ, first)
	w.dst = append(w.dst, '[')
	labels := false
	for _, block := range w.stack[from:to] {
		labels = labels || w.labels(block.id) > 0
	}
	if labels {
		w.numberByLabels(w.stack[from:to])
	} else {
		w.number(w.stack[from:to])
	}
	inner := true
	for i := from; i < to; i++ {
		block := w.stack[i]
		block.labels = labels
		if b.pick != nil {
			if block.pick = w.picked[block.ref]; block.pick == nil {
				continue
			}
			block.pick = block.pick.orNil()
		}
		if !inner {
			w.dst = append(w.dst, ',')
		}
		inner = false
		w.entry(block, body.Block(stringOf(typ)))
	}
	if inner {
		w.dst, *first = w.dst[:start], none
		return
	}
	w.dst = append(w.dst, ']')
}

// fewBlocks is how many blocks are compared each with each.
const fewBlocks = 16

// group sorts nested blocks by their types, in the order in which those come first.
func (w *writer) group(blocks []placed) {
	groups := int32(0)
	if len(blocks) > fewBlocks {
		w.names = make(map[string]int32)
	}
	for i := range blocks {
		name := w.f.Name(blocks[i].id)
		blocks[i].group = -1
		if len(blocks) > fewBlocks {
			if g, ok := w.names[string(name)]; ok {
				blocks[i].group = g
			} else {
				w.names[string(name)] = groups
			}
		} else {
			for j := range i {
				if string(w.f.Name(blocks[j].id)) == string(name) {
					blocks[i].group = blocks[j].group
					break
				}
			}
		}
		if blocks[i].group < 0 {
			blocks[i].group = groups
			groups++
		}
	}
	if groups > 1 {
		slices.SortStableFunc(blocks, func(a, b placed) int { return int(a.group - b.group) })
	}
}
