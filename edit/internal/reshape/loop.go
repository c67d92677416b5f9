package reshape

import (
	"slices"
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// A loop is a dynamic block that becomes a value.
type loop struct {
	member
	iterator string
	uses     uses
	each     syntax.Span // the value of for_each
	choice   *choice     // for an object: the for_each is one value or none
}

// binds returns the names that are defined inside a dynamic block after it has been reshaped.
func (w *writer) binds(m *member, form *plan.NewForm) []string {
	switch {
	case form.As == plan.AsBefore:
		return []string{iteratorOf(w.f, m.id)}
	case form.As == plan.AsObject && w.choiceOf(m.id) != nil:
		return nil
	}
	return []string{"value", "key"}
}

// loop sets an element to the value that replaces a dynamic block.
func (w *writer) loop(e *element, m member, form *plan.NewForm, taken []string, l *layout) error {
	d := w.f.Draft
	p := loop{member: m, iterator: iteratorOf(w.f, m.id), uses: uses{names: map[string]bool{}}}
	p.each = d.Current(attributeOf(w.f, m.id, "for_each"))
	if form.As == plan.AsObject {
		if p.choice = w.choiceOf(m.id); p.choice != nil {
			p.uses.part = p.choice.one
		}
	}
	for id := d.FirstItem(m.body); id != syntax.NoItem; id = d.NextItem(id) {
		w.usesIn(&p.uses, d.Current(id), p.iterator)
	}
	if p.uses.odd != "" {
		return refused(w.f, form.At, fault.InvalidRequest, m.id, "%s: the iterator %s is used as a whole in %s", form.Name, p.iterator, p.uses.odd)
	}
	w.straysOf(e, &p, l)
	if p.choice != nil {
		return w.choose(e, &p, form, l)
	}
	value := freeName("value", form.Name, taken, p.uses.names)
	key := freeName("key", form.Name, taken, p.uses.names)
	replace := &substitution{iterator: p.iterator, value: value, key: key}
	k, err := w.takeLoopKey(e, &p, form, replace, l)
	if err != nil {
		return err
	}
	tail := e.tail
	if form.Value != "" {
		w.takeValue(e, m.body, form.Value, l, replace)
		e.value = d.Shift(e.value, l.step, "") // it was in the content of the dynamic block
	} else {
		e.value = d.Shift(w.object(m.body, replace), l.step, "")
	}
	e.tail = tail
	names := value
	if p.uses.keys > 0 {
		names = key + ", " + value
	}
	opening, closing := "[", "]"
	switch {
	case form.As == plan.AsMap:
		opening, closing = "{", "}"
		k += " => "
	case form.As == plan.AsObject:
		opening, closing = "one([", "])"
	}
	e.value = d.Compose(render.New(opening+"for "+names+" in "), render.Old(d.Shift(p.each, l.step, "")), render.New(" : "+k), render.Old(e.value), render.New(closing))
	return nil
}

// takeLoopKey is like takeKey, for the content of a dynamic block. It returns the key's expression.
func (w *writer) takeLoopKey(e *element, p *loop, form *plan.NewForm, s *substitution, l *layout) (string, error) {
	if form.Key == "" {
		return "", nil
	}
	code := string(w.f.Draft.At(w.replaced(attributeOf(w.f, p.body, form.Key), s)))
	_, err := w.takeKey(e, p.body, form, l)
	return code, err
}

// freeName returns a name, or the name with a type before it if the name has another meaning.
func freeName(name, typ string, taken []string, used map[string]bool) string {
	for free := name; ; free = typ + "_" + free {
		if !slices.Contains(taken, free) && !used[free] {
			return free
		}
	}
}

// straysOf puts the comments of a dynamic block's own items above its element.
func (w *writer) straysOf(e *element, p *loop, l *layout) {
	d := w.f.Draft
	for id := range d.Children(p.id) {
		w.f.Budget.Step(1)
		it := d.Item(id)
		switch it.Kind {
		case syntax.KindAttribute, syntax.KindBlock:
			e.above = append(e.above, w.shiftUp(w.linesAbove(it.Head.From, it.Name.From, l), l)...)
			if it.Kind == syntax.KindBlock {
				e.above = append(e.above, w.commentLine(syntax.Span{From: it.Name.To, To: it.Head.To}, l)...)
			}
			e.above = append(e.above, w.commentLine(it.Tail, l)...)
		default:
			for line := range strings.Lines(string(d.At(it.Head))) {
				if comment := strings.TrimSpace(line); comment != "" {
					e.above = append(e.above, render.New(l.indent+comment+l.newline))
				}
			}
		}
	}
}
