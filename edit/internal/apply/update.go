package apply

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// A writer sets an item of a file to another value, or adds pairs and elements to the item.
type writer struct {
	*draft.File
	o     *report.Observer
	body  *body
	x     *selection.Comparison // compares old values with the new value
	style style
}

// update sets an item to a value with the smallest change. It changes nothing if the item already
// has this value. In an object or list it changes the keys and elements that differ, and in a
// heredoc the text. In any other expression it replaces only the parts that differ if the new
// expression is of the same kind, and otherwise the whole expression (docs/layout.md, "Untouched
// bytes" and "The smallest change").
func (w *writer) update(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if v.Kind != value.Array && v.Kind != value.Object && !w.Draft.EditedInside(id) {
		same, known := value.EqualSimple(w.Draft.At(w.Tree.Value(id)), v, schema)
		if !known {
			e := w.Expr(id)
			same = w.Module.Classes.Equal(e, e.Root, v, schema, value.Setting)
		}
		if same && !(value.AsksForBare(v, schema) && w.hasQuotes(id, schema)) {
			return nil
		}
		return w.updateScalar(id, v, schema)
	}
	w.x = w.Compare()
	err := w.updateClassified(id, v, w.Module.Classes.Value(v, schema), schema)
	w.x.End()
	return err
}

