package refs

import (
	"bytes"

	"iacedit/syntax"
)

// A flow describes which names are renamed inside the value of an expression, or of a part of an
// expression. For example, if the attribute ami of aws_instance.web is renamed, the flow of the
// expression aws_instance.web contains the name ami.
type flow struct {
	branch  *branch // the renamed names in the value; nil for none
	shape   shape
	element int // the value's number in its list, from 1; SomeElement if unknown; 0 for the only element
	lists   int // the number of lists, created by splats, that contain the value
}

// A shape is the form of a value: one object or several.
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
		if e := v.branch.elements[v.element]; e != nil && e.children[name] != nil {
			return e.children[name], true
		}
	}
	if e := v.branch.elements[SomeElement]; v.element > 0 && e != nil && e.children[name] != nil {
		return e.children[name], false
	}
	if v.element == SomeElement && len(v.branch.inElements[name]) > 0 {
		return v.branch.inElements[name][0], false
	}
	return v.branch.children[name], true
}

// followStep follows a step of a reference. The result next is the flow of the value that the step
// selects; this flow is empty if no names in the value are renamed. The result named is the branch of
// the step's name, or nil; certain is false if the step, such as [var.key], may also select another
// name.
func (m *replacer) followStep(v flow, s *Step) (next flow, named *branch, certain bool) {
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
		if len(named.children)+len(named.elements) == 0 && !named.becomesObject() {
			return flow{}, named, certain
		}
		return flow{branch: named, shape: elements, lists: v.lists}, named, certain
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

// elementNumber returns the number, from 1, of the element that a literal index selects: 1 for "0".
// It returns SomeElement for a literal that is not a whole number, such as true.
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
func (m *replacer) stepName(s *Step) string {
	text := m.finder.f.At(s.Name)
	if s.Kind == StepString && bytes.ContainsAny(text, `\$%`) {
		text = syntax.AppendUnescaped(nil, text)
	}
	return string(text)
}

// followValue follows a value through steps, and then to the code to which it is passed. The last
// two arguments are the node of the last step, and the span of the name with which the reference
// starts.
func (m *replacer) followValue(v flow, steps []Step, top syntax.NodeID, at syntax.Span) {
	for v.branch != nil {
		if v = m.followSteps(v, steps, top, at); v.branch == nil || top == 0 {
			return
		}
		if v, steps, top = m.followUse(v, top, at); v.branch == nil {
			return
		}
	}
}

// followSteps follows a value through steps, and replaces the renamed names in them. It returns the
// flow after the last step, whose node is top.
func (m *replacer) followSteps(v flow, steps []Step, top syntax.NodeID, at syntax.Span) flow {
	closed := 0 // how many of the v.lists lists the current step has not entered
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
		next, named, certain := m.followStep(v, s)
		switch {
		case named != nil && (!certain || named.partial):
			m.reportUncertain(v, at)
			return flow{}
		case !certain:
			m.reportUnfollowed(v, at)
			return flow{}
		case named != nil && named.rename != nil && !m.reshape(v, steps, i, named.rename, top):
			m.reportUse(Use{Rename: named.rename, At: at})
			return flow{}
		case named != nil && named.rename != nil:
			if !m.replaceStep(steps[:i+1], named.rename) {
				m.reportUnfollowed(v, at)
				break
			}
			m.reportFollowed(named.rename, syntax.Span{From: at.From, To: max(s.End, s.Name.To)}, v.lists > 0)
		}
		if v = next; v.branch == nil {
			return v
		}
	}
	return v
}

// replaceStep makes the replacements for a reference to a renamed item, and reports whether that
// was possible. The last of the steps names the item.
func (m *replacer) replaceStep(steps []Step, one *Rename) bool {
	old, new := one.changedPath()
	if len(old) == 1 && len(new) <= 1 {
		return m.replaceName(&steps[len(steps)-1], one)
	}
	return m.replaceSteps(steps, old, new)
}

// replaceName replaces the name in a step by the new name of a renamed attribute, and reports
// whether that was possible.
func (m *replacer) replaceName(s *Step, one *Rename) bool {
	text := m.finder.text
	if s.Kind == StepString || isIdentifier(one.Name) {
		name := one.Name
		if s.Kind == StepString {
			name = escapeQuoted(name)
		}
		m.replace(s.Name, name)
		return true
	}
	before := bytes.TrimRight(text[:s.Name.From], " \t\r\n")
	dot := len(before) - 1
	if dot < 0 || before[dot] != '.' {
		return false
	}
	m.replace(syntax.Span{From: int32(dot), To: s.Name.To}, `["`+escapeQuoted(one.Name)+`"]`)
	return true
}

