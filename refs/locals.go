package refs

import (
	"cmp"
	"slices"

	"iacedit/internal/base/sequence"
	"iacedit/lexer"
	"iacedit/syntax"
)

// Locals contains the local names that an expression itself defines: in its for expressions, and in
// the for directives of its templates. The zero value is empty. A Locals can be reused for other
// expressions.
type Locals struct {
	locals  locals
	scope   scope
	binders []syntax.NodeID // by the node of a variable: the node of its local name, or 0
}

// Find sets l to the local names of an expression.
func (l *Locals) Find(e *syntax.Expr) {
	l.binders = l.binders[:0]
	if e == nil {
		e = new(syntax.Expr)
	}
	l.locals.find(e)
	if len(l.locals.names) == 0 {
		return
	}
	l.binders = slices.Grow(l.binders, e.Len())[:e.Len()]
	clear(l.binders)
	next := 0
	for id := range e.All() {
		n := e.Node(id)
		if n.Kind != syntax.NodeVariable {
			continue
		}
		next = l.scope.moveTo(n.Start, 0, l.locals.names, next)
		if i, ok := l.scope.last[string(e.Source(id))]; ok {
			l.binders[id] = l.scope.stack[i].node
		}
	}
	l.scope.dropEnded(noEnd, 0)
}

// Any reports whether the expression defines any local names.
func (l *Locals) Any() bool { return len(l.locals.names) > 0 }

// Binder returns the node, of kind NodeName, that defines the local name used by the variable at
// a node. It returns 0 if the expression defines no such name.
func (l *Locals) Binder(variable syntax.NodeID) syntax.NodeID {
	if uint(variable) < uint(len(l.binders)) {
		return l.binders[variable]
	}
	return 0
}

// Bound reports whether a name is a local name of the expression at an offset of the text.
func (l *Locals) Bound(offset int32, name string) bool {
	return slices.ContainsFunc(l.locals.names, func(b binding) bool { return b.from <= offset && offset < b.to && b.text == name })
}

// locals finds and stores the local names of an expression.
type locals struct {
	expr  *syntax.Expr
	names []binding // ordered by the starts of their scopes
	open  [][2]int  // for each open for directive, the range of its names in names
}

func (l *locals) find(e *syntax.Expr) {
	l.expr, l.names = e, l.names[:0]
	for id := range e.All() {
		switch n := e.Node(id); n.Kind {
		case syntax.NodeForTuple, syntax.NodeForObject:
			l.addVariables(n.First, 0, n.End)
		case syntax.NodeTemplate:
			l.addDirectives(n.First)
		}
	}
	if inOrder := func(a, b binding) int { return cmp.Compare(a.from, b.from) }; !slices.IsSortedFunc(l.names, inOrder) {
		sequence.Sort(l.names, inOrder)
	}
}

// addVariables adds the one or two variables of a for expression or directive. The nodes of the
// variables begin with id, and the node of the collection follows them. The scope of the variables
// is between the two offsets, but it starts no earlier than the end of the collection.
func (l *locals) addVariables(id syntax.NodeID, from, to int32) {
	first := len(l.names)
	n := l.expr.Node(id)
	for ; n.Kind == syntax.NodeName; n = l.expr.Node(id) {
		l.names = append(l.names, binding{LocalName: LocalName{Name: n.Span()}, node: id, text: string(l.expr.Source(id)), to: to})
		id = n.Next
	}
	for i := range l.names[first:] {
		l.names[first+i].from = max(from, n.End)
	}
}

// setFlow records v as the flow of a local name, that is, the renamed names in its value. The scope
// of the local name starts at the given offset.
func (l *locals) setFlow(name syntax.NodeID, from int32, v flow) {
	i, _ := slices.BinarySearchFunc(l.names, from, func(b binding, from int32) int { return cmp.Compare(b.from, from) })
	for ; i < len(l.names) && l.names[i].from == from; i++ {
		if l.names[i].node == name {
			l.names[i].flow = v
		}
	}
}

// addDirectives adds the variables of the for directives in a template, given the template's first
// part.
func (l *locals) addDirectives(part syntax.NodeID) {
	open := l.open[:0]
	for ; part != 0; part = l.expr.Node(part).Next {
		n := l.expr.Node(part)
		if n.Kind != syntax.NodeDirective {
			continue
		}
		switch string(l.expr.Source(n.First)) {
		case "for":
			from := len(l.names)
			l.addVariables(l.expr.Node(n.First).Next, n.End, noEnd)
			open = append(open, [2]int{from, len(l.names)})
		case "endfor":
			last := open[len(open)-1]
			open = open[:len(open)-1]
			for i := last[0]; i < last[1]; i++ {
				l.names[i].to = n.Start
			}
		}
	}
	l.open = open
}

// Iterator returns the span of the local name that a dynamic block defines, and reports whether it
// defines one. The scope of the name consists of the parts of the block for which Iterated returns
// true, with everything inside them.
func Iterator(f *syntax.File, dynamic syntax.ItemID) (name syntax.Span, ok bool) {
	f = orEmpty(f)
	var last syntax.Span
	n := 0
	for label := range labels(f.Text(), f.Item(dynamic).Name) {
		last = label
		n++
	}
	return iterator(f.Text(), last, f.Value(f.Attribute(dynamic, "iterator")), n)
}

// Iterated reports whether, in a dynamic block, the attribute or nested block with the given name
// is in the scope of the iterator.
func Iterated(name string) bool { return name != "for_each" && name != "iterator" }

// iterator is like Iterator, but its arguments describe the dynamic block: the span of its last
// label, the span of the value of its argument "iterator", and the number of its labels.
func iterator(text []byte, label, argument syntax.Span, labels int) (name syntax.Span, ok bool) {
	if argument.Len() > 0 {
		kind, from, to := lexer.Next(text, int(argument.From))
		if kind != lexer.Ident {
			return syntax.Span{}, false
		}
		label = span(from, to)
	}
	return label, labels == 1
}
