package refs

import (
	"iacedit/lexer"
	"iacedit/syntax"
)

// classify determines which object a reference in an ordinary expression refers to. For example,
// data.a.b.id refers to the data source b of the type a. classify sets r.Kind, r.Type and r.Name,
// and removes the names of the address from r.Steps.
func (w *finder) classify(r *Reference) {
	names := 0
	for names < len(r.Steps) && r.Steps[names].Static && (r.Steps[names].Kind == StepAttribute || r.Steps[names].Kind == StepString && w.lang.indexed) {
		names++
	}
	kind, keyword := w.lang.roots[string(w.f.At(r.Root))]
	switch {
	case !keyword && hasName(w.lang.bare):
		r.Kind, r.Name = w.lang.bare, r.Root
	case !keyword && hasType(w.lang.bare) && names > 0:
		r.Kind, r.Type, r.Name = w.lang.bare, r.Root, r.Steps[0].Name
		r.Steps = r.Steps[1:]
	case !keyword:
	case hasType(kind) && names > 1:
		r.Kind, r.Type, r.Name = kind, r.Steps[0].Name, r.Steps[1].Name
		r.Steps = r.Steps[2:]
	case hasName(kind) && names > 0:
		r.Kind, r.Name = kind, r.Steps[0].Name
		r.Steps = r.Steps[1:]
	case kind == Self:
		r.Kind = Self
	case kind == Values:
		r.Kind, r.Name = Values, r.Root
	}
}

// classifyElement is like classify, but for a reference in a place for which Terraform has a
// special syntax, such as an element of depends_on.
func (w *finder) classifyElement(r *Reference) {
	switch r.Place {
	case InProvider, InProviders, InAliases:
		r.Kind, r.Type = Provider, r.Root
		if len(r.Steps) > 0 && r.Steps[0].Static && r.Steps[0].Kind == StepAttribute {
			r.Name = r.Steps[0].Name
			r.Steps = r.Steps[1:]
		}
	case InIgnoreChanges:
		r.Kind, r.Name = Own, r.Root
	default:
		w.classify(r)
	}
}

// isElement reports whether the rule for references in the current attribute applies to the
// expression at a node. In depends_on, for example, the rule applies to each element of the list.
func (w *finder) isElement(n syntax.NodeID) bool {
	n = w.templateAround(n)
	p := w.parents[n]
	switch w.rule.reading {
	case wholeAddress:
		return n == w.expr.Root
	case addressList, ownAttributes:
		return p == w.expr.Root && w.node(p).Kind == syntax.NodeTuple
	case addressValues:
		return w.node(p).Kind == syntax.NodePair && w.parents[p] == w.expr.Root && w.node(p).First != n
	case requiredProvider:
		pair := w.parents[p]
		return w.node(p).Kind == syntax.NodeTuple && w.parents[pair] == w.expr.Root && w.node(pair).Kind == syntax.NodePair &&
			string(w.expr.Source(w.node(pair).First)) == "configuration_aliases"
	}
	return false
}

// templateAround returns the template "${x}" around the expression x at a node, or the node itself
// if there is no such template.
func (w *finder) templateAround(n syntax.NodeID) syntax.NodeID {
	p := w.parents[n]
	if w.node(p).Kind == syntax.NodeInterp && w.node(p).Next == 0 && w.node(w.parents[p]).First == p {
		return w.parents[p]
	}
	return n
}

// isKey reports whether the expression at a node is an object's key that is not a reference. Such a
// key is a plain name, or it is in a "providers" argument. Set plain if the expression is a plain
// name.
func (w *finder) isKey(n syntax.NodeID, plain bool) bool {
	p := w.parents[n]
	if w.node(p).Kind != syntax.NodePair || w.node(p).First != n {
		return false
	}
	return plain || w.rule.reading == addressValues && w.parents[p] == w.expr.Root
}

// reportQuoted reports the reference in the string at a node, if the string is a reference in the
// old form, such as "aws_instance.web" in depends_on. Other strings are not references.
func (w *finder) reportQuoted(n syntax.NodeID) {
	node := w.node(n)
	if w.rule.reading == namingText && w.isString(n) && w.names(n) {
		w.reportNamed(span(int(node.Start)+1, int(node.End)-1), w.rule.naming)
	}
	if !w.isString(n) || !w.isElement(n) {
		return
	}
	w.top = 0
	r := Reference{Place: w.rule.place, Quoted: true, In: w.attributeName}
	if w.readQuoted(&r, int(node.Start)+1, int(node.End)-1) {
		w.classifyElement(&r)
		w.report(&r)
	}
}

// readQuoted reads a reference from w.text[from:to], the text of a string: names separated by dots,
// up to the first index or the end of the text. It returns false if the text has another form.
func (w *finder) readQuoted(r *Reference, from, to int) bool {
	text := w.text[:to]
	w.steps = w.steps[:0]
	for pos := from; ; {
		kind, start, end := lexer.Next(text, pos)
		if kind != lexer.Ident {
			return false
		}
		if r.Root.To == 0 {
			r.Root = span(start, end)
		} else {
			w.steps = append(w.steps, Step{Kind: StepAttribute, Static: true, Name: span(start, end)})
		}
		r.At, r.Steps = span(int(r.Root.From), end), w.steps
		if kind, _, pos = lexer.Next(text, end); kind == lexer.EOF || kind == lexer.OBrack {
			return true
		}
		if kind != lexer.Dot {
			return false
		}
		if kind, _, _ = lexer.Next(text, pos); kind == lexer.Number || kind == lexer.Star {
			return true
		}
	}
}
