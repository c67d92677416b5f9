package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// maxSteps is how many steps an attribute path may have: each may make an object.
const maxSteps = 100

// attribute decodes a member of "attributes" or "where". appends says whether the
// path may end in [+], which is so where it says where a value goes.
func (d *decoder) attribute(s *scope, item *value.Item, appends bool) (Attribute, error) {
	attr := Attribute{Text: item.Key, Value: item.Value, At: item.Value.At}
	if err := d.take(attr.At); err != nil {
		return attr, err
	}
	p := pathReader{text: item.Key}
	attr.Name, attr.Path = p.path()
	if p.fault == "" && !appends && slices.ContainsFunc(attr.Path, func(step Step) bool { return step.Kind == StepAppend }) {
		p.fault = "[+] stands for a new element, and there is none to be found"
	}
	if p.fault != "" {
		return attr, d.refuse(s, attr.At, "the attribute %s: %s", quote(item.Key), p.fault)
	}
	return attr, nil
}

// A pathReader reads an attribute path: a name, and then any number of ".name",
// ["key"] with HCL's escapes, [0] and [+], without blanks between.
type pathReader struct {
	text  string
	pos   int
	fault string // the first one, or ""
}

// path reads the whole text.
func (p *pathReader) path() (name string, steps []Step) {
	name = p.name()
	for p.pos < len(p.text) && p.fault == "" {
		if len(steps) == maxSteps {
			p.fault = fmt.Sprintf("it has more than %d steps", maxSteps)
			break
		}
		switch c := p.text[p.pos]; c {
		case '.':
			p.pos++
			steps = append(steps, Step{Kind: StepKey, Key: p.name()})
		case '[':
			p.pos++
			steps = append(steps, p.index())
		default:
			p.fault = fmt.Sprintf(`expected ".", "[" or the end, found %s`, p.found())
		}
	}
	return name, steps
}

// name reads an identifier.
func (p *pathReader) name() string {
	start := p.pos
	kind, from, end := lexer.Next(p.bytes(), start)
	if kind != lexer.Ident || from != start {
		p.fault = fmt.Sprintf("expected an identifier, found %s", p.found())
		return ""
	}
	p.pos = end
	return p.text[start:end]
}

// index reads what follows an opening bracket.
func (p *pathReader) index() (s Step) {
	rest := p.text[p.pos:]
	switch {
	case strings.HasPrefix(rest, "+"):
		s.Kind = StepAppend
		p.pos++
	case strings.HasPrefix(rest, `"`):
		s.Kind, s.Key = StepKey, p.key()
	default:
		s.Kind, s.Index = StepIndex, p.number()
	}
	if p.fault != "" {
		return s
	}
	if p.pos >= len(p.text) || p.text[p.pos] != ']' {
		p.fault = fmt.Sprintf(`expected "]", found %s`, p.found())
	}
	p.pos++
	return s
}

// number reads an element number. One with zeros before it is not taken for another.
func (p *pathReader) number() int {
	start := p.pos
	for p.pos < len(p.text) && '0' <= p.text[p.pos] && p.text[p.pos] <= '9' {
		p.pos++
	}
	digits := p.text[start:p.pos]
	n, err := strconv.ParseUint(digits, 10, 31)
	switch {
	case digits == "":
		p.fault = fmt.Sprintf(`expected a number, "+" or a string in quotes, found %s`, p.found())
	case err != nil, len(digits) > 1 && digits[0] == '0':
		p.fault = fmt.Sprintf("%s is no element number", quote(digits))
	}
	return int(n)
}

// key reads a quoted string without template sequences.
func (p *pathReader) key() string {
	src, start, end := p.bytes(), p.pos, p.pos+1
	kind := lexer.QuotedLit
	for kind == lexer.QuotedLit {
		kind, end = lexer.NextQuoted(src, end)
	}
	if kind != lexer.CQuote {
		p.fault = fmt.Sprintf("the key at %s is no string in quotes without template sequences", quote(p.text[start:]))
		return ""
	}
	p.pos = end
	if err := syntax.CheckExpression(src[start:end]); err != nil {
		p.fault = err.Error()
		return ""
	}
	body := p.text[start+1 : end-1]
	if !strings.ContainsAny(body, `\$%`) {
		return body
	}
	return string(syntax.AppendUnescaped(nil, []byte(body)))
}

// found says what stands where something else was expected.
func (p *pathReader) found() string {
	if p.pos >= len(p.text) {
		return "the end"
	}
	return quote(p.text[p.pos:])
}

// bytes returns the text as bytes, which are not to be written to.
func (p *pathReader) bytes() []byte { return unsafe.Slice(unsafe.StringData(p.text), len(p.text)) }
