package conversion

import (
	"bytes"
	"cmp"

	"iacedit/internal/base/sequence"
	"iacedit/lexer"
	"iacedit/syntax"
)

// keepComments adds to w.keptSpans the parts of a value that the JSON contains as code, because
// this code keeps its comments. If the argument taken is set, the value itself becomes a JSON array
// or object, not code.
func (w *jsonWriter) keepComments(e *syntax.Expr, id syntax.NodeID, taken bool) {
	inner := e.Unwrapped(id)
	node := e.Node(inner)
	switch {
	case node.Kind == syntax.NodeTuple && taken:
		for c := range e.Children(inner) {
			w.keepComments(e, c, isCollection(e, c))
		}
	case node.Kind == syntax.NodeObject && taken:
		for pair := range e.Children(inner) {
			for c := range e.Children(pair) {
				w.keepComments(e, c, isCollection(e, c))
			}
		}
	case isLiteral(e, id):
	default:
		w.keptSpans = append(w.keptSpans, syntax.Span{From: node.Start, To: node.End})
	}
}

func isCollection(e *syntax.Expr, id syntax.NodeID) bool {
	kind := e.Node(e.Unwrapped(id)).Kind
	return kind == syntax.NodeTuple || kind == syntax.NodeObject
}

// isLiteral reports whether a value is a number, a boolean or null, which JSON can represent.
func isLiteral(e *syntax.Expr, id syntax.NodeID) bool {
	switch e.Node(e.Unwrapped(id)).Kind {
	case syntax.NodeNull, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNumber:
		return true
	}
	return false
}

// lostComments returns how many comments are lost, and where the first of them is.
func (w *jsonWriter) lostComments() (lost int, first syntax.Span) {
	text := w.f.Text()
	if !bytes.ContainsAny(text, "#/") {
		return 0, first
	}
	sequence.Sort(w.keptSpans, func(a, b syntax.Span) int { return cmp.Compare(a.From, b.From) })
	var s lexer.Scanner
	s.Reset(text, 0)
	kept := w.keptSpans
	for tok := s.NextWhole(); tok.Kind != lexer.EOF; tok = s.NextWhole() {
		if tok.Kind != lexer.Comment {
			continue
		}
		for len(kept) > 0 && kept[0].To <= tok.Start {
			kept = kept[1:]
		}
		if len(kept) > 0 && kept[0].From <= tok.Start {
			continue
		}
		if lost++; lost == 1 {
			first = syntax.Span{From: tok.Start, To: tok.End}
		}
	}
	return lost, first
}

// noteLost adds a note with the number of lost comments.
func (w *jsonWriter) noteLost() {
	lost, first := w.lostComments()
	if lost == 0 {
		return
	}
	line, _ := w.f.Position(first.From)
	what := "comment is"
	if lost > 1 {
		what = "comments are"
	}
	w.note(CommentsLost, "", "%d %s lost, because JSON has no place for comments; the first is on line %d", lost, what, line)
}
