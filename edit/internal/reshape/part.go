package reshape

import (
	"bytes"

	"iacedit/syntax"
)

// A part is the code that replaces uses of an iterator's value: the value X in a choice or, if X is
// an object, the value of a member.
type part struct {
	at      syntax.Span // in the text of the draft
	indent  string      // the indentation of the line on which it begins, if it has several lines
	simple  bool        // it is a literal or a reference, which may be written several times
	bare    bool        // it needs no parentheses inside another expression
	heredoc bool
	members map[string]*part // of an object whose keys are all literal
	inOrder []*part          // the members, in code order
	uses    int
}

// stepsPerMade is the price of recording a part.
const stepsPerMade = 40

// partOf returns the part for an expression inside an attribute.
func (w *writer) partOf(e *syntax.Expr, id syntax.NodeID, attribute syntax.ItemID) *part {
	w.f.Budget.Step(stepsPerMade)
	source, n := e.Source(id), e.Node(id)
	p := &part{at: n.Span(), simple: isSimple(e, id), bare: isPostfix(e, id), heredoc: bytes.HasPrefix(source, []byte("<<"))}
	if bytes.IndexByte(source, '\n') >= 0 {
		p.indent = w.indentAt(attribute, p.at.From)
	}
	if n.Kind != syntax.NodeObject {
		return p
	}
	members, inOrder := map[string]*part{}, []*part{}
	left := n.Start // the end of what is read; comments between the members would be lost
	hasComment := func(to int32) bool { return bytes.ContainsAny(e.Text[left:to], "#/") }
	for pair := n.First; pair != 0; pair = e.Node(pair).Next {
		key := e.Node(pair).First
		name, literal := e.PlainString(key)
		if e.Node(key).Kind == syntax.NodeVariable {
			name, literal = string(e.Source(key)), true
		}
		if !literal || members[name] != nil { // any pair may be the one that counts
			return p
		}
		value := e.Node(key).Next
		if hasComment(e.Node(key).Start) {
			return p
		}
		if left = e.Node(key).End; hasComment(e.Node(value).Start) {
			return p
		}
		left = e.Node(value).End
		inner := w.partOf(e, value, attribute)
		members[name], inOrder = inner, append(inOrder, inner)
	}
	if hasComment(n.End) {
		return p
	}
	p.simple, p.members, p.inOrder = true, members, inOrder
	return p
}

// indentAt returns the indentation of the line with an offset in the value of an attribute.
func (w *writer) indentAt(attribute syntax.ItemID, offset int32) string {
	d := w.f.Draft
	before := d.At(syntax.Span{From: d.Current(attribute).From, To: offset})
	w.f.Budget.Step(len(before) / 16)
	if bytes.IndexByte(before, '\n') < 0 {
		return d.Indent(attribute)
	}
	line := lastLine(before)
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// isSimple reports whether an expression is a literal or a reference.
func isSimple(e *syntax.Expr, id syntax.NodeID) bool {
	for {
		switch n := e.Node(id); n.Kind {
		case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull, syntax.NodeVariable:
			return true
		case syntax.NodeTemplate:
			_, plain := e.PlainString(id)
			return plain
		case syntax.NodeGetAttr, syntax.NodeLegacyIndex, syntax.NodeIndex:
			id = n.First
		default:
			return false
		}
	}
}

// repeated returns a part that would be written several times although it is not simple, and how
// often, or nil. The argument is how often the object that contains the part is written.
func (p *part) repeated(above int) (*part, int) {
	n := above + p.uses
	if n > 1 && !p.simple {
		return p, n
	}
	for _, inner := range p.inOrder {
		if inner, n := inner.repeated(n); inner != nil {
			return inner, n
		}
	}
	return nil, 0
}
