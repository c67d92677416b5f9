package pattern

import (
	"bytes"
	"strings"

	"iacedit/syntax"
)

// A row is the list of nodes that a $$name matched, with the comments and line breaks between them.
// It is written in a list, call or object of the replacement.
type row struct {
	*writer
	parent      syntax.NodeID   // the list, call or object of the code
	nodes       []syntax.NodeID // the nodes of the code that the $$name matched
	first       int32           // the start of the parent's first member
	last        int32           // the end of the parent's last member
	openEnd     int32           // the end of the opening bracket
	closeStart  int32           // the start of the closing bracket
	startsBelow bool            // the first member is on a line below the opening bracket
	indent      string          // a line end and the indentation of the members
}

// writeRow writes a list, call or object of the replacement in which a member is a $$name.
func (w *writer) writeRow(id syntax.NodeID) {
	t := &w.to.tree
	n := t.Node(id)
	items := w.itemsOf(id)
	w.Budget.Step(stepsPerItem * len(items))
	made := map[int]*row{}           // by index of the metavariable
	rows := map[syntax.NodeID]*row{} // by the member that is a $$name
	var only *row
	for _, item := range items {
		h, ok := w.to.holes[item]
		if !ok || !h.many {
			continue
		}
		c := w.match.Captures[h.name]
		w.Budget.Step(len(c.Nodes))
		for _, node := range c.Nodes {
			w.checkNames(item, node)
		}
		if made[h.name] == nil {
			w.Budget.Step(stepsPerItem * (1 + len(c.Nodes)))
			made[h.name] = w.rowOf(c)
		}
		only = made[h.name]
		rows[item] = only
	}
	w.out.addText(w.to.text(n.Start, t.openingEnd(id)))
	if len(rows) == 1 && only.startsBelow && len(only.nodes) > 0 && bytes.IndexByte(t.Source(id), '\n') < 0 {
		w.writeLines(only, id, items, rows)
		return
	}
	w.writeInline(id, items, rows)
	w.out.addText(w.to.text(n.End-1, n.End))
}

const stepsPerItem = 16

// itemsOf returns the elements of a list, the arguments of a call, or the pairs of an object.
func (w *writer) itemsOf(id syntax.NodeID) (items []syntax.NodeID) {
	t := &w.to.tree
	for c := range t.Children(id) {
		if t.Node(c).Kind != syntax.NodeName {
			items = append(items, c)
		}
	}
	return items
}

// openingEnd returns the offset after the opening bracket of a list, call or object.
func (t *tree) openingEnd(id syntax.NodeID) int32 {
	n := t.Node(id)
	if n.Kind != syntax.NodeCall {
		return n.Start + 1
	}
	name := t.Node(n.First).End
	return name + int32(bytes.IndexByte(t.Text[name:], '(')) + 1
}

// rowOf returns the row for the value of a $$name.
func (w *writer) rowOf(c Capture) *row {
	n := w.expr.Node(c.In)
	r := &row{writer: w, parent: c.In, nodes: c.Nodes, openEnd: w.tree.openingEnd(c.In), closeStart: n.End - 1}
	r.first, r.last = r.closeStart, r.openEnd
	for child := range w.expr.Children(c.In) {
		if at := w.expr.Node(child); at.Kind != syntax.NodeName {
			r.first, r.last = min(r.first, at.Start), at.End
		}
	}
	r.indent, r.startsBelow = lastIndent(string(w.expr.Text[r.openEnd:r.first]))
	return r
}

// lastIndent returns the last line end of a text that has line ends, and the indentation after it,
// without a comment that follows the indentation.
func lastIndent(text string) (indent string, ok bool) {
	i := strings.LastIndexByte(text, '\n')
	if i < 0 {
		return "", false
	}
	line := text[i+1:]
	return lineEnd(text) + line[:len(line)-len(strings.TrimLeft(line, " \t"))], true
}

