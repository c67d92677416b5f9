package pattern

import (
	"bytes"

	"iacedit/syntax"
	"iacedit/value"
)

// A part of a template is literal text or a sequence.
type part struct {
	text []byte
	node syntax.NodeID // the node of a sequence; 0 for text
}

// templateParts appends the parts of a template to dst. Text and escapes beside each other become
// one part. memory is memory that templateParts may reuse.
func templateParts(dst []part, memory []syntax.Part, e *syntax.Expr, id syntax.NodeID) []part {
	from := len(dst)
	for _, piece := range e.Parts(memory[:0], id) {
		switch last := len(dst) - 1; {
		case piece.Node != 0:
			dst = append(dst, part{node: piece.Node})
		case len(piece.Text) == 0:
		case last >= from && dst[last].node == 0:
			dst[last].text = append(dst[last].text, piece.Text...)
		default:
			dst = append(dst, part{text: piece.Text})
		}
	}
	return dst
}

// matchTemplate reports whether a template of the pattern matches a template of the code.
func (m *Matcher) matchTemplate(p *Pattern, want, id syntax.NodeID) bool {
	parts := p.texts[want]
	e := m.expr
	n := e.Node(id)
	if first := e.Node(n.First); n.Flags&syntax.FlagHeredoc == 0 && first.Next == 0 && first.Kind != syntax.NodeInterp { // a plain string, the usual case
		text := e.Source(n.First)
		if n.First == 0 {
			return len(parts) == 0
		}
		if bytes.IndexByte(text, '\\') < 0 && bytes.IndexByte(text, '{') < 0 {
			if h, ok := p.holes[p.expr.Sole(want)]; ok && m.Quoted && value.IsTraversal(text) {
				return m.capture(h.name, Capture{Node: id, Quoted: true})
			}
			return len(parts) == 1 && parts[0].node == 0 && value.SameText(parts[0].text, text)
		}
	}
	m.Budget.Step(int(n.End-n.Start) / 16)
	from := len(m.parts)
	m.parts = templateParts(m.parts, m.pieces, e, id)
	to := len(m.parts)
	same := to-from == len(parts)
	for i := 0; same && i < len(parts); i++ {
		a, b := parts[i], m.parts[from+i]
		switch {
		case (a.node == 0) != (b.node == 0):
			same = false
		case a.node == 0:
			same = value.SameText(a.text, b.text)
		default:
			same = m.matchNode(p, a.node, b.node)
		}
	}
	m.parts = m.parts[:from]
	return same
}
