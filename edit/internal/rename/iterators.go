package rename

import (
	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// iterators holds the new labels of dynamic blocks that do not name their iterator, by the offset
// of the old label.
type iterators map[*draft.File]map[int32]string

// add records that uses of a dynamic block's label as its iterator get the new label. It does
// nothing if the block has an argument "iterator".
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

// follow appends the replacements of renamed iterators to more. It returns the first name whose
// meaning would change, and the file of that name.
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
