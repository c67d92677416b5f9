package reshape

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/schema"
	"iacedit/refs"
	"iacedit/syntax"
)

// A checker compares the forms of an entry with the code of a block, and records the references
// that change.
type checker struct {
	r        *reshaper
	block    draft.Block
	where    address.Address
	optional bool // absent items are ignored
	object   object
	refers   bool // references to the object change
}

// A position is a body inside the block of a checker.
type position struct {
	*place
	becomes bool // the body becomes an object
	lenient bool // nothing need be there: the body is in a block that has a form of its own
}

// inside returns the position inside the nested blocks of a form, whose forms there are given.
func (c *checker) inside(at position, f *plan.NewForm) position {
	return position{c.r.placeOf(at.place, f.Name), f.As != plan.AsBefore, at.lenient || f.As != plan.AsBefore}
}

// refuse returns an error about an item of the code.
func (c *checker) refuse(at int, code fault.Code, id syntax.ItemID, format string, args ...any) error {
	return refused(c.block.File, at, code, id, format, args...)
}

// stepsPerForm is the price of looking for what a form reshapes.
const stepsPerForm = 8

// check checks the forms for a body.
func (c *checker) check(body syntax.ItemID, forms *plan.Forms, at position) error {
	all := membersOf(c.block.File, body)
	c.r.m.Budget.Step(stepsPerForm * (len(forms.Blocks) + len(forms.Attributes)))
	for i := range forms.Blocks {
		form := &forms.Blocks[i]
		if err := c.blocks(body, form, all[form.Name], at); err != nil {
			return err
		}
	}
	for i := range forms.Attributes {
		form := &forms.Attributes[i]
		if err := c.attribute(body, form, all[form.To], at); err != nil {
			return err
		}
	}
	return nil
}

// blocks checks the form of all nested blocks of a type in a body.
func (c *checker) blocks(body syntax.ItemID, form *plan.NewForm, all []member, at position) error {
	f := c.block.File
	name := c.r.placeOf(at.place, form.Name).text
	there := attributeOf(f, body, form.To)
	switch {
	case form.As != plan.AsBefore && len(all) > 0 && there != syntax.NoItem:
		return c.refuse(form.At, fault.AttributeAlreadyExists, there, "the attribute %s is there already", at.join(form.To))
	case len(all) == 0 && there != syntax.NoItem:
		c.r.o.RecordOutcome(form.At, f, c.where, name, report.Unchanged)
		return nil
	case len(all) == 0 && !c.optional && !at.lenient:
		s := f.NestedSite(body, plan.Reshape, form.Name, nil)
		defer s.Free()
		return c.refuse(form.At, fault.BlockNotFound, body, "no %s block; %s", name, s.ListBlocks(draft.Block{}))
	case len(all) == 0:
		c.r.o.RecordOutcome(form.At, f, c.where, name, report.Absent)
		c.follow(form, at)
		return nil
	case form.As == plan.AsObject && len(all) > 1:
		return c.refuse(form.At, fault.AmbiguousMatch, all[1].id, `"object" is for one block, and there are %d %s blocks; "list" takes them all`, len(all), name)
	}
	for _, m := range all {
		if err := c.member(m, form, name); err != nil {
			return err
		}
		inner := c.inside(at, form)
		if inner.becomes {
			if err := c.becomesObject(m.body, form, inner); err != nil {
				return err
			}
		}
		if err := c.check(m.body, &form.Inside, inner); err != nil {
			return err
		}
	}
	if form.As != plan.AsBefore {
		c.r.o.RecordOutcome(form.At, f, c.where, name, report.Changed)
	}
	c.follow(form, at)
	return nil
}

// member checks that one of the blocks of a form can be reshaped.
func (c *checker) member(m member, form *plan.NewForm, name string) error {
	f := c.block.File
	switch {
	case m.dynamic && m.body == syntax.NoItem:
		return c.refuse(form.At, fault.InvalidRequest, m.id, "the dynamic block of %s has not one content block", name)
	case m.dynamic && attributeOf(f, m.id, "for_each") == syntax.NoItem:
		return c.refuse(form.At, fault.InvalidRequest, m.id, "the dynamic block of %s has no for_each", name)
	case m.dynamic && attributeOf(f, m.id, "labels") != syntax.NoItem, !m.dynamic && len(draft.Block{File: f, ID: m.id}.Labels()) > 0:
		return c.refuse(form.At, fault.InvalidRequest, m.id, "%s is a block with labels, which an object cannot have", name)
	}
	return nil
}

