package refs

import (
	"bytes"

	"iacedit/syntax"
)

// A flow says which renamed names a value has, at one point of an expression. An example is the
// value of aws_instance.web, if its attribute "ami" is renamed.
type flow struct {
	of      *branch // the renamed names in the value; nil for none
	shape   shape
	element int // the value's number in its list, from 1; SomeElement if unknown; 0 for the only element
	lists   int // the number of lists, made by splats, that contain the value
}

// A shape says whether a value is one object or several.
type shape uint8

const (
	object    shape = iota // an object with the branch's names
	instances              // a list or map of such objects
	elements               // such an object, or a list of such objects: nested blocks
)

// elementOf returns the flow of an element of a value. It returns false if the value is an object,
// which has no elements.
func (v flow) elementOf() (flow, bool) {
	switch {
	case v.lists > 0:
		v.lists--
	case v.shape == object:
		return flow{}, false
	default:
		if v.shape == elements {
			v.element = SomeElement
		}
		v.shape = object
	}
	return v, true
}

// name returns the branch for a name in an object, or nil. The result certain is false if the name
// may also belong to another branch.
func (v flow) name(name string) (b *branch, certain bool) {
	if v.element > 0 {
		if e := v.of.elements[v.element]; e != nil && e.children[name] != nil {
			return e.children[name], true
		}
	}
	if e := v.of.elements[SomeElement]; v.element > 0 && e != nil && e.children[name] != nil {
		return e.children[name], false
	}
	if v.element == SomeElement && len(v.of.within[name]) > 0 {
		return v.of.within[name][0], false
	}
	return v.of.children[name], true
}

// step follows a step of a reference. It returns the flow of the step's result, which is empty if
// the result contains no renamed names, and the branch of the step's name, or nil. It reports
// whether the target of the step is certain.
func (m *maker) step(v flow, s *Step) (next flow, named *branch, certain bool) {
	if s.Kind == StepSplat {
		v.lists++
		if v.shape != object {
			if v.shape == elements {
				v.element = SomeElement
			}
			v.shape = object
		}
		return v, nil, true
	}
	if v.shape == instances && s.Kind != StepAttribute {
		v.shape = object
		return v, nil, true
	}
	switch s.Kind {
	case StepAttribute, StepString:
		if v.shape == elements {
			v.element = SomeElement
		}
		named, certain = v.name(m.stepName(s))
		if named == nil {
			return flow{}, nil, true
		}
		if len(named.children)+len(named.elements) == 0 {
			return flow{}, named, certain
		}
		return flow{of: named, shape: elements, lists: v.lists}, named, certain
	case StepLiteral:
		if v.shape != elements {
			return flow{}, nil, true
		}
		v.shape, v.element = object, elementNumber(m.finder.f.At(s.Name))
		return v, nil, true
	}
	if v.shape == elements {
		v.shape, v.element = object, SomeElement
		return v, nil, true
	}
	return v, nil, false // the step may access any attribute
}

// elementNumber returns the number, from 1, of the element that a literal index selects, or
// SomeElement for any other literal.
func elementNumber(literal []byte) (n int) {
	for _, c := range literal {
		if c < '0' || c > '9' || n > 1e8 {
			return SomeElement
		}
		n = n*10 + int(c-'0')
	}
	return n + 1
}

// stepName returns the name in a step, with the escapes of a quoted name decoded.
func (m *maker) stepName(s *Step) string {
	text := m.finder.f.At(s.Name)
	if s.Kind == StepString && bytes.ContainsAny(text, `\$%`) {
		text = syntax.AppendUnescaped(nil, text)
	}
	return string(text)
}

// follow follows a value through steps, and then to the code to which it is passed. top is the node
// of the last step, and at is the span where the reference starts.
func (m *maker) follow(v flow, steps []Step, top syntax.NodeID, at syntax.Span) {
	for v.of != nil {
		if v = m.steps(v, steps, at); v.of == nil || top == 0 {
			return
		}
		if v, steps, top = m.given(v, top, at); v.of == nil {
			return
		}
	}
}

// steps follows a value through steps, and replaces the renamed names in them. It returns the
// flow after the last step.
func (m *maker) steps(v flow, steps []Step, at syntax.Span) flow {
	closed := 0 // how many of the lists that earlier splats made contain the value of the current step
	for i := range steps {
		s := &steps[i]
		if s.Joined {
			closed = v.lists
		}
		if closed > 0 {
			switch s.Kind {
			case StepLiteral, StepDynamic:
				closed--
				v.lists--
				continue
			case StepSplat:
				closed--
				continue
			}
			return flow{}
		}
		next, named, certain := m.step(v, s)
		switch {
		case named != nil && (!certain || named.some):
			m.uncertain(v, at)
			return flow{}
		case !certain:
			m.unfollowed(v, at)
			return flow{}
		case named != nil && named.one != nil && !m.rename(s, named.one):
			m.unfollowed(v, at)
		}
		if v = next; v.of == nil {
			return v
		}
	}
	return v
}

// rename replaces the name in a step by the new name of a renamed attribute, and reports whether
// that was possible.
func (m *maker) rename(s *Step, one *Rename) bool {
	text := m.finder.text
	if s.Kind == StepString || isIdentifier(one.Name) {
		name := one.Name
		if s.Kind == StepString {
			name = escaped(name)
		}
		m.replace(s.Name, name)
		return true
	}
	before := bytes.TrimRight(text[:s.Name.From], " \t\r\n")
	dot := len(before) - 1
	if dot < 0 || before[dot] != '.' {
		return false
	}
	m.replace(syntax.Span{From: int32(dot), To: s.Name.To}, `["`+escaped(one.Name)+`"]`)
	return true
}