// escapeQuoted returns a text with the escapes of a quoted string, without the quotes.
func escapeQuoted(text string) string {
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

// followUse follows a value from its node n to the code that uses the value: a call that returns
// the value, or a for expression or dynamic block that iterates over the value. If a call returns
// the value, the results are the flow of what the call returns, the steps after the call, and the
// node of the last step.
func (m *replacer) followUse(v flow, n syntax.NodeID, at syntax.Span) (result flow, steps []Step, top syntax.NodeID) {
	w := m.finder
	for {
		p := w.parents[n]
		switch w.node(p).Kind {
		case syntax.NodeNone: // n is the whole value of the attribute
			switch {
			case w.rule.reading != ordinaryExpression:
			case m.inForEach && v.branch.shaped == nil:
				m.forEachFlow = v
			default:
				m.reportUnfollowed(v, at)
			}
			return flow{}, nil, 0
		case syntax.NodeParen:
			n = p
			continue
		case syntax.NodeInterp:
			if u := w.templateAround(n); u != n {
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
			if v.branch.shaped == nil && m.bindElement(v, w.node(p).First, n, at, w.node(n).End) {
				return flow{}, nil, 0
			}
		case syntax.NodeDirective:
			keyword := w.node(p).First
			if v.branch.shaped == nil && string(w.expr.Source(keyword)) == "for" && m.bindElement(v, w.node(keyword).Next, n, at, w.node(p).End) {
				return flow{}, nil, 0
			}
		case syntax.NodeCall:
			result, does := m.callResult(v, p, n)
			switch {
			case does == returned && v.branch.shaped != nil && string(w.expr.Source(w.node(p).First)) == "values":
			case does == returned:
				top = w.collectSteps(p)
				return result, w.steps, top
			case does == notReturned:
				return flow{}, nil, 0
			}
		}
		m.reportUnfollowed(v, at)
		return flow{}, nil, 0
	}
}

// forEachElement searches the value of an argument "for_each" for references. It returns the flow
// of an element of that value. The flow is empty if no name in the element is renamed.
func (m *replacer) forEachElement(p *part) flow {
	m.inForEach, m.forEachFlow = true, flow{}
	m.finder.searchExpression(p.name, p.value, attributeRule{})
	m.inForEach = false
	if m.forEachFlow.branch == nil {
		return flow{}
	}
	element, ok := m.forEachFlow.elementOf()
	if !ok {
		m.reportUnfollowed(m.forEachFlow, p.value)
	}
	return element
}

// bindElement records the flow of the last variable of a for expression or directive. That variable
// stands for an element of the collection, whose flow is v. name is the node of the first variable.
// start is the offset at which the scope of the variables starts. If the expression or directive
// does not iterate over the node collection, bindElement does nothing and returns false.
func (m *replacer) bindElement(v flow, name, collection syntax.NodeID, at syntax.Span, start int32) bool {
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
		m.reportUnfollowed(v, at)
		return true
	}
	w.locals.setFlow(last, start, element)
	return true
}

// An argumentUse describes how a function uses an argument.
type argumentUse uint8

const (
	unknownUse  argumentUse = iota
	returned                // the function returns the argument, or an element of the argument
	notReturned             // the function returns no part of the argument
)

// callResult returns the flow of what a function returns, given the flow of one of its arguments,
// and how the function uses the argument.
func (m *replacer) callResult(v flow, call, argument syntax.NodeID) (flow, argumentUse) {
	w := m.finder
	name := w.node(call).First
	first := w.node(name).Next == argument
	if w.node(call).Flags&syntax.FlagExpanded != 0 {
		return flow{}, unknownUse
	}
	listed := v.shape != object || v.lists > 0
	switch string(w.expr.Source(name)) {
	case "length", "can", "issensitive", "type":
		return flow{}, notReturned
	case "keys":
		if listed {
			return flow{}, notReturned
		}
	case "nonsensitive", "sensitive", "ephemeralasnull":
		return v, returned
	case "values", "tolist", "toset", "tomap", "reverse":
		if listed {
			return v, returned
		}
	case "slice":
		if listed && first {
			return v, returned
		}
	case "one":
		if e, ok := v.elementOf(); ok {
			return e, returned
		}
	case "element", "lookup":
		if e, ok := v.elementOf(); ok && first && w.node(w.node(argument).Next).Next == 0 {
			return e, returned
		}
	}
	return flow{}, unknownUse
}

// followLocalName follows the value of a local name from one use of the name, given the node of the
// use.
func (m *replacer) followLocalName(n syntax.NodeID, b *binding) {
	if b.flow.branch == nil {
		return
	}
	w := m.finder
	node := w.node(n)
	top := w.collectSteps(n)
	if w.isKey(top, top == n) {
		return
	}
	m.followLocalValue(b.flow, b.Iterator, w.steps, top, node.Span())
}

// followLocalValue follows the value of a local name from a use of the name. If inValue is set, the
// name is "each" or the iterator of a dynamic block, and v is the flow of its attribute "value".
func (m *replacer) followLocalValue(v flow, inValue bool, steps []Step, top syntax.NodeID, at syntax.Span) {
	if inValue {
		switch {
		case len(steps) == 0 || steps[0].Kind > StepString:
			m.reportUnfollowed(v, at)
			return
		case string(m.finder.f.At(steps[0].Name)) != "value":
			return
		}
		steps = steps[1:]
	}
	m.followValue(v, steps, top, at)
}
