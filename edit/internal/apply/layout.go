package apply

import (
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// mayHaveLines reports whether the code of a value may have several lines. Other values need no
// layout.
func mayHaveLines(v *value.Value) bool {
	return v.Kind >= value.Array || v.Kind == value.String && strings.IndexByte(v.Text, '\n') >= 0
}

// layoutOf returns the layout for a new value of an item.
func (w *writer) layoutOf(id syntax.ItemID, v *value.Value) value.Layout {
	it := w.Draft.Item(id)
	in := it.Parent
	for w.Draft.Inside(in) > syntax.InsideList { // an argument gets the layout of its call
		w.Budget.Step(1)
		in = w.Draft.Item(in).Parent
	}
	w.readStyle(in)
	indent := w.Draft.Indent(id)
	l := value.Layout{
		Indent:   indent,
		Step:     w.style.indent,
		Newline:  w.Draft.Newline(),
		Heredocs: true,
		OneLine:  in != syntax.Root && w.style.oneLine,
		Heredoc:  w.Draft.TakesHeredoc(id),
		Column:   len(indent) + it.Name.Len() + len(" = "),
	}
	name := ""
	if it.Kind == syntax.KindAttribute && len(v.Items) > 0 {
		name = string(w.Draft.Name(id))
	}
	w.Styler().SetStyle(&l, v, it.Parent, id, name)
	return l
}

// layoutIn returns the layout for the value of a new pair or element in parent. key is the width in
// columns of the pair's key and the " = ", or 0 for an element.
func (w *writer) layoutIn(parent syntax.ItemID, key int) value.Layout {
	w.readStyle(parent)
	indent := w.Draft.ChildIndent(parent)
	return value.Layout{
		Indent:   indent,
		Step:     w.style.indent,
		Newline:  w.Draft.Newline(),
		Heredocs: true,
		OneLine:  w.style.oneLine,
		Column:   len(indent) + key,
	}
}

// A style describes how the contents of an object, list, call or block are laid out.
type style struct {
	item    syntax.ItemID
	oneLine bool   // the item's value or body is on one line
	indent  string // the indentation added for each level
}

// readStyle sets w.style to the style of an item. It does nothing if w.style already is the style
// of this item, because edits of the contents do not change the style.
func (w *writer) readStyle(id syntax.ItemID) {
	if w.style.item != id {
		w.style = style{item: id, oneLine: w.Draft.OneLine(id), indent: w.Draft.Step(id)}
	}
}

// isCompact reports whether an element is a nonempty object or list on one line. A new element
// beside such an element is written on one line, too.
func (w *writer) isCompact(id syntax.ItemID) bool {
	return w.Expand(id) && w.Draft.OneLine(id) && !w.Draft.Empty(id)
}