// escaped returns a text with the escapes of a quoted string, without the quotes.
func escaped(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c == '\t':
			out = append(out, `\t`...)
		case (c == '$' || c == '%') && i+1 < len(text) && text[i+1] == '{':
			out = append(out, c, c)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// This method follows a value from its node n to the code that uses the value: a call that returns
// the value, or a for expression or dynamic block that iterates over it. If a call returns the
// value, the results are the flow of what the call returns, the steps after the call, and the node
// of the last step.
func (m *maker) given(v flow, n syntax.NodeID, at syntax.Span) (result flow, steps []Step, top syntax.NodeID) {
	w := m.finder
	for {
		p := w.parents[n]
		switch w.node(p).Kind {
		case syntax.NodeNone: // n is the whole value of the attribute
			switch {
			case w.special.rule != ordinary:
			case m.inForEach:
				m.through = v
			default:
				m.unfollowed(v, at)
			}
			return flow{}, nil, 0
		case syntax.NodeParen:
			n = p
			continue
		case syntax.NodeInterp:
			if u := w.unwrapped(n); u != n {
				n = u
				continue
			}
		case syntax.NodeUnary, syntax.NodeBinary:
			return flow{}, nil, 0
		case syntax.NodeConditional:
			if w.node(p).First == n {
				return flow{}, nil, 0
			}
		case syntax.NodeForTuple, syntax.NodeForObject:
			if m.bind(v, w.node(p).First, n, at, w.node(n).End) {
				return flow{}, nil, 0
			}
		case syntax.NodeDirective:
			keyword := w.node(p).First
			if string(w.expr.Source(keyword)) == "for" && m.bind(v, w.node(keyword).Next, n, at, w.node(p).End) {
				return flow{}, nil, 0
			}
		case syntax.NodeCall:
			result, does := m.call(v, p, n)
			switch does {
			case passesOn:
				top = w.accesses(p)
				return result, w.steps, top
			case reads:
				return flow{}, nil, 0
			}
		}
		m.unfollowed(v, at)
		return flow{}, nil, 0
	}
}

// elements searches the value of an argument "for_each" for references. It returns the flow of an
// element of that value. The flow is empty if no name in the element is renamed.
func (m *maker) elements(p *part) flow {
	m.inForEach, m.through = true, flow{}
	m.finder.expression(p.name, p.value, special{})
	m.inForEach = false
	if m.through.of == nil {
		return flow{}
	}
	element, ok := m.through.elementOf()
	if !ok {
		m.unfollowed(m.through, p.value)
	}
	return element
}

// bind records what the last variable of a for expression stands for: the elements of its
// collection, whose flow is v. name is the node of the first variable. The scope starts at the
// offset from. bind returns false if collection is not the node of the for expression's collection.
func (m *maker) bind(v flow, name, collection syntax.NodeID, at syntax.Span, from int32) bool {
	w := m.finder
	last := syntax.NodeID(0)
	for ; w.node(name).Kind == syntax.NodeName; name = w.node(name).Next {
		last = name
	}
	if name != collection {
		return false
	}
	element, ok := v.elementOf()
	if !ok {
		m.unfollowed(v, at)
		return true
	}
	w.local.flows(last, from, element)
	return true
}

// A passing says how a function uses an argument.
type passing uint8

const (
	unknown  passing = iota
	passesOn         // the function returns the argument, or an element of the argument
	reads            // the function returns no part of the argument
)

// call returns the flow of what a function returns, given the flow of one of its arguments, and how
// the function uses the argument.
func (m *maker) call(v flow, call, argument syntax.NodeID) (flow, passing) {
	w := m.finder
	name := w.node(call).First
	first := w.node(name).Next == argument
	if w.node(call).Flags&syntax.FlagExpanded != 0 {
		return flow{}, unknown
	}
	listed := v.shape != object || v.lists > 0
	switch string(w.expr.Source(name)) {
	case "length", "can", "issensitive", "type":
		return flow{}, reads
	case "keys":
		if listed {
			return flow{}, reads
		}
	case "nonsensitive", "sensitive", "ephemeralasnull":
		return v, passesOn
	case "values", "tolist", "toset", "tomap", "reverse":
		if listed {
			return v, passesOn
		}
	case "slice":
		if listed && first {
			return v, passesOn
		}
	case "one":
		if e, ok := v.elementOf(); ok {
			return e, passesOn
		}
	case "element", "lookup":
		if e, ok := v.elementOf(); ok && first && w.node(w.node(argument).Next).Next == 0 {
			return e, passesOn
		}
	}
	return flow{}, unknown
}

// name follows a value from one use of the local name that stands for it. The use is at a node.
func (m *maker) name(n syntax.NodeID, b *binding) {
	if b.flow.of == nil {
		return
	}
	w := m.finder
	node := w.node(n)
	top := w.accesses(n)
	if w.isKey(top, top == n) {
		return
	}
	m.value(b.flow, b.Iterator, w.steps, top, node.Span())
}

// value follows the value of a local name from a use of the name. If inValue is set, the value is
// not that of the name, but of the name's attribute "value": the name is "each" or the iterator of
// a dynamic block.
func (m *maker) value(v flow, inValue bool, steps []Step, top syntax.NodeID, at syntax.Span) {
	if inValue {
		switch {
		case len(steps) == 0 || steps[0].Kind > StepString:
			m.unfollowed(v, at)
			return
		case string(m.finder.f.At(steps[0].Name)) != "value":
			return
		}
		steps = steps[1:]
	}
	m.follow(v, steps, top, at)
}
