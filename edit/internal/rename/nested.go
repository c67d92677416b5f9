package rename

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/refs"
	"iacedit/syntax"
)

// newLabels notes the other labels that an entry gives a nested block, which has the address
// where.
func newLabels(n *renamer, of bodyOf, b draft.Block, where address.Address, e *plan.Entry) error {
	to := naming(e).To
	if to == nil {
		return nil
	}
	b.Budget.Step(1)
	typ, from := string(b.Draft.Name(b.ID)), b.Labels()
	switch {
	case len(from) == 0:
		return fault.At(naming(e).At, fault.InvalidRequest, `rename: the %s block has no labels`, typ)
	case len(to) > 1 && len(to) != len(from):
		return fault.At(naming(e).At, fault.InvalidRequest, `rename: "to" has %d labels, and the %s block has %d`, len(to), typ, len(from))
	case len(to) < len(from):
		to = append(slices.Clone(from[:len(from)-1]), to...)
	}
	if slices.Equal(from, to) {
		return nil
	}
	if typ == "dynamic" && len(from) == 1 && !of.stays {
		n.iterators.add(b, to[0])
	}
	n.labels = append(n.labels, renamedLabels{at: b, to: to, entry: naming(e).At, sent: e.At, was: where})
	return nil
}

// iterators holds the new labels of dynamic blocks that name their iterators, by where the old
// labels begin.
type iterators map[*draft.File]map[int32]string

// add notes that the uses of a dynamic block's label as its iterator follow the label. Where
// the block says what the iterator is called there are none.
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

// follow finds the uses of iterators that get other names.
func (all iterators) follow(n *renamer) error {
	for f, labels := range all {
		n.m.Budget.Step(len(f.Tree.Text()) >> 1)
		found, captures := refs.Iterators(n.more[f], f.Tree, labels)
		for _, c := range captures {
			return n.captured(f, c)
		}
		n.more[f] = found
	}
	return nil
}

// naming returns what an entry renames.
func naming(e *plan.Entry) *plan.Naming { return e.Own.(*plan.Naming) }
