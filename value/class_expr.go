package value

import (
	"bytes"

	"iacedit/internal/base/grow"
	"iacedit/internal/base/nocopy"
	"iacedit/lexer"
	"iacedit/syntax"
)

// formNeeded, as an element of exprClasses.forms, means that the form of the node is needed, but
// has not been computed yet.
const formNeeded = -1

// Root returns the class of an expression at a place with the schema p.
func (n *Classes) Root(e *syntax.Expr, p *Schema) Class {
	if e == nil {
		return 0
	}
	return n.Node(e, e.Root, p)
}

// Node returns the class of one node of an expression, or 0 if there is no such node. p is the
// schema of the node's place. Node takes time proportional to the size of the whole expression.
func (n *Classes) Node(e *syntax.Expr, id syntax.NodeID, p *Schema) Class {
	if e == nil || e.Node(id).Kind == syntax.NodeNone {
		return 0
	}
	values := n.classify(takeMemory(&n.values), e, id, p)
	x := values[id]
	n.values = values
	return x
}

// takeMemory returns the slice that a field keeps for reuse, and sets the field to nil, so that a
// nested call cannot use the same memory.
func takeMemory[T any](memory *[]T) []T {
	m := *memory
	*memory = nil
	return m[:0]
}

// Expr returns the classes of all nodes of an expression at a place, indexed by node. It appends
// them to dst[:0]. Inside an expression that is neither a list nor an object, all nodes are read in
// the mode Template.
func (n *Classes) Expr(dst []Class, e *syntax.Expr, p *Schema) []Class {
	if e == nil {
		return dst[:0]
	}
	return n.classify(dst, e, e.Root, p)
}

// classify is like Expr, but p is the schema for the node id, not for the whole expression.
func (n *Classes) classify(dst []Class, e *syntax.Expr, id syntax.NodeID, p *Schema) []Class {
	size := e.Len()
	n.budget.Step(size)
	w := exprClasses{Classes: n, expr: e, values: grow.Zeroed(dst[:0], size), forms: grow.Zeroed(takeMemory(&n.forms), size)}
	if p.hasBare(0) {
		w.modes = grow.Zeroed(takeMemory(&n.modes), size)
		w.setModes(id, p)
	}
	w.markForms()
	for id := 1; id < size; id++ {
		if w.forms[id] == formNeeded {
			w.forms[id] = w.formOf(syntax.NodeID(id))
		}
		w.values[id] = w.valueOf(syntax.NodeID(id))
	}
	n.forms = w.forms
	if w.modes != nil {
		n.modes = w.modes
	}
	return w.values
}

// exprClasses computes the classes of one expression.
type exprClasses struct {
	*Classes
	expr   *syntax.Expr
	values []Class // by node
	forms  []Class
	modes  []Mode // by node: the mode of a string, or of the key of a pair; nil if all are Template
}

// setModes sets the modes of the strings and keys in the node id, whose place has the schema p.
func (w *exprClasses) setModes(id syntax.NodeID, p *Schema) {
	id = w.expr.WithoutParens(id)
	switch t := w.expr.Node(id); t.Kind {
	case syntax.NodeTemplate:
		w.modes[id] = p.StringMode()
	case syntax.NodeTuple:
		for c := t.First; c != 0; c = w.expr.Node(c).Next {
			w.setModes(c, p.Element())
		}
	case syntax.NodeObject:
		for c := t.First; c != 0; c = w.expr.Node(c).Next {
			key := w.expr.Node(c).First
			w.modes[c] = p.KeyMode()
			w.setModes(w.expr.Node(key).Next, p.memberAt(w.expr, key))
		}
	}
}

// markForms marks the nodes whose forms are needed: expressions that are more than a literal,
// such as a.b + 1, and all nodes inside such expressions.
func (w *exprClasses) markForms() {
	for id := len(w.forms) - 1; id > 0; id-- {
		t := w.expr.Node(syntax.NodeID(id))
		inside := w.forms[id] == formNeeded
		switch t.Kind {
		case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull, syntax.NodeName, syntax.NodeText, syntax.NodeEach:
			continue
		case syntax.NodeTemplate:
			inside = false
		case syntax.NodeParen, syntax.NodeTuple, syntax.NodeObject, syntax.NodePair:
		default:
			w.forms[id] = formNeeded
			inside = true
		}
		if !inside {
			continue
		}
		for c := t.First; c != 0; c = w.expr.Node(c).Next {
			w.forms[c] = formNeeded
		}
	}
}

// formOf returns the class of a node's form. The forms of the node's children must be known.
func (w *exprClasses) formOf(id syntax.NodeID) Class {
	t := w.expr.Node(id)
	start := 0
	if first := w.expr.Node(t.First); t.Kind == syntax.NodeParen && first.Flags&syntax.FlagHeredoc != 0 {
		return w.forms[t.First] // the parentheses are only there for the line end after the heredoc's marker
	}
	switch t.Kind {
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull, syntax.NodeVariable, syntax.NodeName, syntax.NodeText, syntax.NodeEach:
		start = w.begin(tagLeaf)
		w.memory = appendName(append(w.memory, byte(t.Kind)), w.expr.Source(id))
	case syntax.NodeTemplate:
		x := w.templateClass(id)
		start = w.begin(tagForm)
		w.memory = append(w.memory, byte(t.Kind))
		w.add(x)
	default:
		start = w.begin(tagForm)
		w.memory = append(w.memory, byte(t.Kind), byte(t.Op), byte(t.Flags))
		for c := t.First; c != 0; c = w.expr.Node(c).Next {
			w.add(w.forms[c])
		}
	}
	return w.endRecord(start)
}

