package rename

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/refs"
	"iacedit/syntax"
)

// iteratorLabels contains the new labels of dynamic blocks without an argument "iterator". The keys
// are the offsets of the old labels.
type iteratorLabels map[*draft.File]map[int32]string

// add records the new label of a dynamic block. In the block, references that use the old label,
// such as ingress.value, will receive the new label. add does nothing if the block has an argument
// "iterator".
func (labels iteratorLabels) add(b draft.Block, to string) {
	if b.Index.Attribute(b.ID, "iterator") != syntax.NoItem {
		return
	}
	at, ok := refs.Iterator(b.Tree, b.ID)
	if !ok {
		return
	}
	if labels[b.File] == nil {
		labels[b.File] = map[int32]string{}
	}
	labels[b.File][at.From] = to
}

// addReplacements adds to the map the replacements for references that use old labels. If a name
// would then have another meaning, addReplacements returns the file that contains the name, and the
// refs.Capture for it.
func (labels iteratorLabels) addReplacements(replacements map[*draft.File][]refs.Replacement) (*draft.File, *refs.Capture) {
	for f, inFile := range labels {
		f.Budget.Parse(len(f.Tree.Text()))
		found, captures := refs.Iterators(replacements[f], f.Tree, inFile)
		for i := range captures {
			return f, &captures[i]
		}
		replacements[f] = found
	}
	return nil, nil
}

// captureError returns the error for a place where a new name would refer to something else.
func (n *renamer) captureError(f *draft.File, c refs.Capture) error {
	by := "a keyword"
	if c.By != nil {
		by = "a local name"
	}
	return draft.RefusedAt(f, n.lastAt, c.At.From, "rename", "the new name "+excerpt.Quote(c.Name)+" would be taken for "+by)
}
