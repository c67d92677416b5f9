package selection

import (
	"bytes"

	"iacedit/address"
	"iacedit/syntax"
	"iacedit/value"
)

// Items has the methods of a View that package address needs to follow paths.
type Items struct{ *View }

func (v Items) Inside(id syntax.ItemID) syntax.Inside {
	if v.Expand(id) {
		return v.Tree.Inside(id)
	}
	if bytes.IndexByte(v.Tree.At(v.Tree.Value(id)), '?') < 0 {
		return syntax.InsideNothing
	}
	if e := v.Expr(id); e.Node(e.Root).Kind != syntax.NodeConditional || !v.Tree.ExpandPartsNode(id, e, e.Root) {
		return syntax.InsideNothing
	}
	return syntax.InsideChoice
}

func (v Items) First(id syntax.ItemID) syntax.ItemID {
	return v.item(v.tree.Item(id).First)
}

func (v Items) Next(id syntax.ItemID) syntax.ItemID {
	v.Budget.Step(1)
	return v.item(v.tree.Item(id).Next)
}

func (v Items) Element(list syntax.ItemID, number int) (syntax.ItemID, int) {
	return v.Index.Element(list, number)
}

func (v Items) Pair(object syntax.ItemID, key string, m value.Mode) syntax.ItemID {
	return v.Index.Pair(object, key, m)
}

// item returns the item id if it contains code, and otherwise its next sibling with code. Blank
// lines and separate comments, for example, are items without code. If no sibling contains code,
// item returns NoItem.
func (v Items) item(id syntax.ItemID) syntax.ItemID {
	for id != syntax.NoItem && v.Tree.Kind(id) < syntax.KindAttribute {
		v.Budget.Step(1)
		id = v.tree.Item(id).Next
	}
	return id
}

func (v Items) IsSpread(_, argument syntax.ItemID) bool {
	return syntax.IsSpread(v.Tree.At(v.Tree.Item(argument).Tail))
}

func (v Items) Call(call syntax.ItemID) []byte {
	opening, _ := v.Tree.Brackets(call)
	return v.Tree.At(opening)
}

// CountElements returns the number of elements in a list. For a call of concat it counts the
// elements of all list literals among the arguments.
func (f *View) CountElements(id syntax.ItemID) (count int) {
	lists, _ := address.Lists(Items{f}, id)
	for _, list := range lists {
		for range f.Tree.Elements(list) {
			f.Budget.Step(1)
			count++
		}
	}
	return count
}

// ValueAt returns the item at an attribute path in a body, and the schema of its value. The
// argument p is the schema of the attribute that the path begins with.
func (f *View) ValueAt(body syntax.ItemID, attr *Attribute, p *value.Schema) (syntax.ItemID, *value.Schema, address.Sight) {
	id := f.Index.Attribute(body, attr.Name)
	if id == syntax.NoItem {
		return id, p, address.Absent
	}
	for _, step := range attr.Path {
		_, child, seen := address.Follow(Items{f}, id, p, step)
		if seen != address.There {
			return child, p, seen
		}
		id, p = child, step.Schema(p)
	}
	return id, p, address.There
}

// ElementsAt returns the elements of the list at a path that ends in [=]. The path cidr_blocks[=],
// for example, means the elements of cidr_blocks that equal the value in the request; the caller
// makes this comparison.
func (f *View) ElementsAt(body syntax.ItemID, w *Attribute, p *value.Schema) (elements []syntax.ItemID) {
	list := *w
	list.Path = w.Path[:len(w.Path)-1]
	id, _, seen := f.ValueAt(body, &list, p)
	if seen != address.There {
		return nil
	}
	lists, _ := address.Lists(Items{f}, id)
	for _, list := range lists {
		for c := range f.Tree.Elements(list) {
			f.Budget.Step(1)
			elements = append(elements, c)
		}
	}
	return elements
}