// lineEnd returns "\r\n" if the text uses it, and otherwise "\n".
func lineEnd(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// writeInline writes members as they are written in the replacement. In place of an empty row it
// writes nothing, and leaves out a separator beside the row.
func (w *writer) writeInline(id syntax.NodeID, items []syntax.NodeID, rows map[syntax.NodeID]*row) {
	t := &w.to.tree
	n := t.Node(id)
	pos := t.openingEnd(id)
	written := false
	for _, item := range items {
		at := t.Node(item)
		r := rows[item]
		if r != nil && len(r.nodes) == 0 {
			pos = at.End
			continue
		}
		gap := w.to.text(pos, at.Start)
		if !written {
			gap = w.gapAfterOpening(id, items)
		}
		w.out.addText(gap)
		if written = true; r != nil {
			r.writeNodes()
		} else {
			w.writeNode(item)
		}
		pos = at.End
	}
	end := w.to.text(t.Node(items[len(items)-1]).End, n.End-1)
	if last := rows[items[len(items)-1]]; last != nil && len(last.nodes) == 0 {
		end = strings.TrimPrefix(end, "...") // an empty row cannot be spread
	}
	if written {
		w.out.addText(end)
	}
}

// gapAfterOpening returns the text between the opening bracket and the first member of a list, call
// or object of the replacement.
func (w *writer) gapAfterOpening(id syntax.NodeID, items []syntax.NodeID) string {
	return w.to.text(w.to.tree.openingEnd(id), w.to.tree.Node(items[0]).Start)
}

// writeNodes writes the nodes of a row. Nodes that are adjacent in the code are copied in one
// piece, with the text between them.
func (r *row) writeNodes() {
	for i := 0; i < len(r.nodes); {
		to := i + 1
		for to < len(r.nodes) && r.expr.Node(r.nodes[to-1]).Next == r.nodes[to] {
			to++
		}
		if i > 0 {
			r.writeSeparator(r.nodes[i-1], r.nodes[i])
		}
		r.addRange(r.out, syntax.Span{From: r.expr.Node(r.nodes[i]).Start, To: r.expr.Node(r.nodes[to-1]).End})
		i = to
	}
}

// writeSeparator writes the separator between two nodes that are not adjacent in the code.
func (r *row) writeSeparator(a, b syntax.NodeID) {
	if !r.startsBelow {
		r.out.addText(", ")
		return
	}
	r.endLine(a, true)
	r.writeLead(b)
}

// endLine writes a separator after a node, and the comments on the rest of its line. followed is
// true if another node follows.
func (r *row) endLine(id syntax.NodeID, followed bool) {
	from := r.expr.Node(id).End
	line := r.expr.Text[from:r.closeStart]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = bytes.TrimRight(line[:i], " \t\r")
	}
	if next := r.expr.Node(r.expr.Node(id).Next); next.Kind != syntax.NodeNone && int(next.Start) < int(from)+len(line) {
		line = line[:0] // the rest of the line has another member
	}
	hasComma := bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte{','})
	if followed && !hasComma && r.expr.Node(r.parent).Kind != syntax.NodeObject {
		r.out.addText(",")
	}
	r.out.addText(string(line))
}

// writeLead writes the line end, the comments and the blanks before a node.
func (r *row) writeLead(id syntax.NodeID) {
	start := r.expr.Node(id).Start
	from := r.openEnd
	r.Budget.Step(len(r.nodes))
	for c := range r.expr.Children(r.parent) {
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

// spread returns the list, call or object of the replacement whose members are written on lines of
// their own, because those of the matched list, call or object are: the outermost one with several
// members. It returns 0 if there is none, or if a metavariable stands for the whole match.
func (w *writer) spread() syntax.NodeID {
	if !hasMembers(w.expr.Node(w.match.At).Kind) {
		return 0
	}
	for _, h := range w.to.holes {
		if w.match.Captures[h.name].Node == w.match.At {
			return 0
		}
	}
	for id := w.to.tree.Root; hasMembers(w.to.tree.Node(id).Kind); {
		items := w.itemsOf(id)
		if len(items) == 0 {
			break
		}
		if len(items) > 1 {
			return id
		}
		id = items[0]
	}
	return 0
}

// hasMembers reports whether nodes of a kind have members between brackets.
func hasMembers(kind syntax.NodeKind) bool {
	return kind == syntax.NodeCall || kind == syntax.NodeTuple || kind == syntax.NodeObject
}

// writeSpread writes the list, call or object that spread returned. If it has several lines in the
// replacement, or the match has not, writeSpread writes it as it is written in the replacement.
func (w *writer) writeSpread(id syntax.NodeID) {
	t := &w.to.tree
	n := t.Node(id)
	items := w.itemsOf(id)
	w.Budget.Step(stepsPerItem * len(items))
	w.out.addText(w.to.text(n.Start, t.openingEnd(id)))
	r := w.rowOf(Capture{In: w.match.At})
	if r.startsBelow && n.Flags&syntax.FlagExpanded == 0 && bytes.IndexByte(t.Source(id), '\n') < 0 {
		w.writeLines(r, id, items, nil)
		return
	}
	w.writeInline(id, items, nil)
	w.out.addText(w.to.text(n.End-1, n.End))
}

// writeLines writes each member on lines of its own, laid out like the members of the row in the
// code.
func (w *writer) writeLines(r *row, id syntax.NodeID, items []syntax.NodeID, rows map[syntax.NodeID]*row) {
	n := w.to.tree.Node(id)
	comma := n.Kind != syntax.NodeObject
	for i, item := range items {
		last := i+1 == len(items)
		if rows[item] != nil {
			r.writeLead(r.nodes[0])
			r.writeNodes()
			if final := r.nodes[len(r.nodes)-1]; last && w.expr.Node(final).Next == 0 {
				w.out.addText(string(w.expr.Text[w.expr.Node(final).End:r.closeStart]))
				break
			} else {
				r.endLine(final, !last)
			}
		} else {
			w.out.addText(r.indent)
			w.writeNode(item)
			if comma && (!last || r.trailingComma()) {
				w.out.addText(",")
			}
		}
		if last {
			w.out.addText(r.closingIndent())
		}
	}
	if n.Flags&syntax.FlagExpanded != 0 {
		// The "..." would have to come before the rest of the last line, but that rest is written
		// already.
		w.refuse(w.match.At, "arguments on several lines, the last with \"...\", cannot be replaced by %q", w.to.sent)
	}
	w.out.addText(w.to.text(n.End-1, n.End))
}

// trailingComma reports whether the last member of the list, call or object in the code has a comma
// after it.
func (r *row) trailingComma() bool {
	return bytes.HasPrefix(bytes.TrimLeft(r.expr.Text[r.last:r.closeStart], " \t"), []byte{','})
}

// closingIndent returns the line end and the indentation of the closing bracket in the code.
func (r *row) closingIndent() string {
	indent, _ := lastIndent(string(r.expr.Text[r.last:r.closeStart]))
	return indent
}
