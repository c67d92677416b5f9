package pattern

import (
	"bytes"
	"strings"

	"iacedit/syntax"
)

// A row is what a $$name stands for, as it is written in a list, call or object of the
// replacement: with the comments and line breaks between its nodes.
type row struct {
	*writer
	in     syntax.NodeID   // the list, call or object of the code
	nodes  []syntax.NodeID // of the code
	first  int32           // where the first child of in starts
	last   int32           // where the last one ends
	open   int32           // where the opening bracket of in ends
	close  int32           // where the closing one starts
	over   bool            // in is over lines
	indent string          // a line end and what its members' lines begin with
}

// row writes a list, call or object of the replacement that has a $$name in it.
func (w *writer) row(id syntax.NodeID) {
	t := &w.to.tree
	hole := w.to.rows[id]
	c := w.match.Captures[w.to.holes[hole].name]
	for _, node := range c.Nodes {
		w.checkNames(hole, node)
	}
	r := w.rowOf(c)
	n := t.Node(id)
	items := w.itemsOf(id)
	w.out.addText(w.to.text(n.Start, t.openingEnd(id)))
	switch {
	case len(r.nodes) == 0 && len(items) == 1:
	case len(r.nodes) == 0 || !r.over || bytes.IndexByte(t.Source(id), '\n') >= 0:
		w.inline(id, items, hole, r)
	default:
		w.overLines(id, items, hole, r)
		return
	}
	end := n.End - 1
	if len(r.nodes) > 0 && n.Flags&syntax.FlagExpanded != 0 && n.Kind == syntax.NodeCall {
		w.out.addText("...")
	}
	w.out.addText(w.to.text(end, n.End))
}

// itemsOf returns the elements, arguments or pairs of a node of the replacement.
func (w *writer) itemsOf(id syntax.NodeID) (items []syntax.NodeID) {
	t := &w.to.tree
	for c := range t.Children(id) {
		if t.Node(c).Kind != syntax.NodeName {
			items = append(items, c)
		}
	}
	return items
}

// openingEnd returns where the opening bracket of a list, call or object ends.
func (t *tree) openingEnd(id syntax.NodeID) int32 {
	n := t.Node(id)
	if n.Kind != syntax.NodeCall {
		return n.Start + 1
	}
	name := t.Node(n.First).End
	return name + int32(bytes.IndexByte(t.Text[name:], '(')) + 1
}

// rowOf returns a $$name as it can be written.
func (w *writer) rowOf(c Capture) *row {
	n := w.expr.Node(c.In)
	r := &row{writer: w, in: c.In, nodes: c.Nodes, open: w.tree.openingEnd(c.In), close: n.End - 1}
	r.first, r.last = r.close, r.open
	for child := range w.expr.Children(c.In) {
		if at := w.expr.Node(child); at.Kind != syntax.NodeName {
			r.first, r.last = min(r.first, at.Start), at.End
		}
	}
	gap := string(w.expr.Text[r.open:r.first])
	if i := strings.LastIndexByte(gap, '\n'); i >= 0 && len(c.Nodes) > 0 {
		r.over = true
		r.indent = lineEnd(gap) + gap[i+1:]
	}
	return r
}

