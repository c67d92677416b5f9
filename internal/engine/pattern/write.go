package pattern

import (
	"iacedit/syntax"
)

// A writer writes the replacement for one match.
type writer struct {
	*Rewriter
	to    *Replacement
	match *Match
	out   *fragment
	lines syntax.NodeID // the result of spread
	err   error

	sources map[syntax.NodeID]*fragment // by node: the result of nodeCode
}

// cachedCode is like Rewriter.nodeCode, but caches its results, because a replacement may contain a
// metavariable several times.
func (w *writer) cachedCode(id syntax.NodeID) *fragment {
	f := w.sources[id]
	if f == nil {
		if w.sources == nil {
			w.sources = map[syntax.NodeID]*fragment{}
		}
		f = w.Rewriter.nodeCode(id)
		w.sources[id] = f
	}
	return f
}

// write returns the replacement, with the code for its metavariables.
func (w *writer) write() *fragment { return w.writePart(w.to.tree.Root) }

// writePart is like write, but only for a node of the replacement.
func (w *writer) writePart(root syntax.NodeID) *fragment {
	w.out, w.lines = w.fragment(shape{}), w.spread()
	w.writeNode(root)
	w.out.shape = w.shape(root)
	w.recordLiteral(root)
	return w.out
}

// shape returns the shape of the code that is written for a node of the replacement.
func (w *writer) shape(id syntax.NodeID) shape {
	if inner, ok := w.to.isSole(id); ok {
		return w.shape(inner)
	}
	if h, ok := w.to.holes[id]; ok {
		return w.tree.shapes[w.match.Captures[h.name].Node]
	}
	s := w.to.tree.shapes[id]
	for hole, h := range w.to.holes {
		if h.many {
			continue
		}
		held := w.tree.shapes[w.match.Captures[h.name].Node]
		switch {
		case w.to.tree.needsParens(held, hole):
		case w.to.tree.lines[hole] == breaksAsAround && held.hasBreaks:
			s.hasBreaks = true
		case w.to.tree.endsRoot(hole, id):
			s.endsInMarker = s.endsInMarker || held.endsInMarker
		}
	}
	return s
}

// metavariableCode returns the code for a metavariable.
func (w *writer) metavariableCode(hole syntax.NodeID) *fragment {
	c := w.match.Captures[w.to.holes[hole].name]
	if c.Quoted {
		at := w.expr.Node(c.Node).Span()
		f := w.fragment(w.tree.shapes[c.Node])
		w.addSource(f, syntax.Span{From: at.From + 1, To: at.To - 1})
		return f
	}
	return w.cachedCode(c.Node)
}

// writeNode writes a node of the replacement.
func (w *writer) writeNode(id syntax.NodeID) {
	t := &w.to.tree
	n := t.Node(id)
	switch {
	case w.err != nil:
	case !w.to.withMetavariables[id] && n.Kind != syntax.NodeTemplate:
		w.out.addText(w.to.text(n.Start, n.End))
	case w.to.rows[id] != 0:
		w.writeRow(id)
	case id == w.lines:
		w.writeSpread(id)
	case n.Kind == syntax.NodeTemplate:
		w.writeTemplate(id)
	case w.isStringKey(id):
		w.writeNode(n.First)
	default:
		if _, ok := w.to.holes[id]; ok {
			w.writeMetavariable(id, id)
			return
		}
		pos := n.Start
		for c := n.First; c != 0; c = t.Node(c).Next {
			w.out.addText(w.to.text(pos, t.Node(c).Start))
			w.writeNode(c)
			pos = t.Node(c).End
		}
		w.out.addText(w.to.text(pos, n.End))
	}
}

// isStringKey reports whether a node is an object's key of the form ($name), with a metavariable
// that stands for a quoted string. A string needs no parentheses as a key.
func (w *writer) isStringKey(id syntax.NodeID) bool {
	t := &w.to.tree
	n, parent := t.Node(id), t.Node(t.parents[id])
	h, isHole := w.to.holes[n.First]
	if n.Kind != syntax.NodeParen || parent.Kind != syntax.NodePair || parent.First != id || !isHole || h.many {
		return false
	}
	held := w.tree.Node(w.match.Captures[h.name].Node)
	return held.Kind == syntax.NodeTemplate && held.Flags&syntax.FlagHeredoc == 0
}

// writeMetavariable writes the code for a metavariable. replaced is the node that the code
// replaces: the metavariable itself, or a template such as "${$name}".
func (w *writer) writeMetavariable(id, replaced syntax.NodeID) {
	node := w.match.Captures[w.to.holes[id].name].Node
	w.checkNames(id, node)
	w.putFragment(w.metavariableCode(id), replaced)
}

