package read

import (
	"iacedit/address"
	"iacedit/internal/base/nocopy"
	"iacedit/internal/base/sequence"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// entry writes a block of a file, or the top level of the file, as an entry. body is what the
// language defines for the body of the block.
func (w *writer) entry(f *syntax.File, b blockEntry, body *terraform.Body) {
	w.budget.Step(stepsPerEntry)
	w.out.Byte('{')
	first := true
	if b.labels {
		w.out.name("labels", &first)
		w.labelsAfter(f, b.id, b.skip)
	}
	if w.module && b.top {
		w.out.name("file", &first)
		w.out.Quote(nocopy.Bytes(w.docs[b.doc].Name))
	}
	if b.index >= 0 {
		w.out.name("index", &first)
		w.out.Int(int(b.index))
	}
	if w.comments && b.id != syntax.Root {
		w.lead(f, b.id, &first)
	}
	if w.ranges && b.id != syntax.Root {
		w.out.name("range", &first)
		w.rangeOf(&w.out, f, b.id)
	}
	mark, blocks := w.extra.unreadable.Len(), len(w.stack)
	w.attributes(f, b, body, &first)
	if len(w.stack) > blocks {
		w.blocks(f, b, blocks, body, &first)
	}
	if unreadable := &w.extra.unreadable; unreadable.Len() > mark {
		w.gathered("unreadable", "[", unreadable, mark, "]", &first)
	}
	w.out.Byte('}')
}

// stepsPerEntry is the number of steps charged for an entry, not counting its members.
const stepsPerEntry = 4

// labelsAfter writes the labels of a block, except the first ones. skipped is the number of labels
// to leave out.
func (w *writer) labelsAfter(f *syntax.File, id syntax.ItemID, skipped int) {
	w.out.Byte('[')
	first := true
	for label := range f.Labels(id) {
		if skipped--; skipped >= 0 {
			continue
		}
		w.out.comma(&first)
		w.out.Quote(label)
	}
	w.out.Byte(']')
}

// attributes writes a body's attributes, and the members "comments" and "ranges". It pushes the
// blocks nested in the body onto the stack.
func (w *writer) attributes(f *syntax.File, b blockEntry, body *terraform.Body, first *bool) {
	start, none := w.out.Len(), *first
	w.out.attributes(first)
	inner := true
	for id := range f.Children(b.id) {
		switch f.Kind(id) {
		case syntax.KindAttribute:
		case syntax.KindBlock:
			if b.id != syntax.Root {
				w.push(blockEntry{ref: ref{b.doc, id}, index: -1})
			}
			continue
		default:
			continue
		}
		name := f.Name(id)
		if b.pick == nil || b.pick.attribute(name) {
			w.attribute(f, id, name, body.Attribute(nocopy.String(name)), &inner)
			continue
		}
		for _, path := range b.pick.paths[string(name)] {
			w.path(f, id, path, body.Attribute(path.Name), &inner)
		}
	}
	if inner {
		w.out.Truncate(start)
		*first = none
	} else {
		w.out.Byte('}')
	}
	w.gathered("comments", "{", &w.extra.comments, 0, "}", first)
	w.gathered("lineComments", "{", &w.extra.lineComments, 0, "}", first)
	w.gathered("ranges", "{", &w.extra.ranges, 0, "}", first)
}

// gathered writes a member whose value was collected in the output from. The value is the text of
// this output from the offset mark to the end, with a bracket before and after it. gathered then
// removes the text from this output. If there is no text after the mark, gathered writes nothing.
func (w *writer) gathered(name, opening string, from *output, mark int, closing string, first *bool) {
	if from.Len() == mark {
		return
	}
	w.out.name(name, first)
	w.out.Raw(opening)
	w.out.RawBytes(from.Text()[mark : from.Len()-1])
	w.out.Raw(closing)
	from.Truncate(mark)
}

// attribute writes an attribute as a member.
func (w *writer) attribute(f *syntax.File, id syntax.ItemID, name []byte, schema *value.Schema, first *bool) {
	start, none := w.out.Len(), *first
	w.out.name(nocopy.String(name), first)
	from := w.out.Len()
	if !w.value(f, id, schema) {
		w.out.Truncate(start)
		*first = none
		w.unreadable(name)
	}
	if w.comments || w.behind {
		w.commentsOf(f, id, name, w.out.Text()[min(from, w.out.Len()):])
	}
	if w.ranges {
		w.addRange(f, id, name)
	}
}

// path writes the value at a path that leads into an attribute, as a member.
func (w *writer) path(f *syntax.File, attribute syntax.ItemID, p pickedPath, schema *value.Schema, first *bool) {
	start, none := w.out.Len(), *first
	w.out.key(nocopy.Bytes(p.Text), first)
	from := w.out.Len()
	if !w.value(f, p.item, address.SchemaAt(schema, p.Path)) {
		w.out.Truncate(start)
		*first = none
		w.unreadable(nocopy.Bytes(p.Text))
		return
	}
	if (w.comments || w.behind) && !p.EndsInEqual() { // edits cannot set comments with [=]
		w.commentsOf(f, p.item, []byte(p.Text), w.out.Text()[from:])
	}
	if w.ranges {
		w.addRange(f, attribute, nocopy.Bytes(p.Text))
	}
}

// unreadable adds the path of a value that JSON cannot represent to the answer's member
// "unreadable".
func (w *writer) unreadable(path []byte) {
	w.extra.unreadable.Quote(path)
	w.extra.unreadable.Byte(',')
}

// value writes an attribute's value. It returns false if JSON cannot represent the value.
func (w *writer) value(f *syntax.File, id syntax.ItemID, schema *value.Schema) (ok bool) {
	at := f.Value(id)
	text, ok := value.AppendSimple(w.out.Lend(mostValue(at.Len())), f.At(at), schema)
	if !ok {
		e := f.ValueExpr(id)
		text, ok = w.values.Append(text, e, e.Root, schema)
	}
	if ok {
		w.out.Settle(text)
	}
	return ok
}

// blocks writes the blocks nested in a body, grouped by type, and pops them from the stack. The
// blocks are w.stack[mark:].
func (w *writer) blocks(f *syntax.File, b blockEntry, mark int, body *terraform.Body, first *bool) {
	w.group(f, w.stack[mark:])
	start, none := w.out.Len(), *first
	w.out.blockTypes(first)
	inner := true
	for from := mark; from < len(w.stack); {
		to := from + 1
		for to < len(w.stack) && w.stack[to].group == w.stack[from].group {
			to++
		}
		w.nested(f, b, from, to, body, &inner)
		from = to
	}
	w.stack = w.stack[:mark]
	if inner {
		w.out.Truncate(start)
		*first = none
		return
	}
	w.out.Byte('}')
}

// nested writes the blocks w.stack[from:to], which have the same type, as a member.
func (w *writer) nested(f *syntax.File, b blockEntry, from, to int, body *terraform.Body, first *bool) {
	typ := f.Name(w.stack[from].id)
	start, none := w.out.Len(), *first
	w.out.name(nocopy.String(typ), first)
	w.out.Byte('[')
	labels := false
	for _, block := range w.stack[from:to] {
		labels = labels || labelCount(f, block.id) > 0
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
		w.out.comma(&inner)
		w.entry(f, block, body.Block(nocopy.String(typ)))
	}
	if inner {
		w.out.Truncate(start)
		*first = none
		return
	}
	w.out.Byte(']')
}

// fewBlocks is the greatest number of blocks whose names or labels are compared pairwise.
const fewBlocks = 16

// group sorts nested blocks by type. The types are in the order of their first blocks.
func (w *writer) group(f *syntax.File, blocks []blockEntry) {
	groups := int32(0)
	if len(blocks) > fewBlocks {
		w.names = make(map[string]int32)
	}
	for i := range blocks {
		name := f.Name(blocks[i].id)
		blocks[i].group = -1
		if len(blocks) > fewBlocks {
			if g, ok := w.names[string(name)]; ok {
				blocks[i].group = g
			} else {
				w.names[string(name)] = groups
			}
		} else {
			for j := range i {
				if string(f.Name(blocks[j].id)) == string(name) {
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
		sequence.SortStable(blocks, func(a, b blockEntry) int { return int(a.group - b.group) })
	}
}
