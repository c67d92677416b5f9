package refs

import (
	"bytes"
	"iter"
	"slices"

	"iacedit/internal/languages"
	"iacedit/syntax"
)

// In some languages, strings, labels and keys name objects: sources in the "build" of Packer, targets
// in the "group" of Bake.

// A naming says how a value, or a label, names objects (see languages.Naming).
type naming struct {
	in           languages.Part
	kinds        []Kind
	prefix       string
	always       bool
	own          string
	only, except string
	candidates   []run // for Keys: what a key may name
}

// A run is an object that a top-level block names, and that its nested blocks may name again.
type run struct {
	kind      Kind
	typ, name syntax.Span
	own       string // the name of the object in this block, if it is not its own
}

// names reports whether the string or name at a node of the current expression is in a position in
// which it names an object.
func (w *finder) names(n syntax.NodeID) bool {
	p := w.parents[n]
	if w.rule.naming.in != languages.Elements {
		if w.node(p).Kind != syntax.NodePair || w.parents[p] != w.expr.Root {
			return false
		}
		return (w.node(p).First == n) == (w.rule.naming.in == languages.Keys)
	}
	for ; p != 0; n, p = p, w.parents[p] {
		switch kind := w.node(p).Kind; {
		case kind == syntax.NodeTuple, kind == syntax.NodeParen:
		case kind == syntax.NodeConditional && w.node(p).First != n:
		default:
			return false
		}
	}
	return true
}

// addressesIn calls yield with the kind and the spans of each address that a text may be.
func (n *naming) addressesIn(w *finder, at syntax.Span, yield func(kind Kind, typ, name syntax.Span)) {
	text := w.f.At(at)
	if rest, ok := bytes.CutPrefix(text, []byte(n.prefix)); ok {
		text = rest
	} else if n.always {
		return
	}
	from := at.To - int32(len(text))
	for _, kind := range n.kinds {
		typ, name := syntax.Span{}, span(int(from), int(at.To))
		if hasType(kind) {
			dot := int32(bytes.IndexByte(text, '.'))
			if dot <= 0 {
				continue
			}
			typ, name = span(int(from), int(from+dot)), span(int(from+dot)+1, int(at.To))
		}
		if name.Len() > 0 {
			yield(kind, typ, name)
		}
	}
}

// reportNamed reports the objects that a text of the file names.
func (w *finder) reportNamed(at syntax.Span, n *naming) {
	w.top = 0
	if n.in == languages.Keys {
		w.reportKey(at, n)
		return
	}
	n.addressesIn(w, at, func(kind Kind, typ, name syntax.Span) {
		isOwn := func(r run) bool {
			return r.kind == kind && r.own != "" && r.own == string(w.f.At(name)) && bytes.Equal(w.f.At(r.typ), w.f.At(typ))
		}
		if n.own == "" && slices.ContainsFunc(w.runs, isOwn) || !slices.Contains(w.meant(n.kinds, string(w.f.At(name))), kind) || w.done {
			return
		}
		w.report(&Reference{Kind: kind, Place: InNames, Quoted: true, At: at, Root: at, Type: typ, Name: name, In: w.attributeName})
	})
}

// meant returns the kinds of the objects that a name may mean, if it is the name of one of the given
// kinds: the last of them that the file declares, except that the name of the object around means
// another object.
func (w *finder) meant(kinds []Kind, name string) []Kind {
	for last := len(kinds) - 1; last > 0; last-- {
		switch {
		case w.owner.Kind == kinds[last] && string(w.f.At(w.owner.Name)) == name:
			kinds = kinds[:last]
		case w.declares(kinds[last], name):
			return kinds[last:]
		default:
			return kinds
		}
	}
	return kinds
}

// declares reports whether the file declares an object of a kind that has no type.
func (w *finder) declares(kind Kind, name string) bool {
	if w.known == nil {
		w.known = map[Kind]map[string]bool{}
		for d := range DeclarationsIn(w.f, w.role) {
			if w.known[d.Kind] == nil {
				w.known[d.Kind] = map[string]bool{}
			}
			w.known[d.Kind][string(w.f.At(d.Name))] = true
		}
	}
	return w.known[kind][name]
}

