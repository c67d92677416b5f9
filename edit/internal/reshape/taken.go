package reshape

import (
	"bytes"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	"iacedit/value"
	"strings"
)

// linesAbove returns the comments between two offsets as whole lines. The second offset is in the
// line of the code that the comments are above.
func (w *writer) linesAbove(from, to int32, l *layout) []render.Part {
	d := w.f.Draft
	text := d.At(syntax.Span{From: from, To: to})
	line := bytes.LastIndexByte(text, '\n') + 1
	var lines []render.Part
	if line > 0 {
		lines = append(lines, render.Old(syntax.Span{From: from, To: from + int32(line)}))
	}
	if inline := bytes.TrimSpace(text[line:]); len(inline) > 0 {
		lines = append(lines, render.New(l.indent+string(inline)+l.newline))
	}
	return lines
}

// commentLine returns the comment in a text of blanks and comments as a whole line, or no line.
func (w *writer) commentLine(at syntax.Span, l *layout) []render.Part {
	if comment := strings.Trim(string(w.f.Draft.At(at)), " \t\r\n,"); comment != "" {
		return []render.Part{render.New(l.indent + comment + l.newline)}
	}
	return nil
}

// object returns the code of a body as an object, with a substitution in the values of the
// attributes.
func (w *writer) object(body syntax.ItemID, s *substitution) syntax.Span {
	d := w.f.Draft
	w.f.Expand(body)
	opening, closing := d.Brackets(body)
	parts := []render.Part{render.Old(opening)}
	for id := range d.Children(body) {
		w.f.Budget.Step(2)
		it := d.Item(id)
		if it.Kind != syntax.KindAttribute {
			parts = append(parts, render.Old(it.Head))
			continue
		}
		name := string(d.At(it.Name))
		head := render.Old(it.Head)
		if key := string(value.AppendKey(nil, name)); key != name {
			parts = append(parts, render.Old(syntax.Span{From: it.Head.From, To: it.Name.From}), render.New(key))
			head = render.Old(syntax.Span{From: it.Name.To, To: it.Head.To})
		}
		parts = append(parts, head, render.Old(w.replaced(id, s)), render.Old(it.Tail))
	}
	return d.Compose(append(parts, render.Old(closing))...)
}

// takeKey removes the key from a body, and returns it as code. Comments of the key go above the
// element.
func (w *writer) takeKey(e *element, body syntax.ItemID, form *plan.NewForm, l *layout) (k key, err error) {
	if form.Key == "" {
		return k, nil
	}
	d := w.f.Draft
	id := attributeOf(w.f, body, form.Key)
	it := d.Item(id)
	at := d.Current(id)
	k.text = "(" + string(d.At(at)) + ")"
	k.equal = k.text
	if expr := w.f.Draft.Expr(at); expr != nil {
		if text, ok := expr.PlainString(expr.Root); ok {
			k.text, k.equal = l.keyText(text), text
		}
	}
	e.above = append(e.above, w.shiftUp(w.linesAbove(d.OwnStart(id), it.Name.From, l), l)...)
	e.above = append(e.above, w.commentLine(it.Tail, l)...)
	if err := d.Delete(id); err != nil {
		return k, fault.At(form.At, fault.InvalidRequest, "reshape: %s", err)
	}
	return k, nil
}

// takeValue makes the value of an attribute the value of an element. Comments beside the attribute
// go above the element.
func (w *writer) takeValue(e *element, body syntax.ItemID, name string, l *layout, s *substitution) {
	d := w.f.Draft
	block := e.tail
	for id := range d.Children(body) {
		it := d.Item(id)
		switch {
		case it.Kind == syntax.KindAttribute && string(d.At(it.Name)) == name:
			e.above = append(e.above, w.shiftUp(w.linesAbove(it.Head.From, it.Name.From, l), l)...)
			e.value, e.tail = d.Shift(w.replaced(id, s), l.step, ""), it.Tail
		case it.Kind != syntax.KindClose:
			e.above = append(e.above, w.commentLine(it.Head, l)...)
		}
	}
	if !bytes.HasSuffix(d.At(e.tail), []byte{'\n'}) { // the block is on one line
		e.tail = block
		return
	}
	e.above = append(e.above, w.commentLine(block, l)...)
}

// shiftUp returns lines that are indented by one step less.
func (w *writer) shiftUp(lines []render.Part, l *layout) []render.Part {
	if len(lines) == 0 {
		return nil
	}
	return []render.Part{render.Old(w.f.Draft.Shift(w.f.Draft.Compose(lines...), l.step, ""))}
}
