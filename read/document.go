package read

import (
	"cmp"
	"slices"

	"iacedit/internal/fault"
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
			return invalidCode(&doc.File, err.(*syntax.Error))
		}
		doc.tree = tree
	}
	return nil
}

// invalidCode tells where a file's code is at fault.
func invalidCode(f *module.File, e *syntax.Error) error {
	line, column := syntax.Position(f.Code, e.Offset)
	what := "the code"
	if f.Name != "" {
		what = f.Name
	}
	err := fault.At(-1, fault.InvalidCode, "%s does not parse: line %d, column %d: %s", what, line, column, e.Message)
	err.Position = &fault.Position{File: f.Name, Line: line, Column: column}
	return err
}
