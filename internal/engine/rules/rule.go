package rules

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/regex"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/selection"
	"iacedit/refs"
	"iacedit/value"
)

// A Rule specifies what to find, where to search, and what to write instead. It is immutable, and
// several goroutines may use it at once.
type Rule struct {
	At       int    // the offset in the JSON text
	What     string // what to find, as sent
	Types    bool   // search only type constraints
	Required bool   // fail if nothing is found
	Words    bool   // "text" matches only whole words

	pattern   *pattern.Pattern // of "match"
	to        *pattern.Replacement
	text      []byte // of "text"
	regexp    *regex.Regexp
	by        *pattern.Text // of "text" and "pattern"
	written   *value.Value  // the template of "by"
	reference *reference
	scopes    []selection.Target // nil for everything
	in        *value.Value       // the member "in" if it has addresses, else nil
	addresses []address.Address  // the addresses in it

	// clues are texts to search for first. Every match contains at least one of them. If the
	// rule may match anything, clues is empty.
	clues [][]byte
}

// Written returns the template that replaces text, and its offset in the JSON text. It returns ""
// and 0 if the rule does not have such a template.
func (r *Rule) Written() (text string, at int) {
	if r.written == nil {
		return "", 0
	}
	return r.written.Text, r.written.At
}

// NewRewrite returns a rule that replaces one expression by another, both without metavariables.
// The error is a *syntax.Error, whose offset is an offset in the expression that does not parse.
func NewRewrite(match, to string) (*Rule, error) {
	p, err := pattern.Parse(match)
	if err != nil {
		return nil, err
	}
	r, err := p.Replacement(to)
	if err != nil {
		return nil, err
	}
	return &Rule{What: match, pattern: p, to: r, clues: p.Clues()}, nil
}

// Names returns the metavariables of a "match", in order.
func (r *Rule) Names() []pattern.Name {
	if r.pattern == nil {
		return nil
	}
	return r.pattern.Names()
}

// mayBeIn reports whether code may contain a match of the rule, without parsing: it searches for
// the rule's clues. It also returns the number of bytes that it has searched.
func (r *Rule) mayBeIn(code []byte) (may bool, looked int) {
	for _, clue := range r.clues {
		if i := bytes.Index(code, clue); i >= 0 {
			return true, looked + i
		}
		looked += len(code)
	}
	return len(r.clues) == 0, looked
}

// finder returns a function that finds, in a string, the text of the rule or the matches of its
// regular expression.
func (r *Rule) finder(b *budget.Budget) pattern.Finder {
	if r.regexp != nil {
		return func(text []byte) [][]int { return r.regexp.All(text, b) }
	}
	return func(text []byte) (all [][]int) {
		b.Step(len(text) / 64)
		for from := 0; ; {
			i := bytes.Index(text[from:], r.text)
			if i < 0 {
				return all
			}
			b.Step(1)
			at := from + i
			from = at + len(r.text)
			if !r.Words || isWholeWord(text, at, from) {
				all = append(all, []int{at, from})
			}
		}
	}
}

// isWholeWord reports whether no word of a text continues before or after text[from:to]. Words
// consist of letters, digits and underscores.
func isWholeWord(text []byte, from, to int) bool {
	before, _ := utf8.DecodeLastRune(text[:from])
	first, _ := utf8.DecodeRune(text[from:])
	last, _ := utf8.DecodeLastRune(text[:to])
	after, _ := utf8.DecodeRune(text[to:])
	return !(isInWord(before) && isInWord(first)) && !(isInWord(last) && isInWord(after))
}

func isInWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// targets returns the objects to which the new code of the rule refers, apart from those in the code
// that its metavariables stand for.
func (r *Rule) targets() []refs.Address {
	switch {
	case r.to != nil:
		return r.to.Objects()
	case r.by != nil:
		return r.by.Objects()
	}
	return nil
}

// isConstant reports whether the new code of the rule has neither references nor calls.
func (r *Rule) isConstant() bool {
	if r.to != nil {
		return r.to.IsConstant()
	}
	return r.by.IsConstant()
}