// updateClassified is like the method update, but the caller passes the classes of the new value
// and of the values in it (see value.Classes). With the classes, each comparison of values is a
// single step.
func (w *writer) updateClassified(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error {
	w.Budget.Step(1)
	if w.Module.Classes.Same(w.x.Class(id, schema), n.Class, value.Setting) && !(n.Bare && w.hasQuotes(id, schema)) {
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
	return w.updateList(id, v, n, schema, false)
}

// hasQuotes reports whether a value has quotes around code, as in depends_on = ["a.b"]. The schema
// is that of the value's place.
func (w *writer) hasQuotes(id syntax.ItemID, schema *value.Schema) bool {
	return !w.Draft.EditedInside(id) && len(value.Quotes(w.Expr(id), schema)) > 0
}

// updateScalar sets an item to a value that is neither an array nor an object, and that differs
// from the item's value.
func (w *writer) updateScalar(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if bytes.HasPrefix(w.Draft.At(w.Draft.Value(id)), []byte("<<")) {
		if e := w.Expr(id); e.Node(e.Root).Flags&syntax.FlagHeredoc != 0 {
			return w.updateHeredoc(id, v, schema)
		}
	}
	return w.replace(id, v, schema)
}

// replace sets an item to the expression for a value.
func (w *writer) replace(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	var layout value.Layout
	if mayHaveLines(v) {
		layout = w.layoutOf(id, v)
	}
	text, err := w.expression(v, schema, &layout)
	if err != nil {
		return err
	}
	if v.Kind == value.String && w.updateParts(id, text, schema, collections{(*writer).updateClassified, (*writer).updateList}) {
		return nil
	}
	if w.Draft.Kind(id) == syntax.KindAttribute && endsInHeredoc(text) && !w.Draft.StartsLine(id) {
		w.Draft.Open(w.Draft.Item(id).Parent) // a heredoc needs a body of several lines
		w.style.item = syntax.NoItem
		layout = w.layoutOf(id, v)
		if text, err = w.expression(v, schema, &layout); err != nil {
			return err
		}
	}
	return w.setValue(id, text, v.At)
}

// addArgument adds an argument at the end of a call.
func (w *writer) addArgument(call syntax.ItemID, v *value.Value, schema *value.Schema) error {
	last := w.Draft.LastItem(call)
	if last != syntax.NoItem {
		return w.addElementTo(call, last, v, schema)
	}
	layout := w.layoutIn(call, 0)
	text, err := w.expression(v, schema, &layout)
	if err != nil {
		return err
	}
	opening, _ := w.Draft.Brackets(call)
	return w.setValue(call, slices.Concat(w.Draft.At(opening), text, []byte{')'}), v.At)
}

// updateHeredoc replaces the text of a heredoc, and keeps the marker and the indentation. If a
// heredoc cannot contain the new text, updateHeredoc replaces the whole value.
func (w *writer) updateHeredoc(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	text, ok := value.AppendHeredoc(nil, w.Draft.At(w.Draft.Item(id).Content), v, schema, w.Module.WithBudget(value.Layout{}))
	switch {
	case ok && v.Kind == value.String && w.updateParts(id, text, schema, collections{(*writer).updateClassified, (*writer).updateList}):
		return nil
	case ok:
		return w.setValue(id, text, v.At)
	}
	return w.replace(id, v, schema)
}

// updateObject changes an object's pairs to the members of v. It adds new pairs, updates existing
// pairs in place, and deletes all other pairs. Of several pairs with the same key, only the last
// pair stays, because it takes effect.
func (w *writer) updateObject(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error {
	members := make(map[value.Class]int, len(n.Items)) // the last member of each key
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

// addPair adds a pair to an object. If the pairs of the object are sorted, the new pair is inserted
// in order, otherwise at the end.
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
	w.Styler().SetStyle(&layout, &item.Value, object, syntax.NoItem, "")
	text, err := w.expression(&item.Value, schema.Member(item.Key), &layout)
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

// addElement adds an element to a list: after prev or, if prev is NoItem, before all elements.
func (w *writer) addElement(list, prev syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if w.Draft.Empty(list) {
		return w.replace(list, &value.Value{Kind: value.Array, Items: []value.Item{{Value: *v}}, At: v.At}, schema)
	}
	return w.addElementTo(list, prev, v, schema.Element())
}

// addElementTo adds an element to a nonempty list or call. The given schema is that of the element.
func (w *writer) addElementTo(list, prev syntax.ItemID, v *value.Value, schema *value.Schema) error {
	layout := w.layoutIn(list, 0)
	sibling := prev
	if sibling == syntax.NoItem {
		sibling = w.Draft.FirstItem(list)
	}
	w.Styler().SetStyle(&layout, v, list, syntax.NoItem, "")
	layout.OneLine = layout.OneLine || layout.Like.Len() < 2 && w.isCompact(sibling)
	text, err := w.expression(v, schema, &layout)
	if err != nil {
		return err
	}
	id, err := w.Draft.Element(list, prev, text)
	if err != nil {
		return fault.At(v.At, fault.InvalidRequest, "%s", err)
	}
	w.Draft.Space(id)
	w.splitIfWide(list, utf8.RuneCount(text))
	return nil
}

// bytesPerPaired is the number of bytes that a pairing needs for each old or new element.
const bytesPerPaired = 48

// updateList changes a list's elements to the elements of v. Equal elements stay, with their
// comments, and move if the order differs. An old and a new element that describe the same object
// are paired, and the old element is updated. Other elements are deleted or added (docs/layout.md,
// "The smallest change"). If inPlace is true, the elements are the arguments of a call, and lists
// of equal length are paired by index.
func (w *writer) updateList(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema, inPlace bool) error {
	l := pairing{x: w.x, f: w.File, schema: schema.Element(), new: n.Items}
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
	if inPlace && len(l.old) == len(l.new) {
		l.pairInPlace()
	} else {
		l.pair()
	}
	stays := l.stays()
	prev := syntax.NoItem
	gone := make([]bool, len(l.old))
	for i := range gone {
		gone[i] = true
	}
	for j := range v.Items {
		i := l.From[j]
		if i >= 0 {
			gone[i] = !stays[i] && w.Draft.Move(l.old[i], prev) != nil // if it cannot move, it is deleted and added again
		}
		if i < 0 || gone[i] {
			if err := w.addElement(id, prev, &v.Items[j].Value, schema); err != nil {
				return err
			}
			prev = w.elementAfter(id, prev)
			continue
		}
		prev = l.old[i]
		if err := w.updateClassified(prev, &v.Items[j].Value, n.Items[j], l.schema); err != nil {
			return err
		}
	}
	for i, c := range l.old {
		if gone[i] {
			w.Delete(c)
		}
	}
	return nil
}
