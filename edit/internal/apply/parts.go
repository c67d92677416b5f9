package apply

import (
	"bytes"
	"slices"

	"iacedit/address"
	"iacedit/internal/selection"
	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// updateParts gives an item another expression, of which only the parts that differ are
// written. Blanks, line breaks and comments around the parts stay.
func (w *writer) updateParts(id syntax.ItemID, text []byte, schema *value.Schema) bool {
	if !hasParts(text) || !hasParts(w.Draft.At(w.Draft.Item(id).Content)) || w.Draft.EditedInside(id) {
		return false
	}
	w.Budget.Step(len(text) / 4)
	text = append(bytes.Clone(text), '\n')
	e, err := syntax.ParseExpression(nil, text, syntax.Span{To: int32(len(text) - 1)})
	if err != nil {
		return false
	}
	if w.x == nil {
		w.x = w.Compare()
	}
	own, body := *w, *w.body // copies: most writers stay on the stack
	own.body = &body
	p := parts{writer: &own, e: e, classes: w.Module.Classes.Expr(nil, e, schema), schema: schema}
	return p.update(id, e.Root)
}

// parts changes an expression to another one of its kind, part by part (docs/layout.md, "The
// smallest change"). Its methods return false where the expressions are of different kinds, or
// cannot be changed so: the value is then to be replaced as a whole, whatever was changed
// in it.
type parts struct {
	*writer
	e       *syntax.Expr // the new expression
	classes []value.Class
	schema  *value.Schema // of the whole
}

// update gives an item the expression at a node.
func (p *parts) update(id syntax.ItemID, node syntax.NodeID) bool {
	p.Budget.Step(4)
	if p.Module.Classes.Same(p.x.Class(id, p.schema), p.classes[node], value.Setting) {
		return true
	}
	for p.x.Expand(id) && p.Draft.Inside(id) == syntax.InsideParens {
		id = p.Draft.FirstItem(id)
		p.x.Class(id, p.schema)
	}
	for p.e.Node(node).Kind == syntax.NodeParen {
		node = p.e.Node(node).First
	}
	switch p.e.Node(node).Kind {
	case syntax.NodeObject, syntax.NodeTuple:
		return p.collection(id, node)
	case syntax.NodeCall:
		return p.call(id, node)
	}
	return p.each(id, node)
}

// collection updates an object or list literal.
func (p *parts) collection(id syntax.ItemID, node syntax.NodeID) bool {
	if !p.x.IsCollection(id) || p.IsList(id) != (p.e.Node(node).Kind == syntax.NodeTuple) {
		return false
	}
	v, ok := value.Read(p.e, node, nil)
	return ok && p.updateClassified(id, &v, p.Module.Classes.Value(&v, nil), nil) == nil
}

// call updates the arguments of a call of the same function.
func (p *parts) call(id syntax.ItemID, node syntax.NodeID) bool {
	call := p.e.Node(node)
	first := p.e.Node(call.First).Next
	if !p.x.Expand(id) || p.Draft.Inside(id) != syntax.InsideCall || first == 0 || p.Draft.LastItem(id) == syntax.NoItem ||
		address.FunctionOf(selection.Items{View: &p.File.View}, id) != string(bytes.TrimPrefix(p.e.Source(call.First), []byte("core::"))) {
		return false
	}
	var nodes []syntax.NodeID
	list, readable := value.Value{Kind: value.Array}, true
	for n := first; n != 0; n = p.e.Node(n).Next {
		v, ok := value.Read(p.e, n, nil)
		nodes, list.Items, readable = append(nodes, n), append(list.Items, value.Item{Value: v}), readable && ok
	}
	spread := p.Draft.IsSpread(p.Draft.LastItem(id))
	switch {
	case spread != (call.Flags&syntax.FlagExpanded != 0):
		return false
	case spread || !readable:
		return p.inOrder(p.children(id), nodes)
	}
	return p.updateList(id, &list, p.Module.Classes.Value(&list, nil), nil) == nil
}

// each updates an expression whose parts have no brackets around them.
func (p *parts) each(id syntax.ItemID, node syntax.NodeID) bool {
	if !p.x.AreAlike(id, p.schema, p.e, node) && !p.becomeAlike(id, node) || !p.x.ExpandParts(id) {
		return false
	}
	return p.inOrder(p.children(id), p.e.ExpressionParts(nil, node))
}

// inOrder updates parts, each to the one that has its place.
func (p *parts) inOrder(old []syntax.ItemID, nodes []syntax.NodeID) bool {
	if len(old) != len(nodes) {
		return false
	}
	for i, c := range old {
		if p.update(c, nodes[i]) {
			continue
		}
		text := p.e.Source(nodes[i])
		if bytes.Contains(text, []byte("<<")) || p.setValue(c, text, 0) != nil {
			return false
		}
	}
	return true
}

// becomeAlike gives an item that is a for expression the form of another one, so that only
// their parts differ: its names, "..." and a condition.
func (p *parts) becomeAlike(id syntax.ItemID, node syntax.NodeID) bool {
	text := append(bytes.Clone(p.Draft.At(p.Draft.Item(id).Content)), '\n')
	p.Budget.Step(len(text) / 4)
	p.Budget.Grow(len(text))
	e, err := syntax.ParseExpression(nil, text, syntax.Span{To: int32(len(text) - 1)})
	if err != nil || p.Draft.EditedInside(id) {
		return false
	}
	old, new := e.Node(e.Root), p.e.Node(node)
	if old.Kind != new.Kind || old.Kind != syntax.NodeForTuple && old.Kind != syntax.NodeForObject {
		return false
	}
	f := reshaping{old: e, new: p.e, names: namesOf(p.e, new), flags: new.Flags}
	if new.Flags&syntax.FlagCondition != 0 {
		parts := p.e.ExpressionParts(nil, node)
		f.condition = p.e.Source(parts[len(parts)-1])
	}
	shaped := f.text(p.Draft.Newline())
	if bytes.Contains(text, []byte("<<")) || bytes.Contains(f.condition, []byte("<<")) || p.setValue(id, shaped, 0) != nil {
		return false
	}
	p.x.End()
	p.x = p.Compare()
	return p.x.AreAlike(id, p.schema, p.e, node)
}

// namesOf returns the names that a for expression binds.
func namesOf(e *syntax.Expr, n syntax.Node) (names []syntax.NodeID) {
	for c := n.First; c != 0 && e.Node(c).Kind == syntax.NodeName; c = e.Node(c).Next {
		names = append(names, c)
	}
	return names
}

// A reshaping gives a for expression the names of another one, and what is behind its value.
type reshaping struct {
	old, new  *syntax.Expr
	names     []syntax.NodeID // of new
	flags     syntax.Flag     // of new
	condition []byte          // of new
}

// text returns the old expression's text with what changes in its place.
func (f *reshaping) text(newline string) []byte {
	root := f.old.Node(f.old.Root)
	text := f.old.Text[root.Start:root.End]
	parts := f.old.ExpressionParts(nil, f.old.Root)
	body := parts[1:] // the key and the value
	if root.Flags&syntax.FlagCondition != 0 {
		body = body[:len(body)-1]
	}
	value := f.old.Node(body[len(body)-1])
	from := int(value.End - root.Start) // where what is behind the value begins
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
	return slices.Concat(f.renamed(root, text[:from]), behind, text[len(text)-1:])
}

// renamed returns the text up to the value's end with the new names.
func (f *reshaping) renamed(root syntax.Node, text []byte) []byte {
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

// withCondition returns what is behind a value with a condition: on a line of its own
// where the value is on one, else behind the value.
func (f *reshaping) withCondition(behind, before []byte, body int, newline string) []byte {
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

// withoutCondition returns what is behind a value without its condition, and without the
// comment on that one's line.
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

// ellipsis returns where "..." is behind a value.
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
