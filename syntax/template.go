package syntax

import (
	"unicode/utf8"

	"iacedit/internal/base/excerpt"
	"iacedit/lexer"
)

// quoted parses a quoted template from its opening quote on.
func (p *expressionParser) quoted() NodeID {
	start := p.Start
	if p.Plain() { // the usual case
		if !p.building {
			p.Next()
			return 0
		}
		var parts list
		if end := p.End; end-start > len(`""`) {
			p.link(&parts, p.nodeTo(NodeText, start+1, end-1))
		}
		p.Next()
		return p.parent(NodeTemplate, start, parts)
	}
	t := template{start: start, base: len(p.directives), newlines: p.Newlines}
	pos := p.End
	for {
		kind, end := lexer.NextQuoted(p.Src, pos)
		switch kind {
		case lexer.QuotedLit:
			p.escapes(pos, end)
			p.link(&t.parts, p.nodeTo(NodeText, pos, end))
		case lexer.TemplateInterp, lexer.TemplateControl:
			end = p.sequence(&t, kind, pos, end)
		case lexer.CQuote:
			return p.endTemplate(&t, end)
		default:
			p.unterminated(kind, t.start, pos)
		}
		if p.err != nil {
			return 0
		}
		pos = end
	}
}

// heredoc parses a heredoc from its opening line on.
func (p *expressionParser) heredoc() NodeID {
	t := template{start: p.Start, base: len(p.directives), newlines: p.Newlines}
	marker, _ := lexer.HeredocMarker(p.Src[p.Start:p.End])
	pos, lineStart := p.End, true
	for {
		p.Reach(pos)
		kind, end := lexer.NextHeredoc(p.Src, pos, marker, lineStart)
		switch kind {
		case lexer.StringLit:
			lineStart = p.Src[end-1] == '\n'
			p.link(&t.parts, p.nodeTo(NodeText, pos, end))
		case lexer.TemplateInterp, lexer.TemplateControl:
			lineStart = false
			end = p.sequence(&t, kind, pos, end)
		case lexer.CHeredoc:
			n := p.endTemplate(&t, end)
			p.setFlag(n, FlagHeredoc)
			return n
		case lexer.EOF:
			p.fail(t.start, "this heredoc is not closed: expected %s on a line by itself before the end of the file", excerpt.Quote(marker))
		default:
			p.unterminated(kind, t.start, pos)
		}
		if p.err != nil {
			return 0
		}
		pos = end
	}
}

// unterminated records the error for a template or label that starts at the offset open, and is not
// closed before the token at pos. This token has the given kind.
func (p *expressionParser) unterminated(kind lexer.Kind, open, pos int) {
	switch kind {
	case lexer.QuotedNewline:
		p.fail(pos, "a quoted string cannot go over lines: use \\n, or a heredoc")
	case lexer.EOF:
		p.fail(open, "this string is not closed: expected a quote before the end of the file")
	default:
		p.fail(pos, "%s in a string", kind)
	}
}

// A template is the parser's state inside a template.
type template struct {
	start    int
	base     int  // the number of directives in p.directives that belong to enclosing templates
	newlines bool // whether line ends were tokens before the template
	parts    list
}

// endTemplate ends a template, given the end of its closing quote or marker. It fails if a
// directive of the template is still open.
func (p *expressionParser) endTemplate(t *template, end int) NodeID {
	if len(p.directives) > t.base {
		p.fail(end-1, "this template ends inside a %%{ %s } directive", directiveNames[p.directives[len(p.directives)-1]])
		return 0
	}
	p.GoOn(end)
	p.NextAs(t.newlines)
	return p.parent(NodeTemplate, t.start, t.parts)
}

// sequence parses "${…}" or "%{…}", whose opening token has the given kind and offsets. It returns
// the offset after the sequence.
func (p *expressionParser) sequence(t *template, kind lexer.Kind, pos, end int) int {
	p.Kind, p.Start = kind, pos
	p.GoOn(end)
	p.NextAs(false)
	if kind == lexer.TemplateInterp {
		inner := p.expr()
		p.closeSequence(pos)
		p.link(&t.parts, p.nodeTo(NodeInterp, pos, p.End, inner))
	} else {
		parts := p.directive(t, pos)
		p.closeSequence(pos)
		p.link(&t.parts, p.parentTo(NodeDirective, pos, p.End, parts))
	}
	return p.End
}

