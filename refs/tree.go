package refs

import (
	"iter"

	"iacedit/lexer"
	"iacedit/syntax"
)

func span(from, to int) syntax.Span { return syntax.Span{From: int32(from), To: int32(to)} }

// item returns a copy of an item's record.
func item(f *syntax.File, id syntax.ItemID) syntax.Item { return *f.Item(id) }

// children returns an iterator over the attributes and blocks of a body.
func children(f *syntax.File, body syntax.ItemID) iter.Seq[syntax.ItemID] {
	return func(yield func(syntax.ItemID) bool) {
		f.Expand(body)
		for id := item(f, body).First; id != syntax.NoItem; id = item(f, id).Next {
			kind := item(f, id).Kind
			if (kind == syntax.KindAttribute || kind == syntax.KindBlock) && !yield(id) {
				return
			}
		}
	}
}

// labels returns an iterator over where a block's labels are, without their quotes.
func labels(f *syntax.File, block syntax.ItemID) iter.Seq[syntax.Span] {
	return func(yield func(syntax.Span) bool) {
		it := item(f, block)
		text, end := f.Text(), int(it.Content.From)
		for pos := int(it.Name.To); pos < end; {
			kind, from, to := lexer.Next(text, pos)
			switch kind {
			case lexer.OQuote:
				from = to
				to = quoteEnd(text, from)
				pos = to + 1
			case lexer.Ident:
				pos = to
			default:
				pos = to
				continue
			}
			if from < end && !yield(span(from, to)) {
				return
			}
		}
	}
}

// quoteEnd returns where the closing quote is of a quoted string whose text starts at
// pos, or where the first sequence in it is.
func quoteEnd(text []byte, pos int) int {
	for {
		kind, end := lexer.NextQuoted(text, pos)
		if kind != lexer.QuotedLit {
			return pos
		}
		pos = end
	}
}
