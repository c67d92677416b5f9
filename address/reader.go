package address

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"iacedit/internal/excerpt"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A reader reads paths and addresses. After a fault nothing that it returns counts.
type reader struct {
	text  string
	pos   int
	fault string // the first one, or ""
}

func (r *reader) err() error {
	if r.fault == "" {
		return nil
	}
	return errors.New(r.fault)
}

// refuse notes a fault if it is the first.
func (r *reader) refuse(format string, args ...any) {
	if r.fault == "" {
		r.fault = fmt.Sprintf(format, args...)
	}
}

func (r *reader) expected(what string) { r.refuse("expected %s, found %s", what, r.found()) }

// found names what is next.
func (r *reader) found() string {
	if r.pos >= len(r.text) {
		return "the end"
	}
	return excerpt.Quote(r.text[r.pos:])
}

// next reports whether the text goes on with prefix, and moves past it.
func (r *reader) next(prefix string) bool {
	if r.fault != "" || !strings.HasPrefix(r.text[r.pos:], prefix) {
		return false
	}
	r.pos += len(prefix)
	return true
}

// need reads the text that has to come next.
func (r *reader) need(text string) {
	if r.fault == "" && !r.next(text) {
		r.expected(strconv.Quote(text))
	}
}

// path reads a path as far as it goes.
func (r *reader) path() Path {
	p := Path{Name: r.name()}
	for r.fault == "" {
		var s Step
		switch {
		case r.next("."):
			s.Key = r.name()
		case r.next("["):
			s = r.bracket()
		case r.next("("):
			s = Step{Kind: StepArgument, Index: r.number("argument")}
			r.need(")")
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

// isLast reports whether no step can come after one of that kind.
func (s Step) isLast() bool { return s.Kind == StepAppend || s.Kind == StepEqual }

// bracket reads a step from after its opening bracket on.
func (r *reader) bracket() (s Step) {
	switch {
	case r.next("+"):
		s.Kind = StepAppend
	case r.next("="):
		s.Kind = StepEqual
	case strings.HasPrefix(r.text[r.pos:], `"`):
		s.Key = r.quoted()
	case !r.atDigit():
		r.expected(`a number, "+", "=" or a string in quotes`)
	default:
		s = Step{Kind: StepIndex, Index: r.number("element")}
	}
	r.need("]")
	return s
}

// name reads an identifier.
func (r *reader) name() string {
	start := r.pos
	kind, from, end := lexer.Next(r.bytes(), start)
	if kind != lexer.Ident || from != start {
		r.expected("an identifier")
		return ""
	}
	r.pos = end
	return r.text[start:end]
}

func (r *reader) atDigit() bool {
	return r.pos < len(r.text) && '0' <= r.text[r.pos] && r.text[r.pos] <= '9'
}

// number reads a number of what. One with zeros before it is not taken for another.
func (r *reader) number(what string) int {
	start := r.pos
	for r.atDigit() {
		r.pos++
	}
	digits := r.text[start:r.pos]
	n, err := strconv.ParseUint(digits, 10, 31)
	switch {
	case digits == "":
		r.expected("a number")
	case err != nil, len(digits) > 1 && digits[0] == '0':
		r.refuse("%s is no %s number", excerpt.Quote(digits), what)
	}
	return int(n)
}

// quoted reads a quoted string without template sequences.
func (r *reader) quoted() string {
	src, start, end := r.bytes(), r.pos, r.pos+1
	kind := lexer.QuotedLit
	for kind == lexer.QuotedLit {
		kind, end = lexer.NextQuoted(src, end)
	}
	if kind != lexer.CQuote {
		r.refuse("the key at %s is no string in quotes without template sequences", excerpt.Quote(r.text[start:]))
		return ""
	}
	if !utf8.Valid(src[start:end]) { // the scanner lets bytes pass that only look like it
		r.refuse("the key at %s is not UTF-8", excerpt.Quote(r.text[start:]))
		return ""
	}
	r.pos = end
	if err := syntax.CheckExpression(src[start:end]); err != nil {
		r.refuse("%s", err.Error())
		return ""
	}
	body := r.text[start+1 : end-1]
	if !strings.ContainsAny(body, `\$%`) {
		return body
	}
	return string(syntax.AppendUnescaped(nil, []byte(body)))
}

// bytes returns the text as bytes, which are not to be written to.
func (r *reader) bytes() []byte { return unsafe.Slice(unsafe.StringData(r.text), len(r.text)) }
