package draft

import (
	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// stepsPerSelector is what it takes to look at one of the attributes of a block.
const stepsPerSelector = 8

// anyEqual reports whether the list at a path that ends in [=] has an element that "where"
// asks for.
func (f *File) anyEqual(body syntax.ItemID, w *plan.Attribute, m *value.Matcher, p *value.Schema) bool {
	for _, c := range f.elementsAt(body, w, p) {
		if f.matchesItem(m, c, address.SchemaAt(p, w.Path)) {
			return true
		}
	}
	return false
}

// hasAll reports whether a block has all these attributes or nested block types.
func (f *File) hasAll(id syntax.ItemID, names []plan.Attribute, p *terraform.Body) bool {
	for i := range names {
		if !f.has(id, &names[i], p) {
			return false
		}
	}
	return true
}

// hasAny reports whether a block has one of these attributes or nested block types.
func (f *File) hasAny(id syntax.ItemID, names []plan.Attribute, p *terraform.Body) bool {
	for i := range names {
		if f.has(id, &names[i], p) {
			return true
		}
	}
	return false
}

// has reports whether a block has an attribute, something at a path, or a nested block.
func (f *File) has(id syntax.ItemID, name *plan.Attribute, p *terraform.Body) bool {
	f.Budget.Step(stepsPerSelector)
	if _, _, seen := f.ValueAt(id, name, p.Attribute(name.Name)); seen == address.There {
		return true
	}
	return len(name.Path) == 0 && len(f.Index.Blocks(nil, id, []string{name.Name})) > 0
}

// matches reports whether a block has all the attributes that "where" asks for.
func (f *File) matches(id syntax.ItemID, where []plan.Attribute, matchers []value.Matcher, p *terraform.Body) bool {
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

// matchesItem reports whether the value of an item, as it stands now, is one that
// "where" asks for.
func (f *File) matchesItem(m *value.Matcher, id syntax.ItemID, schema *value.Schema) bool {
	if f.Draft.EditedInside(id) {
		return m.MatchClass(f.Compare().Class(id, schema))
	}
	e := f.Draft.Expr(f.Draft.Item(id).Content)
	return m.Match(e, e.Root)
}

// Equal returns the elements that equal a value that is sent, of the lists in the value of an
// item, which are read by p: of any, if there are any. last is the list to which [=] appends,
// or NoItem.
func (f *File) Equal(id syntax.ItemID, v *value.Value, p *value.Schema) (found []syntax.ItemID, last syntax.ItemID, any bool, err error) {
	p = p.Element()
	class := f.Module.Classes.Value(v, p).Class
	if class == 0 { // it is no value: say why
		if lists, _ := address.Lists(Items{f}, id); len(lists) == 0 {
			return nil, syntax.NoItem, false, nil
		}
		_, err := f.Module.Expression(v, p, value.Layout{Budget: f.Budget})
		return nil, syntax.NoItem, true, err
	}
	x := f.Compare()
	if f.Index.many {
		q := f.Index.equals(id, p)
		return q.find(x, class), q.last, len(q.lists) > 0, nil
	}
	lists, last := address.Lists(Items{f}, id)
	for _, list := range lists {
		for c := f.Draft.FirstItem(list); c != syntax.NoItem; c = f.Draft.NextItem(c) {
			f.Budget.Step(1)
			if x.Class(c, p) == class {
				found = append(found, c)
			}
		}
	}
	return found, last, len(lists) > 0, nil
}
