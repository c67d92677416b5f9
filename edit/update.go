package edit

import (
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// update gives an item a value with the smallest change that says it: nothing where
// it has that value; only the keys and elements that differ of an object or list;
// the text of a heredoc; else another expression in the old one's place (EDITS.md
// section 7.2, 7.3).
func (a *applier) update(id syntax.ItemID, v *value.Value, p *value.Schema) error {
	e := a.d.Expr(a.d.Item(id).Content)
	if value.Equal(e, e.Root, v, p, value.Setting) {
		return nil
	}
	root := e.Node(e.Root)
	switch {
	case root.Kind == syntax.NodeObject && v.Kind == value.Object && root.First != 0 && len(v.Items) > 0:
		return a.updateObject(id, v, p)
	case root.Kind == syntax.NodeTuple && v.Kind == value.Array && root.First != 0 && len(v.Items) > 0:
		return a.updateList(id, v, p)
	case root.Flags&syntax.FlagHeredoc != 0 && v.Kind == value.String && strings.HasSuffix(v.Text, "\n"):
		if text, ok := a.heredoc(id, v, p); ok {
			a.d.SetValue(id, text)
			return nil
		}
	}
	return a.replace(id, v, p)
}

// replace gives an item another expression as its value.
func (a *applier) replace(id syntax.ItemID, v *value.Value, p *value.Schema) error {
	text, err := a.value(v, p, a.layoutOf(id))
	if err != nil {
		return err
	}
	a.d.SetValue(id, text)
	return nil
}

// layoutOf returns the layout for a new value of an item.
func (a *applier) layoutOf(id syntax.ItemID) value.Layout {
	it := a.d.Item(id)
	a.ask(it.Parent)
	indent := a.d.Indent(id)
	return value.Layout{
		Indent:  indent,
		Step:    a.style.step,
		Newline: a.d.Newline(),
		OneLine: it.Parent != syntax.Root && a.style.oneLine,
		Column:  len(indent) + it.Name.Len() + len(" = "),
	}
}

// layoutIn returns the layout for the value of a new child of an item, whose key
// takes that many columns.
func (a *applier) layoutIn(parent syntax.ItemID, key int) value.Layout {
	a.ask(parent)
	indent := a.d.ChildIndent(parent)
	return value.Layout{
		Indent:  indent,
		Step:    a.style.step,
		Newline: a.d.Newline(),
		OneLine: a.style.oneLine,
		Column:  len(indent) + key,
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
func (a *applier) updateObject(id syntax.ItemID, v *value.Value, p *value.Schema) error {
	a.d.Expand(id)
	find := make(map[value.Class]int, len(v.Items))
	for i := range v.Items {
		find[a.classes.KeyText(v.Items[i].Key, p.KeyMode())] = i
	}
	pairs := make([]syntax.ItemID, len(v.Items))
	var gone []syntax.ItemID
	for c := a.d.Item(id).First; c != syntax.NoItem; c = a.d.Item(c).Next {
		if a.d.Item(c).Kind != syntax.KindPair {
			continue
		}
		i, ok := find[a.keyOf(c, p.KeyMode())]
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
		if err := a.update(c, &v.Items[i].Value, p.Member(v.Items[i].Key)); err != nil {
			return err
		}
	}
	for i := range v.Items {
		if pairs[i] != syntax.NoItem {
			continue
		}
		if err := a.addPair(id, &v.Items[i], p); err != nil {
			return err
		}
	}
	for _, c := range gone {
		a.d.Delete(c)
	}
	return nil
}

// keyOf returns the class of a pair's key.
func (a *applier) keyOf(pair syntax.ItemID, m value.Mode) value.Class {
	e := a.d.Expr(a.d.Item(pair).Name)
	return a.classes.Key(e, e.Root, nil, m)
}

// findPair returns the pair of an object with that literal key, or NoItem.
func (a *applier) findPair(object syntax.ItemID, key string) syntax.ItemID {
	literal := a.classes.LiteralKey(key)
	for c := a.d.Item(object).First; c != syntax.NoItem; c = a.d.Item(c).Next {
		if a.d.Item(c).Kind != syntax.KindPair {
			continue
		}
		name := string(a.d.Name(c))
		if name == key && value.IsIdentifier(key) || !value.IsIdentifier(name) && a.keyOf(c, value.Template) == literal {
			return c
		}
	}
	return syntax.NoItem
}

// keysOf names an object's keys for an error message.
func (a *applier) keysOf(object syntax.ItemID) string {
	var keys []string
	for c := a.d.Item(object).First; c != syntax.NoItem; c = a.d.Item(c).Next {
		if a.d.Item(c).Kind != syntax.KindPair {
			continue
		}
		if len(keys) == mostListed {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, string(a.d.Name(c)))
	}
	if len(keys) == 0 {
		return "no keys"
	}
	return strings.Join(keys, ", ")
}

// addPair adds a pair at the end of an object.
func (a *applier) addPair(object syntax.ItemID, item *value.Item, p *value.Schema) error {
	if a.d.Empty(object) {
		return a.replace(object, &value.Value{Kind: value.Object, Items: []value.Item{*item}, At: item.Value.At}, p)
	}
	key, err := a.key(item, p)
	if err != nil {
		return err
	}
	text, err := a.value(&item.Value, p.Member(item.Key), a.layoutIn(object, len(key)+len(" = ")))
	if err != nil {
		return err
	}
	a.d.Pair(object, key, text)
	return nil
}

// addElement adds an element to a list, after one or before all others.
func (a *applier) addElement(list, prev syntax.ItemID, v *value.Value, p *value.Schema) error {
	if a.d.Empty(list) {
		return a.replace(list, &value.Value{Kind: value.Array, Items: []value.Item{{Value: *v}}, At: v.At}, p)
	}
	text, err := a.value(v, p.Element(), a.layoutIn(list, 0))
	if err != nil {
		return err
	}
	a.d.Element(list, prev, text)
	return nil
}

// updateList makes a list's elements those of v. Elements that are equal stay as they
// are; between two that do, elements are updated one by one, and the rest added or
// taken away.
func (a *applier) updateList(id syntax.ItemID, v *value.Value, p *value.Schema) error {
	kept := a.align(id, v, p)
	a.d.Expand(id)
	var items []syntax.ItemID
	for c := a.d.Item(id).First; c != syntax.NoItem; c = a.d.Item(c).Next {
		if a.d.Item(c).Kind == syntax.KindElement {
			items = append(items, c)
		}
	}
	until := make([]int, len(items)) // for each element, the next one of v that stands for an element after it
	for i, end := len(items)-1, len(v.Items); i >= 0; i-- {
		until[i] = end
		if kept[i] >= 0 {
			end = kept[i]
		}
	}
	prev := syntax.NoItem
	next := 0 // the first element of v that is not in the list yet
	var gone []syntax.ItemID
	for i, c := range items {
		stays := kept[i] >= 0
		if stays {
			for ; next < kept[i]; next++ {
				if err := a.addElement(id, prev, &v.Items[next].Value, p); err != nil {
					return err
				}
				prev = a.after(id, prev)
			}
		} else if next < until[i] {
			if err := a.update(c, &v.Items[next].Value, p.Element()); err != nil {
				return err
			}
			stays = true
		}
		if !stays {
			gone = append(gone, c)
			continue
		}
		prev = c
		next++
	}
	for ; next < len(v.Items); next++ {
		if err := a.addElement(id, prev, &v.Items[next].Value, p); err != nil {
			return err
		}
		prev = a.after(id, prev)
	}
	for _, c := range gone {
		a.d.Delete(c)
	}
	return nil
}

// after returns the element of a list that stands after another, or the first one.
func (a *applier) after(list, prev syntax.ItemID) syntax.ItemID {
	if prev == syntax.NoItem {
		return a.d.FirstItem(list)
	}
	return a.d.NextItem(prev)
}

// mostAligned bounds the work of comparing every element with every other.
const mostAligned = 1 << 16

// align returns for each element of a list the number of the equal element of v that
// it stands for, or -1: a longest common subsequence. Where that would take too long,
// elements are compared place by place.
func (a *applier) align(id syntax.ItemID, v *value.Value, p *value.Schema) []int {
	e := a.d.Expr(a.d.Item(id).Content)
	var nodes []syntax.NodeID
	for c := e.Node(e.Root).First; c != 0; c = e.Node(c).Next {
		nodes = append(nodes, c)
	}
	kept := make([]int, len(nodes))
	for i := range kept {
		kept[i] = -1
	}
	classes, sent := a.classes.Expr(nil, e, p), a.classes.Value(v, p)
	same := func(i, j int) bool { return a.classes.Same(classes[nodes[i]], sent.Items[j].Class, value.Setting) }
	from, n, m := 0, len(nodes), len(v.Items)
	for ; from < n && from < m && same(from, from); from++ {
		kept[from] = from
	}
	for ; n > from && m > from && same(n-1, m-1); n, m = n-1, m-1 {
		kept[n-1] = m - 1
	}
	if (n-from)*(m-from) > mostAligned {
		for i := from; i < min(n, m); i++ {
			if same(i, i) {
				kept[i] = i
			}
		}
		return kept
	}
	subsequence(kept, from, n, m, same)
	return kept
}

// subsequence notes in kept a longest common subsequence of the elements from on, up
// to n of the one list and m of the other.
func subsequence(kept []int, from, n, m int, same func(i, j int) bool) {
	width := m - from + 1
	if n <= from || width <= 1 {
		return
	}
	length := make([]int32, (n-from+1)*width) // of what is common from i, j on
	at := func(i, j int) *int32 { return &length[(i-from)*width+j-from] }
	for i := n - 1; i >= from; i-- {
		for j := m - 1; j >= from; j-- {
			if same(i, j) {
				*at(i, j) = *at(i+1, j+1) + 1
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	for i, j := from, from; i < n && j < m; {
		switch {
		case same(i, j):
			kept[i] = j
			i, j = i+1, j+1
		case *at(i+1, j) >= *at(i, j+1):
			i++
		default:
			j++
		}
	}
}

// heredoc returns the text of an item's heredoc with another string in it: the same
// marker, the same indentation. It returns false where no heredoc can say the string.
func (a *applier) heredoc(id syntax.ItemID, v *value.Value, p *value.Schema) ([]byte, bool) {
	text := value.AppendHeredoc(nil, a.d.At(a.d.Item(id).Content), value.AsTemplate(v.Text, p.StringMode()))
	e, err := syntax.ParseExpression(nil, append(text, '\n'), syntax.Span{To: int32(len(text))})
	if err != nil || !value.Equal(e, e.Root, v, p, value.Setting) {
		return nil, false
	}
	return text, true
}