// lineEnd returns the line end that a text with one has.
func lineEnd(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// inline writes members as they stand in the replacement.
func (w *writer) inline(id syntax.NodeID, items []syntax.NodeID, hole syntax.NodeID, r *row) {
	t := &w.to.tree
	n := t.Node(id)
	pos := t.openingEnd(id)
	dropped := false
	for i, item := range items {
		at := t.Node(item)
		if item == hole && len(r.nodes) == 0 {
			if i+1 < len(items) { // the separator after it goes
				w.out.addText(w.to.text(pos, at.Start))
				pos = t.Node(items[i+1]).Start
			} else {
				dropped = true
				pos = n.End
			}
			continue
		}
		if !dropped {
			w.out.addText(w.to.text(pos, at.Start))
		}
		if item == hole {
			r.write()
			pos = at.End
			continue
		}
		w.node(item)
		pos = at.End
	}
	if !dropped && pos < n.End-1 {
		w.out.addText(strings.TrimSuffix(w.to.text(pos, n.End-1), "..."))
		return
	}
	if n.Kind == syntax.NodeObject {
		w.out.addText(" ")
	}
}

// write adds the nodes of a row: those that stand together as they are.
func (r *row) write() {
	for i := 0; i < len(r.nodes); {
		to := i + 1
		for to < len(r.nodes) && r.expr.Node(r.nodes[to-1]).Next == r.nodes[to] {
			to++
		}
		if i > 0 {
			r.separate(r.nodes[i-1], r.nodes[i])
		}
		r.span(r.out, syntax.Span{From: r.expr.Node(r.nodes[i]).Start, To: r.expr.Node(r.nodes[to-1]).End})
		i = to
	}
}

// separate writes what stands between two nodes of a row that stood apart.
func (r *row) separate(a, b syntax.NodeID) {
	if !r.over {
		r.out.addText(", ")
		return
	}
	r.endLine(a, true)
	r.lead(b)
}

// endLine writes what follows a node on its line: a separator, and comments. last is false
// where nothing follows it, and it has no comma of its own.
func (r *row) endLine(id syntax.NodeID, more bool) {
	from := r.expr.Node(id).End
	line := r.expr.Text[from:r.close]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = bytes.TrimRight(line[:i], " \t\r")
	}
	if next := r.expr.Node(r.expr.Node(id).Next); next.Kind != syntax.NodeNone && int(next.Start) < int(from)+len(line) {
		line = line[:0] // another member stands on the line
	}
	hasComma := bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte{','})
	if more && !hasComma && r.expr.Node(r.in).Kind != syntax.NodeObject {
		r.out.addText(",")
	}
	r.out.addText(string(line))
}

// lead writes the line end, the comments and the blanks before a node.
func (r *row) lead(id syntax.NodeID) {
	start := r.expr.Node(id).Start
	from := r.open
	r.Budget.Step(len(r.nodes))
	for c := range r.expr.Children(r.in) {
		if at := r.expr.Node(c); at.End <= start && at.Kind != syntax.NodeName {
			from = max(from, at.End)
		}
	}
	gap := string(r.expr.Text[from:start])
	if i := strings.IndexByte(gap, '\n'); i >= 0 {
		r.out.addText(lineEnd(gap) + gap[i+1:])
		return
	}
	r.out.addText(r.indent)
}

// overLines writes members a line each, laid out as those of the row are.
func (w *writer) overLines(id syntax.NodeID, items []syntax.NodeID, hole syntax.NodeID, r *row) {
	n := w.to.tree.Node(id)
	comma := n.Kind != syntax.NodeObject
	for i, item := range items {
		last := i+1 == len(items)
		if item == hole {
			r.lead(r.nodes[0])
			r.write()
			if final := r.nodes[len(r.nodes)-1]; last && w.expr.Node(final).Next == 0 {
				w.out.addText(string(w.expr.Text[w.expr.Node(final).End:r.close]))
				break
			} else {
				r.endLine(final, !last)
			}
		} else {
			w.out.addText(r.indent)
			w.node(item)
			if comma && (!last || r.trailingComma()) {
				w.out.addText(",")
			}
		}
		if last {
			w.out.addText(r.closing())
		}
	}
	if n.Flags&syntax.FlagExpanded != 0 {
		// "..." follows the last argument, before what ends the line.
		w.refuse(w.match.At, "arguments over lines cannot be spread by %q", w.to.sent)
	}
	w.out.addText(w.to.text(n.End-1, n.End))
}

// trailingComma reports whether a comma follows the last member of the code.
func (r *row) trailingComma() bool {
	return bytes.HasPrefix(bytes.TrimLeft(r.expr.Text[r.last:r.close], " \t"), []byte{','})
}

// closing returns the line end and the blanks before the closing bracket of the code.
func (r *row) closing() string {
	gap := string(r.expr.Text[r.last:r.close])
	if i := strings.LastIndexByte(gap, '\n'); i >= 0 {
		return lineEnd(gap) + gap[i+1:]
	}
	return ""
}
