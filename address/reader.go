package address

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nocopy"
	"iacedit/lexer"
)

// A reader parses attribute paths. After an error its results are invalid.
type reader struct {
	text    string
	pos     int
	message string // the first error, or ""
}

func (r *reader) err() error {
	if r.message == "" {
		return nil
	}
	return errors.New(r.message)
}

// refuse records the first error.
func (r *reader) refuse(format string, args ...any) {
	if r.message == "" {
		r.message = fmt.Sprintf(format, args...)
	}
}

func (r *reader) expected(what string) { r.refuse("expected %s, found %s", what, r.nextText()) }

// nextText returns the next characters of the text, in quotes, for a message about what was found.
func (r *reader) nextText() string {
	if r.pos >= len(r.text) {
		return "the end"
	}
	return excerpt.Quote(r.text[r.pos:])
}

// skip reports whether the remaining text begins with prefix. If so, it moves past the prefix.
func (r *reader) skip(prefix string) bool {
	if r.message != "" || !strings.HasPrefix(r.text[r.pos:], prefix) {
		return false
	}
	r.pos += len(prefix)
	return true
}

// require moves past a text, or records an error if the remaining text does not begin with that
// text.
func (r *reader) require(text string) {
	if r.message == "" && !r.skip(text) {
		r.expected(strconv.Quote(text))
	}
}

// readPath reads a path such as tags.Owner. It stops at a character that cannot continue the path.
func (r *reader) readPath() Path {
	p := Path{Name: r.readName()}
	for r.message == "" {
		var s Step
		switch {
		case r.skip("."):
			s.Key = r.readName()
		case r.skip("["):
			s = r.readBracket()
		case r.skip("("):
			s = r.readArgument()
		default:
			return p
		}
		switch n := len(p.Steps); {
		case n == maxSteps:
			r.refuse("it has more than %d steps", maxSteps)
		case n > 0 && p.Steps[n-1].isLast():
			r.refuse("%s can only be the last step", p.Steps[n-1].append(nil))
		}
		p.Steps = append(p.Steps, s)
	}
	return p
}

// isLast reports whether the step must be the last of its path.
func (s Step) isLast() bool {
	return s.Kind == StepAppend || s.Kind == StepEqual || s.Kind == StepLast || s.Kind == StepMatching
}

// readArgument reads the rest of a step such as (0) or (+) after the opening parenthesis.
func (r *reader) readArgument() (s Step) {
	if r.skip("+") {
		s.Kind = StepLast
	} else {
		s = Step{Kind: StepArgument, Index: r.readNumber("argument")}
	}
	r.require(")")
	return s
}

// readBracket reads the rest of a step such as [0] or ["key"] after the opening bracket.
func (r *reader) readBracket() (s Step) {
	switch {
	case r.skip("+"):
		s.Kind = StepAppend
	case r.skip("="):
		s.Kind = StepEqual
	case r.skip("~"):
		s = Step{Kind: StepMatching, Key: r.readQuoted()}
	case strings.HasPrefix(r.text[r.pos:], `"`):
		s.Key = r.readQuoted()
	case !r.atDigit():
		r.expected(`a number, "+", "=" or a string in quotes`)
	default:
		s = Step{Kind: StepIndex, Index: r.readNumber("element")}
	}
	r.require("]")
	return s
}

// readName reads an identifier.
func (r *reader) readName() string {
	start := r.pos
	kind, from, end := lexer.Next(nocopy.Bytes(r.text), start)
	if kind != lexer.Ident || from != start {
		end := ""
		if start > 0 && r.text[start-1] == '.' {
			end = insteadOfName(r.text, start)
		}
		r.refuse("expected an identifier, found %s%s", r.nextText(), end)
		return ""
	}
	r.pos = end
	return r.text[start:end]
}

func (r *reader) atDigit() bool { return digits(r.text[r.pos:]) > 0 }

// readNumber reads a number. The argument noun is the word for the number in error messages, such
// as "argument".
func (r *reader) readNumber(noun string) int {
	n := digits(r.text[r.pos:])
	if n == 0 {
		r.expected("a number")
		return 0
	}
	found, err := number(r.text[r.pos:r.pos+n], noun)
	r.pos += n
	if err != nil {
		r.refuse("%s", err)
	}
	return found
}

// readQuoted reads a quoted string without template sequences.
func (r *reader) readQuoted() string {
	if !strings.HasPrefix(r.text[r.pos:], `"`) {
		r.expected("a string in quotes")
		return ""
	}
	n, err := scanString(r.text[r.pos:])
	if err != nil {
		r.refuse("%s", err)
		return ""
	}
	r.pos += n
	return unquote(r.text[r.pos-n : r.pos])
}
