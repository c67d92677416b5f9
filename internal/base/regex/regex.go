// Package regex compiles and runs the regular expressions of requests. The expressions are in the
// syntax of RE2 (package regexp). All code that runs an expression of a client uses this package,
// which bounds the work:
//
//	regex.go    Compile: the limits of an expression, and the price of compiling it
//	size.go     how many instructions an expression has, and what it costs to parse it
//	machine.go  the matcher, which charges each step to the budget of the request
//
// The package has its own matcher, because that of package regexp can neither be interrupted nor
// tell how much it has done. The results are the same.
package regex

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"sync"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
)

// A Regexp is a regular expression. Several goroutines may use it at once.
type Regexp struct {
	Text string // the expression as sent

	program  *syntax.Prog
	prefix   []byte // text with which each match begins
	anchored bool   // a match begins at the start of the text
	groups   int
	slots    []int // for each capture of the program, its place in the results; -1 if it is not recorded
	recorded int   // the number of recorded captures

	mutex sync.Mutex
	idle  []*machine
}

// The limits of an expression: its length in bytes, the number of its groups, and the number of
// instructions of its compiled program.
const maxLength, maxGroups, maxInstructions = 1 << 12, 100, 10_000

// escapeHints maps an error to a hint on how to escape the character that probably caused it.
var escapeHints = map[syntax.ErrorCode]string{
	syntax.ErrMissingParen:          `; a literal parenthesis is \( or \)`,
	syntax.ErrUnexpectedParen:       `; a literal parenthesis is \( or \)`,
	syntax.ErrMissingBracket:        `; a literal bracket is \[`,
	syntax.ErrMissingRepeatArgument: `; any text is .*, and a literal star is \*`,
	syntax.ErrTrailingBackslash:     `; a literal backslash is \\`,
}

// Compile compiles a regular expression, and charges the work and the memory to a budget. The
// arguments noun and at are for the error, which is a *fault.Error: the start of its message, and
// the offset of the expression in the request's JSON text.
func Compile(noun string, at int, text string, b *budget.Budget) (*Regexp, error) {
	refuse := func(code fault.Code, format string, args ...any) (*Regexp, error) {
		return nil, fault.At(at, code, "%s: %s "+format, append([]any{noun, excerpt.Quote(text)}, args...)...)
	}
	if len(text) > maxLength {
		return refuse(fault.InvalidRequest, "is longer than %d bytes", maxLength)
	}
	parsing := parsingOf(text)
	b.Step(parsing.steps)
	b.Hold(parsing.bytes)
	parsed, err := syntax.Parse(text, syntax.Perl)
	b.Drop(parsing.bytes)
	if err != nil {
		return refuse(fault.InvalidRequest, "%s", reason(err))
	}
	groups := parsed.MaxCap()
	if groups > maxGroups {
		return refuse(fault.TooExpensive, "has %d groups; the limit is %d (a group that only joins is (?:…))", groups, maxGroups)
	}
	size := sizeOf(parsed)
	if size.instructions > maxInstructions {
		return refuse(fault.TooExpensive, "makes a program of %d instructions; the limit is %d (a repetition such as {1000} counts as often as it says)", size.instructions, maxInstructions)
	}
	b.Step(size.steps())
	b.Hold(size.bytes())
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return refuse(fault.InvalidRequest, "%s", err)
	}
	b.Drop(size.bytes() - size.kept())
	prefix, _ := program.Prefix()
	r := &Regexp{Text: text, program: program, prefix: []byte(prefix), groups: groups}
	r.anchored = program.StartCond()&syntax.EmptyBeginText != 0
	r.Record(nil)
	return r, nil
}

// reason returns why an expression does not parse, as the end of a sentence that starts with the
// expression.
func reason(err error) string {
	var fault *syntax.Error
	if !errors.As(err, &fault) {
		return "is not a valid regular expression (RE2): " + err.Error()
	}
	hint := escapeHints[fault.Code]
	if strings.HasPrefix(fault.Expr, "(?") {
		hint = "; RE2 has no lookahead and no lookbehind"
	}
	return fmt.Sprintf("is not a valid regular expression (RE2): %s: %s%s", fault.Code, fault.Expr, hint)
}

// Groups returns the number of groups in the regular expression.
func (r *Regexp) Groups() int { return r.groups }

// Record chooses the groups whose offsets All returns. The work and the memory of All grow with
// their number. Record must not be called after All.
func (r *Regexp) Record(groups []int) {
	r.slots = make([]int, max(r.program.NumCap, 2*(r.groups+1)))
	for i := range r.slots {
		r.slots[i] = -1
	}
	for i, group := range append([]int{0}, groups...) {
		r.slots[2*group], r.slots[2*group+1] = 2*i, 2*i+1
	}
	r.recorded = 2 * (len(groups) + 1)
}

// Match reports whether the regular expression matches a part of a text.
func (r *Regexp) Match(text []byte, b *budget.Budget) bool {
	m := r.machine(b)
	defer r.release(m)
	return m.search(text, 0, false)
}

// All returns the non-empty matches in a text. Each match is a list of offsets: the start and the
// end of the match and then of each recorded group, or -1 if the group has no part in the match.
func (r *Regexp) All(text []byte, b *budget.Budget) (all [][]int) {
	m := r.machine(b)
	defer r.release(m)
	for at := 0; at <= len(text) && m.search(text, at, true); {
		from, to := int(m.found[0]), int(m.found[1])
		if at = to; from == to {
			at += widthAt(text, to)
			continue
		}
		b.Hold(bytesPerMatch + bytesPerOffset*r.recorded)
		match := make([]int, r.recorded)
		for i := range match {
			match[i] = int(m.found[i])
		}
		all = append(all, match)
	}
	return all
}

// The memory of a match that All returns: of its place in the list, and of an offset.
const bytesPerMatch, bytesPerOffset = 64, 8
