package rules

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/pattern"
	"iacedit/lexer"
	"iacedit/syntax"
)

// bytesPerScanStep is the number of bytes of a file for whose tokens InNames charges a step.
const bytesPerScanStep = 16

// InNames returns the places where the text of a rule stays in names after the rule was applied to
// a file: in keys, labels, names of attributes and references, where text rules do not search. made
// is what the rule did in the file. The result is nil for rules that do not replace literal text,
// and for rules that search only parts of the code.
func (r *Rule) InNames(f *syntax.File, made *Rewriting, b *budget.Budget) (places []int32) {
	if r.text == nil || r.scopes != nil || r.Types {
		return nil
	}
	code := f.Text()
	all := slices.DeleteFunc(r.finder(b)(code), func(at []int) bool { return made.changes(at) })
	if len(all) == 0 {
		return nil
	}
	b.Step(len(code) / bytesPerScanStep)
	var s lexer.Scanner
	s.Reset(code, lexer.BOMLen(code))
	for token, next := s.NextWhole(), s.NextWhole(); token.Kind != lexer.EOF && len(all) > 0; token, next = next, s.NextWhole() {
		for len(all) > 0 && all[0][0] < int(token.End) {
			if all[0][0] >= int(token.Start) && isName(token, next) {
				places = append(places, int32(all[0][0]))
			}
			all = all[1:]
		}
	}
	return places
}

// isName reports whether a token is a name, or a string that is a key or a label. next is the token
// after it.
func isName(token, next lexer.Token) bool {
	switch token.Kind {
	case lexer.Ident:
		return true
	case lexer.OQuote:
		switch next.Kind {
		case lexer.Equal, lexer.Colon, lexer.OBrace, lexer.OQuote:
			return true
		}
	}
	return false
}

// changes reports whether one of the edits is in a range or beside it.
func (m *Rewriting) changes(at []int) bool {
	_, found := slices.BinarySearchFunc(m.Edits, at, func(e pattern.Edit, at []int) int {
		switch {
		case int(e.At.To) < at[0]:
			return -1
		case int(e.At.From) > at[1]:
			return 1
		}
		return 0
	})
	return found
}
