package oldcode

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/lexer"
	"iacedit/syntax"
)

// linesOfItem returns how many lines the item has that may begin on a line, with the comments
// above it, or 0 if none does.
func linesOfItem(w *written, line int, inside syntax.Inside, b *budget.Budget) int {
	var scanner lexer.Scanner
	scanner.Reset(w.text, w.from[line])
	header := header{inside: inside}
	depth, begun, commented := 0, false, false // commented: a comment is before the token on its line
	for tok := scanner.Next(); ; tok = scanner.Next() {
		b.Step(1 + int(tok.End-tok.Start)/16)
		ends := tok.Kind == lexer.Newline || tok.Kind == lexer.EOF || tok.Kind == lexer.Comment && w.text[tok.End-1] == '\n'
		switch {
		case ends && begun && depth == 0 && header.done, tok.Kind == lexer.EOF && begun && depth == 0:
			last, _ := slices.BinarySearch(w.from, int(tok.End))
			return last - line
		case tok.Kind == lexer.EOF, tok.Kind == lexer.Newline && !begun && !commented, ends && begun && depth == 0:
			return 0
		case tok.Kind == lexer.Comment, tok.Kind == lexer.Newline:
			commented = tok.Kind == lexer.Comment && !ends
			continue
		}
		begun = true
		if !header.takes(tok.Kind) {
			return 0
		}
		switch tok.Kind {
		case lexer.OParen, lexer.OBrack, lexer.OBrace, lexer.OQuote, lexer.OHeredoc, lexer.TemplateInterp, lexer.TemplateControl:
			depth++
		case lexer.CParen, lexer.CBrack, lexer.CBrace, lexer.CQuote, lexer.CHeredoc, lexer.TemplateSeqEnd:
			if depth--; depth < 0 {
				return 0
			}
		}
	}
}

// A header is the state of reading the tokens at the start of an item, up to those that show that
// prose is not an item.
type header struct {
	inside syntax.Inside
	n      int  // the tokens so far
	done   bool // the rest may be anything
}

// takes reports whether an item can go on with a token.
func (h *header) takes(kind lexer.Kind) bool {
	n := h.n
	h.n++
	switch {
	case h.done, h.inside != syntax.InsideBody:
		h.done = true
		return true
	case n == 0:
		return kind == lexer.Ident
	case n == 1 && kind == lexer.Equal, kind == lexer.OBrace:
		h.done = true
		return true
	}
	return kind == lexer.Ident || kind == lexer.OQuote || kind == lexer.QuotedLit || kind == lexer.CQuote
}
