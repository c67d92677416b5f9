package syntax

import (
	"bytes"
	"hash/maphash"

	"iacedit/internal/base/excerpt"
	"iacedit/lexer"
)

// parsed is the result of parsing an attribute or block: the spans of its parts.
type parsed struct {
	block   bool
	name    Span // the attribute's name or the block's type
	content Span // the attribute's value, or the block's braces and the body between them
}

// In a body with at most smallBody attributes, the name of each attribute is compared with all
// earlier names. In a larger body, the names are in a hash table.
const smallBody = 64

// body parses items up to the token that ends the body, and leaves the cursor on that token.
func (p *parser) body(end lexer.Kind) {
	p.enter()
	seen := names{base: len(p.names)}
	for p.Kind != end {
		switch p.Kind {
		case lexer.Newline:
			p.NextLine()
		case lexer.Ident:
			if it := p.item(); !it.block {
				p.define(&seen, it.name)
			}
		case lexer.EOF:
			p.expected("\"}\"")
			p.leave()
			return
		default:
			p.expectedItem()
		}
	}
	p.names = p.names[:seen.base]
	p.leave()
}

// expectedItem records the error that an attribute or block was expected at the cursor.
func (p *parser) expectedItem() {
	if p.Kind == lexer.OQuote {
		p.fail(p.Start, "expected an argument or block: their names are not quoted")
	}
	p.expected("an argument or block")
}

// names are the names of a body's attributes, kept to find duplicates. Up to smallBody names are in
// the slice parser.names, from the index base on. If a body has more names, all of them are in a
// hash table.
type names struct {
	base int
	many []Span // a hash table of the names; free slots are zero
	used int
}

var nameSeed = maphash.MakeSeed()

// put adds a name, given its span in src, to the hash table. If the table already has the name, put
// returns the span of the first occurrence and true.
func (n *names) put(src []byte, at Span) (first Span, ok bool) {
	text := at.Of(src)
	i := n.slot(src, text)
	if n.many[i].Len() > 0 {
		return n.many[i], true
	}
	n.many[i] = at
	if n.used++; n.used > len(n.many)/4*3 {
		n.grow(src)
	}
	return Span{}, false
}

// slot returns the index of a name in the hash table or, if the table lacks the name, the index of
// the free slot where it belongs.
func (n *names) slot(src, text []byte) int {
	mask := len(n.many) - 1
	i := int(maphash.Bytes(nameSeed, text)) & mask
	for n.many[i].Len() > 0 && !bytes.Equal(n.many[i].Of(src), text) {
		i = (i + 1) & mask
	}
	return i
}

// grow doubles the size of the hash table.
func (n *names) grow(src []byte) {
	old := n.many
	n.many = make([]Span, 2*len(old))
	for _, at := range old {
		if at.Len() > 0 {
			n.many[n.slot(src, at.Of(src))] = at
		}
	}
}

// define records the name of an attribute. It fails if the body already has that attribute.
func (p *parser) define(seen *names, at Span) {
	text := at.Of(p.Src)
	if seen.many != nil {
		if first, ok := seen.put(p.Src, at); ok {
			p.redefined(at, first)
		}
		return
	}
	n := name{key: nameKey(text), at: at}
	for _, o := range p.names[seen.base:] {
		if o.key == n.key && bytes.Equal(o.at.Of(p.Src), text) {
			p.redefined(at, o.at)
			return
		}
	}
	p.names = append(p.names, n)
	if list := p.names[seen.base:]; len(list) > smallBody {
		seen.many = make([]Span, 4*smallBody)
		for _, o := range list {
			seen.put(p.Src, o.at)
		}
	}
}

func (p *parser) redefined(at, first Span) {
	line, _ := Position(p.Src, int(first.From))
	p.fail(int(at.From), "argument %s was already set on line %d: it may be set only once", excerpt.Quote(at.Of(p.Src)), line)
}

// nameKey returns a hash of a name, computed from its length and three of its bytes.
func nameKey(text []byte) uint32 {
	n := len(text)
	return uint32(text[0]) | uint32(text[n/2])<<8 | uint32(text[n-1])<<16 | uint32(n)<<24
}

