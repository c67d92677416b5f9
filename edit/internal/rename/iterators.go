package rename

import (
	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// iterators contains the new labels of dynamic blocks without an argument "iterator". The keys are
// the offsets of the old labels.
type iterators map[*draft.File]map[int32]string

// add records the new label of a dynamic block. In the block, references by the old label, such as
// ingress.value, will get the new label. add does nothing if the block has an argument "iterator".
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

// follow adds the replacements for references with old labels to those in the map more. If a name
// would get another meaning, follow returns this name and its file.
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
