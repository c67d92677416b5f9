package render

import (
	"bytes"

	"iacedit/syntax"
)

// AppendValue appends an item's value as it now stands, edits inside it included, to dst.
// Blanks in it are not those that will be written. A heredoc at its end lacks the line
// end after its marker.
func (d *Draft) AppendValue(dst []byte, id syntax.ItemID) []byte {
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

// IsSpread reports whether an argument of a call has "..." behind it, which makes the
// elements of its value the arguments.
func (d *Draft) IsSpread(argument syntax.ItemID) bool {
	tail := d.At(d.item(argument).Tail)
	d.budget.Step(len(tail) / 16)
	return syntax.IsSpread(tail)
}

// TakesHeredoc reports whether a heredoc can stand as the value of an item: it is an
// attribute, or one of the pairs of an object over lines, which have no commas, and has
// nothing behind it but a line end. A block on one line has to be opened for it.
func (d *Draft) TakesHeredoc(id syntax.ItemID) bool {
	it := d.item(id)
	if d.newline != "\n" || it.Kind != syntax.KindAttribute && it.Kind != syntax.KindPair {
		return false
	}
	tail := bytes.TrimLeft(d.At(it.Tail), " \t")
	if len(tail) == 0 {
		return it.Kind == syntax.KindAttribute && it.Parent != syntax.Root && !d.StartsLine(id)
	}
	return tail[0] == '\n' && (it.Kind == syntax.KindAttribute || d.StartsLine(id) && d.TakesHeredocs(it.Parent))
}

// TakesHeredocs reports whether the value of a new pair of an object can be a heredoc: the
// object is over lines, and its last pairs have no commas.
func (d *Draft) TakesHeredocs(object syntax.ItemID) bool {
	last := d.LastItem(object)
	if last == syntax.NoItem {
		return d.newline == "\n" && d.item(d.item(object).First).Kind == syntax.KindOpen
	}
	return d.newline == "\n" && d.endsLine(last) && !d.hasComma(last) && !d.commasBetween(last)
}
