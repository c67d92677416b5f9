package draft

import (
	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/syntax"
	"iacedit/value"
)

// Items are the values of a file, as package address follows paths in them.
type Items struct{ *File }

func (v Items) Inside(id syntax.ItemID) syntax.Inside {
	if !v.Expand(id) {
		return syntax.InsideNothing
	}
	return v.Draft.Inside(id)
}

func (v Items) First(id syntax.ItemID) syntax.ItemID { return v.Draft.FirstItem(id) }

func (v Items) Next(id syntax.ItemID) syntax.ItemID {
	v.Budget.Step(1)
	return v.Draft.NextItem(id)
}

func (v Items) Element(list syntax.ItemID, number int) (syntax.ItemID, int) {
	return v.Index.Element(list, number)
}

func (v Items) Pair(object syntax.ItemID, key string, m value.Mode) syntax.ItemID {
	return v.Index.Pair(object, key, m)
}

func (v Items) IsSpread(_, argument syntax.ItemID) bool { return v.Draft.IsSpread(argument) }

func (v Items) Call(call syntax.ItemID) []byte {
	opening, _ := v.Draft.Brackets(call)
	return v.Draft.At(opening)
}

// CountElements counts the elements of a list, or of the list literals that a call joins.
func (f *File) CountElements(id syntax.ItemID) (count int) {
	lists, _ := address.Lists(Items{f}, id)
	for _, list := range lists {
		for c := f.Draft.FirstItem(list); c != syntax.NoItem; c = f.Draft.NextItem(c) {
			f.Budget.Step(1)
			count++
		}
	}
	return count
}

// ValueAt looks for the value of an attribute path in a body, for "where".
func (f *File) ValueAt(body syntax.ItemID, attr *plan.Attribute, p *value.Schema) (syntax.ItemID, *value.Schema, address.Sight) {
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

// elementsAt returns the elements among which a path that ends in [=] looks.
func (f *File) elementsAt(body syntax.ItemID, w *plan.Attribute, p *value.Schema) (elements []syntax.ItemID) {
	list := *w
	list.Path = w.Path[:len(w.Path)-1]
	id, _, seen := f.ValueAt(body, &list, p)
	if seen != address.There {
		return nil
	}
	lists, _ := address.Lists(Items{f}, id)
	for _, list := range lists {
		for c := f.Draft.FirstItem(list); c != syntax.NoItem; c = f.Draft.NextItem(c) {
			f.Budget.Step(1)
			elements = append(elements, c)
		}
	}
	return elements
}
