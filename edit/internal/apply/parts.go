package apply

import (
	"bytes"
	"slices"

	"iacedit/address"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// A partUpdater changes an expression to another expression of its kind, part by part
// (docs/layout.md, "The smallest change"). The parts of a + b are a and b. The methods return false
// if the expressions are of different kinds or cannot be changed part by part. The caller then
// replaces the whole value, even if some parts are already changed.
type partUpdater struct {
	*writer
	e       *syntax.Expr // the new expression
	classes []value.Class
	schema  *value.Schema // the schema of the whole value

	collections collections
}

// collections has the functions that update the objects and lists inside an expression.
type collections struct {
	update     func(w *writer, id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error
	updateList func(w *writer, id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema, inPlace bool) error
}

// updateParts changes the value of an item to the expression in text, and writes only the parts
// that differ. Blanks, line breaks and comments around the parts stay. It returns false if the
// caller must replace the whole value.
func (w *writer) updateParts(id syntax.ItemID, text []byte, schema *value.Schema, c collections) bool {
	if !hasParts(text) || !hasParts(w.Draft.At(w.Draft.Value(id))) || w.Draft.EditedInside(id) {
		return false
	}
	e, err := w.ParseCode(text)
	if err != nil {
		return false
	}
	if w.x == nil {
		w.x = w.Compare()
	}
	own, body := *w, *w.body // copies, so that most writers stay on the stack
	own.body = &body
	p := partUpdater{writer: &own, e: e, classes: w.Module.Classes.Expr(nil, e, schema), schema: schema, collections: c}
	return p.update(id, e.Root)
}

// update changes the expression of an item to the one at a node of the new expression.
func (p *partUpdater) update(id syntax.ItemID, node syntax.NodeID) bool {
	p.Budget.Step(4)
	if p.Module.Classes.Same(p.x.Class(id, p.schema), p.classes[node], value.Setting) {
		return true
	}
	id = p.insideParens(id)
	node = p.e.WithoutParens(node)
	switch p.e.Node(node).Kind {
	case syntax.NodeObject, syntax.NodeTuple:
		return p.updateCollection(id, node)
	case syntax.NodeCall:
		return p.updateCall(id, node)
	}
	return p.updateOperands(id, node)
}

// updateCollection updates an object or list literal.
func (p *partUpdater) updateCollection(id syntax.ItemID, node syntax.NodeID) bool {
	if !p.x.IsCollection(id) || p.IsList(id) != (p.e.Node(node).Kind == syntax.NodeTuple) {
		return false
	}
	v, ok := value.Read(p.e, node, nil)
	return ok && p.collections.update(p.writer, id, &v, p.Module.Classes.Value(&v, nil), nil) == nil
}

// updateCall updates the arguments of a call, if the node is a call of the same function.
func (p *partUpdater) updateCall(id syntax.ItemID, node syntax.NodeID) bool {
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
		return p.updateInOrder(p.children(id), nodes)
	}
	inPlace := !slices.Contains(variadic, string(p.e.Source(call.First)))
	return p.collections.updateList(p.writer, id, &list, p.Module.Classes.Value(&list, nil), nil, inPlace) == nil
}

// variadic lists the functions that take any number of arguments of the same kind, like the
// elements of a list. In other functions each argument has a meaning of its own, so an argument
// that moves to another index becomes another argument.
var variadic = []string{"merge", "concat", "coalesce", "coalescelist", "max", "min", "setunion", "setintersection", "setproduct", "try"}

// updateOperands updates the parts of an expression that has no brackets around its parts, such as
// a + b or a conditional.
func (p *partUpdater) updateOperands(id syntax.ItemID, node syntax.NodeID) bool {
	alike := p.x.AreAlike(id, p.schema, p.e, node)
	if !alike || !p.x.ArePaired(id, p.schema, p.e, node) {
		id, alike = p.takeForm(id, node)
	}
	if !alike || !p.x.ExpandParts(id) {
		return false
	}
	return p.updateInOrder(p.children(id), p.e.ExpressionParts(nil, node))
}

// updateInOrder updates each part to the new part with the same index.
func (p *partUpdater) updateInOrder(old []syntax.ItemID, nodes []syntax.NodeID) bool {
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

// takeForm changes the value of an item so that it differs from the new expression at a node only
// in its parts, which can then be updated one by one. For example, a chain gets as many operands as
// the new chain. takeForm can change the form of a for expression, or of a chain of operands with
// the same operator between them, such as a && b && c. It returns the item with the new form, or
// false.
func (p *partUpdater) takeForm(id syntax.ItemID, node syntax.NodeID) (syntax.ItemID, bool) {
	if p.Draft.EditedInside(id) {
		return id, false
	}
	inner := p.Draft.Item(id).Content
	outer := id
	for p.Draft.Inside(p.Draft.Item(outer).Parent) == syntax.InsideParens { // outside parentheses, no line break may be added
		outer = p.Draft.Item(outer).Parent
	}
	around := p.Draft.Item(outer).Content
	code := p.Draft.At(around)
	from, to := inner.From-around.From, inner.To-around.From
	r := oldForm{newline: p.Draft.Newline(), commentAfter: p.isCommented(id)}
	if outer != id {
		before := bytes.TrimRight(code[:from], " \t")
		r.commentBefore, r.ownLine = hasComment(before), bytes.HasSuffix(before, []byte{'\n'})
		if comment := lineComment(code[to:]); len(comment) > 0 {
			to, r.commentAfter = to+int32(len(comment)), false
		}
	}
	r.code = code[from:to]
	shaped, ok := changeForm(p.Budget, &r, p.e, node)
	if !ok {
		return id, false
	}
	p.Budget.Grow(len(code) + len(shaped))
	if p.setValue(outer, slices.Concat(code[:from], shaped, code[to:]), 0) != nil {
		return id, false
	}
	p.x.End()
	p.x = p.Compare()
	id = p.insideParens(outer)
	return id, p.x.AreAlike(id, p.schema, p.e, node)
}

// lineComment returns the "#" or "//" comment at the start of a text, with the blanks before it. It
// returns nil if there is no such comment, or if no line break ends the comment.
func lineComment(text []byte) []byte {
	rest := bytes.TrimLeft(text, " \t")
	if !bytes.HasPrefix(rest, []byte{'#'}) && !bytes.HasPrefix(rest, []byte("//")) {
		return nil
	}
	end := bytes.IndexByte(text, '\n')
	if end < 0 {
		return nil
	}
	return bytes.TrimRight(text[:end], " \t\r")
}

// insideParens returns the item inside the parentheses around the whole value of an item. Without
// such parentheses it returns the item itself.
func (p *partUpdater) insideParens(id syntax.ItemID) syntax.ItemID {
	p.x.Class(id, p.schema)
	for p.x.Expand(id) && p.Draft.Inside(id) == syntax.InsideParens {
		id = p.Draft.FirstItem(id)
		p.x.Class(id, p.schema)
	}
	return id
}

// isCommented reports whether a comment may directly follow an item.
func (p *partUpdater) isCommented(id syntax.ItemID) bool {
	text, end := p.Draft.File.Text(), int(p.Draft.Item(id).Content.To)
	if end > len(text) {
		return true // the item is new
	}
	rest := bytes.TrimLeft(text[end:], " \t,")
	return len(rest) > 0 && (rest[0] == '#' || rest[0] == '/')
}
