package apply

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/budget"
	"iacedit/internal/fault"
	"iacedit/internal/rules"
	"iacedit/syntax"
	"iacedit/value"
)

// replaceTexts replaces text inside the values of the attributes that a change names. All
// their paths are followed first: element numbers count in lists as they were.
func (b *body) replaceTexts(c *plan.Change) error {
	items := make([]syntax.ItemID, len(c.Attributes))
	for i := range c.Attributes {
		id, err := b.find(c.Action, &c.Attributes[i])
		if err != nil {
			return err
		}
		items[i] = id
	}
	for i := range c.Attributes {
		if err := b.replaceText(c.Action, &c.Attributes[i], c.Texts[i], items[i]); err != nil {
			return err
		}
	}
	return nil
}

// find returns what the path of an attribute leads to, NoItem where it may be absent and is.
func (b *body) find(action plan.Action, attr *plan.Attribute) (id syntax.ItemID, err error) {
	defer budget.CatchAt(&err, attr.At)
	b.Budget.Step(stepsPerAttribute)
	id, err = b.follow(action, attr)
	if err != nil && b.passesOver(action, attr, err) {
		return syntax.NoItem, nil
	}
	return id, err
}

// replaceText replaces text inside the value of an item.
func (b *body) replaceText(action plan.Action, attr *plan.Attribute, text *rules.TextChange, id syntax.ItemID) (err error) {
	defer budget.CatchAt(&err, attr.At)
	mark := b.o.Mark(b.File)
	if id == syntax.NoItem {
		mark.Applied(b.where, b.operation, b.item, action, attr, notThere)
		return nil
	}
	schema := b.special.Attribute(attr.Name)
	for _, step := range attr.Path {
		schema = step.Schema(schema)
	}
	w := writer{File: b.File, o: b.o}
	if err := w.replaceText(id, attr, text, schema); err != nil {
		return err
	}
	mark.Applied(b.where, b.operation, b.item, action, attr, nil)
	return nil
}

func (w *writer) replaceText(id syntax.ItemID, attr *plan.Attribute, text *rules.TextChange, schema *value.Schema) error {
	code := append(w.Draft.AppendValue(nil, id), '\n')
	w.Budget.Grow(len(code))
	e, err := syntax.ParseExpression(nil, code, syntax.Span{To: int32(len(code) - 1)})
	if err != nil {
		return fault.At(attr.At, fault.InvalidRequest, "replace: the value of %s does not parse: %s", attr.Text, err)
	}
	edits, err := text.Edits(&w.Module.Patterns, e, schema, w.Budget)
	if err != nil || len(edits) == 0 {
		return err
	}
	var new []byte
	from := int32(0)
	for _, edit := range edits {
		new = append(append(new, code[from:edit.At.From]...), edit.Text...)
		from = edit.At.To
	}
	return w.setValue(id, append(new, code[from:len(code)-1]...), attr.At)
}
