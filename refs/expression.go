package refs

import (
	"cmp"
	"slices"

	"iacedit/syntax"
)

// attribute looks through the value of an attribute. The nodes of an expression come
// in the order in which they end, so its variables come in the order of the source:
// one pass over the nodes finds them, however deep the tree is.
func (w *finder) attribute(id syntax.ItemID, value syntax.Span, s special) {
	if s.rule == ignored || !w.wanted(value) {
		return
	}
	e, err := syntax.ParseExpression(&w.expr, w.text, value)
	if err != nil {
		panic("refs: an invalid expression in a tree: " + err.Error())
	}
	if len(e.Nodes) == 2 && e.Nodes[1].Kind != syntax.NodeVariable {
		return
	}
	w.special, w.item = s, id
	w.link()
	base, next := len(w.scope.stack), 0
	for n := 1; n < len(e.Nodes) && !w.done; n++ {
		switch e.Nodes[n].Kind {
		case syntax.NodeVariable:
			next = w.scope.to(e.Nodes[n].Start, base, w.names, next)
			w.name(syntax.NodeID(n))
		case syntax.NodeTemplate:
			if s.rule != ordinary {
				w.quoted(syntax.NodeID(n))
			}
		}
	}
	for len(w.scope.stack) > base {
		w.scope.pop()
	}
}

// link finds each node's parent, and the local names of the expression in the order in
// which they begin to count.
func (w *finder) link() {
	nodes := w.expr.Nodes
	w.parents = slices.Grow(w.parents[:0], len(nodes))[:len(nodes)]
	clear(w.parents)
	w.names = w.names[:0]
	for i := range nodes {
		n := &nodes[i]
		for c := n.First; c != 0; c = nodes[c].Next {
			w.parents[c] = syntax.NodeID(i)
		}
		switch n.Kind {
		case syntax.NodeForTuple, syntax.NodeForObject:
			w.bind(n.First, 0, n.End)
		case syntax.NodeTemplate:
			w.directives(n.First)
		}
	}
	if len(w.names) > 1 {
		slices.SortStableFunc(w.names, func(a, b binding) int { return cmp.Compare(a.from, b.from) })
	}
}

// bind notes the names at the start of a chain of nodes: one or two, and after them
// what the for goes through. They count from there, or from a later offset, on.
func (w *finder) bind(n syntax.NodeID, from, to int32) {
	nodes := w.expr.Nodes
	first := len(w.names)
	for ; nodes[n].Kind == syntax.NodeName; n = nodes[n].Next {
		at := syntax.Span{From: nodes[n].Start, To: nodes[n].End}
		w.names = append(w.names, binding{LocalName: LocalName{Name: at}, text: string(w.f.At(at)), to: to})
	}
	for i := range w.names[first:] {
		w.names[first+i].from = max(from, nodes[n].End)
	}
}

// directives notes the names of the for directives among the parts of a template.
func (w *finder) directives(part syntax.NodeID) {
	nodes := w.expr.Nodes
	open := w.open[:0]
	for ; part != 0; part = nodes[part].Next {
		if nodes[part].Kind != syntax.NodeDirective {
			continue
		}
		word := nodes[part].First
		switch string(w.expr.Source(word)) {
		case "for":
			from := len(w.names)
			w.bind(nodes[word].Next, nodes[part].End, everywhere)
			open = append(open, [2]int{from, len(w.names)})
		case "endfor":
			last := open[len(open)-1]
			open = open[:len(open)-1]
			for i := last[0]; i < last[1]; i++ {
				w.names[i].to = nodes[part].Start
			}
		}
	}
	w.open = open
}

// name reports what the variable at a node refers to, if it is no local name.
func (w *finder) name(n syntax.NodeID) {
	node := &w.expr.Nodes[n]
	root := syntax.Span{From: node.Start, To: node.End}
	if w.scope.find(w.f.At(root)) != nil {
		return
	}
	r := Reference{Place: w.special.place, Root: root, Item: w.item}
	top := w.accesses(n)
	if w.isKey(top, top == n) {
		return
	}
	r.At = syntax.Span{From: root.From, To: w.expr.Nodes[w.static].End}
	r.Steps = w.steps
	switch {
	case w.isElement(top):
		w.element(&r)
	case w.special.rule == ignoredKeys && top == w.expr.Root: // ignore_changes = all
		return
	default:
		w.classify(&r)
	}
	w.report(&r)
}

// accesses notes the steps after the variable at a node, and in w.static the node of
// the last static one. It returns the node of the last step, the variable where there
// is none.
func (w *finder) accesses(n syntax.NodeID) (top syntax.NodeID) {
	nodes := w.expr.Nodes
	w.steps, w.static, top = w.steps[:0], n, n
	static, joined := true, false
	for p := w.parents[n]; p != 0; p = w.parents[n] {
		first := nodes[p].First
		second := nodes[first].Next
		key := syntax.Span{From: nodes[second].Start, To: nodes[second].End}
		step := Step{Name: key, Joined: joined}
		switch kind := nodes[p].Kind; {
		case kind == syntax.NodeParen:
			static = false
			n = p
			continue
		case n != first && (kind == syntax.NodeAttrSplat || kind == syntax.NodeFullSplat):
			joined = true
			n = p
			top = p
			continue
		case n != first:
			return top
		case kind == syntax.NodeGetAttr:
			step.Kind = StepAttribute
		case kind == syntax.NodeLegacyIndex:
			step.Kind = StepLiteral
		case kind == syntax.NodeIndex:
			step.Kind, step.Name = w.index(second)
			static = static && step.Kind != StepDynamic
		case kind == syntax.NodeAttrSplat, kind == syntax.NodeFullSplat:
			step.Kind, step.Name = StepSplat, syntax.Span{}
			static = false
		default:
			return top
		}
		step.Static = static
		w.steps = append(w.steps, step)
		if static {
			w.static = p
		}
		n, top = p, p
		if step.Kind == StepSplat {
			joined = false
			for n = second; nodes[n].Kind != syntax.NodeEach; n = nodes[n].First {
			}
		} else if step.Kind == StepLiteral || step.Kind == StepDynamic {
			joined = false
		}
	}
	return top
}

// index returns what step the key of an index makes.
func (w *finder) index(key syntax.NodeID) (StepKind, syntax.Span) {
	n := &w.expr.Nodes[key]
	at := syntax.Span{From: n.Start, To: n.End}
	switch n.Kind {
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull:
		return StepLiteral, at
	case syntax.NodeTemplate:
		if w.isString(key) {
			return StepString, syntax.Span{From: at.From + 1, To: at.To - 1}
		}
	}
	return StepDynamic, at
}

// isString reports whether a template is a quoted string without sequences.
func (w *finder) isString(template syntax.NodeID) bool {
	nodes := w.expr.Nodes
	if nodes[template].Flags&syntax.FlagHeredoc != 0 {
		return false
	}
	for part := nodes[template].First; part != 0; part = nodes[part].Next {
		if nodes[part].Kind != syntax.NodeText {
			return false
		}
	}
	return true
}
