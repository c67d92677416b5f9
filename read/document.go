package read

import (
	"cmp"
	"slices"

	"iacedit/internal/budget"
	"iacedit/internal/envelope"
	"iacedit/internal/within"
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

// bytesPerFile is about how much memory a file takes, beside its code and its tree.
const bytesPerFile = 1 << 10

// parse parses the documents.
func (r *request) parse(b *budget.Budget) error {
	b.Hold(len(r.docs) * bytesPerFile)
	for i := range r.docs {
		doc := &r.docs[i]
		if doc.lent {
			continue
		}
		parsed, err := within.Parse(doc.Code, !r.selects, b) // a selection reads a few blocks
		switch {
		case err == nil:
			doc.tree = parsed.(*syntax.File)
		case r.envelope.Skip:
			r.skipped = append(r.skipped, envelope.InvalidCode(&doc.File, err.(*syntax.Error)))
		default:
			return envelope.InvalidCode(&doc.File, err.(*syntax.Error))
		}
	}
	if len(r.skipped) > 0 {
		r.docs = slices.DeleteFunc(r.docs, func(d document) bool { return d.tree == nil })
	}
	return nil
}
