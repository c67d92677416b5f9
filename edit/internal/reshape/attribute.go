package reshape

import (
	"bytes"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/fault"
	"iacedit/internal/render"
	"iacedit/syntax"
	"iacedit/value"
)

// blocks turns the nested blocks of a type in a body into an attribute, after it has reshaped what
// is inside them.
func (w *writer) blocks(body syntax.ItemID, form *plan.NewForm, taken []string) error {
	all := members(w.f, body, form.Name)
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

// An element is a block, or a dynamic block, as the code of a value. Its lines are indented as if
// the value began on a line of the body.
type element struct {
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
	e = element{tail: it.Tail, computed: m.dynamic}
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
		parts = append(parts, head, render.Old(w.replaced(d.Current(id), s)), render.Old(it.Tail))
	}
	return d.Compose(append(parts, render.Old(closing))...)
}

// A key is the key of a block in a map.
type key struct{ text, equal string }

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
			e.value, e.tail = d.Shift(w.replaced(d.Current(id), s), l.step, false), it.Tail
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
	return []render.Part{render.Old(w.f.Draft.Shift(w.f.Draft.Compose(lines...), l.step, false))}
}

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

// layout returns the layout for code in a body, beside one of its items.
func (w *writer) layout(body, beside syntax.ItemID) *layout {
	d := w.f.Draft
	step := d.Step(body)
	return &layout{d: d, usual: draft.Styler{File: w.f}.Usual(), indent: d.Indent(beside), step: step, twice: step + step, newline: d.Newline()}
}
