package rename

import (
	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// iterators holds the new labels of dynamic blocks without an iterator of their own, by the
// offset of the old label.
type iterators map[*draft.File]map[int32]string

// add notes that the uses of a dynamic block's label as its iterator follow the label. There
// are none if the block names its iterator.
func (all iterators) add(b draft.Block, to string) {
	if b.Index.Attribute(b.ID, "iterator") != syntax.NoItem {
		return
	}
	at, ok := refs.Iterator(b.Tree, b.ID)
	if !ok {
		return
	}
	if all[b.File] == nil {
		all[b.File] = map[int32]string{}
	}
	all[b.File][at.From] = to
}

// follow appends to more the replacements of renamed iterators. It returns the first name that
// would get another meaning, and its file.
func (all iterators) follow(more map[*draft.File][]refs.Replacement) (*draft.File, *refs.Capture) {
	for f, labels := range all {
		f.Budget.Step(len(f.Tree.Text()) >> 1)
		found, captures := refs.Iterators(more[f], f.Tree, labels)
		for i := range captures {
			return f, &captures[i]
		}
		more[f] = found
	}
	return nil, nil
}
