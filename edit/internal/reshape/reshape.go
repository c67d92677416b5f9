// Package reshape turns nested blocks into attributes, and attributes into nested blocks.
//
// All reshapes of a request are made together: Apply finds the blocks, checks their forms, changes
// the references, and only then changes the blocks. What is inside keeps its bytes, except for its
// indentation.
//
//	reshape.go     Apply; the selected blocks, and their bodies
//	check.go       the forms of a body, compared with the code; place.go: paths to what they change, and errors about it
//	members.go     the nested blocks of a type, and the dynamic blocks that make such blocks
//	attribute.go   blocks become an attribute; taken.go: what they contain; layout.go: its value
//	loop.go        dynamic blocks become "for" expressions; choice.go: those that become conditionals;
//	               uses.go: the uses of their iterators, and part.go: what replaces them
//	block.go       an attribute becomes blocks; value.go: the values that can; parts.go: their
//	               parts; dynamic.go: those that become dynamic blocks
//	references.go  references to what is reshaped
package reshape

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// Apply makes the reshapes that operations request. The files must have no edits since they were
// parsed.
func Apply(m *draft.Module, o *report.Observer, ops []plan.Operation) error {
	r := &reshaper{m: m, o: o}
	for i := range ops {
		if err := r.find(&ops[i]); err != nil {
			return err
		}
	}
	if err := r.updateReferences(); err != nil {
		return err
	}
	for i := range r.targets {
		if err := r.write(&r.targets[i]); err != nil {
			return err
		}
	}
	return nil
}

type reshaper struct {
	m          *draft.Module
	o          *report.Observer
	targets    []target
	references map[string]*changes // by folder
	root       place               // of the selected blocks
}

// A target is a selected block and the forms of what is in it.
type target struct {
	draft.Block
	forms *plan.Forms
	at    int // the offset of the entry in the edits
}

// stepsPerTarget is the price of recording that a block is reshaped.
const stepsPerTarget = 96

// find records the blocks that an operation reshapes.
func (r *reshaper) find(op *plan.Operation) (err error) {
	defer budget.CatchAt(&err, op.At)
	s := r.m.SiteAt(op.Action, &op.Target)
	if err := s.Prepare(op.Entries); err != nil {
		return err
	}
	at := r.o.Blocks(s, nil)
	for i := range op.Entries {
		e := &op.Entries[i]
		var c draft.Choice
		if err := s.Choose(&c, e, i); err != nil {
			return err
		}
		if c.Absent {
			r.o.RecordAbsent(s, e, nil)
			continue
		}
		for _, b := range s.Twins.AddTwins(e, c.Blocks) {
			if err := r.findIn(s, b, at.Address(b), e); err != nil {
				return err
			}
		}
	}
	s.Free()
	return nil
}

// findIn records what an entry reshapes in a block.
func (r *reshaper) findIn(s *draft.Site, b draft.Block, where address.Address, e *plan.Entry) (err error) {
	defer budget.CatchAt(&err, e.At)
	r.m.Budget.Step(stepsPerTarget)
	content := e.Content.(*plan.Reshaping)
	c := checker{r: r, block: b, where: where, optional: e.Optional || s.Optional}
	if !content.KeepReferences {
		c.object, c.refers = objectOf(b)
	}
	if err := c.check(b.ID, &content.Forms, position{place: &r.root}); err != nil {
		return err
	}
	r.targets = append(r.targets, target{b, &content.Forms, e.At})
	return nil
}

// write reshapes what is in a block.
func (r *reshaper) write(t *target) (err error) {
	defer budget.CatchAt(&err, t.at)
	w := writer{r: r, f: t.File}
	if err := w.body(t.ID, t.forms, nil); err != nil {
		return err
	}
	r.m.FinishEntry()
	return nil
}

// A writer reshapes what is in the blocks of a file.
type writer struct {
	r *reshaper
	f *draft.File
}

