package syntax

import "iacedit/lexer"

// Errors returns at most the given number of errors of src, in code order. After each error, Errors
// continues at the next top-level block, or at a top-level attribute if no bracket is open. The
// result is nil if Check returns nil. Every error may cost a pass over the rest of src.
func Errors(src []byte, most int) (all []*Error) {
	if err := checkLength(src); err != nil {
		return []*Error{err.(*Error)}
	}
	open := 0 // the number of open braces of blocks with an error
	for from := lexer.BOMLen(src); from >= 0 && len(all) < most; {
		p := parserOf(src, from, true, nil)
		p.file(nil)
		err := p.free()
		if err == nil {
			break
		}
		next, braces := nextItem(src, from, err.Offset)
		if open == 0 || err.Offset >= len(src) || src[err.Offset] != '}' { // otherwise the brace may close a block with an earlier error
			all = append(all, lexicalErrorIn(src, from, next, err))
		}
		from, open = next, max(open+braces, 0)
	}
	return all
}

// nextItem returns the offset of the next line that looks like the start of a top-level item, or
// -1. The line must start after both offsets, from and after. The search begins at from, which is the
// start of the file or the result of an earlier call. braces is the number of braces that are opened
// and not closed between from and the returned line.
func nextItem(src []byte, from, after int) (next, braces int) {
	depth := 0
	var s lexer.Scanner
	s.Reset(src, from)
	for t := s.Next(); t.Kind != lexer.EOF; t = s.Next() {
		start := int(t.Start)
		if t.Kind == lexer.Ident && start > max(from, after) && src[start-1] == '\n' {
			if end := headEnd(src, start); end == lexer.OBrace || end == lexer.Equal && depth == 0 {
				return start, braces
			}
		}
		n := t.Kind.Nesting()
		depth += n
		switch t.Kind {
		case lexer.OParen, lexer.CParen, lexer.OBrack, lexer.CBrack:
		default:
			braces += n
		}
	}
	return -1, 0
}

// headEnd returns the kind of the token after the name and labels of the item that starts at an
// offset.
func headEnd(src []byte, start int) lexer.Kind {
	var s lexer.Scanner
	s.Reset(src, start)
	for {
		switch t := s.Next(); t.Kind {
		case lexer.Ident, lexer.OQuote, lexer.QuotedLit, lexer.CQuote:
		default:
			return t.Kind
		}
	}
}
