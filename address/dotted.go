package address

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"

	"iacedit/internal/base/excerpt"
	"iacedit/value"
)

// An Address names a block or an attribute in the form that people write, part by part. The nil
// Address has no parts and names nothing.
type Address []Part

// A Part is one part of an Address.
//
//	Kind          written             Text                   Index
//	PartName      name, .name         the name               –
//	PartKey       ["key"]             the key                –
//	PartAny       .*                  –                      –
//	PartIndex     [n]                 –                      the number, from 0
//	PartAll       [*]                 –                      –
//	PartPattern   .name*              the pattern            –
//	PartWhere     [path=value]        the path, as sent      –
//	PartMatches   [path~="pattern"]   the path, as sent      –
//	PartHas       [path]              the path, as sent      –
//	PartLacks     [!path]             the path, as sent      –
//	PartAppend    [+]                 –                      –
//	PartEqual     [=]                 –                      –
//	PartMatching  [~"pattern"]        the regular expression –
//	PartArgument  (n)                 –                      the number, from 0
//	PartLast      (+)                 –                      –
type Part struct {
	Kind  PartKind
	Text  string
	Index int
	Value string // the value in a PartWhere, or the regular expression in a PartMatches
	Null  bool   // the value of a PartWhere is null: the attribute must be missing or null
}

// PartKind is the kind of a Part.
type PartKind uint8

// The kinds of part.
const (
	PartName PartKind = iota
	PartKey
	PartAny
	PartIndex
	PartAll
	PartWhere
	PartAppend
	PartEqual
	PartArgument
	PartPattern
	PartMatches
	PartHas
	PartLacks
	PartLast
	PartMatching
)

// Parse parses an address. The result shares memory with text. If text is invalid, the Address is
// nil and the error reports what was expected, and where.
func Parse(text string) (Address, error) {
	d, err := grammar.ParseString("", text)
	var unexpected *participle.UnexpectedTokenError
	switch {
	case errors.As(err, &unexpected):
		return nil, expected(text, unexpected.Unexpected.Pos.Offset)
	case err != nil:
		return nil, err
	case d.First == AnyLabel:
		return nil, expected(text, 0)
	}
	a := Address{namePart(d.First)}
	for _, w := range d.Parts {
		if a, err = w.appendTo(a, text); err != nil {
			return nil, err
		}
	}
	if len(a) > maxSteps {
		return nil, fmt.Errorf("it has more than %d parts", maxSteps)
	}
	return a, nil
}

// namePart returns the Part for a name such as "web" or, if the text contains "*", for a pattern.
func namePart(text string) Part {
	switch {
	case text == AnyLabel:
		return Part{Kind: PartAny}
	case strings.Contains(text, AnyLabel):
		return Part{Kind: PartPattern, Text: text}
	}
	return Part{Text: text}
}

// appendTo converts w to one or more parts and appends them to a. Brackets with several selectors,
// such as [alias=east,region=b], become one part for each selector.
func (w *addressPart) appendTo(a Address, text string) (Address, error) {
	switch {
	case w.Name != nil:
		return append(a, namePart(*w.Name)), nil
	case w.Argument != nil && w.Argument.Last:
		return append(a, Part{Kind: PartLast}), nil
	case w.Argument != nil:
		n, err := number(w.Argument.Number, "argument")
		return append(a, Part{Kind: PartArgument, Index: n}), err
	}
	switch b := w.Bracket; {
	case b.Mark != "":
		return append(a, Part{Kind: bracketMarks[b.Mark]}), nil
	case b.Matching != "":
		return append(a, Part{Kind: PartMatching, Text: unquote(b.Matching)}), nil
	case b.Key != "":
		return append(a, Part{Kind: PartKey, Text: unquote(b.Key)}), nil
	case b.Number != "":
		n, err := number(b.Number, "block or element")
		return append(a, Part{Kind: PartIndex, Index: n}), err
	}
	for _, s := range w.Bracket.Selectors {
		p, err := s.toPart(text)
		if err != nil {
			return nil, err
		}
		a = append(a, p)
	}
	return a, nil
}

