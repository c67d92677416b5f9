package edit

import (
	"slices"
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/diff"
	"iacedit/internal/jsontext"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/render"
	"iacedit/syntax"
)

// A File is one file of a module: the files of a directory that are edited as one.
type File = module.File

// A document is a file of a request while it is edited. A request with code has one,
// without a name.
type document struct {
	File
	raw   *jsontext.Raw // the text of Code as it was sent, or nil
	tree  *syntax.File
	d     *render.Draft
	index index
	role  module.Role
	made  bool // the request had no such file

	settled bool // tree is not that of Code, but of what edits made of it

	compared bool        // lines are known:
	lines    []diff.Edit // what the edits come to, see Request.lines
}

// A blockRef is a block of one of the documents.
type blockRef struct {
	doc int
	id  syntax.ItemID
}

// stepsPerDocument is what it takes to look into another document.
const stepsPerDocument = 20

// noDocument is the document at hand while a module has no files: an empty one, in which
// nothing is found. Nothing is written to it, because what is made is made in a file.
const noDocument = -1

// in makes a document the one at hand: that of a.d and a.index.
func (a *applier) in(doc int) {
	if a.doc == doc && a.d != nil {
		return
	}
	a.budget.Step(stepsPerDocument)
	a.doc = doc
	if doc == noDocument {
		a.d, a.index = render.NewDraft(parseEmpty()), new(index)
		a.d.SetBudget(a.budget)
		a.index.start(a, a.edits)
	} else {
		a.d, a.index = a.docs[doc].d, &a.docs[doc].index
	}
	a.style.of = syntax.NoItem
	a.known.reset()
}

// open adds a document, whose code has been parsed.
func (a *applier) open(doc *document, edits int) {
	if doc.d == nil {
		doc.d = new(render.Draft)
	}
	doc.d.Reset(doc.tree)
	doc.d.SetBudget(a.budget)
	a.docs = append(a.docs, doc)
	at, _ := a.ordered(doc.Name)
	a.order = slices.Insert(a.order, at, len(a.docs)-1)
	a.in(len(a.docs) - 1)
	a.index.start(a, edits)
	a.edits = edits
}

// named returns the document of a name, or -1.
func (a *applier) named(name string) int {
	if at, ok := a.ordered(name); ok {
		return a.order[at]
	}
	return -1
}

// ordered returns the place of a name in the order in which files are loaded, and whether
// there is a document of that name.
func (a *applier) ordered(name string) (at int, ok bool) {
	return slices.BinarySearchFunc(a.order, name, func(doc int, name string) int { return byName(a.docs[doc], name) })
}

// exists reports whether there is a document of a name.
func (a *applier) exists(name string) bool { return a.named(name) >= 0 }

// searched reports whether addresses find blocks in a document: in any but variable
// values, overrides, and what no module reads (docs/edits.md, "Files").
func (a *applier) searched(doc int) bool {
	return !a.module || a.options.Dialect == HCL || a.docs[doc].role == module.Configuration
}

// blocksAt appends the blocks at a site's address: in one document, or where that is -1
// in all that addresses find blocks in.
func (a *applier) blocksAt(found []blockRef, s *site, doc int) []blockRef {
	types, docs := a.options.language().Spellings(s.typ), []int{doc}
	switch {
	case doc < 0 && s.any:
		docs = a.docsWith(types, nil)
	case doc < 0:
		docs = a.docsWith(types, s.labels)
	}
	for _, i := range docs {
		if doc < 0 && !a.searched(i) {
			continue
		}
		a.in(i)
		var few [8]syntax.ItemID
		for _, id := range a.index.at(few[:0], types, s.labels, s.any) {
			found = append(found, blockRef{i, id})
		}
	}
	return found
}

// inFile returns those of a site's candidates that are in the file which an entry names,
// overrides included.
func (a *applier) inFile(s *site, e *plan.Entry) []blockRef {
	doc := a.named(e.File)
	switch {
	case doc < 0:
		return nil
	case !a.searched(doc):
		return a.blocksAt(nil, s, doc)
	}
	var found []blockRef
	for _, b := range s.candidates {
		a.budget.Step(1)
		if b.doc == doc {
			found = append(found, b)
		}
	}
	return found
}

// parseEmpty returns the tree of a file without code.
func parseEmpty() *syntax.File {
	tree, err := syntax.Parse(nil)
	if err != nil {
		panic("edit: no code does not parse: " + err.Error())
	}
	return tree
}

// make returns the document of a name, which is made where there is none.
func (a *applier) make(name string) int {
	if doc := a.named(name); doc >= 0 {
		return doc
	}
	name = strings.Clone(name) // which stands in the request's memory, and is given away
	doc := &document{File: File{Name: name}, tree: parseEmpty(), made: true}
	doc.role = module.RoleOf(name, a.exists)
	a.open(doc, a.edits)
	made := len(a.docs) - 1
	if hidden := a.named(terraform.Hides(name)); hidden >= 0 && hidden != made {
		a.docs[hidden].role = module.RoleOf(a.docs[hidden].Name, a.exists)
	}
	return made
}

// home returns the document that a new block of a site goes into.
func (a *applier) home(s *site, e *plan.Entry) int {
	if !a.module || s.nested {
		return a.doc
	}
	if e.File != "" {
		return a.make(e.File)
	}
	types := a.options.language().Spellings(s.typ)
	has := func(doc int) bool {
		if doc < 0 || !a.searched(doc) {
			return false
		}
		a.in(doc)
		return a.index.hasBlock(types)
	}
	last := ""
	for _, doc := range slices.Backward(a.docsWith(types, nil)) {
		if has(doc) {
			last = a.docs[doc].Name
			break
		}
	}
	return a.make(module.FileFor(s.typ, last, a.exists, func(name string) bool { return has(a.named(name)) }))
}

// valuesHome returns the document that a name at the top level of variable values is in,
// or comes to be in (docs/edits.md, "Files"). It is -1 where nobody can tell.
func (a *applier) valuesHome(e *plan.Entry, name string) int {
	switch {
	case !a.module:
		return a.doc
	case e.File != "":
		return a.make(e.File)
	case a.options.Dialect == HCL && len(a.docs) == 1:
		return 0
	case a.options.Dialect == HCL:
		return -1
	}
	home := -1
	for _, i := range a.order {
		if a.docs[i].role != module.Values {
			continue
		}
		if a.in(i); a.index.attribute(syntax.Root, name) != syntax.NoItem {
			home = i
		}
	}
	if home < 0 {
		home = a.make(a.options.language().Block("iacvars").File)
	}
	return home
}
