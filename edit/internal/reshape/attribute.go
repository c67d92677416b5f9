package reshape

import (
	"bytes"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// An element is a block, or a dynamic block, as the code of a value. Its lines are indented as if
// the value began on a line of the body.
type element struct {
	id       syntax.ItemID // the block
	above    []render.Part // whole lines: the comments above it
	key      string        // of a map: the key, as code
	equal    string        // of a map: equal keys have equal texts
	value    syntax.Span   // the object or value; of a dynamic block: the "for" expression
	tail     syntax.Span   // the comment behind it, and the line end
	computed bool          // it is of a dynamic block
}

// element returns the element of a block.
func (w *writer) element(m member, form *plan.NewForm, taken []string, l *layout) (e element, err error) {
	d := w.f.Draft
	it := d.Item(m.id)
	e = element{id: m.id, tail: it.Tail, computed: m.dynamic}
	if m.dynamic || form.As != plan.AsObject {
		e.above = w.linesAbove(d.OwnStart(m.id), it.Name.From, l)
	}
	if m.dynamic {
		return e, w.loop(&e, m, form, taken, l)
	}
	key, err := w.takeKey(&e, m.body, form, l)
	if err != nil {
		return e, err
	}
	e.key, e.equal = key.text, key.equal
	if form.Value != "" {
		w.takeValue(&e, m.body, form.Value, l, nil)
		return e, nil
	}
	e.value = w.object(m.body, nil)
	if header := bytes.TrimSpace(d.At(syntax.Span{From: it.Name.To, To: it.Head.To})); len(header) > 0 && form.As != plan.AsObject {
		e.value = d.Compose(render.New(string(header)+" "), render.Old(e.value)) // a comment before the brace
	}
	return e, nil
}

// A key is the key of a block in a map.
type key struct{ text, equal string }

// join puts an attribute with the elements in the place of the first blocks, up to other code
// between them, and deletes the other blocks.
func (w *writer) join(body syntax.ItemID, form *plan.NewForm, all []member, elements []element, l *layout) error {
	d := w.f.Draft
	run := 1
	for run < len(all) && d.NextItem(all[run-1].id) == all[run].id {
		run++
	}
	first, last := all[0].id, all[run-1].id
	head, own := d.Item(first), d.OwnStart(first)
	made := render.Remade{
		Kind: syntax.KindAttribute, Name: form.To,
		Lead:   d.Compose(render.Old(syntax.Span{From: head.Head.From, To: own}), render.New(l.indent)),
		Header: d.Compose(render.New(" = ")),
		Tail:   d.Compose(render.New(l.newline)),
	}
	lone := len(elements) == 1 && (elements[0].computed || form.As == plan.AsObject)
	switch {
	case lone && !all[0].dynamic:
		made.Lead = syntax.Span{From: head.Head.From, To: head.Name.From}
		made.Header = d.Compose(render.New(" = "), render.New(string(bytes.TrimLeft(d.At(syntax.Span{From: head.Name.To, To: head.Head.To}), " \t"))))
		made.Content, made.Tail = elements[0].value, head.Tail
	case lone:
		made.Lead = d.Compose(append([]render.Part{render.Old(syntax.Span{From: head.Head.From, To: own})}, append(elements[0].above, render.New(l.indent))...)...)
		made.Content, made.Tail = elements[0].value, elements[0].tail
	default:
		gaps := append(w.gaps(body, all[:run]), make([]syntax.Span, len(all)-run)...)
		value, err := w.value(form, elements, gaps, l)
		if err != nil {
			return err
		}
		made.Content = value
	}
	if w.f.JSON != nil {
		start := form.To + " = "
		text, err := w.f.LaidOut(d.At(d.Compose(render.New(start), render.Old(made.Content))))
		if err != nil {
			return err
		}
		made.Content = d.Compose(render.New(string(text[len(start):])))
	}
	if _, err := d.Remake(first, last, made); err != nil {
		return fault.At(form.At, fault.InvalidRequest, "reshape: %s", err)
	}
	for _, m := range all[run:] {
		if err := d.Delete(m.id); err != nil {
			return fault.At(form.At, fault.InvalidRequest, "reshape: %s", err)
		}
	}
	w.r.o.WarnKept(form.At, w.f, false)
	return nil
}

// gaps returns, for each block of a run, the lines between it and the block before it, up to its
// own comments. They are empty unless they have comments.
func (w *writer) gaps(body syntax.ItemID, run []member) []syntax.Span {
	d := w.f.Draft
	all := make([]syntax.Span, len(run))
	next := 0
	var between []render.Part
	for id := range d.Children(body) {
		w.f.Budget.Step(1)
		it := d.Item(id)
		if next == len(run) || id != run[next].id {
			between = append(between, render.Old(it.Head))
			continue
		}
		between = append(between, render.Old(syntax.Span{From: it.Head.From, To: d.OwnStart(id)}))
		if next > 0 {
			if gap := d.Compose(between...); len(bytes.TrimSpace(d.At(gap))) > 0 {
				all[next] = gap
			}
		}
		next, between = next+1, nil
	}
	return all
}