// putFragment writes a fragment in place of a node, in parentheses if necessary.
func (w *writer) putFragment(f *fragment, place syntax.NodeID) {
	t := &w.to.tree
	if t.needsParens(f.shape, place) || f.shape.endsInMarker && !t.endsRoot(place, t.Root) || w.startsFor(f, place) {
		w.out.addWrapped(f)
		return
	}
	w.out.add(piece{sub: f})
}

// startsFor reports whether a fragment would be read as the start of a for expression if it
// replaced the node, because it begins with the name "for".
func (w *writer) startsFor(f *fragment, place syntax.NodeID) bool {
	p := w.to.tree.Node(w.to.tree.parents[place])
	return p.Kind == syntax.NodeTuple && p.First == place && w.beginsWithFor(f)
}

const stepsPerPart = 4

// writeTemplate writes a template of the replacement. It simplifies the template in the same way as
// Rewriter.simplifyTemplate.
func (w *writer) writeTemplate(id syntax.NodeID) {
	t := &w.to.tree
	n := t.Node(id)
	if inner, ok := w.to.isSole(id); ok {
		if _, isHole := w.to.holes[inner]; isHole {
			w.writeMetavariable(inner, id)
			return
		}
		f := w.fragment(w.shape(inner))
		outer := w.out
		w.out = f
		w.writeNode(inner)
		w.out = outer
		w.putFragment(f, id)
		return
	}
	folds := n.Flags&syntax.FlagHeredoc == 0 && !marked(t.Expr, id)
	pos := n.Start
	for c := n.First; c != 0; c = t.Node(c).Next {
		part := t.Node(c)
		w.out.addText(w.to.text(pos, part.Start))
		pos = part.End
		w.Budget.Step(stepsPerPart)
		if _, isHole := w.to.holes[part.First]; isHole && folds && part.Kind == syntax.NodeInterp {
			w.checkNames(part.First, w.match.Captures[w.to.holes[part.First].name].Node)
			_, last := (&piece{sub: w.out}).edges(w.expr.Text)
			if w.fold(w.out, w.metavariableCode(part.First), last, t.Text[part.End:]) {
				continue
			}
		}
		if part.Kind == syntax.NodeText {
			w.out.addText(w.to.text(part.Start, part.End))
			continue
		}
		w.writeNode(c)
	}
	w.out.addText(w.to.text(pos, n.End))
}

// fold appends a literal, as text, to the code of a quoted template. The last two arguments are the
// byte before the text and the code after it. It returns false if the expression is not a literal,
// or if the text would begin or end a sequence together with the code beside it.
func (r *Rewriter) fold(out *fragment, f *fragment, last byte, after []byte) bool {
	if f.inner == nil {
		return false
	}
	first, end := edges(f.inner, r.expr.Text)
	if (last == '$' || last == '%') && (first == '{' || first == last) {
		return false
	}
	escape := ""
	if end == '$' || end == '%' || first == 0 && (last == '$' || last == '%') {
		switch {
		case first == 0, len(after) > 0 && (after[0] == '$' || after[0] == '%'):
			return false
		case len(after) > 0 && after[0] == '{':
			escape = string(end)
		}
	}
	out.addAll(f.inner)
	out.addText(escape)
	return true
}

// recordLiteral records how the expression that was just written can be written inside a quoted
// template. For an expression that is not a literal, it records nothing.
func (w *writer) recordLiteral(id syntax.NodeID) {
	t := &w.to.tree
	if inner, ok := w.to.isSole(id); ok {
		id = inner
	}
	if _, ok := w.to.holes[id]; ok {
		w.out.literal = w.metavariableCode(id).literal
		return
	}
	if n := t.Node(id); n.Kind == syntax.NodeTemplate && w.to.withMetavariables[id] {
		if n.Flags&syntax.FlagHeredoc == 0 && !marked(t.Expr, id) {
			w.out.inner = withoutQuotes(w.out.pieces)
		}
		return
	}
	if code, text, ok := literalText(t.Expr, id); ok {
		w.out.literal = literal{[]piece{{text: code}}, text}
	}
}

// withoutQuotes returns the pieces of a quoted template, except the quotes.
func withoutQuotes(pieces []piece) []piece {
	first, last := pieces[0], pieces[len(pieces)-1]
	if len(pieces) < 2 || first.text == "" || last.text == "" {
		return nil
	}
	inner := append([]piece(nil), pieces...)
	inner[0].text = first.text[1:]
	inner[len(inner)-1].text = last.text[:len(last.text)-1]
	return inner
}