// item parses the attribute or block whose name is under the cursor, and leaves
// the cursor on the line end after it (or the end of the file).
func (p *parser) item() parsed {
	it := parsed{name: span(p.Start, p.End)}
	if p.Assign() {
		it.content = p.value()
		if p.Kind == lexer.Comma {
			p.fail(p.Start, "arguments are separated by line ends, not by commas")
		} else if p.Kind != lexer.Newline && p.Kind != lexer.EOF {
			p.expected("a line end after the argument")
		}
		p.grown(it)
		return it
	}
	switch p.Kind {
	case lexer.OQuote, lexer.OBrace, lexer.Ident:
		it.block = true
		it.content = p.block(it.name)
		if p.Kind != lexer.Newline && p.Kind != lexer.EOF {
			p.expected("a line end after the block")
		}
	default:
		p.fail(int(it.name.From), "expected \"=\" or a block after %s, found %s", excerpt.Quote(it.name.Of(p.Src)), p.found())
	}
	return it
}

// value parses the value of an attribute, from the token after "=", and returns its span.
func (p *parser) value() Span {
	start := p.Start
	if p.grow != nil && p.grow.trees {
		p.grow.expr(p)
	} else {
		p.expr()
	}
	return span(start, p.Prev)
}

// grown passes a parsed attribute to p.grow if p.grow is not nil.
func (p *parser) grown(it parsed) {
	if p.grow != nil && p.err == nil {
		p.grow.attribute(it.name, it.content)
	}
}

// block parses the rest of a block: labels, braces, body. It returns the span of the braces and
// moves the cursor past them. The argument is the span of the block's type, which has already been
// parsed.
func (p *parser) block(name Span) Span {
	for {
		switch p.Kind {
		case lexer.Ident:
			p.Next()
			continue
		case lexer.OQuote:
			p.label()
			continue
		case lexer.OBrace:
			return p.braces(name)
		}
		p.expected("a label or \"{\" on the block's first line")
		return Span{}
	}
}

// label parses a quoted label, which may contain escapes but no template sequences.
func (p *parser) label() {
	if p.Plain() {
		p.Next()
		return
	}
	pos := p.End
	for {
		kind, end := lexer.NextQuoted(p.Src, pos)
		switch kind {
		case lexer.QuotedLit:
			p.escapes(pos, end)
		case lexer.CQuote:
			p.GoOn(end)
			p.Next()
			return
		case lexer.TemplateInterp, lexer.TemplateControl:
			p.fail(pos, "a label cannot hold a template: to include a literal %q, double it", p.Src[pos])
			return
		default:
			p.unterminated(kind, p.Start, pos)
			return
		}
		pos = end
	}
}

// braces parses a block's braces and the body between them. It reports the block to p.grow, unless
// p.grow is nil.
func (p *parser) braces(name Span) Span {
	open := p.Start
	if p.grow != nil {
		outer, opened := p.grow.open(name, open)
		at := p.between(open)
		if p.err == nil {
			p.grow.shut(outer, opened, int(at.To)-1)
		}
		return at
	}
	return p.between(open)
}

// between parses a body and the braces around it. The opening brace must be under the cursor. Only
// the function braces calls it.
func (p *parser) between(open int) Span {
	p.Next()
	switch p.Kind {
	case lexer.Newline, lexer.EOF, lexer.CBrace:
		p.body(lexer.CBrace)
	default:
		p.single()
	}
	if p.Kind != lexer.CBrace {
		p.expected("\"}\", for a block on one line holds one argument and ends on that line")
	}
	end := p.End
	p.Next()
	return span(open, end)
}

// single parses the attribute in a block that is written on one line, such as b { x = 1 }.
func (p *parser) single() {
	if p.Kind != lexer.Ident {
		p.expectedItem()
		return
	}
	name := span(p.Start, p.End)
	if !p.Assign() {
		p.fail(int(name.From), "a block on one line can hold only an argument: expected \"=\", found %s", p.found())
		return
	}
	p.grown(parsed{name: name, content: p.value()})
}
