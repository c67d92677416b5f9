package apply

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// replaceText replaces text inside the value of an item (docs/edits.md, "Text inside values").
func (w *writer) replaceText(id syntax.ItemID, attr *plan.Attribute, schema *value.Schema) error {
	code := w.Draft.AppendValue(nil, id)
	w.Budget.Grow(len(code))
	text, err := attr.Texts.In(code, schema, w.Budget)
	if err != nil {
		return fault.At(attr.At, fault.InvalidRequest, "replace: the attribute %s: %s", attr.Text, err)
	}
	if text == nil {
		return nil
	}
	return w.setValue(id, text, attr.At)
}
