package pattern

import (
	"iacedit/lexer"
	"iacedit/syntax"
)

// A metavariable is a $name or a $$name in the text of a pattern.
type metavariable struct {
	name    string // "_" for $_ and $$_
	many    bool   // $$name
	at      int    // the offset of its "$" in the sent text
	madeKey bool   // "=0" was added after it, so that it is a member of an object
}

// replaceMetavariables replaces metavariables by identifiers, so that the text can be parsed:
// "$name" becomes "_name", and "$$name" becomes "__name". A "$$name" among the members of an object
// becomes "__name=0". The map found contains the metavariables by their offsets in the new code.
// The slice moved contains the offset of each "=0" in the new code.
func replaceMetavariables(text string) (code []byte, found map[int32]metavariable, moved []int) {
	src := []byte(text + "\n") // a heredoc's marker needs a line end
	code = make([]byte, 0, len(src)+8)
	found = map[int32]metavariable{}
	var s lexer.Scanner
	s.Reset(src, 0)
	var open []lexer.Kind // the open brackets
	done := 0             // the end of the copied part of src
	member := false       // a member of an object may begin here
	for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
		start, end := int(tok.Start), int(tok.End)
		begins := member
		switch n := tok.Kind.Nesting(); {
		case n > 0:
			open = append(open, tok.Kind)
		case n < 0 && len(open) > 0:
			open = open[:len(open)-1]
		}
		inObject := len(open) > 0 && open[len(open)-1] == lexer.OBrace
		switch tok.Kind {
		case lexer.OBrace, lexer.Comma, lexer.Newline:
			member = inObject
		case lexer.Comment:
			member = inObject && (begins || src[end-1] == '\n')
		default:
			member = false
		}
		if tok.Kind != lexer.Invalid || string(src[start:end]) != "$" {
			continue
		}
		at, many := start, false
		if tok = s.Next(); tok.Kind == lexer.Invalid && int(tok.Start) == end && src[tok.Start] == '$' {
			many = true
			tok = s.Next()
		}
		if tok.Kind == lexer.EOF {
			break
		}
		dollars := 1
		if many {
			dollars = 2
		}
		if tok.Kind != lexer.Ident || int(tok.Start) != at+dollars {
			continue
		}
		code = append(code, src[done:at]...)
		done = int(tok.End)
		made := many && begins && inObject && !isAssigned(src, done)
		found[int32(len(code))] = metavariable{name: string(src[tok.Start:tok.End]), many: many, at: at, madeKey: made}
		code = append(code, "__"[:dollars]...)
		code = append(code, src[tok.Start:tok.End]...)
		if made {
			moved = append(moved, len(code))
			code = append(code, "=0"...)
		}
	}
	return append(code, src[done:]...), found, moved
}

// isAssigned reports whether "=" or ":" follows at an offset, perhaps after blanks.
func isAssigned(src []byte, pos int) bool {
	kind, _, _ := lexer.Next(src, pos)
	return kind == lexer.Equal || kind == lexer.Colon
}

// parse parses a text with metavariables. The offset of an error refers to this text.
func parse(text string) (e *syntax.Expr, found map[int32]metavariable, err error) {
	if len(text) > MaxSize {
		return nil, nil, &syntax.Error{Message: "the pattern is longer than 65536 bytes"}
	}
	code, found, moved := replaceMetavariables(text)
	e, err = syntax.ParseExpression(nil, code, syntax.Span{To: int32(len(code) - 1)})
	if fault, ok := err.(*syntax.Error); ok {
		for i := len(moved) - 1; i >= 0; i-- {
			if fault.Offset > moved[i] {
				fault.Offset = max(moved[i], fault.Offset-len("=0"))
			}
		}
		return nil, nil, fault
	}
	return e, found, nil
}
