package apply

import (
	"bytes"
	"errors"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/pattern"
	"iacedit/syntax"
	"iacedit/value"
)

// A value with "$", such as "${$ + 1}", is derived from the old value (docs/edits.md, "The old
// value"). Package pattern replaces "$" by the old value.

// noOldError returns the error for a value with "$" if the attribute or item does not exist.
func (t *attributeEdit) noOldError() error {
	if t.mayBeAbsent() {
		return errAbsent
	}
	return fault.At(t.attr.At, fault.AttributeNotFound, `%s: no attribute %s, so "$" has no old value to stand for; %s`, t.action, t.attr.Text, t.AttributesOf(t.item, t.attr.Name))
}

// setFromOld sets an item to the value in the request, with the old value of the item in the place
// of each "$".
func (w *writer) setFromOld(id syntax.ItemID, attr *plan.Attribute, schema *value.Schema) error {
	if w.Module.Patterns == nil {
		w.Module.Patterns = new(pattern.Rewriter)
	}
	r := w.Module.Patterns
	r.Budget = w.Budget
	old, err := w.oldValue(id, attr, schema)
	if err != nil {
		return err
	}
	layout := w.layoutOf(id, &attr.Value)
	layout.Heredoc, layout.Heredocs = false, false
	code, err := w.expression(&attr.Value, schema, &layout)
	if err != nil {
		return sentError(attr, err)
	}
	f, err := r.NewForm(code, attr.Old)
	if err != nil {
		return fault.At(attr.At, fault.InvalidRequest, "the attribute %s: %s", attr.Text, err)
	}
	if alone := string(code) == attr.Old; r.Has(old, f) && !(alone && w.hasQuotes(id, schema)) {
		return nil // "${$}" alone takes quotes away
	}
	if v, ok := w.insertOld(old, attr, schema); ok {
		w.Budget.Grow(len(v.Text))
		return w.updateScalar(id, v, schema)
	}
	text, err := r.Fill(old, f)
	if refusal, ok := errors.AsType[*pattern.Refusal](err); ok {
		at := w.Draft.Item(id).Content.From
		if !w.Draft.EditedInside(id) {
			at += int32(refusal.Offset)
		}
		return draft.RefusedAt(w.File, attr.At, at, "the attribute "+attr.Text, attr.Sent(refusal.Message))
	}
	return w.setValue(id, text, attr.At)
}

// sentError restores the user's code in the message of an error about the value of an attribute.
// The decoder has replaced each "$" by a name; sentError replaces the name by "$" again.
func sentError(attr *plan.Attribute, err error) error {
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		refused.Message = attr.Sent(refused.Message)
	}
	return err
}

// oldValue returns the current value of an item. If the value is code in quotes according to the
// schema, oldValue returns the code without the quotes.
func (w *writer) oldValue(id syntax.ItemID, attr *plan.Attribute, schema *value.Schema) (*syntax.Expr, error) {
	e, err := w.Module.Patterns.Old(func(dst []byte) []byte { return w.Draft.AppendValue(dst, id) })
	if err != nil {
		return nil, fault.At(attr.At, fault.InvalidRequest, "the attribute %s: its old value does not parse: %s", attr.Text, err)
	}
	quoted, ok := e.PlainString(e.Root)
	if !ok || schema.StringMode() != value.Expression {
		return e, nil
	}
	if bare, err := w.ParseCode(bytes.TrimSpace([]byte(quoted))); err == nil {
		return bare, nil
	}
	return e, nil
}

// insertOld returns the value in the request with the old value in the place of each "$". It
// returns false unless the value in the request has several lines or the old value is a heredoc. It
// also returns false if "$" is only a part of the expression in an interpolation, as in "${$ + 1}".
func (w *writer) insertOld(old *syntax.Expr, attr *plan.Attribute, schema *value.Schema) (*value.Value, bool) {
	heredoc := old.Node(old.Root).Flags&syntax.FlagHeredoc != 0
	if v := &attr.Value; v.Kind != value.String || schema.StringMode() != value.Template || !heredoc && !strings.Contains(v.Text, "\n") {
		return nil, false
	}
	text, isExpression := pattern.Template(old)
	w.Budget.Afford(len(attr.Value.Text) + strings.Count(attr.Value.Text, attr.Old)*len(text))
	text, ok := value.WithOld(attr.Value.Text, attr.Old, text, isExpression)
	return &value.Value{Kind: value.String, Text: text, At: attr.Value.At}, ok
}
