package refs

import (
	"iter"

	"iacedit/lexer"
	"iacedit/syntax"
)

func span(from, to int) syntax.Span { return syntax.Span{From: int32(from), To: int32(to)} }

func item(f *syntax.File, id syntax.ItemID) syntax.Item { return f.Item(id) }

// topLevel returns an iterator over the attributes and blocks of a file's top level.
func topLevel(f *syntax.File) iter.Seq[syntax.ItemID] {
	return func(yield func(syntax.ItemID) bool) {
		for id := range f.Children(syntax.Root) {
			kind := item(f, id).Kind
			if (kind == syntax.KindAttribute || kind == syntax.KindBlock) && !yield(id) {
				return
			}
		}
	}
}

// labels returns an iterator over the spans of a block's labels, without their quotes. typ is the
// span of the block's type.
func labels(text []byte, typ syntax.Span) iter.Seq[syntax.Span] {
	return func(yield func(syntax.Span) bool) {
		for pos := int(typ.To); ; {
			kind, from, to := lexer.Next(text, pos)
			switch pos = to; kind {
			case lexer.OBrace, lexer.EOF:
				return
			case lexer.OQuote:
				from, to = to, quoteEnd(text, to)
				pos = to + 1
			case lexer.Comment:
				continue
			}
			if !yield(span(from, to)) {
				return
			}
		}
	}
}

// quoteEnd returns the end of the text of a quoted string: the offset of the closing quote or of
// the first template sequence. The text starts at pos.
func quoteEnd(text []byte, pos int) int {
	for {
		kind, end := lexer.NextQuoted(text, pos)
		if kind != lexer.QuotedLit {
			return pos
		}
		pos = end
	}
}

// orEmpty returns f, or an empty file if f is nil.
func orEmpty(f *syntax.File) *syntax.File {
	if f == nil {
		return new(syntax.File)
	}
	return f
}
