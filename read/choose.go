package read

import (
	"slices"
	"strconv"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A pick is what of a block is to be written.
type pick struct {
	whole bool
	any   bool                             // all attributes
	names map[string]bool                  // these attributes and paths
	paths map[string][]selection.Attribute // what these paths lead to, by the attribute
}

// orNil returns nil, which stands for all of a block, for a pick of the whole.
func (p *pick) orNil() *pick {
	if p.whole {
		return nil
	}
	return p
}

// attribute reports whether an attribute is picked, all of it.
func (p *pick) attribute(name []byte) bool { return p.whole || p.any || p.names[string(name)] }

// picked holds what is picked of blocks, and of the top levels of files.
type picked map[ref]*pick

// A chooser finds what a selection picks.
type chooser struct {
	docs     []document
	doc      int32        // the document at hand
	f        *syntax.File // its tree
	module   bool         // the documents have names
	language address.Language
	budget   *budget.Budget
	outline  outline
	classes  value.Classes
	picked   picked
}

// begin makes the chooser ready for documents, which have been parsed.
func (w *chooser) begin(docs []document, module bool, l address.Language, b *budget.Budget) {
	w.docs, w.module, w.language, w.budget, w.picked = docs, module, l, b, nil
	w.outline.begin(l)
	for i := range docs {
		w.outline.read(int32(i), docs[i].tree)
	}
	w.in(0)
}

// in makes a document the one at hand.
func (w *chooser) in(doc int32) {
	if w.doc = doc; int(doc) < len(w.docs) {
		w.f = w.docs[doc].tree
	}
}

// reset drops every reference.
func (w *chooser) reset() {
	w.docs, w.f, w.budget, w.picked = nil, nil, nil, nil
	w.classes.Reset()
}

// What choosing takes, in steps of a budget.
const (
	stepsPerNode      = 16 // of the outline, for a selection's label
	stepsPerBlock     = 3  // that an entry looks at
	stepsPerCondition = 24 // of "where", for each block
	stepsPerHas       = 8  // of a name in "has" or "lacks", for each block
	stepsPerPick      = 12
	stepsPerAttribute = 12 // of a block whose attributes are looked through
	stepsPerLookup    = 4  // of an attribute's name
)

// pickOf returns the pick of a block, a new one if need be.
func (w *chooser) pickOf(b ref) *pick {
	w.budget.Step(stepsPerPick)
	p := w.picked[b]
	if p == nil {
		p = &pick{}
		w.picked[b] = p
	}
	return p
}

// choose picks what a selection selects.
func (w *chooser) choose(targets []target) error {
	w.picked = map[ref]*pick{}
	w.classes.Budget = w.budget
	for i := range targets {
		t := &targets[i]
		var err error
		if t.values {
			err = w.chooseValues(t)
		} else {
			err = w.chooseAt(t, 0, w.topType(t.typ), 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// topType returns the block type under which the outline has those of a type.
func (w *chooser) topType(typ string) string {
	if t := w.language.Block(typ); t != nil && w.language.Dialect == address.Terraform {
		return t.Name
	}
	return typ
}

// chooseAt picks the blocks below a node of the outline whose next label, or type, is
// that name.
func (w *chooser) chooseAt(t *target, node int32, name string, depth int) error {
	w.budget.Step(stepsPerNode)
	o := &w.outline
	if depth > 0 && name == address.AnyLabel && t.anyLabels {
		for c := o.nodes[node].first; c != 0; c = o.nodes[c].next {
			if err := w.chooseAt(t, node, o.nodes[c].name, depth); err != nil {
				return err
			}
		}
		return nil
	}
	at, ok := o.child(node, name)
	switch {
	case !ok && t.forgiving():
		return nil
	case !ok:
		return fault.At(t.entries[0].At, fault.BlockNotFound, "no %s; %s%s", t, w.whatIsAt(node, depth), nearest.DidYouMean(name, o.names(node)))
	case depth < len(t.labels):
		return w.chooseAt(t, at, t.labels[depth], depth+1)
	}
	return w.chooseEntries(t, at)
}

// forgiving reports whether nothing at a target's address is no error.
func (t *target) forgiving() bool {
	return t.anyLabels && slices.Contains(t.labels, address.AnyLabel) || !slices.ContainsFunc(t.entries, func(e entry) bool { return !e.Optional })
}

// whatIsAt says what is in the code where something has not been found.
func (w *chooser) whatIsAt(node int32, depth int) string {
	o := &w.outline
	text := ""
	for at := node; at != 0; at = o.nodes[at].parent {
		name := o.nodes[at].name
		if o.nodes[at].parent != 0 {
			name = strconv.Quote(name)
		}
		text = name + " " + text
	}
	names := list(func(yield func(string) bool) {
		for name := range o.names(node) {
			if depth > 0 {
				name = strconv.Quote(name)
			}
			if !yield(name) {
				return
			}
		}
	})
	if names == "" {
		return "the code has none"
	}
	return "the code has " + text + names
}

// chooseEntries picks blocks at a node of the outline.
func (w *chooser) chooseEntries(t *target, node int32) error {
	candidates := w.outline.blocksAt(nil, node)
	body := (*terraform.Body)(nil)
	if w.language.Block(t.typ) != nil {
		body = w.language.Body(t.typ)
	}
	for i := range t.entries {
		e := &t.entries[i]
		from := candidates
		w.budget.Step(stepsPerNode)
		if e.HasLabels {
			from = w.labelled(node, e.Labels)
		}
		if err := w.chooseEntry(t, e, w.inFile(from, e), body); err != nil {
			return err
		}
	}
	return nil
}

// labelled returns the blocks of the outline with these labels after those of a node.
func (w *chooser) labelled(node int32, labels []string) []ref {
	for _, label := range labels {
		at, ok := w.outline.child(node, label)
		if !ok {
			return nil
		}
		node = at
	}
	return w.outline.blocksAt(nil, node)
}

// chooseEntry picks those of blocks that an entry selects, and what it names in them.
func (w *chooser) chooseEntry(t *target, e *entry, blocks []ref, body *terraform.Body) error {
	var kept []ref
	matchers := w.matchers(e, body)
	for _, b := range blocks {
		w.budget.Step(stepsPerBlock)
		if w.in(b.doc); w.matches(b.id, e, matchers, body) {
			kept = append(kept, b)
		}
	}
	if e.Index >= 0 {
		if e.Index >= len(kept) {
			kept = nil
		} else {
			kept = kept[e.Index : e.Index+1]
		}
	}
	if len(kept) == 0 {
		if e.Optional || t.forgiving() {
			return nil
		}
		if e.File != "" && len(blocks) == 0 {
			return fault.At(e.At, fault.BlockNotFound, "no %s%s", t, w.inNamed(e))
		}
		return fault.At(e.At, fault.BlockNotFound, "no %s that the selectors of the entry select; the code has %d%s", t, len(blocks), w.meantBy(e, blocks, body))
	}
	one := *t
	one.entries = []entry{*e}
	return w.chooseAttributes(&one, kept, body)
}

// chooseAttributes picks what the entries of a target name in blocks that they select.
func (w *chooser) chooseAttributes(t *target, blocks []ref, body *terraform.Body) error {
	for i := range t.entries {
		e := &t.entries[i]
		if e.all() {
			for _, b := range blocks {
				w.pickOf(b).whole = true
			}
			continue
		}
		if err := w.chooseIn(t, e, blocks, body); err != nil {
			return err
		}
	}
	return nil
}

// chooseIn picks the attributes and nested blocks that an entry names.
func (w *chooser) chooseIn(t *target, e *entry, blocks []ref, body *terraform.Body) error {
	found := make([]bool, len(e.attributes))
	for _, b := range blocks {
		w.in(b.doc)
		if e.any {
			w.pickOf(b).any = true
		}
		attributes := w.attributesOf(b.id)
		for i := range e.attributes {
			w.budget.Step(stepsPerLookup)
			a := &e.attributes[i]
			attr, ok := attributes[a.Name]
			if !ok {
				continue
			}
			if len(a.Path) > 0 {
				x := w.expr(attr)
				if _, _, how := w.find(x, a, body.Attribute(a.Name)); how != address.There {
					continue
				}
			}
			found[i] = true
			if !w.pickOf(b).add(a) {
				return fault.At(a.At, fault.InvalidRequest, "%s: %s is asked for twice: what it leads to is answered under that path", t, a.Text)
			}
		}
	}
	for i := range found {
		if a := &e.attributes[i]; !found[i] && !e.Optional && !t.forgiving() {
			return fault.At(a.At, fault.AttributeNotFound, "%s has no %s; %s%s", t, a.Text, w.whatIsIn(blocks, a), w.meantName(a, blocks, body))
		}
	}
	for i := range e.blocks {
		if err := w.chooseNested(t, e, &e.blocks[i], blocks, body); err != nil {
			return err
		}
	}
	return nil
}

// add adds an attribute, or what a path leads to. It returns false where another value is
// asked for under the same path.
func (p *pick) add(a *selection.Attribute) bool {
	if p.names == nil {
		p.names = map[string]bool{}
	}
	seen := p.names[a.Text]
	if p.names[a.Text] = true; seen || len(a.Path) == 0 {
		return !seen || !a.EndsInEqual()
	}
	if p.paths == nil {
		p.paths = map[string][]selection.Attribute{}
	}
	p.paths[a.Name] = append(p.paths[a.Name], *a)
	return true
}

// attributesOf returns a body's attributes by name.
func (w *chooser) attributesOf(body syntax.ItemID) map[string]syntax.ItemID {
	attributes := map[string]syntax.ItemID{}
	for id := range w.f.Attributes(body) {
		w.budget.Step(stepsPerAttribute)
		attributes[stringOf(w.f.Name(id))] = id
	}
	return attributes
}

// expr returns the tree of an attribute's value, valid until the next one is asked for.
func (w *chooser) expr(attribute syntax.ItemID) *syntax.Expr {
	w.budget.Step(w.f.Value(attribute).Len() >> 2)
	return w.f.ValueExpr(attribute)
}

// chooseNested picks blocks nested in those that an entry selects.
func (w *chooser) chooseNested(t *target, e *entry, inner *target, blocks []ref, body *terraform.Body) error {
	found := false
	for _, b := range blocks {
		w.in(b.doc)
		var nested []ref
		for id := range w.f.Blocks(b.id, inner.typ) {
			nested = append(nested, ref{b.doc, id})
		}
		w.budget.Step(len(nested))
		if len(nested) == 0 {
			continue
		}
		found = true
		for i := range inner.entries {
			x := &inner.entries[i]
			from := nested
			if x.HasLabels {
				w.budget.Step(2 * len(nested))
				from = slices.DeleteFunc(slices.Clone(nested), func(n ref) bool { return !w.f.HasLabels(n.id, x.Labels) })
			}
			scope := *inner
			scope.entries = []entry{*x}
			scope.entries[0].Optional = x.Optional || e.Optional || t.forgiving()
			if len(from) == 0 && !scope.entries[0].Optional {
				return fault.At(x.At, fault.BlockNotFound, "no %s; the code has %s%s", &target{typ: inner.typ, labels: x.Labels}, w.headers(nested), w.meantLabel(x.Labels, nested))
			}
			before := len(w.picked)
			if err := w.chooseEntry(&scope, &scope.entries[0], from, body.Block(inner.typ)); err != nil {
				return err
			}
			if len(w.picked) > before {
				w.pickOf(b)
			}
		}
		for _, n := range nested {
			if w.picked[n] != nil {
				w.pickOf(b)
			}
		}
	}
	if !found && !e.Optional && !t.forgiving() && !inner.forgiving() {
		types := func(yield func(string) bool) {
			w.in(blocks[0].doc)
			for id := range w.f.Blocks(blocks[0].id, "") {
				if !yield(string(w.f.Name(id))) {
					return
				}
			}
		}
		return fault.At(inner.at, fault.BlockNotFound, "%s has no nested block %s%s", t, inner.typ, nearest.DidYouMean(inner.typ, types))
	}
	return nil
}
