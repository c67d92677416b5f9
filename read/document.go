package read

import (
	"cmp"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/conversion"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// A document is a file of a request. A request with "code" has one document, without a name.
type document struct {
	module.File
	tree *syntax.File
	lent bool // the caller owns the tree
	role module.Role
}

// A ref identifies a block, or the top level, in one of the documents.
type ref struct {
	doc int32
	id  syntax.ItemID
}

// compare orders blocks by document and then by place in the code. Items are numbered in code
// order.
func (r ref) compare(other ref) int {
	return cmp.Or(cmp.Compare(r.doc, other.doc), cmp.Compare(r.id, other.id))
}

// bytesPerFile is the approximate memory that a file needs, besides its code and its tree.
const bytesPerFile = 1 << 10

// parse parses the documents.
func (r *request) parse(b *budget.Budget) error {
	b.Hold(len(r.docs) * bytesPerFile)
	for i := range r.docs {
		doc := &r.docs[i]
		if doc.lent {
			continue
		}
		err := doc.parse(r, b)
		if refused, ok := err.(*Error); ok && r.envelope.Skip {
			r.skipped = append(r.skipped, refused)
		} else if err != nil {
			return err
		}
	}
	if len(r.skipped) > 0 {
		r.docs = slices.DeleteFunc(r.docs, func(d document) bool { return d.tree == nil })
	}
	return nil
}

// parse parses a document. If the document is a file in JSON syntax, it parses the equivalent
// native code.
func (d *document) parse(r *request, b *budget.Budget) (err error) {
	whole := !r.selects // a selection reads only a few blocks
	if terraform.IsInJSON(d.Name) {
		if r.mirrors == nil {
			r.mirrors = conversion.Mirrors(r.files())
		}
		made, err := r.mirrors.Of(d.File, b)
		if err != nil {
			return err
		}
		d.Code = made.Code
		d.tree, err = made.Parse(whole, b)
		return err
	}
	depth := syntax.Top
	if whole {
		depth = syntax.Whole
	}
	parsed, err := syntax.ParseWithin(d.Code, depth, b)
	if err != nil {
		return envelope.InvalidCode(&d.File, err.(*syntax.Error))
	}
	d.tree = parsed
	return nil
}

// codeOf returns the documents as files in which addresses are looked up.
func codeOf(docs []document) (code []selection.Code) {
	for i := range docs {
		code = append(code, selection.Code{Name: docs[i].Name, Tree: docs[i].tree, Size: len(docs[i].tree.Text())})
	}
	return code
}

// files returns the files of the request.
func (r *request) files() (files []module.File) {
	for i := range r.docs {
		files = append(files, r.docs[i].File)
	}
	return files
}
