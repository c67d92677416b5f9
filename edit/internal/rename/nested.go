package rename

import (
	"bytes"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// newLabels returns the other labels that an entry gives a nested block, which has the address
// where; none where it gives none.
func newLabels(b draft.Block, where address.Address, e *plan.Entry) (none []renamedLabels, err error) {
	to := naming(e).To
	if to == nil {
		return nil, nil
	}
	b.Budget.Step(1)
	typ, from := string(b.Draft.Name(b.ID)), b.Labels()
	switch {
	case len(from) == 0:
		return nil, fault.At(naming(e).At, fault.InvalidRequest, `rename: the %s block has no labels`, typ)
	case len(to) > 1 && len(to) != len(from):
		return nil, fault.At(naming(e).At, fault.InvalidRequest, `rename: "to" has %d labels, and the %s block has %d`, len(to), typ, len(from))
	case len(to) < len(from):
		to = append(slices.Clone(from[:len(from)-1]), to...)
	}
	if slices.Equal(from, to) {
		return nil, nil
	}
	if typ == "dynamic" && isIterator(b, from[0]) {
		return nil, fault.At(naming(e).At, fault.InvalidRequest, "rename: what is in the block refers to %s, which its label names: give it an iterator of that name first", from[0])
	}
	return []renamedLabels{{at: b, to: to, entry: naming(e).At, sent: e.At, was: where}}, nil
}

// isIterator reports whether the label of a "dynamic" block names its iterator, and something
// in it may refer to that.
func isIterator(b draft.Block, label string) bool {
	if b.Index.Attribute(b.ID, "iterator") != syntax.NoItem {
		return false
	}
	text := b.Draft.At(b.Draft.Value(b.ID))
	b.Budget.Step(len(text) / 8)
	for at := 0; ; at++ {
		next := bytes.Index(text[at:], []byte(label))
		if next < 0 {
			return false
		}
		at += next
		before, after := at == 0 || !value.IsIdentifier("a"+string(text[at-1])), text[at+len(label):]
		if before && len(after) > 0 && (after[0] == '.' || after[0] == '[') {
			return true
		}
	}
}

// naming returns what an entry renames.
func naming(e *plan.Entry) *plan.Naming { return e.Own.(*plan.Naming) }
