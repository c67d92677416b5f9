package render

import "iacedit/syntax"

// AppendValue appends the value of an item, with all edits so far, to dst. The blanks may differ
// from those in the output of Draft.Append, which formats changed code. If the value ends in a
// heredoc, the line end after the marker is not appended.
func (d *items) AppendValue(dst []byte, id syntax.ItemID) []byte {
	it := *d.item(id)
	if !it.Touched || !it.Expanded() {
		d.budget.Step(it.Content.Len() / 16)
		return append(dst, d.At(it.Content)...)
	}
	opening, closing := d.store.Brackets(id)
	dst = append(dst, d.At(opening)...)
	for c := it.First; c != syntax.NoItem; c = d.item(c).Next {
		d.budget.Step(1)
		child := d.item(c)
		dst = append(dst, d.At(child.Head)...)
		if isItem(child.Kind) {
			dst = append(d.AppendValue(dst, c), d.At(d.item(c).Tail)...)
		}
	}
	return append(dst, d.At(closing)...)
}

// IsSpread reports whether "..." follows an argument of a call, so that the elements of this
// argument are passed as arguments.
func (d *items) IsSpread(argument syntax.ItemID) bool {
	tail := d.At(d.item(argument).Tail)
	d.budget.Step(len(tail) / 16)
	return syntax.IsSpread(tail)
}
