package mirror

import (
	"bytes"
	"strings"

	"iacedit/internal/base/diff"
)

// A layout is the way in which a file separates and indents its values.
type layout struct {
	newline string
	unit    string // one step of indentation
	colon   string // between a key and its value
	comma   string // between members on one line
	pads    [256]string
	shapes  map[string]shape // by key, of the first value with this key that is an object or array with contents
}

// A shape is the way in which an object or array is written.
type shape struct {
	kind    byte
	oneLine bool
}

// learn finds the layout of a document.
func (l *layout) learn(d *document) {
	*l = layout{newline: "\n", shapes: map[string]shape{}}
	if bytes.Contains(d.text, []byte("\r\n")) {
		l.newline = "\r\n"
	}
	shorter := func(dst *string, text []byte) {
		if len(text) > 0 && !hasLine(text) && (*dst == "" || len(text) < len(*dst)) {
			*dst = string(text)
		}
	}
	for _, n := range d.nodes {
		if n.key != nil {
			shorter(&l.colon, d.text[n.keyTo:n.from])
		}
		if !n.isContainer() || len(n.children) == 0 {
			continue
		}
		s := shape{n.kind, n.isOneLine()}
		if n.key != nil {
			if name := string(unquoted(n.key)); l.shapes[name].kind == 0 {
				l.shapes[name] = s
			}
		}
		gap := n.gap(0)
		if s.oneLine {
			if l.pads[n.kind] == "" {
				l.pads[n.kind] = string(gap)
			}
			if len(n.children) > 1 {
				shorter(&l.comma, n.gap(1))
			}
			continue
		}
		if l.unit == "" {
			l.unit = strings.TrimPrefix(lastLine(gap), d.indentation(n.at))
		}
	}
	if l.colon == "" {
		l.colon = ": "
	}
	if l.comma == "" {
		l.comma = ", "
		if l.colon == ":" {
			l.comma = ","
		}
	}
	if l.unit == "" {
		l.unit = "  "
	}
}

// gap returns the text before the child with an index, from the opening bracket or the child before
// it; after the last child, it returns the text up to the closing bracket.
func (n *node) gap(i int) []byte {
	from, to := n.from+1, n.to-1
	if i > 0 {
		from = n.children[i-1].to
	}
	if i < len(n.children) {
		to = n.children[i].at
	}
	return n.doc.text[from:to:to]
}

// isOneLine reports whether the first children of a container are on the line of its bracket.
func (n *node) isOneLine() bool {
	return !hasLine(n.gap(0)) && (len(n.children) < 2 || !hasLine(n.gap(1)))
}

func hasLine(text []byte) bool { return bytes.IndexByte(text, '\n') >= 0 }

// lastLine returns the text after the last line end.
func lastLine(text []byte) string { return string(text[bytes.LastIndexByte(text, '\n')+1:]) }

// indentation returns the white space at the start of the line with an offset.
func (d *document) indentation(offset int32) string {
	line := d.text[bytes.LastIndexByte(d.text[:offset], '\n')+1:]
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return string(line[:n])
}

// separator returns the text between two children of a container of the file, and the indentation of
// the children.
func (l *layout) separator(n *node) (comma, indent string) {
	open := n.gap(0)
	if len(n.children) < 2 {
		if hasLine(open) {
			indent = lastLine(open)
			return "," + l.newline + indent, indent
		}
		return l.comma, n.doc.indentation(n.at)
	}
	last := n.gap(len(n.children) - 1)
	if !hasLine(last) {
		if hasLine(open) {
			return string(last), lastLine(open)
		}
		return string(last), n.doc.indentation(n.at)
	}
	indent = lastLine(last)
	if bytes.Count(last, []byte{'\n'}) > 1 { // blank lines separate groups
		return "," + l.newline + indent, indent
	}
	return string(last), indent
}

// isOneLine reports whether a new value is written on one line. in is the container of the file
// into which it is inserted.
func (l *layout) isOneLine(m, in *node) bool {
	if in == nil {
		return false
	}
	if len(in.children) > 0 && in.isOneLine() {
		return true
	}
	if m.key != nil {
		if s := l.shapes[string(unquoted(m.key))]; s.kind == m.kind {
			return s.oneLine
		}
	}
	for _, n := range in.children {
		if n.isContainer() && len(n.children) > 0 {
			return n.isOneLine()
		}
	}
	return false
}

// append appends a new value, with its key if it has one. The value starts on a line with the given
// indentation.
func (p *patcher) append(dst []byte, n *node, indent string, oneLine bool) []byte {
	if n.doc == p.doc {
		return p.appendMoved(dst, n, indent)
	}
	if n.key != nil {
		dst = append(append(dst, n.key...), p.layout.colon...)
	}
	if !n.isContainer() {
		return append(dst, n.doc.text[n.from:n.to]...)
	}
	children := n.list()
	p.budget.Step(len(children))
	dst = append(dst, n.kind)
	inner := indent
	if !oneLine {
		inner += p.layout.unit
	}
	for i, m := range children {
		switch {
		case !oneLine && i > 0:
			dst = append(dst, ',')
			fallthrough
		case !oneLine:
			dst = append(append(dst, p.layout.newline...), inner...)
		case i > 0:
			dst = append(dst, p.layout.comma...)
		default:
			dst = append(dst, p.layout.pads[n.kind]...)
		}
		line := oneLine
		if m.key != nil && !line {
			s := p.layout.shapes[string(unquoted(m.key))]
			line = s.kind == m.kind && s.oneLine
		}
		dst = p.append(dst, m, inner, line)
	}
	switch {
	case len(children) == 0:
	case oneLine:
		dst = append(dst, p.layout.pads[n.kind]...)
	default:
		dst = append(append(dst, p.layout.newline...), indent...)
	}
	return append(dst, n.kind+2) // the closing bracket
}

// appendMoved appends a value of the file at another place. It changes the indentation of its lines.
func (p *patcher) appendMoved(dst []byte, n *node, indent string) []byte {
	from := n.from
	switch {
	case n.key == nil:
	case n.keyTo > 0:
		from = n.at
	default:
		dst = append(append(dst, n.key...), p.layout.colon...)
	}
	old := p.doc.indentation(n.at)
	edits := p.edits(nil, n)
	for i := range edits {
		edits[i].From -= int(from)
		edits[i].To -= int(from)
	}
	text := diff.Apply(nil, p.doc.text[from:n.to], edits)
	p.budget.Step(len(text) / 8)
	for i, line := range bytes.SplitAfter(text, []byte{'\n'}) {
		if rest, ok := bytes.CutPrefix(line, []byte(old)); ok && i > 0 {
			dst, line = append(dst, indent...), rest
		}
		dst = append(dst, line...)
	}
	return dst
}
