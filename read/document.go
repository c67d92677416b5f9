package read

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/internal/envelope"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/module"
	"iacedit/syntax"
)

// A document is a file of a request. A request with code has one, without a name.
type document struct {
	module.File
	tree *syntax.File
	lent bool // the tree is somebody else's
	role module.Role
}

// A ref is a block of one of the documents, or the top level of one.
type ref struct {
	doc int32
	id  syntax.ItemID
}

// compare orders blocks as they are read: items are numbered in code order.
func (r ref) compare(other ref) int {
	return cmp.Or(cmp.Compare(r.doc, other.doc), cmp.Compare(r.id, other.id))
}

// exists reports whether there is a document of that name.
func (r *request) exists(name string) bool {
	_, ok := slices.BinarySearchFunc(r.docs, name, func(d document, name string) int { return module.Compare(d.Name, name) })
	return ok
}

// parse parses the documents.
func (r *request) parse() error {
	parse := syntax.ParseWhole
	if r.selects {
		parse = syntax.Parse // which leaves out what is not asked for
	}
	for i := range r.docs {
		doc := &r.docs[i]
		if doc.lent {
			continue
		}
		tree, err := parse(doc.Code)
		if err != nil {
			return envelope.InvalidCode(&doc.File, err.(*syntax.Error))
		}
		doc.tree = tree
	}
	return nil
}

// inFile returns those of some blocks that are in the file which an entry names; where it
// names none, those in files that addresses find blocks in (docs/edits.md, "Files").
func (w *chooser) inFile(blocks []ref, e *entry) []ref {
	if !w.module {
		return blocks
	}
	w.budget.Step(len(blocks))
	var kept []ref
	for _, b := range blocks {
		doc := &w.docs[b.doc]
		if doc.Name == e.File || e.File == "" && (doc.role == module.Configuration || w.language.Dialect == address.HCL) {
			kept = append(kept, b)
		}
	}
	return kept
}

// chooseValues picks variable values: of a module those that are loaded, or of the file
// that an entry names.
func (w *chooser) chooseValues(t *target) error {
	body := w.language.Body(t.typ)
	for i := range t.entries {
		e := &t.entries[i]
		one := *t
		one.entries = t.entries[i : i+1]
		from := []ref{{0, syntax.Root}}
		if w.module {
			from = w.valuesIn(e)
		}
		switch {
		case len(from) == 0 && e.all() && !e.Optional:
			return fault.At(e.At, fault.BlockNotFound, "no variable values%s", w.inNamed(e))
		case e.all() || !w.module:
			if err := w.chooseAttributes(&one, from, body); err != nil {
				return err
			}
		default:
			if err := w.chooseLast(&one, e, from); err != nil {
				return err
			}
		}
	}
	return nil
}

// all reports whether an entry names nothing in the blocks that it selects, and so all.
func (e *entry) all() bool { return !e.any && len(e.attributes) == 0 && len(e.blocks) == 0 }

// inNamed goes on with a message about what is not in the file that an entry names.
func (w *chooser) inNamed(e *entry) string {
	names := func(yield func(string) bool) {
		for i := range w.docs {
			if !yield(w.docs[i].Name) {
				return
			}
		}
	}
	for name := range names {
		if name == e.File {
			return " in " + name
		}
	}
	if e.File == "" {
		return ""
	}
	return ": there is no file " + excerpt.Quote(e.File) + nearest.DidYouMean(e.File, names)
}

// valuesIn returns the top levels of the files that have the variable values meant by an
// entry.
func (w *chooser) valuesIn(e *entry) (roots []ref) {
	for _, root := range w.outline.valued {
		w.budget.Step(1)
		doc := &w.docs[root.doc]
		if doc.Name == e.File || e.File == "" && (doc.role == module.Values || w.language.Dialect == address.HCL) {
			roots = append(roots, root)
		}
	}
	return roots
}

// chooseLast picks the attributes that an entry names where they count: of several files
// that have a name the last, which overrides the others.
func (w *chooser) chooseLast(t *target, e *entry, roots []ref) error {
	body := w.language.Body(t.typ)
	last := map[string]int{}
	for i, root := range roots {
		w.in(root.doc)
		for name := range w.attributesOf(root.id) {
			last[name] = i
		}
	}
	of := make([]entry, len(roots)+1) // what is selection.Attribute in each, and then what is in none
	for i := range of {
		of[i] = *e
		of[i].attributes = nil
	}
	for _, a := range e.attributes {
		w.budget.Step(1)
		i, ok := last[a.Name]
		if !ok {
			i = len(roots)
		}
		of[i].attributes = append(of[i].attributes, a)
	}
	for i := range roots {
		if of[i].all() {
			continue
		}
		if err := w.chooseIn(t, &of[i], roots[i:i+1], body); err != nil {
			return err
		}
	}
	if missing := &of[len(roots)]; len(missing.attributes) > 0 {
		return w.chooseIn(t, missing, roots, body)
	}
	return nil
}
