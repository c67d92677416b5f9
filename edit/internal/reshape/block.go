package reshape

import (
	"bytes"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/render"
	"iacedit/syntax"
)

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
	v := &values{w: w, form: form, l: w.layout(body, id)}
	code := d.Current(id)
	if err := v.read(code, v.l.indent); err != nil {
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

// lastLine returns the text after the last line end.
func lastLine(text []byte) []byte { return text[bytes.LastIndexByte(text, '\n')+1:] }

// joinTails returns the tail of the last block: its own comment, or the comment behind the
// attribute.
func (w *writer) joinTails(own, attribute syntax.Span, l *layout) syntax.Span {
	d := w.f.Draft
	comment := strings.TrimSpace(string(d.At(own)))
	switch {
	case comment == "":
		return attribute
	case strings.TrimSpace(string(d.At(attribute))) == "":
		return own
	}
	text := strings.TrimRight(string(d.At(attribute)), "\r\n")
	return d.Compose(render.New(" /* "+strings.TrimLeft(comment, "#/* ")+" */"), render.New(text+l.newline))
}

// isSpaced reports whether blank lines go between the new blocks: as in the body around the
// attribute or, if the attribute is the first item there, as between other blocks of the type.
func (w *writer) isSpaced(body, id syntax.ItemID, typ string, made []madeBlock) bool {
	d := w.f.Draft
	oneLine := true
	for i := range made {
		oneLine = oneLine && bytes.IndexByte(d.At(made[i].body), '\n') < 0
	}
	switch {
	case oneLine:
		return false
	case d.PrevItem(id) != syntax.NoItem:
		return d.Above(id) == syntax.NoItem
	}
	return draft.Styler{File: w.f}.NestedStyle(body, typ).Spacing != render.Tight
}
