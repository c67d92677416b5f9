package apply

import (
	"bytes"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/lexer"
	"iacedit/syntax"
)

// changeForm gives an expression the form of another expression, so that the two differ only in
// their parts. The other expression is at a node of e. changeForm returns the text of the changed
// expression. A for expression gets the names, the "..." and the condition of the other expression.
// A chain, such as a && b, gets as many operands as the other chain has. For other expressions, or
// if the form cannot be changed, changeForm returns false.
func changeForm(b *budget.Budget, r *oldForm, e *syntax.Expr, node syntax.NodeID) ([]byte, bool) {
	b.Step(len(r.code) / 4)
	b.Grow(len(r.code) + len("(\n)"))
	text := slices.Concat([]byte{'('}, r.code, []byte("\n)"))
	was, err := syntax.ParseExpression(nil, text, syntax.Span{To: int32(len(text))})
	if err != nil {
		return nil, false
	}
	was.Root = was.Node(was.Root).First
	old, new := was.Node(was.Root), e.Node(node)
	if bytes.Contains(text, []byte("<<")) {
		return nil, false // the lines of heredocs must not be changed
	}
	end := text[old.End : len(text)-len("\n)")]
	if old.Kind == syntax.NodeBinary && new.Kind == syntax.NodeBinary && old.Op == new.Op {
		return changeOperands(b, was, e, node, r, end)
	}
	if old.Kind != new.Kind || old.Kind != syntax.NodeForTuple && old.Kind != syntax.NodeForObject {
		return nil, false
	}
	f := forExprChange{old: was, new: e, names: namesOf(e, new), flags: new.Flags}
	if new.Flags&syntax.FlagCondition != 0 {
		parts := e.ExpressionParts(nil, node)
		f.condition = e.Source(parts[len(parts)-1])
	}
	if bytes.Contains(f.condition, []byte("<<")) {
		return nil, false
	}
	return slices.Concat(f.newText(r.newline), end), true
}

// namesOf returns the names that a for expression defines, such as k and v.
func namesOf(e *syntax.Expr, n syntax.Node) (names []syntax.NodeID) {
	for c := n.First; c != 0 && e.Node(c).Kind == syntax.NodeName; c = e.Node(c).Next {
		names = append(names, c)
	}
	return names
}

// A forExprChange gives a for expression the names, the "..." and the condition of another for
// expression.
type forExprChange struct {
	old, new  *syntax.Expr
	names     []syntax.NodeID // the names in the new expression
	flags     syntax.Flag     // the flags of the new expression
	condition []byte          // the condition of the new expression
}

// newText returns the old expression's text with the changed parts replaced.
func (f *forExprChange) newText(newline string) []byte {
	root := f.old.Node(f.old.Root)
	text := f.old.Text[root.Start:root.End]
	parts := f.old.ExpressionParts(nil, f.old.Root)
	body := parts[1:] // the key and the value
	if root.Flags&syntax.FlagCondition != 0 {
		body = body[:len(body)-1]
	}
	value := f.old.Node(body[len(body)-1])
	from := int(value.End - root.Start) // the start of the code after the value
	behind := text[from : len(text)-1]
	if had, has := root.Flags&syntax.FlagExpanded != 0, f.flags&syntax.FlagExpanded != 0; had && !has {
		at := ellipsis(behind)
		behind = slices.Concat(behind[:at], behind[at+len("..."):])
	} else if has && !had {
		behind = slices.Concat([]byte("..."), behind)
	}
	if had, has := root.Flags&syntax.FlagCondition != 0, f.flags&syntax.FlagCondition != 0; had && !has {
		behind = withoutCondition(behind, f.old.Source(parts[len(parts)-1]))
	} else if has && !had {
		behind = f.withCondition(behind, text[:from], int(f.old.Node(body[0]).Start-root.Start), newline)
	}
	return slices.Concat(f.withNames(root, text[:from]), behind, text[len(text)-1:])
}

// withNames returns the first part of the code of the old for expression, up to the end of its
// value. In this code, it replaces the names, such as k and v in "for k, v in", by those of the new
// for expression.
func (f *forExprChange) withNames(root syntax.Node, text []byte) []byte {
	names := namesOf(f.old, root)
	first, last := f.old.Node(names[0]), f.old.Node(names[len(names)-1])
	if len(names) == 2 && len(f.names) == 2 {
		return slices.Concat(text[:first.Start-root.Start], f.new.Source(f.names[0]), text[first.End-root.Start:last.Start-root.Start], f.new.Source(f.names[1]), text[last.End-root.Start:])
	}
	given := f.new.Source(f.names[0])
	if len(f.names) == 2 {
		given = slices.Concat(given, []byte(", "), f.new.Source(f.names[1]))
	}
	return slices.Concat(text[:first.Start-root.Start], given, text[last.End-root.Start:])
}

// withCondition adds a condition to the code that follows the value of a for expression. If the
// value has a line of its own, so has the condition. Otherwise the condition directly follows the
// value and its "...". before is the code up to the end of the value, body the offset in it at
// which the value or its key begins, and behind the code after the value.
func (f *forExprChange) withCondition(behind, before []byte, body int, newline string) []byte {
	clause := slices.Concat([]byte("if "), f.condition)
	lead := before[:body]
	at := bytes.LastIndexByte(lead, '\n') + 1
	if blanks := lead[at:]; at > 0 && len(bytes.Trim(blanks, " \t")) == 0 {
		if end := bytes.IndexByte(behind, '\n'); end >= 0 {
			end = len(bytes.TrimSuffix(behind[:end], []byte{'\r'}))
			return slices.Concat(behind[:end], []byte(newline), blanks, clause, behind[end:])
		}
	}
	end := 0
	if bytes.HasPrefix(behind, []byte("...")) {
		end = len("...")
	}
	return slices.Concat(behind[:end], []byte{' '}, clause, behind[end:])
}

// withoutCondition removes the condition from the code that follows the value of a for expression.
// It also removes a comment on the line of the condition.
func withoutCondition(behind, condition []byte) []byte {
	at, word := 0, 0
	for at < len(behind) {
		kind, start, next := lexer.Next(behind, at)
		if kind == lexer.Ident && bytes.Equal(behind[start:next], []byte("if")) {
			word = start
			break
		}
		at = next
	}
	end := word + bytes.Index(behind[word:], condition) + len(condition)
	own := bytes.LastIndexByte(behind[:word], '\n') + 1
	if own == 0 || len(bytes.Trim(behind[own:word], " \t")) > 0 {
		return slices.Concat(bytes.TrimRight(behind[:word], " \t"), behind[end:])
	}
	line := bytes.IndexByte(behind[end:], '\n')
	if line < 0 {
		return slices.Concat(behind[:own], behind[end:])
	}
	return slices.Concat(behind[:own], behind[end+line+1:])
}

// ellipsis returns the offset of "..." in the code after a value. If the code has no "...", the
// result is the length of the code.
func ellipsis(behind []byte) int {
	for at := 0; at < len(behind); {
		kind, start, next := lexer.Next(behind, at)
		if kind == lexer.Ellipsis {
			return start
		}
		at = next
	}
	return len(behind)
}