// key returns the text that a key must have to name the object.
func (r *run) key(w *finder) string {
	if r.own != "" {
		return r.own
	}
	return string(w.f.At(r.name))
}

// reportKey reports the objects that a key may name.
func (w *finder) reportKey(key syntax.Span, n *naming) {
	named := 0
	for _, r := range n.candidates {
		if r.key(w) == string(w.f.At(key)) {
			named++
		}
	}
	if w.replacer != nil && named < 2 {
		w.replacer.gained(key, n)
	}
	place := InKeys
	if named > 1 {
		place = InAnyKeys
	}
	for _, r := range n.candidates {
		if r.own == "" && bytes.Equal(w.f.At(r.name), w.f.At(key)) && !w.done {
			w.report(&Reference{Kind: r.kind, Place: place, At: key, Root: key, Type: r.typ, Name: key, In: w.attributeName})
		}
	}
}

// within returns the rule of an attribute that is beside the parts w.body.parts[from:to]. If keys of
// the attribute name objects, the rule has these objects: those that the top-level block names, as far
// as the parts do not exclude them.
func (w *finder) within(rule attributeRule, from, to int) attributeRule {
	if rule.reading != namingText || rule.naming.in != languages.Keys {
		return rule
	}
	n := *rule.naming
	n.candidates = nil
	for _, r := range w.runs {
		known := slices.ContainsFunc(n.candidates, func(other run) bool { return w.sameRun(r, other) })
		if !known && !w.excludes(&n, from, to, r) {
			n.candidates = append(n.candidates, r)
		}
	}
	rule.naming = &n
	return rule
}

func (w *finder) sameRun(a, b run) bool {
	return a.own == b.own && bytes.Equal(w.f.At(a.typ), w.f.At(b.typ)) && bytes.Equal(w.f.At(a.name), w.f.At(b.name))
}

// excludes reports whether the attributes among w.body.parts[from:to] that restrict the keys exclude
// an object.
func (w *finder) excludes(n *naming, from, to int, r run) bool {
	name := string(w.f.At(r.typ)) + "." + r.key(w)
	for i := from; i < to; i = w.body.parts[i].next {
		p := &w.body.parts[i]
		attribute := string(w.f.At(p.name))
		if p.isBlock || attribute != n.only && attribute != n.except {
			continue
		}
		listed := slices.ContainsFunc(w.stringsOf(p.value), func(at syntax.Span) bool { return string(w.f.At(at)) == name })
		if listed != (attribute == n.only) {
			return true
		}
	}
	return false
}

// stringsOf returns the spans of the texts of the strings in a list, without their quotes.
func (w *finder) stringsOf(value syntax.Span) (texts []syntax.Span) {
	var e syntax.Expr
	if _, err := syntax.ParseExpression(&e, w.text, value); err != nil || e.Node(e.Root).Kind != syntax.NodeTuple {
		return nil
	}
	for c := range e.Children(e.Root) {
		if _, plain := e.PlainString(c); plain {
			texts = append(texts, span(int(e.Node(c).Start)+1, int(e.Node(c).End)-1))
		}
	}
	return texts
}

// findRuns sets w.runs to what a top-level block itself names: by the strings in its attributes, and
// by the labels of nested blocks. It does so only for blocks that have keys to which this matters.
func (w *finder) findRuns(kind *blockKind) {
	w.runs = w.runs[:0]
	if kind == nil || !w.lang.keys {
		return
	}
	add := func(at syntax.Span, n *naming, own string) {
		n.addressesIn(w, at, func(kind Kind, typ, name syntax.Span) {
			w.runs = append(w.runs, run{kind: kind, typ: typ, name: name, own: own})
		})
	}
	for i := 0; i < len(w.body.parts); i = w.body.parts[i].next {
		p := &w.body.parts[i]
		name := w.f.At(p.name)
		if inner := kind.block(name); p.isBlock && inner != nil && inner.label != nil && p.labels == 1 {
			add(p.label, inner.label, w.ownName(i+1, p.next, inner.label.own))
		}
		if rule := kind.attribute(name); !p.isBlock && rule.reading == namingText {
			for _, at := range w.stringsOf(p.value) {
				add(at, rule.naming, "")
			}
		}
	}
}

