package selection

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// stepsPerSelector is the price of comparing an attribute of a block with a value. stepsPerHas is
// the price of reporting whether a block has an attribute, not including the search for it.
const stepsPerSelector, stepsPerHas = 8, 2

// anyEqual reports whether a list contains an element that equals the value of m. The path of w
// consists of the path of the list and the step [=].
func (f *View) anyEqual(body syntax.ItemID, w *Attribute, m *value.Matcher, p *value.Schema) bool {
	for _, c := range f.ElementsAt(body, w, p) {
		if f.matchesItem(m, c, address.SchemaAt(p, w.Path)) {
			return true
		}
	}
	return false
}

// hasEach reports whether a block has all the given attributes and nested block types. If has is
// false, it reports whether the block has none of the names.
func (f *View) hasEach(id syntax.ItemID, names []Attribute, has bool, p *terraform.Body) bool {
	for i := range names {
		if f.Has(id, &names[i], p) != has {
			return false
		}
	}
	return true
}

// Has reports whether a block has an attribute, an item at an attribute path, or a nested block. A
// nested block is named by its type, which labels may follow, as in dynamic.ingress.
func (f *View) Has(id syntax.ItemID, name *Attribute, p *terraform.Body) bool {
	f.Budget.Step(stepsPerHas)
	if _, _, seen := f.ValueAt(id, name, p.Attribute(name.Name)); seen == address.There {
		return true
	}
	blocks := f.Index.Blocks(nil, id, []string{name.Name})
	if len(name.Path) == 0 || len(blocks) == 0 {
		return len(blocks) > 0
	}
	labels := make([]string, len(name.Path))
	for i := range name.Path {
		if name.Path[i].Kind != address.StepKey {
			return false
		}
		labels[i] = name.Path[i].Key
	}
	return slices.ContainsFunc(blocks, func(block syntax.ItemID) bool {
		f.Budget.Step(1 + len(labels))
		return f.Tree.HasLabels(block, labels)
	})
}

// HasValues reports whether a block has all values that the selector "where" requires.
func (f *View) HasValues(id syntax.ItemID, where []Attribute, matchers []value.Matcher, p *terraform.Body) bool {
	for i := range where {
		f.Budget.Step(stepsPerSelector)
		w := &where[i]
		if w.EndsInEqual() {
			if !f.anyEqual(id, w, &matchers[i], p.Attribute(w.Name)) {
				return false
			}
			continue
		}
		found, schema, seen := f.ValueAt(id, w, p.Attribute(w.Name))
		if seen == address.Absent && w.Value.Kind == value.Null {
			continue
		}
		if seen != address.There || !f.matchesItem(&matchers[i], found, schema) {
			return false
		}
	}
	return true
}

// matchesItem reports whether the value of an item, with all edits so far, equals the value of m.
func (f *View) matchesItem(m *value.Matcher, id syntax.ItemID, schema *value.Schema) bool {
	if f.editedInside(id) {
		return m.MatchClass(f.Compare().Class(id, schema))
	}
	e := f.Expr(id)
	return m.Match(e, e.Root)
}

// Equal returns the elements that have the given class. It searches all lists in an item's value,
// such as the arguments of concat. The argument p is the schema of the elements. The result last
// is the list to which an edit must append a new element for [=], or NoItem if an edit cannot append
// one; any reports whether the value contains any lists.
func (f *View) Equal(id syntax.ItemID, class value.Class, p *value.Schema) (found []syntax.ItemID, last syntax.ItemID, any bool) {
	x := f.Compare()
	if f.Index.IsMany() {
		q := f.Index.Elements(id)
		if q == nil {
			lists, last := address.Lists(Items{f}, id)
			q = f.Index.SetElements(id, lists, last)
		}
		return q.Find(class, func(c syntax.ItemID) value.Class { return x.Class(c, p) }), q.Last, q.Lists() > 0
	}
	lists, last := address.Lists(Items{f}, id)
	for _, list := range lists {
		for c := range f.Tree.Elements(list) {
			f.Budget.Step(1)
			if x.Class(c, p) == class {
				found = append(found, c)
			}
		}
	}
	return found, last, len(lists) > 0
}
