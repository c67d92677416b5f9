package address

import (
	"strings"

	"iacedit/value"
)

// An Address is what a person calls a block or an attribute, part by part.
type Address []Part

// A Part is one part of an Address.
//
//	Kind          written             Text                   Index
//	PartName      name, .name         the name               –
//	PartKey       ["key"]             the key                –
//	PartAny       .*                  –                      –
//	PartIndex     [n]                 –                      the number, from 0
//	PartAll       [*]                 –                      –
//	PartWhere     [path=value]        the path, as sent      –
//	PartAppend    [+]                 –                      –
//	PartEqual     [=]                 –                      –
//	PartArgument  (n)                 –                      the number, from 0
type Part struct {
	Kind  PartKind
	Text  string
	Index int
	Value string // of a PartWhere
	Null  bool   // the value of a PartWhere is null: the attribute is not there
}

// PartKind is what a Part selects.
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
)

// Parse reads an address. What it returns shares memory with text. The error says
// what was expected where.
func Parse(text string) (Address, error) {
	r := reader{text: text}
	a := Address{{Text: r.name()}}
	for r.fault == "" && r.pos < len(text) {
		if len(a) == maxSteps {
			r.refuse("it has more than %d parts", maxSteps)
			break
		}
		switch {
		case r.next(".*"):
			a = append(a, Part{Kind: PartAny})
		case r.next("."):
			if r.atDigit() {
				r.refuse("a name begins with a letter: %s is [%[1]s] for a number, [\"%[1]s\"] for a label or key", r.text[r.pos:])
			}
			a = append(a, Part{Text: r.name()})
		case r.next("["):
			a = append(a, r.part())
		case r.next("("):
			a = append(a, Part{Kind: PartArgument, Index: r.number("argument")})
			r.need(")")
		default:
			r.expected(`".", "[", "(" or the end`)
		}
	}
	return a, r.err()
}

// part reads a part from after its opening bracket on.
func (r *reader) part() (p Part) {
	switch {
	case r.next("*"):
		p.Kind = PartAll
	case r.next("+"):
		p.Kind = PartAppend
	case r.next("="):
		p.Kind = PartEqual
	case strings.HasPrefix(r.text[r.pos:], `"`):
		p = Part{Kind: PartKey, Text: r.quoted()}
	case r.atDigit():
		p = Part{Kind: PartIndex, Index: r.number("block or element")}
	default:
		p = r.where()
	}
	r.need("]")
	return p
}

// where reads path=value.
func (r *reader) where() Part {
	start := r.pos
	if kind := r.path(); r.fault != "" || kind.Name == "" {
		r.fault = ""
		r.pos = start
		r.expected(`a number, "*", "+", "=", a string in quotes, or name=value`)
		return Part{}
	}
	p := Part{Kind: PartWhere, Text: r.text[start:r.pos]}
	r.need("=")
	if r.fault != "" {
		return p
	}
	if strings.HasPrefix(r.text[r.pos:], `"`) {
		p.Value = r.quoted()
		return p
	}
	n := len(r.text[r.pos:]) - len(strings.TrimLeftFunc(r.text[r.pos:], isBare))
	if p.Value = r.text[r.pos : r.pos+n]; n == 0 {
		r.expected("a value (in quotes, unless it is all letters, digits and _-./:@+,)")
	}
	r.pos += n
	if p.Null = p.Value == null; p.Null {
		p.Value = ""
	}
	return p
}

const null = "null"

// isBare reports whether a value with that character needs no quotes for it.
func isBare(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("_-./:@+,", c)
}

// String returns the address as Parse reads it: names bare where they can be.
func (a Address) String() string { return string(a.Append(nil)) }

// Append appends what String returns to dst.
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
	case PartName:
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
	case PartArgument:
		return appendNumber(dst, '(', p.Index, ')')
	}
	dst = append(append(append(dst, '['), p.Text...), '=')
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

// Of returns the address of a block with these labels.
func Of(typ string, labels ...string) Address {
	a := make(Address, 0, 1+len(labels))
	a = append(a, Part{Text: typ})
	for _, l := range labels {
		a = append(a, Name(l))
	}
	return a
}

// Name returns the part for a label or key: a name where it can be one.
func Name(text string) Part {
	if value.IsIdentifier(text) {
		return Part{Text: text}
	}
	return Part{Kind: PartKey, Text: text}
}
