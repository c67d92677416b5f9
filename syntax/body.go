package syntax

import (
	"bytes"

	"iacedit/lexer"
)

// parsed is what the parser says of one body item; all are offsets in the source.
type parsed struct {
	block   bool
	name    Span // the attribute's name or the block's type
	content Span // the attribute's value, or the block's braces and what is between
}

// smallBody is how many attributes of a body are compared one by one before
// their hashes go into a map.
const smallBody = 64

// body parses items up to the token that ends the body and leaves the cursor on it.
func (p *parser) body(end lexer.Kind, open int) {
	p.enter()
	seen := names{base: len(p.names)}
	for p.kind != end {
		switch p.kind {
		case lexer.Newline:
			p.next()
		case lexer.Ident:
			if it := p.item(); !it.block {
				p.define(&seen, it.name)
			}
		case lexer.EOF:
			p.unclosed(open, "\"}\"")
			p.leave()
			return
		default:
			p.expected("an argument or block")
		}
	}
	p.names = p.names[:seen.base]
	p.leave()
}

// names are the attributes of one body: those in parser.names from base on, and a
// map of them by hash once they are many.
type names struct {
	base int
	many map[uint32][]name
}

// define notes the name of an attribute and fails where the body has it already.
func (p *parser) define(seen *names, at Span) {
	text := p.src[at.From:at.To]
	n := name{hash: hash(text), start: at.From, end: at.To}
	same := func(o name) bool {
		if o.hash != n.hash || !bytes.Equal(p.src[o.start:o.end], text) {
			return false
		}
		line, _ := Position(p.src, int(o.start))
		p.fail(int(n.start), "argument %s was already set on line %d: it may be set only once", quoteForMessage(text), line)
		return true
	}
	if seen.many != nil {
		for _, o := range seen.many[n.hash] {
			if same(o) {
				return
			}
		}
		seen.many[n.hash] = append(seen.many[n.hash], n)
		return
	}
	for _, o := range p.names[seen.base:] {
		if o.hash == n.hash && same(o) {
			return
		}
	}
	p.names = append(p.names, n)
	if list := p.names[seen.base:]; len(list) > smallBody {
		seen.many = make(map[uint32][]name, 2*len(list))
		for _, o := range list {
			seen.many[o.hash] = append(seen.many[o.hash], o)
		}
	}
}

// hash is FNV-1a: names are short, and equal hashes are compared in full.
func hash(b []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// item parses the attribute or block whose name is under the cursor, and leaves
// the cursor on the line end after it (or the end of the file).
func (p *parser) item() parsed {
	it := parsed{name: span(p.start, p.end)}
	p.next()
	switch p.kind {
	case lexer.Equal:
		it.content = p.value()
		if p.kind == lexer.Comma {
			p.fail(p.start, "arguments are separated by line ends, not by commas")
		} else if p.kind != lexer.Newline && p.kind != lexer.EOF {
			p.expected("a line end after the argument")
		}
	case lexer.OQuote, lexer.OBrace, lexer.Ident:
		it.block = true
		it.content = p.block()
		if p.kind != lexer.Newline && p.kind != lexer.EOF {
			p.expected("a line end after the block")
		}
	default:
		p.fail(int(it.name.From), "expected \"=\" or a block after %s, found %s", quoteForMessage(it.name.of(p.src)), p.found())
	}
	return it
}

// value parses an attribute from its "=" on and returns where its value is.
func (p *parser) value() Span {
	p.next()
	start := p.start
	p.expr()
	return span(start, p.prev)
}

// block parses a block from after its type on: labels, braces, body. It returns
// where its braces are and moves the cursor past them.
func (p *parser) block() Span {
	for {
		switch p.kind {
		case lexer.Ident:
			p.next()
			continue
		case lexer.OQuote:
			p.label()
			continue
		case lexer.OBrace:
			return p.braces()
		}
		p.expected("a label or \"{\" on the block's first line")
		return Span{}
	}
}

// label parses a quoted label, which may hold escapes but no template sequences.
func (p *parser) label() {
	pos := p.end
	for {
		kind, end := lexer.NextQuoted(p.src, pos)
		switch kind {
		case lexer.QuotedLit:
			p.escapes(pos, end)
		case lexer.CQuote:
			p.end = end
			p.next()
			return
		case lexer.TemplateInterp, lexer.TemplateControl:
			p.fail(pos, "a label cannot hold a template: to include a literal %q, double it", p.src[pos])
			return
		default:
			p.unterminated(kind, pos)
			return
		}
		pos = end
	}
}

// braces parses a block's braces and the body between them.
func (p *parser) braces() Span {
	open := p.start
	p.next()
	switch p.kind {
	case lexer.Newline, lexer.EOF, lexer.CBrace:
		p.body(lexer.CBrace, open)
	default:
		p.single()
	}
	if p.kind != lexer.CBrace {
		p.unclosed(open, "\"}\", for a block on one line holds one argument and ends on that line")
	}
	end := p.end
	p.next()
	return span(open, end)
}

// single parses the one attribute of a block that stands on one line.
func (p *parser) single() {
	if p.kind != lexer.Ident {
		p.expected("an argument or block")
		return
	}
	at := p.start
	p.next()
	if p.kind != lexer.Equal {
		p.fail(at, "a block on one line can hold only an argument: expected \"=\", found %s", p.found())
		return
	}
	p.value()
}
