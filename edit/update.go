package edit

import (
	"bytes"
	"iter"
	"strings"

	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/syntax"
	"iacedit/value"
)

// update gives an item a value with the smallest change that says it: nothing where
// it has that value; only the keys and elements that differ of an object or list;
// the text of a heredoc; else another expression in the old one's place (docs/layout.md,
// "Untouched bytes" and "The smallest change").
func (a *applier) update(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if v.Kind != value.Array && v.Kind != value.Object && !a.d.EditedInside(id) {
		e := a.expr(id)
		if value.Equal(e, e.Root, v, schema, value.Setting) {
			return nil
		}
		return a.updateScalar(id, v, schema)
	}
	a.known.reset()
	return a.updateClassified(id, v, a.classes.Value(v, schema), schema)
}

// updateClassified is update for an array or object, and for what is in one: all that it
// compares has a class, so that each comparison takes one step.
func (a *applier) updateClassified(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error {
	a.budget.Step(1)
	if a.classes.Same(a.class(id, schema), n.Class, value.Setting) {
		return nil
	}
	if v.Kind != value.Array && v.Kind != value.Object {
		return a.updateScalar(id, v, schema)
	}
	in := id
	for a.expandKnown(in) && a.d.Inside(in) == syntax.InsideParens {
		in = a.d.FirstItem(in)
	}
	if !a.isCollection(in) || a.isList(in) != (v.Kind == value.Array) {
		return a.replace(id, v, schema)
	}
	switch id = in; {
	case a.d.Empty(id):
		return a.replace(id, v, schema)
	case len(v.Items) == 0:
		a.index.forget(id)
		a.d.Clear(id)
		return nil
	case v.Kind == value.Object:
		return a.updateObject(id, v, n, schema)
	}
	return a.updateList(id, v, n, schema)
}

// updateScalar gives an item a value that is no array or object, and not the one it has.
func (a *applier) updateScalar(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if bytes.HasPrefix(a.d.At(a.d.Item(id).Content), []byte("<<")) {
		if e := a.expr(id); e.Node(e.Root).Flags&syntax.FlagHeredoc != 0 {
			return a.updateHeredoc(id, v, schema)
		}
	}
	return a.replace(id, v, schema)
}

// replace gives an item another expression as its value.
func (a *applier) replace(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	text, err := a.value(v, schema, a.layoutOf(id))
	if err != nil {
		return err
	}
	if it := a.d.Item(id); it.Kind == syntax.KindAttribute && bytes.HasPrefix(text, []byte("<<")) && !a.d.StartsLine(id) {
		a.d.Open(it.Parent) // and its lines stand elsewhere
		a.style.of = syntax.NoItem
		if text, err = a.value(v, schema, a.layoutOf(id)); err != nil {
			return err
		}
	}
	return a.setValue(id, text, v.At)
}

// compact reports whether an element is an object or list on one line that is not empty:
// new elements beside it are so, too.
func (a *applier) compact(id syntax.ItemID) bool {
	return a.expand(id) && a.d.OneLine(id) && !a.d.Empty(id)
}

// setValue gives an item the value that text is; at is where it comes from in the request.
func (a *applier) setValue(id syntax.ItemID, text []byte, at int) error {
	a.index.forget(id)
	if err := a.d.SetValue(id, text); err != nil {
		return fault.At(at, fault.InvalidRequest, "%s", err)
	}
	return nil
}

// updateHeredoc gives a heredoc another text, where a heredoc can hold it: the same
// marker, the same indentation.
func (a *applier) updateHeredoc(id syntax.ItemID, v *value.Value, schema *value.Schema) error {
	text, ok := value.AppendHeredoc(nil, a.d.At(a.d.Item(id).Content), v, schema, value.Layout{Budget: a.budget})
	if ok {
		return a.setValue(id, text, v.At)
	}
	return a.replace(id, v, schema)
}

// layoutOf returns the layout for a new value of an item.
func (a *applier) layoutOf(id syntax.ItemID) value.Layout {
	it := a.d.Item(id)
	in := it.Parent
	for a.d.Inside(in) > syntax.InsideList { // an argument opens up as the call would
		a.budget.Step(1)
		in = a.d.Item(in).Parent
	}
	a.ask(in)
	indent := a.d.Indent(id)
	return value.Layout{
		Indent:   indent,
		Step:     a.style.step,
		Newline:  a.d.Newline(),
		Heredocs: true,
		OneLine:  in != syntax.Root && a.style.oneLine,
		Heredoc:  a.d.TakesHeredoc(id),
		Column:   len(indent) + it.Name.Len() + len(" = "),
		Budget:   a.budget,
	}
}

// layoutIn returns the layout for the value of a new child of an item, whose key
// takes that many columns.
func (a *applier) layoutIn(parent syntax.ItemID, key int) value.Layout {
	a.ask(parent)
	indent := a.d.ChildIndent(parent)
	return value.Layout{
		Indent:   indent,
		Step:     a.style.step,
		Newline:  a.d.Newline(),
		Heredocs: true,
		OneLine:  a.style.oneLine,
		Column:   len(indent) + key,
		Budget:   a.budget,
	}
}

// A style is how what is in an item is written.
type style struct {
	of      syntax.ItemID
	oneLine bool   // its value or body stands on one line
	step    string // by how much what is in it is indented
}

// ask makes style that of an item. The answer for the items of one value serves all
// of them: none of them changes it.
func (a *applier) ask(id syntax.ItemID) {
	if a.style.of != id {
		a.style = style{of: id, oneLine: a.d.OneLine(id), step: a.d.Step(id)}
	}
}

// updateObject makes an object's pairs those of v: new ones are added at the end,
// those of both are updated where they stand, the others go. Of pairs with one key the
// last counts, and stays.
func (a *applier) updateObject(id syntax.ItemID, v *value.Value, n value.Classified, schema *value.Schema) error {
	members := make(map[value.Class]int, len(n.Items)) // of two keys that mean the same, the last
	for i := range n.Items {
		members[n.Items[i].Key] = i
	}
	pairs := make([]syntax.ItemID, len(v.Items))
	var gone []syntax.ItemID
	for c := a.d.FirstItem(id); c != syntax.NoItem; c = a.d.NextItem(c) {
		a.budget.Step(1)
		if a.d.Kind(c) != syntax.KindPair {
			continue
		}
		i, ok := members[a.keyClass(c, schema.KeyMode())]
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
		if err := a.updateClassified(c, &v.Items[i].Value, n.Items[i], schema.Member(v.Items[i].Key)); err != nil {
			return err
		}
	}
	for i := range v.Items {
		if pairs[i] != syntax.NoItem || members[n.Items[i].Key] != i {
			continue
		}
		if err := a.addPair(id, &v.Items[i], schema); err != nil {
			return err
		}
	}
	for _, c := range gone {
		a.delete(c)
	}
	return nil
}

// keysOf names the keys of objects for an error message, and the one that is nearest to one
// that is not there.
func (a *applier) keysOf(key string, objects ...syntax.ItemID) string {
	var keys []string
	for c := range a.pairsOf(objects) {
		if len(keys) == mostListed {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, excerpt.Line(a.d.Name(c)))
	}
	if len(keys) == 0 {
		return "no keys"
	}
	return strings.Join(keys, ", ") + nearest.DidYouMean(key, func(yield func(string) bool) {
		for c := range a.pairsOf(objects) {
			if text, ok := a.d.Key(c); ok && !yield(text) {
				return
			}
		}
	})
}

// pairsOf returns the pairs of objects.
func (a *applier) pairsOf(objects []syntax.ItemID) iter.Seq[syntax.ItemID] {
	return func(yield func(syntax.ItemID) bool) {
		for _, object := range objects {
			for c := a.d.FirstItem(object); c != syntax.NoItem; c = a.d.NextItem(c) {
				a.budget.Step(stepsPerName)
				if a.d.Kind(c) == syntax.KindPair && !yield(c) {
					return
				}
			}
		}
	}
}

// addPair adds a pair at the end of an object.
func (a *applier) addPair(object syntax.ItemID, item *value.Item, schema *value.Schema) error {
	if a.d.Empty(object) {
		return a.replace(object, &value.Value{Kind: value.Object, Items: []value.Item{*item}, At: item.Value.At}, schema)
	}
	key, err := a.key(item, schema)
	if err != nil {
		return err
	}
	layout := a.layoutIn(object, len(key)+len(" = "))
	layout.Heredoc = a.d.TakesHeredocs(object)
	text, err := a.value(&item.Value, schema.Member(item.Key), layout)
	if err != nil {
		return err
	}
	id, err := a.d.Pair(object, key, text)
	if err != nil {
		return fault.At(item.Value.At, fault.InvalidRequest, "%s", err)
	}
	a.index.added(id)
	return nil
}

// addElement adds an element to a list, after one or before all others.
func (a *applier) addElement(list, prev syntax.ItemID, v *value.Value, schema *value.Schema) error {
	if a.d.Empty(list) {
		return a.replace(list, &value.Value{Kind: value.Array, Items: []value.Item{{Value: *v}}, At: v.At}, schema)
	}
	layout := a.layoutIn(list, 0)
	sibling := prev
	if sibling == syntax.NoItem {
		sibling = a.d.FirstItem(list)
	}
	layout.OneLine = layout.OneLine || a.compact(sibling)
	text, err := a.value(v, schema.Element(), layout)
	if err != nil {
		return err
	}
	last := prev == a.d.LastItem(list)
	id, err := a.d.Element(list, prev, text)
	if err != nil {
		return fault.At(v.At, fault.InvalidRequest, "%s", err)
	}
	if last {
		a.index.added(id)
	} else {
		a.index.forget(list)
	}
	return nil
}