// becomesObject checks that a body can become an object: there is a form for each nested block, and
// with a key and a value there is nothing else.
func (c *checker) becomesObject(body syntax.ItemID, form *plan.NewForm, at position) error {
	f := c.block.File
	f.Expand(body)
	found := map[string]bool{}
	for id := f.Draft.FirstItem(body); id != syntax.NoItem; id = f.Draft.NextItem(id) {
		f.Budget.Step(4)
		name := string(f.Draft.Name(id))
		if f.Draft.Kind(id) == syntax.KindBlock {
			if name == "dynamic" {
				name = generates(f, id)
			}
			if form.Inside.Block(name) == nil && !c.takeForm(body, form, name) {
				return c.refuse(form.At, fault.InvalidRequest, id, `%s is a block inside what becomes a value: its form is missing, as in "blockTypes": {%q: {"as": "list"}}`, at.join(name), name)
			}
			name = form.Inside.Block(name).To
		}
		if form.Value != "" && name != form.Key && name != form.Value {
			return c.refuse(form.At, fault.InvalidRequest, id, "%s has %s beside %s and %s, and there is no place for it", at.text, name, form.Key, form.Value)
		}
		found[name] = true
	}
	for _, name := range []string{form.Key, form.Value} {
		if name != "" && !found[name] {
			return c.refuse(form.At, fault.InvalidRequest, body, "a block of %s has no %s", at.text, name)
		}
	}
	if key := attributeOf(f, body, form.Key); form.Key != "" && key == syntax.NoItem {
		return c.refuse(form.At, fault.InvalidRequest, body, "the key %s is a block", form.Key)
	}
	return nil
}

// takeForm adds the form of the nested blocks of a type in a body to a form that lacks it, if the
// schemas of the providers describe these blocks, or the argument that they became: one block
// becomes an object, and several become a list. It reports whether they do.
func (c *checker) takeForm(body syntax.ItemID, form *plan.NewForm, typ string) bool {
	it, ok := c.block.File.Schema(body).Find(typ)
	var as plan.As
	switch {
	case ok && (it.Form == schema.Single || it.Form == schema.Object):
		as = plan.AsObject
	case ok && (it.Form == schema.Block || it.Form == schema.ObjectList || it.Form == schema.Objects):
		as = plan.AsList
	default:
		return false
	}
	form.Inside.Blocks = append(form.Inside.Blocks, plan.NewForm{Name: typ, As: as, To: typ, At: form.At})
	return true
}

// attribute checks the form of an attribute of a body that has the given blocks of the new type.
func (c *checker) attribute(body syntax.ItemID, form *plan.NewForm, made []member, at position) error {
	f := c.block.File
	name := c.r.placeOf(at.place, form.Name).text
	there := attributeOf(f, body, form.Name)
	switch {
	case there == syntax.NoItem && len(made) == 0 && !c.optional && !at.lenient:
		return c.refuse(form.At, fault.AttributeNotFound, body, "no attribute %s; %s", name, f.AttributesOf(body, form.Name))
	case there == syntax.NoItem && len(made) > 0:
		c.r.o.RecordOutcome(form.At, f, c.where, name, report.Unchanged)
		return nil
	case there == syntax.NoItem:
		c.r.o.RecordOutcome(form.At, f, c.where, name, report.Absent)
	case form.As == plan.AsBlock && len(made) > 0:
		return c.refuse(form.At, fault.BlockAlreadyExists, made[0].id, "the block %s is there already", at.join(form.To))
	default:
		c.r.o.RecordOutcome(form.At, f, c.where, name, report.Changed)
	}
	c.followAll(form, at)
	return nil
}

// followAll records how references to what a form of an attribute reshapes change, at any depth.
func (c *checker) followAll(form *plan.NewForm, at position) {
	c.follow(form, at)
	for i := range form.Inside.Attributes {
		c.followAll(&form.Inside.Attributes[i], c.inside(at, form))
	}
}

// follow records how references to what a form reshapes change.
func (c *checker) follow(form *plan.NewForm, at position) {
	if !c.refers || form.As == plan.AsBefore {
		return
	}
	where := c.r.placeOf(at.place, form.Name)
	r := refs.Rename{Of: c.object.address, Repeated: c.object.repeated, Name: form.To, Path: where.parts}
	switch {
	case form.As == plan.AsObject:
		r.Shape = refs.ToObject
	case form.As == plan.AsBlock:
		r.Shape = refs.ToList
	case form.Key != "" || form.Value != "":
		r.Shape = refs.ToOther
	}
	if r.Shape == refs.SameShape && form.Name == form.To {
		return
	}
	c.r.addReference(c.block.Folder, r, form.At, where)
}
