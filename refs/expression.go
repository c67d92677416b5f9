package refs

import (
	"slices"

	"iacedit/internal/languages"
	"iacedit/syntax"
)

// searchAttribute searches the value of an attribute for references, unless w.filter excludes the
// value.
func (w *finder) searchAttribute(name, value syntax.Span, s attributeRule) {
	if s.reading != noReferences && w.passesFilter(value) {
		w.searchExpression(name, value, s)
	}
}

// searchExpression searches the value of an attribute, even if w.filter excludes it. It makes one
// pass over the nodes of the expression. The nodes are sorted by where they end, so the pass meets
// the variables in source order.
func (w *finder) searchExpression(name, value syntax.Span, s attributeRule) {
	e, err := syntax.ParseExpression(&w.expr, w.text, value)
	if err != nil {
		panic("refs: an invalid expression in a tree: " + err.Error())
	}
	if e.Root == 1 && w.node(1).Kind != syntax.NodeVariable {
		return
	}
	w.rule, w.attributeName, w.value = s, name, value
	w.setParents()
	base, next := len(w.scope.stack), 0
	for n := syntax.NodeID(1); n <= e.Root && !w.done; n++ {
		switch node := w.node(n); node.Kind {
		case syntax.NodeVariable:
			next = w.scope.moveTo(node.Start, base, w.locals.names, next)
			w.reportName(n)
		case syntax.NodeTemplate:
			if s.reading != ordinaryExpression {
				w.reportQuoted(n)
			}
		case syntax.NodeName:
			if p := w.parents[n]; w.lang.hasCalls() && w.node(p).Kind == syntax.NodeCall && w.node(p).First == n {
				w.reportCall(n, p)
			}
		}
	}
	for len(w.scope.stack) > base {
		w.scope.pop()
	}
}

// node returns a copy of a node of the current expression. The last node is the root.
func (w *finder) node(n syntax.NodeID) syntax.Node { return w.expr.Node(n) }

// setParents finds the parent of each node of the current expression, and the local names that the
// expression defines.
func (w *finder) setParents() {
	count := int(w.expr.Root) + 1
	w.parents = slices.Grow(w.parents[:0], count)[:count]
	clear(w.parents)
	for id := syntax.NodeID(1); id <= w.expr.Root; id++ {
		for c := w.node(id).First; c != 0; c = w.node(c).Next {
			w.parents[c] = id
		}
	}
	w.locals.find(&w.expr)
}

// reportName reports the reference that starts with the variable at a node, unless the variable is
// a local name.
func (w *finder) reportName(n syntax.NodeID) {
	node := w.node(n)
	root := syntax.Span{From: node.Start, To: node.End}
	if w.rule.reading == namingText && w.rule.naming.in == languages.Keys && w.names(n) {
		w.reportNamed(root, w.rule.naming)
		return
	}
	local := w.scope.find(w.f.At(root))
	if w.variable != nil {
		w.variable(n, local)
	}
	if local >= 0 {
		if w.replacer != nil {
			w.replacer.followLocalName(n, &w.scope.stack[local])
		}
		return
	}
	r := Reference{Place: w.rule.place, Root: root, In: w.attributeName}
	if w.rule.reading == namingText {
		r.Place = InExpression
	}
	top := w.collectSteps(n)
	if w.isKey(top, top == n) {
		return
	}
	w.top = top
	r.At = syntax.Span{From: root.From, To: w.node(w.static).End}
	r.Steps = w.steps
	switch {
	case w.isElement(top):
		w.classifyElement(&r)
	case w.rule.reading == ownAttributes && top == w.expr.Root: // ignore_changes = all
		return
	default:
		w.classify(&r)
	}
	w.report(&r)
}

// collectSteps collects the steps after the variable at a node. It returns the node of the last
// step, or n if there are none, and sets w.static to the node of the last static step.
func (w *finder) collectSteps(n syntax.NodeID) (top syntax.NodeID) {
	w.steps, w.static, top = w.steps[:0], n, n
	static, joined := true, false
	for p := w.parents[n]; p != 0; p = w.parents[n] {
		node := w.node(p)
		splat := node.Kind == syntax.NodeAttrSplat || node.Kind == syntax.NodeFullSplat
		switch {
		case node.Kind == syntax.NodeParen:
			static, n = false, p
			continue
		case splat && n != node.First: // the accesses to each element
			joined, n, top = true, p, p
			continue
		case n != node.First:
			return top
		}
		second := w.node(node.First).Next
		step, ok := w.step(node.Kind, second)
		if !ok {
			return top
		}
		static = static && step.Kind < StepDynamic
		step.Static, step.Joined, step.End = static, joined, node.End
		if static {
			w.static = p
		}
		n, top, joined = p, p, joined && step.Kind <= StepString
		if splat {
			for n = second; w.node(n).Kind != syntax.NodeEach; n = w.node(n).First {
			}
			step.End = w.node(n).Start
		}
		w.steps = append(w.steps, step)
	}
	return top
}

// step returns the step that a node of the given kind stands for, such as ".name". It returns false
// if such a node is not a step. child is the node's second child: a name, a key, or the accesses of
// a splat.
func (w *finder) step(kind syntax.NodeKind, child syntax.NodeID) (s Step, ok bool) {
	node := w.node(child)
	s.Name = syntax.Span{From: node.Start, To: node.End}
	switch kind {
	case syntax.NodeGetAttr:
		s.Kind = StepAttribute
	case syntax.NodeLegacyIndex:
		s.Kind = StepLiteral
	case syntax.NodeIndex:
		if s.Kind = w.indexKind(child); s.Kind == StepString {
			s.Name.From, s.Name.To = s.Name.From+1, s.Name.To-1
		}
	case syntax.NodeAttrSplat, syntax.NodeFullSplat:
		s.Kind, s.Name = StepSplat, syntax.Span{}
	default:
		return s, false
	}
	return s, true
}

// indexKind returns the kind of step for an index, given the node of the key in its brackets.
func (w *finder) indexKind(key syntax.NodeID) StepKind {
	switch w.node(key).Kind {
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull:
		return StepLiteral
	case syntax.NodeTemplate:
		if w.isString(key) {
			return StepString
		}
	}
	return StepDynamic
}

// isString reports whether a template is a quoted string without template sequences.
func (w *finder) isString(template syntax.NodeID) bool {
	if w.node(template).Flags&syntax.FlagHeredoc != 0 {
		return false
	}
	for part := w.node(template).First; part != 0; part = w.node(part).Next {
		if w.node(part).Kind != syntax.NodeText {
			return false
		}
	}
	return true
}