// bracketMarks maps the characters that may be alone in brackets, as in [*], to kinds of Part.
var bracketMarks = map[string]PartKind{"*": PartAll, "+": PartAppend, "=": PartEqual}

// toPart converts the selector to a Part.
func (s *selector) toPart(text string) (Part, error) {
	p, path := Part{Kind: PartHas}, s.Path
	switch {
	case s.Lacks != nil:
		p.Kind, path = PartLacks, s.Lacks
	case s.Sign == "=":
		p.Kind = PartWhere
	case s.Sign != "":
		p.Kind = PartMatches
	}
	p.Text = text[path.Pos.Offset:path.EndPos.Offset]
	if _, err := ParsePath(p.Text); err != nil {
		return p, err
	}
	switch {
	case strings.HasPrefix(s.Value, `"`):
		p.Value = unquote(s.Value)
	case s.Value == null && p.Kind == PartWhere:
		p.Null = true
	default:
		p.Value = s.Value
	}
	return p, nil
}

// number parses a decimal number. It refuses leading zeros, as in "01". The argument noun is the
// word for the number in error messages, such as "argument".
func number(digits, noun string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || len(digits) > 1 && digits[0] == '0' {
		return 0, fmt.Errorf("%s is not a valid %s number", excerpt.Quote(digits), noun)
	}
	return int(n), nil
}

// bracketsHint is the end of the error message about a character that is not allowed in a name, as
// in aws_vpc.a/b.
const bracketsHint = `; a label or key with other characters than letters, digits, "_" and "-" is in brackets and quotes: ["a/b"]`

// bracketsHintAfter returns bracketsHint if the text before the refused character ends in a name.
func bracketsHintAfter(before string) string {
	if strings.HasSuffix(before, "]") || strings.HasSuffix(before, ")") {
		return ""
	}
	return bracketsHint
}

// insteadOfName returns the end of the error message about a dot without a name after it, as in
// aws_vpc.["a/b"]. It suggests the address that was probably meant. offset is the offset directly
// after the dot.
func insteadOfName(text string, offset int) string {
	before, rest := text[:offset-1], text[offset:]
	if n := digits(rest); n > 0 && nameLength(rest, true) > n {
		return fmt.Sprintf("; a name begins with a letter or _, and other labels and keys are in brackets and quotes: %s[%q]%s", before, rest[:nameLength(rest, true)], rest[nameLength(rest, true):])
	} else if n > 0 {
		return fmt.Sprintf("; write %s[%s]%s for a number, or %[1]s[\"%[2]s\"]%[3]s for a label or key", before, rest[:n], rest[n:])
	}
	if rest == "" {
		return "; remove the dot at the end"
	}
	switch rest[0] {
	case '.', '[', '(':
		return "; write " + before + rest
	case '+', '=':
		return "; write " + before + "[" + rest[:1] + "]" + rest[1:]
	}
	return bracketsHint
}

