package edit

import (
	"iacedit/internal/fault"
	"iacedit/value"
)

// value returns the expression for a value in a place.
func (a *applier) value(v *value.Value, p *value.Schema, l value.Layout) ([]byte, error) {
	if a.report != nil {
		a.noteTexts(v, p)
	}
	text, err := value.AppendValue(a.scratch[:0], v, p, l)
	if err != nil {
		refused := err.(*value.ValueError)
		return nil, fault.At(refused.At, fault.InvalidRequest, "%s", refused.Message)
	}
	a.scratch = text
	return text, nil
}

// key returns an object's key as code.
func (a *applier) key(item *value.Item, p *value.Schema) (string, error) {
	text, err := value.AppendKeyText(nil, item.Key, p.KeyMode())
	if err != nil {
		return "", fault.At(item.Value.At, fault.InvalidRequest, "the key %q %s", item.Key, err)
	}
	return string(text), nil
}