// body reshapes what is in a body. The argument taken has the names that an enclosing "for"
// expression or dynamic block defines.
func (w *writer) body(body syntax.ItemID, forms *plan.Forms, taken []string) (err error) {
	w.f.Expand(body)
	all := membersOf(w.f, body)
	for i := range forms.Blocks {
		form := &forms.Blocks[i]
		if err := w.blocks(body, form, all[form.Name], taken); err != nil {
			return err
		}
	}
	for i := range forms.Attributes {
		if err := w.attribute(body, &forms.Attributes[i]); err != nil {
			return err
		}
	}
	return nil
}

// blocks turns all nested blocks of a type in a body into an attribute, after it has reshaped what
// is inside them.
func (w *writer) blocks(body syntax.ItemID, form *plan.NewForm, all []member, taken []string) error {
	if len(all) == 0 {
		return nil
	}
	for i, m := range all {
		inner := taken
		if m.dynamic {
			inner = append(taken[:len(taken):len(taken)], w.binds(&all[i], form)...)
		}
		if err := w.body(m.body, &form.Inside, inner); err != nil {
			return err
		}
	}
	if form.As == plan.AsBefore {
		return nil
	}
	l := w.layout(body, all[0].id)
	var elements []element
	for _, m := range all {
		e, err := w.element(m, form, taken, l)
		if err != nil {
			return err
		}
		elements = append(elements, e)
	}
	return w.join(body, form, all, elements, l)
}

// attribute turns an attribute of a body into nested blocks, and then what is inside them.
func (w *writer) attribute(body syntax.ItemID, form *plan.NewForm) error {
	id := attributeOf(w.f, body, form.Name)
	if id == syntax.NoItem {
		return nil
	}
	d := w.f.Draft
	if err := d.Open(body); err != nil {
		return fault.At(form.At, fault.InvalidRequest, "reshape: %s", err)
	}
	it := d.Item(id)
	v := &values{w: w, form: form, id: id, l: w.layout(body, id)}
	c, err := v.parse(d.Current(id), v.l.indent)
	if err != nil {
		return err
	}
	if err := v.read(c, v.l.indent); err != nil {
		return err
	}
	if len(v.made) == 0 {
		if err := d.Delete(id); err != nil {
			return fault.At(form.At, fault.InvalidRequest, "reshape: %s", err)
		}
		w.r.o.WarnKept(form.At, w.f, false)
		return nil
	}
	blank := w.isSpaced(body, id, form.To, v.made)
	var items []render.Remade
	for i := range v.made {
		made := &v.made[i]
		lead := append(made.above, render.New(v.l.indent))
		if i == 0 {
			lead = append([]render.Part{render.Old(syntax.Span{From: it.Head.From, To: it.Name.From - int32(len(lastLine(d.At(syntax.Span{From: it.Head.From, To: it.Name.From}))))})}, lead...)
		}
		switch {
		case made.gap.Len() > 0:
			items = append(items, render.Remade{Kind: syntax.KindGap, Lead: made.gap})
		case i > 0 && blank:
			items = append(items, render.Remade{Kind: syntax.KindGap, Lead: d.Compose(render.New(v.l.newline))})
		}
		tail := made.tail
		if i == len(v.made)-1 {
			tail = w.joinTails(made.tail, it.Tail, v.l)
		}
		items = append(items, render.Remade{
			Kind: syntax.KindBlock, Lead: d.Compose(lead...), Name: made.typ,
			Header: d.Compose(render.New(made.header)), Content: made.body, Tail: tail,
		})
	}
	if rest := v.rest(); len(rest) > 0 { // blank lines keep them apart from the blocks around them
		lines := append([]render.Part{render.New(v.l.newline)}, rest...)
		if d.Below(id) != syntax.NoItem {
			lines = append(lines, render.New(v.l.newline))
		}
		items = append(items, render.Remade{Kind: syntax.KindGap, Lead: d.Compose(lines...)})
	}
	ids, err := d.Remake(id, id, items...)
	if err != nil {
		return fault.At(form.At, fault.InvalidRequest, "reshape: %s", err)
	}
	for _, id := range ids {
		if d.Kind(id) != syntax.KindBlock {
			continue
		}
		inner := id
		if string(d.Name(id)) == "dynamic" && generates(w.f, id) == form.To {
			inner = contentOf(w.f, id)
		}
		if err := w.body(inner, &form.Inside, nil); err != nil {
			return err
		}
	}
	return nil
}