// ownName returns the text of an attribute among w.body.parts[from:to], or "" if it is no literal.
func (w *finder) ownName(from, to int, attribute string) string {
	for i := from; i < to; i = w.body.parts[i].next {
		if p := &w.body.parts[i]; !p.isBlock && string(w.f.At(p.name)) == attribute {
			if value := string(w.f.At(p.value)); len(value) > 1 && value[0] == '"' {
				return value[1 : len(value)-1]
			}
		}
	}
	return ""
}

// Bound returns the names that have a meaning only at an item of a file: each, count and self in
// Terraform, the parameters of a function and the keys of a matrix in Bake. It leaves out the names
// that "for" expressions and dynamic blocks define.
func Bound(f *syntax.File, id syntax.ItemID, role Role) (names []string) {
	f = orEmpty(f)
	lang := role.language()
	top := id
	for top != syntax.NoItem && top != syntax.Root && f.Item(top).Parent != syntax.Root {
		top = f.Item(top).Parent
	}
	names = append(names, lang.bound...)
	if top == syntax.Root || f.Kind(top) != syntax.KindBlock {
		return names
	}
	kind := lang.places[string(f.Name(top))]
	if kind == nil {
		return names
	}
	for _, name := range kind.binds {
		if at := f.Attribute(top, name); at != syntax.NoItem {
			for n := range boundNames(f.Text(), f.Value(at)) {
				names = append(names, string(f.At(n)))
			}
		}
	}
	return names
}

// bind adds the local names that attributes of a top-level block define, and returns their number: the
// parameters of a function, the keys of a matrix.
func (w *finder) bind(kind *blockKind) (bound int) {
	if kind == nil || len(kind.binds) == 0 {
		return 0
	}
	for i := 0; i < len(w.body.parts); i = w.body.parts[i].next {
		p := &w.body.parts[i]
		if p.isBlock || !slices.Contains(kind.binds, string(w.f.At(p.name))) {
			continue
		}
		for n := range boundNames(w.text, p.value) {
			w.scope.push(binding{LocalName: LocalName{Name: n}, text: string(w.f.At(n)), to: noEnd})
			bound++
		}
	}
	return bound
}

// boundNames returns an iterator over the names that a value in a text lists: the keys of an object, or
// the elements of a list.
func boundNames(text []byte, value syntax.Span) iter.Seq[syntax.Span] {
	return func(yield func(syntax.Span) bool) {
		var e syntax.Expr
		if _, err := syntax.ParseExpression(&e, text, value); err != nil {
			return
		}
		if e.Node(e.Root).Kind == syntax.NodeVariable {
			yield(e.Node(e.Root).Span())
			return
		}
		for c := range e.Children(e.Root) {
			if e.Node(c).Kind == syntax.NodePair {
				c = e.Node(c).First
			}
			at := e.Node(c).Span()
			if _, plain := e.PlainString(c); plain {
				at = span(int(at.From)+1, int(at.To)-1)
			} else if e.Node(c).Kind != syntax.NodeVariable {
				continue
			}
			if !yield(at) {
				return
			}
		}
	}
}

// reportCall reports the function that a call names, or what the call reads, given the nodes of the
// name and of the call.
func (w *finder) reportCall(name, call syntax.NodeID) {
	at := w.node(name).Span()
	switch {
	case w.lang.reads != "" && string(w.f.At(at)) == w.lang.reads:
		w.top = w.collectSteps(call)
		end := w.node(w.static).End
		w.report(&Reference{Kind: Config, At: syntax.Span{From: at.From, To: end}, Root: at, Name: w.node(call).Span(), Steps: w.steps, In: w.attributeName})
	case w.lang.called != Other:
		w.top, w.steps = 0, w.steps[:0]
		w.report(&Reference{Kind: w.lang.called, At: at, Root: at, Name: at, In: w.attributeName})
	}
}
