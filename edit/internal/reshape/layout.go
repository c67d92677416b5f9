package reshape

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	"iacedit/value"
)

// A layout has the style of new code in a body.
type layout struct {
	d            *render.Draft
	usual        *value.Usual
	indent, step string // the indentation of the body's items, and what each level adds to it
	twice        string // two steps
	newline      string
}

// keyText returns a key of an object as code.
func (l *layout) keyText(text string) string {
	if l.usual.Pairs.Quoted {
		return string(value.AppendString(nil, text))
	}
	return string(value.AppendKey(nil, text))
}

// equals returns the text between a key and its value.
func (l *layout) equals() string {
	if l.usual.Pairs.Colon {
		return ": "
	}
	return " = "
}

// steps returns the text of up to two steps of indentation.
func (l *layout) steps(levels int) string { return [...]string{"", l.step, l.twice}[levels] }

// deeper returns the indentation of lines that are up to two levels deeper than the items of the
// body.
func (l *layout) deeper(levels int) string { return l.indent + l.steps(levels) }

// value returns the code of all elements as one value: a list or an object or, if some elements are
// computed, a call that joins such values. Each gap has the lines between an element and the one
// before it.
func (w *writer) value(form *plan.NewForm, elements []element, gaps []syntax.Span, l *layout) (syntax.Span, error) {
	if form.As == plan.AsMap {
		if err := w.checkKeys(form, elements); err != nil {
			return syntax.Span{}, err
		}
	}
	if !anyComputed(elements) {
		return l.literal(form, elements, gaps, 0), nil
	}
	join := "concat("
	if form.As == plan.AsMap {
		join = "merge("
	}
	parts := []render.Part{render.New(join + l.newline)}
	for from := 0; from < len(elements); {
		to := from + 1
		for !elements[from].computed && to < len(elements) && !elements[to].computed {
			to++
		}
		end := ","
		if to == len(elements) {
			end = ""
		}
		if e := &elements[from]; e.computed {
			parts = l.lines(parts, gaps[from], e.above, 1)
			parts = append(parts, render.New(l.deeper(1)), render.Old(l.d.Shift(e.value, "", l.step)), render.New(end), render.Old(e.tail))
		} else {
			parts = l.lines(parts, gaps[from], nil, 1)
			gaps[from] = syntax.Span{}
			parts = append(parts, render.New(l.deeper(1)), render.Old(l.literal(form, elements[from:to], gaps[from:to], 1)), render.New(end+l.newline))
		}
		from = to
	}
	return l.d.Compose(append(parts, render.New(l.indent+")"))...), nil
}

func anyComputed(elements []element) bool {
	for i := range elements {
		if elements[i].computed {
			return true
		}
	}
	return false
}

// checkKeys returns an error if two elements of a map have one key.
func (w *writer) checkKeys(form *plan.NewForm, elements []element) error {
	seen := map[string]bool{}
	for i := range elements {
		if e := &elements[i]; !e.computed {
			if seen[e.equal] {
				return refused(w.f, form.At, fault.AmbiguousMatch, e.id, "two %s blocks have the key %s", form.Name, e.key)
			}
			seen[e.equal] = true
		}
	}
	return nil
}

// lines appends whole lines that are indented by some levels more than before.
func (l *layout) lines(parts []render.Part, gap syntax.Span, above []render.Part, levels int) []render.Part {
	more := l.steps(levels)
	if gap.Len() > 0 {
		parts = append(parts, render.Old(l.d.Shift(gap, "", more)))
	}
	for _, line := range above {
		parts = append(parts, render.Old(l.d.Shift(l.d.Compose(line), "", more)))
	}
	return parts
}

// literal returns the list or object of elements that are not computed. The value begins on a line
// that is some levels deeper than the items of the body.
func (l *layout) literal(form *plan.NewForm, elements []element, gaps []syntax.Span, levels int) syntax.Span {
	opening, closing := "[", "]"
	if form.As == plan.AsMap {
		opening, closing = "{", "}"
	}
	parts := []render.Part{render.New(opening + l.newline)}
	more := l.steps(levels + 1)
	for i := range elements {
		e := &elements[i]
		parts = append(l.lines(parts, gaps[i], e.above, levels+1), render.New(l.deeper(levels+1)))
		comma := ","
		switch last := i == len(elements)-1; {
		case form.As == plan.AsMap:
			parts = append(parts, render.New(e.key+l.equals()))
			if comma = ""; l.usual.Pairs.Comma {
				comma = ","
			}
		case last && l.usual.Bare:
			comma = ""
		}
		parts = append(parts, render.Old(l.d.Shift(e.value, "", more)), render.New(comma), render.Old(e.tail))
	}
	return l.d.Compose(append(parts, render.New(l.deeper(levels)+closing))...)
}

// layout returns the layout for code in a body, beside one of its items.
func (w *writer) layout(body, beside syntax.ItemID) *layout {
	d := w.f.Draft
	step := d.Step(body)
	return &layout{d: d, usual: draft.Styler{File: w.f}.Usual(), indent: d.Indent(beside), step: step, twice: step + step, newline: d.Newline()}
}
