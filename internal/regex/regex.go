// Package regex compiles and runs the regular expressions of requests. The expressions are in the
// syntax of RE2 (package regexp), so that the cost of a search is known in advance.
package regex

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"

	"iacedit/internal/budget"
)

// A Regexp is a regular expression. Several goroutines may use it at once.
type Regexp struct {
	re    *regexp.Regexp
	Text  string // the expression as sent
	steps int    // the number of instructions of the compiled program
}

// maxSize is the greatest length of a regular expression in bytes.
const maxSize = 1 << 12

// The costs of compiling, in steps: for a regular expression, and for each instruction of its
// compiled program. These costs include the cost of memory.
const stepsPerRegexp, stepsPerInstruction = 200, 40

// escapeHints maps an error to a hint on how to escape the character that probably caused it.
var escapeHints = map[syntax.ErrorCode]string{
	syntax.ErrMissingParen:          `; a literal parenthesis is \( or \)`,
	syntax.ErrUnexpectedParen:       `; a literal parenthesis is \( or \)`,
	syntax.ErrMissingBracket:        `; a literal bracket is \[`,
	syntax.ErrMissingRepeatArgument: `; any text is .*, and a literal star is \*`,
	syntax.ErrTrailingBackslash:     `; a literal backslash is \\`,
}

// Compile compiles a regular expression, and charges the work to a budget. The text of an error
// completes a sentence that starts with the expression, such as "is longer than 4096 bytes".
func Compile(text string, b *budget.Budget) (*Regexp, error) {
	if len(text) > maxSize {
		return nil, errors.New("is longer than 4096 bytes")
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		var fault *syntax.Error
		if errors.As(err, &fault) {
			end := escapeHints[fault.Code]
			if strings.HasPrefix(fault.Expr, "(?") {
				end = "; RE2 has no lookahead and no lookbehind"
			}
			return nil, errors.New("is not a valid regular expression (RE2): " + fault.Code.String() + ": " + fault.Expr + end)
		}
		return nil, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	b.Step(stepsPerRegexp + stepsPerInstruction*len(program.Inst))
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return &Regexp{re: re, Text: text, steps: len(program.Inst)}, nil
}

// spend charges a budget for the greatest possible cost of matching a text. Each byte of the text
// may need all instructions of the compiled program.
func (r *Regexp) spend(text []byte, b *budget.Budget) {
	const perStep = 8 // the number of instructions that are charged as one step
	b.Step(1 + (len(text)+1)*r.steps/perStep)
}

// Match reports whether the regular expression matches a part of a text.
func (r *Regexp) Match(text []byte, b *budget.Budget) bool {
	r.spend(text, b)
	return r.re.Match(text)
}

// All returns the non-empty matches in a text, each in the form of regexp.FindAllSubmatchIndex: the
// offsets of the match and of its groups. The search for each match may read to the end of the
// text, and must be charged before it starts. So All does not search for all matches at once: it
// searches for one match, then for up to 4, 16 and so on, until it has found all matches.
func (r *Regexp) All(text []byte, b *budget.Budget) (all [][]int) {
	var found [][]int
	for most := 1; ; most *= 4 {
		for range most {
			r.spend(text, b)
		}
		if found = r.re.FindAllSubmatchIndex(text, most); len(found) < most {
			break
		}
	}
	for _, m := range found {
		if m[0] < m[1] {
			all = append(all, m)
		}
	}
	return all
}

// Groups returns the number of groups in the regular expression.
func (r *Regexp) Groups() int { return r.re.NumSubexp() }
