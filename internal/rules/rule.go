package rules

import (
	"bytes"

	"iacedit/internal/budget"
	"iacedit/internal/pattern"
	"iacedit/internal/regex"
	"iacedit/internal/selection"
)

// A Rule says what is looked for, where, and what is written in its place. It is never
// changed, and several goroutines may use it at once.
type Rule struct {
	At       int    // where it stands in the JSON text
	What     string // what is looked for, as sent
	Types    bool   // in type constraints, and nowhere else
	Required bool   // it is an error that nothing is found

	pattern   *pattern.Pattern // of "match"
	to        *pattern.Replacement
	text      []byte // of "text"
	word      []byte // the part of it that stands in code as it is
	regexp    *regex.Regexp
	by        *pattern.Text // of "text" and "pattern"
	reference *reference
	in        []selection.Target // nil for everything
}

// NewRewrite returns the rule that writes one expression in place of another, both without
// metavariables. The error is a *syntax.Error, whose offset counts in its text.
func NewRewrite(match, to string) (*Rule, error) {
	p, err := pattern.Parse(match)
	if err != nil {
		return nil, err
	}
	r, err := p.Replacement(to)
	if err != nil {
		return nil, err
	}
	return &Rule{What: match, pattern: p, to: r}, nil
}

// Names returns the metavariables of a "match", in order.
func (r *Rule) Names() []pattern.Name {
	if r.pattern == nil {
		return nil
	}
	return r.pattern.Names()
}

// mayBeIn reports whether what the rule looks for may be in a stretch of code: false only if
// a name or a text of it does not stand there.
func (r *Rule) mayBeIn(code []byte) bool {
	switch {
	case r.pattern != nil:
		return r.pattern.MayMatch(code)
	case r.reference != nil:
		return bytes.Contains(code, r.reference.word)
	case r.text != nil:
		return bytes.Contains(code, r.word) || pattern.MayEscape(code)
	}
	return bytes.IndexByte(code, '"') >= 0 || bytes.Contains(code, []byte("<<"))
}

// finder returns what finds the occurrences of text.
func (r *Rule) finder(b *budget.Budget) pattern.Finder {
	if r.regexp != nil {
		return func(text []byte) [][]int { return r.regexp.All(text, b) }
	}
	return func(text []byte) (all [][]int) {
		b.Step(len(text) / 16)
		for from := 0; ; {
			i := bytes.Index(text[from:], r.text)
			if i < 0 {
				return all
			}
			from += i + len(r.text)
			all = append(all, []int{from - len(r.text), from})
		}
	}
}

// isConstant reports whether what the rule writes has neither references nor calls.
func (r *Rule) isConstant() bool {
	if r.to != nil {
		return r.to.IsConstant()
	}
	return r.by.IsConstant()
}