// appendName appends the text of a node without children. If the text is the name of a function in
// a namespace, such as "provider :: f", blanks and comments are left out.
func appendName(dst, text []byte) []byte {
	if bytes.IndexByte(text, ':') < 0 {
		return append(dst, text...)
	}
	for pos := 0; pos < len(text); {
		kind, start, end := lexer.Next(text, pos)
		if kind == lexer.Ident || kind == lexer.DoubleColon {
			dst = append(dst, text[start:end]...)
		}
		pos = max(end, pos+1)
	}
	return dst
}

// valueOf returns the class of the value that a node stands for, or 0 if the node stands for no
// value. The classes of the node's children must be known.
func (w *exprClasses) valueOf(id syntax.NodeID) Class {
	t := w.expr.Node(id)
	switch t.Kind {
	case syntax.NodeName, syntax.NodeText, syntax.NodeEach, syntax.NodePair, syntax.NodeInterp, syntax.NodeDirective:
		return 0
	case syntax.NodeNull:
		return w.Null()
	case syntax.NodeTrue:
		return w.endRecord(w.begin(tagTrue))
	case syntax.NodeFalse:
		return w.endRecord(w.begin(tagFalse))
	case syntax.NodeNumber:
		return w.decimalClass(nocopy.String(w.expr.Source(id)))
	case syntax.NodeParen:
		return w.values[t.First]
	case syntax.NodeTuple:
		return w.tupleClass(t)
	case syntax.NodeObject:
		return w.objectNodeClass(t)
	case syntax.NodeTemplate:
		x := w.templateClass(id)
		if w.modes != nil && isBare(w.modes[id]) {
			return w.unquotedClass(x)
		}
		return x
	case syntax.NodeUnary:
		if digits, ok := negative(w.expr, t); ok {
			return w.negative(digits)
		}
	}
	start := w.begin(tagExpr)
	w.add(w.forms[id])
	return w.endRecord(start)
}

// negative returns the digits of a negative literal number, without the minus sign. The second
// result reports whether the node is a negative literal number.
func negative(e *syntax.Expr, t syntax.Node) (digits []byte, ok bool) {
	if t.Kind != syntax.NodeUnary || t.Op != lexer.Minus || e.Node(t.First).Kind != syntax.NodeNumber {
		return nil, false
	}
	return e.Source(t.First), true
}

func (n *Classes) negative(digits []byte) Class {
	d, ok := parseDecimal(nocopy.String(digits))
	if !ok {
		return 0
	}
	d.negative = len(d.leading)+len(d.fraction) > 0
	start := n.begin(tagDecimal)
	n.memory = d.append(n.memory)
	return n.endRecord(start)
}

func (w *exprClasses) tupleClass(t syntax.Node) Class {
	start := w.begin(tagList)
	for c := t.First; c != 0; c = w.expr.Node(c).Next {
		w.add(w.values[c])
	}
	return w.endRecord(start)
}

func (w *exprClasses) objectNodeClass(t syntax.Node) Class {
	from := len(w.pairs)
	for c := t.First; c != 0; c = w.expr.Node(c).Next {
		key := w.expr.Node(c).First
		m := Template
		if w.modes != nil {
			m = w.modes[c]
		}
		x := w.key(w.expr, key, w.values[key], m)
		w.pairs = append(w.pairs, pair{key: x, value: w.values[w.expr.Node(key).Next]})
	}
	return w.objectClass(from)
}

// templateClass returns the class of a template. If the template is only text, it returns the class
// of the text. If the template is exactly one interpolation, it returns the class of the
// interpolated expression.
func (w *exprClasses) templateClass(id syntax.NodeID) Class {
	t := w.expr.Node(id)
	heredoc := t.Flags&syntax.FlagHeredoc != 0
	w.budget.Step(int(t.End-t.Start) / 16)
	if t.First == 0 {
		return w.endRecord(w.begin(tagString))
	}
	if first := w.expr.Node(t.First); first.Next == 0 {
		switch {
		case first.Kind == syntax.NodeInterp:
			return w.values[first.First]
		case first.Kind == syntax.NodeText && !heredoc:
			start := w.begin(tagString)
			w.memory = syntax.AppendUnescaped(w.memory, w.expr.Source(t.First))
			return w.endText(start)
		}
	}
	parts := w.expr.Parts(takeMemory(&w.parts), id)
	x := w.partsClass(parts)
	clear(parts)
	w.parts = parts
	return x
}

// endText converts the text of the current record to normal form C, and completes the record.
func (n *Classes) endText(start int) Class {
	if text := n.memory[start+1:]; !isASCII(text) {
		n.memory = appendNormal(n.memory[:start+1], bytes.Clone(text))
	}
	return n.endRecord(start)
}

// partsClass returns the class of a template with the given parts.
func (w *exprClasses) partsClass(parts []syntax.Part) Class {
	numbers := takeMemory(&w.fewClasses)
	for i := 0; i < len(parts); {
		if parts[i].Node != 0 {
			numbers = append(numbers, w.forms[parts[i].Node])
			i++
			continue
		}
		start := w.begin(tagString)
		for ; i < len(parts) && parts[i].Node == 0; i++ {
			w.memory = append(w.memory, parts[i].Text...)
		}
		if len(w.memory) == start+1 && len(parts) > 1 {
			w.memory = w.memory[:start]
			continue
		}
		numbers = append(numbers, w.endText(start))
	}
	w.fewClasses = numbers
	if len(numbers) == 0 {
		return w.endRecord(w.begin(tagString))
	}
	if t, _ := w.record(numbers[0]); len(numbers) == 1 && t == tagString {
		return numbers[0]
	}
	start := w.begin(tagTemplate)
	for _, x := range numbers {
		w.add(x)
	}
	return w.endRecord(start)
}