// closeSequence expects a brace under the cursor, which ends the template sequence that starts at
// an offset. The cursor stays on the brace, because template text follows it.
func (p *expressionParser) closeSequence(at int) {
	switch {
	case p.Kind == lexer.CBrace || p.Kind == lexer.TemplateSeqEnd:
	case p.err == nil && p.Kind == lexer.OQuote && !closesAfter(p.Src, p.End):
		p.fail(at, "%s", notClosed(p.Src, at).Message)
	default:
		p.expected("\"}\"")
	}
}

// closesAfter reports whether a string ends on its line, with a "}" directly after its closing
// quote. The opening quote ends at the offset from. If the result is false, the opening quote may
// in fact be the closing quote of an outer string.
func closesAfter(src []byte, from int) bool {
	for {
		switch kind, end := lexer.NextQuoted(src, from); kind {
		case lexer.QuotedLit:
			from = end
		case lexer.CQuote:
			return end < len(src) && src[end] == '}'
		default:
			return false
		}
	}
}

// The directives that must be closed, as bytes of p.directives.
const (
	inIf = iota
	inElse
	inFor
)

var directiveNames = [...]string{inIf: "if", inElse: "else", inFor: "for"}

// directive parses the inside of the "%{…}" at an offset, and updates p.directives.
func (p *expressionParser) directive(t *template, at int) (parts list) {
	keyword := ""
	if p.Kind == lexer.Ident {
		keyword = string(p.Src[p.Start:p.End])
	}
	p.link(&parts, p.leaf(NodeName))
	switch keyword {
	case "if":
		p.Next()
		p.link(&parts, p.expr())
		p.open(inIf)
	case "for":
		p.Next()
		intro, _ := p.forIntro()
		parts = p.join(parts, intro)
		p.open(inFor)
	case "else":
		p.Next()
		p.shut(t, at, keyword, inIf, inIf)
		p.open(inElse)
	case "endif":
		p.Next()
		p.shut(t, at, keyword, inIf, inElse)
	case "endfor":
		p.Next()
		p.shut(t, at, keyword, inFor, inFor)
	default:
		p.expected("if, else, endif, for or endfor after \"%{\"")
	}
	return parts
}

func (p *expressionParser) open(directive byte) {
	p.directives = append(p.directives, directive)
	if len(p.directives) > MaxDepth {
		p.fail(p.Start, "nested more than %d levels deep", MaxDepth)
	}
}

// shut handles a keyword, such as endif, that ends the innermost open directive of the template. It
// fails unless that directive is of one of the two given kinds.
func (p *expressionParser) shut(t *template, at int, keyword string, this, orThis byte) {
	last := len(p.directives) - 1
	if last < t.base || p.directives[last] != this && p.directives[last] != orThis {
		p.fail(at, "%%{ %s } belongs to no directive", keyword)
		return
	}
	p.directives = p.directives[:last]
}

// escapes checks the backslash escapes in the quoted text from pos to end.
func (p *expressionParser) escapes(pos, end int) {
	for i := pos; i < end; i++ {
		if p.Src[i] != '\\' {
			continue
		}
		_, n := unescape(p.Src[i:end])
		if n == 0 {
			p.fail(i, "%s is not an escape sequence: there are \\n \\r \\t \\\" \\\\ \\uNNNN and \\UNNNNNNNN", excerpt.Quote(p.Src[i:min(i+2, end)]))
			return
		}
		i += n - 1
	}
}

// unescape decodes the escape sequence at the start of b. It returns the length 0 if there is no
// valid escape sequence.
func unescape(b []byte) (r rune, length int) {
	if len(b) < 2 {
		return 0, 0
	}
	switch b[1] {
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case '"', '\\':
		return rune(b[1]), 2
	case 'u':
		return unescapeHex(b, 6)
	case 'U':
		return unescapeHex(b, 10)
	}
	return 0, 0
}

func unescapeHex(b []byte, length int) (rune, int) {
	if len(b) < length {
		return 0, 0
	}
	var r uint32
	for _, c := range b[2:length] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | uint32(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | uint32(c|0x20-'a'+10)
		default:
			return 0, 0
		}
	}
	if r > utf8.MaxRune || utf8.RuneLen(rune(r)) < 0 {
		return 0, 0
	}
	return rune(r), length
}
