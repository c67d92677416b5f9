package refs

import (
	"bytes"
	"iter"

	"iacedit/syntax"
)

// All returns an iterator over the references in a file, in the order of their roots. A
// Reference is valid until the next iteration. The file must be unedited.
func All(f *syntax.File, role Role) iter.Seq[*Reference] {
	return func(yield func(*Reference) bool) {
		newFinder(orEmpty(f), role, yield).searchFile()
	}
}

// A finder finds the references of a file.
type finder struct {
	f    *syntax.File
	text []byte
	role Role
	lang *language
	// filter reports whether to search a top-level block or a value, given its span. If filter is
	// nil, the whole file is searched.
	filter func(syntax.Span) bool
	yield  func(*Reference) bool
	done   bool // yield returned false

	body  bodyReader
	owner Declaration
	scope scope
	ref   Reference
	known map[Kind]map[string]bool // what the file declares; nil until needed
	runs  []run                    // what the current top-level block names; for blocks with keys that name objects

	// The following fields are about the current expression.
	expr          syntax.Expr
	attributeName syntax.Span // the name of its attribute
	value         syntax.Span // the value of its attribute
	rule          attributeRule
	parents       []syntax.NodeID
	locals        locals

	// The following fields are about the current variable.
	steps  []Step
	static syntax.NodeID
	top    syntax.NodeID // the node of the last step, or of the variable if there are no steps; 0 in a quoted reference

	replacer *replacer                          // follows the values that contain renamed names; nil if nothing is renamed
	variable func(n syntax.NodeID, binding int) // called for each variable with the index of its binding in scope.stack, or -1; may be nil
}

func newFinder(f *syntax.File, role Role, yield func(*Reference) bool) *finder {
	return &finder{f: f, text: f.Text(), role: role, lang: role.language(), yield: yield}
}

func (w *finder) passesFilter(at syntax.Span) bool {
	return !w.done && (w.filter == nil || w.filter(at))
}

// searchFile searches the whole file.
func (w *finder) searchFile() {
	for id := range topLevel(w.f) {
		it := item(w.f, id)
		w.owner = Declaration{Item: id}
		switch {
		case w.done:
			return
		case w.role.hasValues():
			w.variableValue(it)
		case it.Kind == syntax.KindAttribute:
			if kind := w.lang.attributes[""]; kind != Other {
				w.variableValue(it)
			}
			w.searchAttribute(it.Name, it.Content, attributeRule{})
		case w.passesFilter(it.Content):
			w.body.read(w.f, id)
			w.owner = w.lang.declaration(w.f, id, &w.body)
			kind := w.lang.places[string(w.f.At(it.Name))]
			bound := w.bind(kind)
			w.findRuns(kind)
			each := w.searchForEach(0, len(w.body.parts))
			if w.replacer != nil {
				w.replacer.eachFlow, w.replacer.inBlock = each, true
			}
			w.searchParts(0, len(w.body.parts), kind)
			if w.replacer != nil {
				w.replacer.inBlock = false
			}
			for range bound {
				w.scope.pop()
			}
		}
	}
}

// variableValue reports the name of a value in a variable file as a reference to the variable. The
// values themselves contain no references.
func (w *finder) variableValue(it syntax.Item) {
	if it.Kind == syntax.KindAttribute {
		w.top = 0
		w.report(&Reference{Kind: Variable, Place: InVariables, At: it.Name, Root: it.Name, Name: it.Name, In: it.Name})
	}
}

// searchParts searches w.body.parts[from:to] for references. kind describes the block around the
// parts.
func (w *finder) searchParts(from, to int, kind *blockKind) {
	for i := from; i < to && !w.done; i = w.body.parts[i].next {
		p := &w.body.parts[i]
		name := w.f.At(p.name)
		switch {
		case p.searched:
		case !p.isBlock:
			w.searchAttribute(p.name, p.value, w.within(kind.attribute(name), from, to))
		case string(name) == "dynamic" && w.lang.dynamic:
			w.searchDynamic(i)
		default:
			inner := kind.block(name)
			if inner != nil && inner.label != nil && p.labels == 1 && w.passesFilter(p.label) {
				w.rule, w.attributeName = attributeRule{place: InNames}, p.name
				w.reportNamed(p.label, inner.label)
			}
			w.searchParts(i+1, p.next, inner)
		}
	}
}

// searchDynamic searches a dynamic block for references. The blocks that it generates are ordinary
// blocks: Terraform allows no dynamic blocks for a type such as lifecycle, whose attributes it
// reads in its own way.
func (w *finder) searchDynamic(block int) {
	iterator, ok := w.iterator(&w.body.parts[block])
	iterator.flow = w.searchForEach(block+1, w.body.parts[block].next)
	for i := block + 1; i < w.body.parts[block].next && !w.done; i = w.body.parts[i].next {
		p := &w.body.parts[i]
		name := string(w.f.At(p.name))
		if !p.isBlock && name == "iterator" {
			continue
		}
		inside := ok && Iterated(name)
		if inside {
			w.scope.push(iterator)
		}
		w.searchParts(i, p.next, nil)
		if inside {
			w.scope.pop()
		}
	}
}

// searchForEach searches the argument "for_each" among w.body.parts[from:to], and marks the
// argument as searched. It returns the flow of one element of the argument. If nothing in the
// element is renamed, the flow is empty.
func (w *finder) searchForEach(from, to int) flow {
	if w.replacer == nil || len(w.replacer.renames.roots) == 0 {
		return flow{}
	}
	for i := from; i < to && !w.done; i = w.body.parts[i].next {
		if p := &w.body.parts[i]; !p.isBlock && string(w.f.At(p.name)) == "for_each" {
			p.searched = true
			return w.replacer.forEachElement(p)
		}
	}
	return flow{}
}

// iterator returns the local name that a dynamic block defines, if any.
func (w *finder) iterator(block *part) (b binding, ok bool) {
	at, ok := iterator(w.text, block.label, block.iterator, block.labels)
	return binding{LocalName: LocalName{Iterator: true, Name: at}, text: string(w.f.At(at)), to: noEnd}, ok
}

// report yields a reference, with its owner and scope.
func (w *finder) report(r *Reference) {
	w.ref = *r
	w.ref.Owner, w.ref.scope = &w.owner, &w.scope
	w.done = !w.yield(&w.ref)
}

// ToModules returns an iterator over the references to modules in a configuration file. A
// Reference is valid until the next iteration.
func ToModules(f *syntax.File) iter.Seq[*Reference] {
	return func(yield func(*Reference) bool) {
		f := orEmpty(f)
		w := newFinder(f, Configuration, func(r *Reference) bool { return r.Kind != Module || yield(r) })
		w.filter = func(at syntax.Span) bool { return bytes.Contains(f.At(at), []byte("module")) }
		w.searchFile()
	}
}