// expected returns the error for an address that the grammar refuses at an offset. The error names
// the tokens that are allowed there and the text that was found.
func expected(text string, at int) error {
	if meant, around := unwrap(text); meant != nil {
		return fmt.Errorf("%s and %s around it are not part of it; did you mean %s?", around[0], around[1], meant)
	}
	before := tokens{text: text[:at]}
	var last, beforeLast string
	depth, opening := 0, ""
	for before.pos < at {
		token, err := before.Next()
		if err != nil {
			break
		}
		beforeLast, last = last, token.Value
		switch last {
		case "[", "(":
			depth, opening = depth+1, last
		case "]", ")":
			depth--
		}
	}
	found := "the end"
	if at < len(text) {
		found = excerpt.Quote(text[at:])
	}
	want, also := `".", "[", "(" or the end`, ""
	switch {
	case last == "." && depth == 0:
		return fmt.Errorf("expected an identifier, found %s%s", found, insteadOfName(text, at))
	case last == "" || last == "." || last == "!" || last == ",":
		want = "an identifier"
	case last == "[" && depth == 1:
		want = `a number, "*", "+", "=", a string in quotes, or a selector (name, !name, name=value, name~="pattern")`
	case last == "[":
		want = `a number, "+", "=" or a string in quotes`
	case last == "(":
		want = "a number"
	case before.expectsValue:
		want = "a value (in quotes, unless it is all letters, digits and _-./:@+)"
	case depth > 0 && opening == "(":
		want = `")"`
	case depth > 0 && value.IsIdentifier(last) && beforeLast != "=" && beforeLast != "~=":
		want = `"]", "=" or "~="`
	case depth > 0:
		want = `"]"`
	case at < len(text):
		also = bracketsHintAfter(text[:at])
	}
	return fmt.Errorf("expected %s, found %s%s", want, found, also)
}

const null = "null"

// String returns the address in the form that Parse reads. It quotes names only where necessary.
func (a Address) String() string { return string(a.Append(nil)) }

// Append appends the text of the address, as String returns it, to dst.
func (a Address) Append(dst []byte) []byte {
	for i, p := range a {
		if i == 0 {
			dst = append(dst, p.Text...)
			continue
		}
		dst = p.append(dst)
	}
	return dst
}

func (p Part) append(dst []byte) []byte {
	switch p.Kind {
	case PartName, PartPattern:
		return append(append(dst, '.'), p.Text...)
	case PartKey:
		return append(value.AppendString(append(dst, '['), p.Text), ']')
	case PartAny:
		return append(dst, ".*"...)
	case PartIndex:
		return appendNumber(dst, '[', p.Index, ']')
	case PartAll:
		return append(dst, "[*]"...)
	case PartAppend:
		return append(dst, "[+]"...)
	case PartEqual:
		return append(dst, "[=]"...)
	case PartMatching:
		return appendMatching(dst, p.Text)
	case PartArgument:
		return appendNumber(dst, '(', p.Index, ')')
	case PartLast:
		return append(dst, "(+)"...)
	}
	dst = append(dst, '[')
	if p.Kind == PartLacks {
		dst = append(dst, '!')
	}
	dst = append(dst, p.Text...)
	switch p.Kind {
	case PartHas, PartLacks:
		return append(dst, ']')
	case PartMatches:
		return append(value.AppendString(append(dst, "~="...), p.Value), ']')
	}
	dst = append(dst, '=')
	switch {
	case p.Null:
		dst = append(dst, null...)
	case p.Value != "" && p.Value != null && strings.TrimLeftFunc(p.Value, isBare) == "":
		dst = append(dst, p.Value...)
	default:
		dst = value.AppendString(dst, p.Value)
	}
	return append(dst, ']')
}

// Of creates an Address for a top-level block, given its type and labels. The type is written as in
// a request: "resource".
func Of(typ string, labels ...string) Address {
	a := make(Address, 0, 1+len(labels))
	a = append(a, Part{Text: typ})
	for _, l := range labels {
		a = append(a, Name(l))
	}
	return a
}

// Name returns the part for a label or key: a PartName if the text is an identifier, otherwise a
// PartKey.
func Name(text string) Part {
	if value.IsIdentifier(text) {
		return Part{Text: text}
	}
	return Part{Kind: PartKey, Text: text}
}

// fileName returns the text of the address if it may be a file name such as main.tf: all its parts
// are names, and the text is short. Otherwise it returns "".
func (a Address) fileName() string {
	const longest = 256
	size := 0
	for _, p := range a {
		if size += len(p.Text); p.Kind != PartName || size > longest {
			return ""
		}
	}
	return a.String()
}
