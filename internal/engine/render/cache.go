package render

import (
	"bytes"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// A cache holds results of a draft's searches. Results of short searches are not cached, so that a
// small edit does not allocate the maps.
type cache struct {
	ends  map[syntax.ItemID]ends   // by item: its first and last child that is not a gap
	lines map[syntax.Span]lastLine // by span: how its last line starts

	generations map[syntax.ItemID]int // by item: how often its children changed (see countChildChanges)

	commented map[syntax.ItemID]bool // items that received a comment; before that, the item above each of them may have been aligned with it
	remade    map[syntax.ItemID]bool // items that Remake made: other items may have been aligned with the items that they replace
	moved     map[syntax.ItemID]bool // bodies in which items were moved, so that the order of the source changed

	indent     string      // the last long text that stringOf returned
	indentSpan syntax.Span // the span of indent
}

// Searches below these limits are short, and their results are not cached: searches of at most
// fewSteps steps, searches that read at most fewBytes bytes one by one, and searches for a single
// byte in at most manyBytes bytes.
const (
	fewSteps  = 16
	fewBytes  = 256
	manyBytes = 4096
)

// ends has the first and the last child of an item, not counting gaps.
type ends struct{ first, last syntax.ItemID }

// childIndent is the result of ChildIndent for an indentation and a step.
type childIndent struct {
	outer syntax.Span
	step  string
	text  string
}

// NextItem returns the next sibling that is an attribute, block, pair or element, or NoItem.
func (d *items) NextItem(id syntax.ItemID) syntax.ItemID {
	for id = d.item(id).Next; id != syntax.NoItem && !isItem(d.item(id).Kind); id = d.item(id).Next {
		d.budget.Step(1)
	}
	return id
}

// PrevItem returns the previous sibling that is an attribute, block, pair or element, or NoItem.
func (d *items) PrevItem(id syntax.ItemID) syntax.ItemID {
	for id = d.item(id).Prev; id != syntax.NoItem && !isItem(d.item(id).Kind); id = d.item(id).Prev {
		d.budget.Step(1)
	}
	return id
}

// FirstItem returns the first attribute, block, pair or element in an item, or NoItem.
func (d *items) FirstItem(parent syntax.ItemID) syntax.ItemID { return d.endsOf(parent).first }

// LastItem returns the last attribute, block, pair or element in an item, or NoItem.
func (d *items) LastItem(parent syntax.ItemID) syntax.ItemID { return d.endsOf(parent).last }

func (d *items) isFirst(id syntax.ItemID) bool { return d.FirstItem(d.item(id).Parent) == id }
func (d *items) isLast(id syntax.ItemID) bool  { return d.LastItem(d.item(id).Parent) == id }

func (d *items) endsOf(parent syntax.ItemID) ends {
	if e, ok := d.cache.ends[parent]; ok {
		return e
	}
	steps := 0
	first, last := d.item(parent).First, d.item(parent).Last
	for ; first != syntax.NoItem && !isItem(d.item(first).Kind); steps++ {
		first = d.item(first).Next
	}
	for ; last != syntax.NoItem && !isItem(d.item(last).Kind); steps++ {
		last = d.item(last).Prev
	}
	e := ends{first, last}
	if steps > fewSteps {
		d.budget.Step(steps)
		setKey(&d.cache.ends, parent, e)
	}
	return e
}

// setKey sets a value in a map. If the map is nil, setKey creates it.
func setKey[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = make(map[K]V)
	}
	(*m)[key] = value
}

// insertAfter adds an item to the children of parent, after the child prev. If prev is NoItem, the
// new item becomes the first child. insertAfter does not mark the item as touched.
func (d *items) insertAfter(parent, prev syntax.ItemID, it tree.Item) syntax.ItemID {
	id := d.store.InsertAfter(parent, prev, it)
	d.childrenChanged(parent)
	e, ok := d.cache.ends[parent]
	switch {
	case !ok || !isItem(it.Kind):
	case e.first == syntax.NoItem:
		d.cache.ends[parent] = ends{id, id}
	case prev == e.last && prev != syntax.NoItem:
		e.last = id
		d.cache.ends[parent] = e
	case prev == syntax.NoItem || !isItem(d.item(prev).Kind): // prev is a gap or NoItem: the new item may be first or last
		delete(d.cache.ends, parent)
	}
	return id
}

// remove removes an item from its parent. The siblings beside the item are marked as touched. If
// the item has no siblings, its parent is marked.
func (d *items) remove(id syntax.ItemID) {
	it := *d.item(id)
	if e, ok := d.cache.ends[it.Parent]; ok && (e.first == id || e.last == id) {
		switch {
		case e.first == e.last:
			e = ends{}
		case e.first == id:
			e.first = d.NextItem(id)
		default:
			e.last = d.PrevItem(id)
		}
		d.cache.ends[it.Parent] = e
	}
	d.store.Remove(id)
	d.childrenChanged(it.Parent)
}

// setContent sets the value of an item, and removes its children.
func (d *items) setContent(id syntax.ItemID, content syntax.Span) {
	delete(d.cache.ends, id)
	d.childrenChanged(id)
	d.store.SetContent(id, content)
}

// setNames is like setContent, for a value that differs from the old value only in names (see
// onlyNames).
func (d *items) setNames(id syntax.ItemID, content syntax.Span) {
	delete(d.cache.ends, id)
	d.childrenChanged(id)
	d.store.SetNames(id, content)
}

// A lastLine describes the start of the last line of a text.
type lastLine struct {
	blanks  syntax.Span // the spaces and tabs at the start of the line
	newline bool        // the text contains a line end before the line
}

func (d *items) lastLine(s syntax.Span) lastLine {
	if s.Len() > fewBytes {
		if l, ok := d.cache.lines[s]; ok {
			return l
		}
	}
	text := d.At(s)
	from := bytes.LastIndexByte(text, '\n') + 1
	l := lastLine{cut(s, from, from+len(blanks(text[from:]))), from > 0}
	if s.Len() > fewBytes {
		d.budget.Step(s.Len() / 8)
		setKey(&d.cache.lines, s, l)
	}
	return l
}

// blanks returns the spaces and tabs at the start of b.
func blanks(b []byte) []byte {
	return b[:len(b)-len(bytes.TrimLeft(b, " \t"))]
}

// stringOf returns the text of a span. It does not allocate a string for a few spaces, or for a
// long text that equals the previous one.
func (d *items) stringOf(s syntax.Span) string {
	const spaces = "                                "
	text := d.At(s)
	if n := len(text); n <= len(spaces) && string(text) == spaces[:n] {
		return spaces[:n]
	}
	if len(text) <= fewBytes {
		return string(text)
	}
	if s == d.cache.indentSpan {
		return d.cache.indent
	}
	d.budget.Step(len(text) / 16)
	if d.cache.indentSpan = s; string(text) != d.cache.indent {
		d.cache.indent = string(text)
	}
	return d.cache.indent
}

// countChildChanges starts to count how often the children of an item change.
func (d *items) countChildChanges(parent syntax.ItemID) {
	if _, ok := d.cache.generations[parent]; !ok {
		setKey(&d.cache.generations, parent, 0)
	}
}

// childrenChanged counts one more change of an item's children, if countChildChanges was called for
// the item.
func (d *items) childrenChanged(parent syntax.ItemID) {
	if d.cache.generations == nil {
		return
	}
	if n, ok := d.cache.generations[parent]; ok {
		d.cache.generations[parent] = n + 1
	}
}
