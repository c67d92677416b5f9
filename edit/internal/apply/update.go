package apply

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// A writer sets an item of a file to another value, or adds pairs and elements.
type writer struct {
	*draft.File
	o     *report.Observer
	body  *body
	x     *selection.Comparison // of the new value
	style style
}

// update sets an item to a value with the smallest change: none if it has that value; only the
// keys and elements that differ in an object or list; the text of a heredoc; else another
// expression in place of the old one (docs/layout.md, "Untouched bytes" and "The smallest
// change").
func (w *writer) update(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if v.Kind != value.Array && v.Kind != value.Object && !w.Draft.EditedInside(id) {
		same, known := value.EqualSimple(w.Draft.At(w.Tree.Value(id)), v, schema)
		if !known {
			e := w.Expr(id)
			same = w.Module.Classes.Equal(e, e.Root, v, schema, value.Setting)
		}
		if same {
			return nil
		}
		return w.updateScalar(id, v, schema)
	}
	w.x = w.Compare()
	err := w.updateClassified(id, v, w.Module.Classes.Value(v, schema), schema)
	w.x.End()
	return err
}

// updateClassified is update for an array or object, and for the values in one. All that it
// compares has a class, so each comparison takes one step.
func (w *writer) updateClassified(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error {
	w.Budget.Step(1)
	if w.Module.Classes.Same(w.x.Class(id, schema), n.Class, value.Setting) {
		return nil
	}
	if v.Kind != value.Array && v.Kind != value.Object {
		return w.updateScalar(id, v, schema)
	}
	in := id
	for w.x.Expand(in) && w.Draft.Inside(in) == syntax.InsideParens {
		in = w.Draft.FirstItem(in)
	}
	if !w.x.IsCollection(in) || w.IsList(in) != (v.Kind == value.Array) {
		return w.replace(id, v, schema)
	}
	switch id = in; {
	case w.Draft.Empty(id):
		return w.replace(id, v, schema)
	case len(v.Items) == 0:
		w.Draft.Clear(id)
		return nil
	case v.Kind == value.Object:
		return w.updateObject(id, v, n, schema)
	}
	return w.updateList(id, v, n, schema)
}

// updateScalar sets an item to a value that is no array or object, and differs from its own.
func (w *writer) updateScalar(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if bytes.HasPrefix(w.Draft.At(w.Draft.Item(id).Content), []byte("<<")) {
		if e := w.Expr(id); e.Node(e.Root).Flags&syntax.FlagHeredoc != 0 {
			return w.updateHeredoc(id, v, schema)
		}
	}
	return w.replace(id, v, schema)
}

// replace sets an item to another expression.
func (w *writer) replace(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	text, err := w.expression(v, schema, w.layoutIfAny(id, v))
	if err != nil {
		return err
	}
	if v.Kind == value.String && w.updateParts(id, text, schema) {
		return nil
	}
	if it := w.Draft.Item(id); it.Kind == syntax.KindAttribute && endsInHeredoc(text) && !w.Draft.StartsLine(id) {
		w.Draft.Open(it.Parent) // its lines are in another place
		w.style.of = syntax.NoItem
		if text, err = w.expression(v, schema, w.layoutOf(id, v)); err != nil {
			return err
		}
	}
	return w.setValue(id, text, v.At)
}

// addArgument adds a last argument to a call.
func (w *writer) addArgument(call syntax.ItemID, v *value.Value, schema *value.Schema) error {
	last := w.Draft.LastItem(call)
	if last != syntax.NoItem {
		return w.addElementTo(call, last, v, schema)
	}
	text, err := w.expression(v, schema, w.layoutIn(call, 0))
	if err != nil {
		return err
	}
	opening, _ := w.Draft.Brackets(call)
	return w.setValue(call, slices.Concat(w.Draft.At(opening), text, []byte{')'}), v.At)
}

// updateHeredoc gives a heredoc another text, if a heredoc can hold it, with the same marker
// and indentation.
func (w *writer) updateHeredoc(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	text, ok := value.AppendHeredoc(nil, w.Draft.At(w.Draft.Item(id).Content), v, schema, w.Module.Paid(value.Layout{}))
	switch {
	case ok && v.Kind == value.String && w.updateParts(id, text, schema):
		return nil
	case ok:
		return w.setValue(id, text, v.At)
	}
	return w.replace(id, v, schema)
}

// updateObject changes an object's pairs to those of v: it adds new ones at the end, updates
// those that stay in their places, and deletes the others. Of pairs with one key the last
// counts, and stays.
func (w *writer) updateObject(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error {
	members := make(map[value.Class]int, len(n.Items)) // of keys that mean the same, the last
	for i := range n.Items {
		members[n.Items[i].Key] = i
	}
	pairs := make([]syntax.ItemID, len(v.Items))
	var gone []syntax.ItemID
	for c := w.Draft.FirstItem(id); c != syntax.NoItem; c = w.Draft.NextItem(c) {
		w.Budget.Step(1)
		if w.Draft.Kind(c) != syntax.KindPair {
			continue
		}
		i, ok := members[w.Index.KeyClass(c, schema.KeyMode())]
		if !ok {
			gone = append(gone, c)
			continue
		}
		if pairs[i] != syntax.NoItem {
			gone = append(gone, pairs[i])
		}
		pairs[i] = c
	}
	for i, c := range pairs {
		if c == syntax.NoItem {
			continue
		}
		if err := w.updateClassified(c, &v.Items[i].Value, n.Items[i], schema.Member(v.Items[i].Key)); err != nil {
			return err
		}
	}
	for i := range v.Items {
		if pairs[i] != syntax.NoItem || members[n.Items[i].Key] != i {
			continue
		}
		if err := w.addPair(id, &v.Items[i], schema); err != nil {
			return err
		}
	}
	for _, c := range gone {
		w.Delete(c)
	}
	return nil
}

// addPair adds a pair to an object: in order if the others are in order, else at the end.
func (w *writer) addPair(object syntax.ItemID, item *value.Item, schema *value.Schema) error {
	if w.Draft.Empty(object) {
		return w.replace(object, &value.Value{Kind: value.Object, Items: []value.Item{*item}, At: item.Value.At}, schema)
	}
	key, err := draft.Key(item, schema)
	if err != nil {
		return err
	}
	layout := w.layoutIn(object, len(key)+len(" = "))
	layout.Heredoc = w.Draft.TakesHeredocs(object)
	w.Looks().Dress(&layout, &item.Value, object, syntax.NoItem, "")
	text, err := w.expression(&item.Value, schema.Member(item.Key), layout)
	if err != nil {
		return err
	}
	add, ordered := w.Draft.Pair, w.body.isOrdered(object, draft.LeastKeys)
	if ordered {
		add = w.Draft.PairInOrder
	}
	id, err := add(object, key, text)
	if err != nil {
		return fault.At(item.Value.At, fault.InvalidRequest, "%s", err)
	}
	if !ordered {
		w.Draft.Space(id)
	}
	return nil
}

// addElement adds an element to a list, after another element or before all others.
func (w *writer) addElement(list, prev syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if w.Draft.Empty(list) {
		return w.replace(list, &value.Value{Kind: value.Array, Items: []value.Item{{Value: *v}}, At: v.At}, schema)
	}
	return w.addElementTo(list, prev, v, schema.Element())
}

// addElementTo adds an element to a nonempty list or call. schema is the element's.
func (w *writer) addElementTo(list, prev syntax.ItemID, v *value.Value, schema *value.Schema) error {
	layout := w.layoutIn(list, 0)
	sibling := prev
	if sibling == syntax.NoItem {
		sibling = w.Draft.FirstItem(list)
	}
	w.Looks().Dress(&layout, v, list, syntax.NoItem, "")
	layout.OneLine = layout.OneLine || layout.Like.Len() < 2 && w.compact(sibling)
	text, err := w.expression(v, schema, layout)
	if err != nil {
		return err
	}
	id, err := w.Draft.Element(list, prev, text)
	if err != nil {
		return fault.At(v.At, fault.InvalidRequest, "%s", err)
	}
	w.Draft.Space(id)
	w.openWide(list, utf8.RuneCount(text))
	return nil
}

// bytesPerPaired is the memory for pairing one element with another.
const bytesPerPaired = 48

// updateList changes a list's elements to those of v. Equal elements stay, with their
// comments, and move if the order differs. An old and a new element about the same thing count
// as one that changes; the others are deleted or added (docs/layout.md, "The smallest
// change").
func (w *writer) updateList(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error {
	l := pairing{x: w.x, f: w.File, schema: schema.Element(), new: n.Items, from: make([]int, len(n.Items))}
	count := 0
	for c := w.Draft.FirstItem(id); c != syntax.NoItem; c = w.Draft.NextItem(c) {
		w.Budget.Step(1)
		count++
	}
	w.Budget.Hold(bytesPerPaired * (count + len(v.Items)))
	l.old, l.classes = make([]syntax.ItemID, 0, count), make([]value.Class, 0, count)
	for c := w.Draft.FirstItem(id); c != syntax.NoItem; c = w.Draft.NextItem(c) {
		if w.Draft.Kind(c) == syntax.KindElement {
			l.old = append(l.old, c)
			l.classes = append(l.classes, w.x.Class(c, l.schema))
		}
	}
	l.pair()
	stays := l.stays()
	prev := syntax.NoItem
	gone := make([]bool, len(l.old))
	for i := range gone {
		gone[i] = true
	}
	for j := range v.Items {
		i := l.from[j]
		if i < 0 {
			if err := w.addElement(id, prev, &v.Items[j].Value, schema); err != nil {
				return err
			}
			prev = w.after(id, prev)
			continue
		}
		c := l.old[i]
		gone[i] = false
		if !stays[i] {
			if w.Draft.Move(c, prev) != nil { // it is deleted and added again
				gone[i] = true
				if err := w.addElement(id, prev, &v.Items[j].Value, schema); err != nil {
					return err
				}
				prev = w.after(id, prev)
				continue
			}
		}
		if err := w.updateClassified(c, &v.Items[j].Value, n.Items[j], l.schema); err != nil {
			return err
		}
		prev = c
	}
	for i, c := range l.old {
		if gone[i] {
			w.Delete(c)
		}
	}
	return nil
}

// updateParts gives an item another expression and writes only the parts that differ. Blanks,
// line breaks and comments around the parts stay.
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
	own, body := *w, *w.body // copies, so that most writers stay on the stack
	own.body = &body
	p := parts{writer: &own, e: e, classes: w.Module.Classes.Expr(nil, e, schema), schema: schema}
	return p.update(id, e.Root)
}

// update sets an item to the expression at a node.
func (p *parts) update(id syntax.ItemID, node syntax.NodeID) bool {
	p.Budget.Step(4)
	if p.Module.Classes.Same(p.x.Class(id, p.schema), p.classes[node], value.Setting) {
		return true
	}
	outer := id
	id, node = p.unwrap(id, node)
	switch p.e.Node(node).Kind {
	case syntax.NodeObject, syntax.NodeTuple:
		return p.collection(id, node)
	case syntax.NodeCall:
		return p.call(id, node)
	case syntax.NodeBinary:
		return p.chain(outer, id, node)
	}
	return p.each(id, node)
}

// unwrap returns the item and the node inside their parentheses.
func (p *parts) unwrap(id syntax.ItemID, node syntax.NodeID) (syntax.ItemID, syntax.NodeID) {
	for p.x.Expand(id) && p.Draft.Inside(id) == syntax.InsideParens {
		id = p.Draft.FirstItem(id)
		p.x.Class(id, p.schema)
	}
	for p.e.Node(node).Kind == syntax.NodeParen {
		node = p.e.Node(node).First
	}
	return id, node
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

// inOrder updates parts, each to the new part with its index.
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
// their parts differ.
func (p *parts) becomeAlike(id syntax.ItemID, node syntax.NodeID) bool {
	if p.Draft.EditedInside(id) {
		return false
	}
	shaped, ok := reshaped(p.Budget, p.Draft.At(p.Draft.Item(id).Content), p.e, node, p.Draft.Newline())
	if !ok || p.setValue(id, shaped, 0) != nil {
		return false
	}
	p.x.End()
	p.x = p.Compare()
	return p.x.AreAlike(id, p.schema, p.e, node)
}
