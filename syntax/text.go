package syntax

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/apparentlymart/go-textseg/v15/textseg"

	"iacedit/lexer"
)

// AppendUnescaped decodes the code of a literal part of a quoted template, and appends the text.
// It decodes backslash escapes and the escapes "$${" and "%%{".
func AppendUnescaped(dst, lit []byte) []byte {
	for i := 0; i < len(lit); {
		switch c := lit[i]; {
		case c == '\\':
			r, n := unescape(lit[i:])
			dst = utf8.AppendRune(dst, r)
			i += max(n, 1)
		case lexer.Sequence(lit, i) == len("$${"):
			dst = append(dst, c, '{')
			i += 3
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}

// appendHeredocText is like AppendUnescaped, but for a heredoc, which has no backslash escapes.
func appendHeredocText(dst, lit []byte) []byte {
	for i := 0; i < len(lit); i++ {
		if lexer.Sequence(lit, i) == len("$${") {
			i++
		}
		dst = append(dst, lit[i])
	}
	return dst
}

// PlainString returns the text of a quoted string or heredoc, and reports whether the node is a
// string without interpolations and directives.
func (e *Expr) PlainString(id NodeID) (text string, ok bool) {
	n := e.Node(id)
	if n.Kind != NodeTemplate {
		return "", false
	}
	for c := range e.Children(id) {
		if e.Node(c).Kind != NodeText {
			return "", false
		}
	}
	whole := make([]byte, 0, n.End-n.Start)
	switch heredoc := n.Flags&FlagHeredoc != 0; {
	case !heredoc:
		for c := range e.Children(id) {
			whole = AppendUnescaped(whole, e.Source(c))
		}
	case e.isFlush(id):
		for _, part := range e.Parts(nil, id) {
			whole = append(whole, part.Text...)
		}
	default: // without Parts, which only a flush heredoc needs: a heredoc may have many parts
		for c := range e.Children(id) {
			whole = appendHeredocText(whole, e.Source(c))
		}
	}
	return string(whole), true
}

// A Part is one part of a template: literal text, or the node of an interpolation
// or directive.
type Part struct {
	Text []byte // decoded literal text, without blanks that "~" markers strip and a flush heredoc's shared indentation
	Node NodeID // a NodeInterp or NodeDirective; 0 for literal text
	of   NodeID // the NodeText of literal text
	cut  int    // how many bytes were removed from the start of the text
}

// Parts appends the parts of a template to dst, in order, with literal text in pieces of at most
// a line. The text is in new memory. A node that is not a template has no parts.
func (e *Expr) Parts(dst []Part, template NodeID) []Part {
	dst, _ = e.PartsIn(dst, nil, template)
	return dst
}

// PartsIn is like Parts, but appends the text of the parts to the slice memory, and also returns
// the extended slice.
func (e *Expr) PartsIn(dst []Part, memory []byte, template NodeID) ([]Part, []byte) {
	first := len(dst)
	t := e.Node(template)
	if t.Kind != NodeTemplate {
		return dst, memory
	}
	if memory == nil {
		memory = make([]byte, 0, t.End-t.Start) // the text of a template is no longer than its code
	}
	if dst == nil {
		n := 0
		for range e.Children(template) {
			n++
		}
		dst = make([]Part, 0, n)
	}
	heredoc := t.Flags&FlagHeredoc != 0
	for n := range e.Children(template) {
		if e.Node(n).Kind != NodeText {
			dst = append(dst, Part{Node: n})
			continue
		}
		from := len(memory)
		if heredoc {
			memory = appendHeredocText(memory, e.Source(n))
		} else {
			memory = AppendUnescaped(memory, e.Source(n))
		}
		dst = append(dst, Part{Text: memory[from:len(memory):len(memory)], of: n})
	}
	e.strip(dst[first:])
	if heredoc && e.isFlush(template) {
		flush(dst[first:])
	}
	return dst, memory
}

// isFlush reports whether a heredoc begins with "<<-".
func (e *Expr) isFlush(heredoc NodeID) bool {
	at := e.Node(heredoc).Start
	_, _, end := lexer.Next(e.Text, int(at))
	return isFlush(e.Text[at:end])
}

func isFlush(opening []byte) bool {
	_, flush := lexer.HeredocMarker(opening)
	return flush
}

// strip removes the white space that "~" markers strip: before a marker at the start of a sequence,
// and after a marker at the end of a sequence.
func (e *Expr) strip(parts []Part) {
	for i := range parts {
		if parts[i].Node == 0 {
			continue
		}
		text := e.Source(parts[i].Node)
		if text[2] == '~' && i > 0 && parts[i-1].Node == 0 {
			parts[i-1].Text = bytes.TrimRightFunc(parts[i-1].Text, unicode.IsSpace)
		}
		if text[len(text)-2] == '~' && i+1 < len(parts) && parts[i+1].Node == 0 {
			parts[i+1].cutTo(bytes.TrimLeftFunc(parts[i+1].Text, unicode.IsSpace))
		}
	}
}

// flush removes the shared indentation, counted in characters, from the start of every line. It
// ignores blank lines. A line that starts with an interpolation or directive counts as not
// indented.
func flush(parts []Part) {
	const none = int(^uint(0) >> 1)
	least, lineStart := none, true
	var lines []int
	for i, part := range parts {
		if lineStart {
			indent := 0
			if part.Node == 0 {
				rest := bytes.TrimLeftFunc(part.Text, unicode.IsSpace)
				indent = none
				if len(rest) > 0 || !bytes.HasSuffix(part.Text, []byte{'\n'}) {
					indent = Columns(part.Text[:len(part.Text)-len(rest)])
					lines = append(lines, i)
				}
			}
			least = min(least, indent)
		}
		lineStart = part.Node == 0 && bytes.HasSuffix(part.Text, []byte{'\n'})
	}
	for _, i := range lines {
		text := parts[i].Text
		for n := 0; n < least && len(text) > 0; n++ {
			if isOneColumn(text) {
				text = text[1:]
				continue
			}
			advance, _, _ := textseg.ScanGraphemeClusters(text, true)
			text = text[advance:]
		}
		parts[i].cutTo(text)
	}
}

// cutTo shortens a part's text to the given slice, which must be the end of that text.
func (p *Part) cutTo(rest []byte) {
	p.cut += len(p.Text) - len(rest)
	p.Text = rest
}

// Spans appends a span for each byte of a part's literal text: the span in e.Text of the code that
// stands for the byte, which is the same byte or an escape. A part that is an interpolation or a
// directive has no text, so Spans appends nothing.
func (e *Expr) Spans(dst []Span, template NodeID, part Part) []Span {
	heredoc := e.Node(template).Flags&FlagHeredoc != 0
	n := e.Node(part.of)
	skip, want := part.cut, len(part.Text)
	var few [8]byte
	for pos := n.Start; pos < n.End && want > 0; {
		size, text := unitOf(few[:0], e.Text[pos:n.End], heredoc)
		at := Span{From: pos, To: pos + int32(size)}
		for range text {
			if skip > 0 {
				skip--
			} else if want > 0 {
				dst = append(dst, at)
				want--
			}
		}
		pos = at.To
	}
	return dst
}

// unitOf decodes the byte or escape at the start of rest. It returns the length of this code, and
// the text for which the code stands.
func unitOf(dst, rest []byte, heredoc bool) (size int, text []byte) {
	switch {
	case rest[0] == '\\' && !heredoc:
		_, size = unescape(rest)
		size = max(size, 1)
	case lexer.Sequence(rest, 0) == len("$${"):
		size = len("$${")
	default:
		return 1, rest[:1]
	}
	if heredoc {
		return size, appendHeredocText(dst, rest[:size])
	}
	return size, AppendUnescaped(dst, rest[:size])
}
