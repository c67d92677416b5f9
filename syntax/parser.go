package syntax

import (
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/lexer"
)

// MaxDepth is the greatest depth to which blocks, brackets, templates and unary operators may
// nest. Deeper code is refused, because every level costs stack, and a stack overflow would end
// the process.
const MaxDepth = 500

// A parser is a recursive descent parser of src. It always checks the grammar. It creates nodes,
// and allocates, only if building is set.
type parser struct {
	expressionParser
	names []name  // the attributes of the bodies around the cursor, outermost first
	grow  *grower // receives the items of bodies as they are parsed; may be nil
	whole grower  // memory for grow
}

// An expressionParser parses expressions and templates.
type expressionParser struct {
	builder
	directives []byte // the open template directives around the cursor, outermost first
}

// A reader is a cursor over the tokens of src.
//
// At the first error it moves the cursor to the end of src. At the end of src, every parsing
// function returns, so these functions need not check for earlier errors.
type reader struct {
	lexer.Cursor
	from   int // the offset at which the cursor started
	budget *budget.Budget
	depth  int
	err    *Error
}

// A name is an attribute's name, kept to find duplicates.
type name struct {
	key uint32 // a hash of the name, by nameKey
	at  Span
}

// fail records an error, unless there is one already, and moves the cursor to the end of src.
func (p *reader) fail(offset int, format string, args ...any) {
	if p.err == nil {
		p.err = errorf(offset, format, args...)
	}
	p.Kind, p.Start = lexer.EOF, len(p.Src)
	p.GoOn(len(p.Src))
}

// expected records the error that something, such as "an expression", is missing at the cursor. At
// the end of the file, the error is about the last bracket, brace or sequence that is still open.
func (p *reader) expected(what string) {
	if p.Kind == lexer.EOF && p.err == nil && p.unclosed(what) {
		return
	}
	p.fail(p.Start, "expected %s, found %s", what, p.found())
}

// found describes the token under the cursor for an error message.
func (p *reader) found() string {
	switch p.Kind {
	case lexer.EOF, lexer.Newline, lexer.OHeredoc:
		return "the " + p.Kind.String()
	case lexer.Ident, lexer.Number, lexer.Invalid:
		return p.Kind.String() + " " + excerpt.Quote(p.Src[p.Start:p.End])
	case lexer.OQuote:
		return "a quoted string"
	case lexer.BadUTF8:
		return p.Kind.String()
	default:
		return excerpt.Quote(p.Src[p.Start:p.End])
	}
}

// enter increases the depth of nesting by one, and fails if the depth exceeds MaxDepth. Each call
// of enter needs a later call of leave.
func (p *reader) enter() {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(p.Start, "nested more than %d levels deep", MaxDepth)
	}
}

func (p *reader) leave() { p.depth-- }

// is reports whether the token under the cursor is the given identifier. Keywords are identifiers
// with a meaning in certain places only.
func (p *reader) is(keyword string) bool {
	return p.Kind == lexer.Ident && string(p.Src[p.Start:p.End]) == keyword
}

func (p *reader) skipNewlines() {
	if p.Kind == lexer.Newline {
		p.NextLine()
	}
}
