package draft

import (
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	"iacedit/value"
)

// Expression returns the code for v, a value from the request. The argument p is the schema, which
// says how the strings in the value are read. The argument l is the layout of the code. The result
// is valid until the next call.
func (m *Module) Expression(v *value.Value, p *value.Schema, l *value.Layout) ([]byte, error) {
	text, err := value.AppendValue(m.scratch[:0], v, p, m.WithBudget(*l))
	if err != nil {
		refused := err.(*value.ValueError)
		return nil, fault.At(refused.At, fault.InvalidRequest, "%s", refused.Message)
	}
	m.scratch = text
	return text, nil
}

// WithBudget returns a copy of a layout. Text that is written with the copy is charged to the
// module's budget.
func (m *Module) WithBudget(l value.Layout) value.Layout {
	m.layout = l
	m.layout.SetBudget(m.Budget)
	l, m.layout = m.layout, value.Layout{}
	return l
}

// Key returns an object's key as code.
func Key(item *value.Item, p *value.Schema) (string, error) {
	text, err := value.AppendKeyText(nil, item.Key, p.KeyMode())
	if err != nil {
		return "", fault.At(item.Value.At, fault.InvalidRequest, "the key %q %s", item.Key, err)
	}
	return string(text), nil
}

// AttributeText returns the code for the value of a new attribute. If the body is on one line,
// AttributeText first spreads it over several lines, so that the attribute can be added.
func (f *File) AttributeText(body syntax.ItemID, name string, v *value.Value, schema *value.Schema) ([]byte, error) {
	d := f.Draft
	d.Open(body)
	indent := d.ChildIndent(body)
	l := value.Layout{
		Indent: indent, Step: d.Step(body), Newline: d.Newline(), Column: len(indent) + len(name) + len(" = "), Heredoc: true,
	}
	f.Styler().SetStyle(&l, v, body, syntax.NoItem, name)
	return f.Module.Expression(v, schema, &l)
}

// PutAttribute creates an attribute with a value at a place. For the zero Place, the draft chooses
// a place. offset is the offset of the edit in the JSON.
func (f *File) PutAttribute(body syntax.ItemID, place render.Place, name string, text []byte, offset int) (id syntax.ItemID, err error) {
	if err := f.prepareNew(); err != nil {
		return syntax.NoItem, ErrorAt(offset, err)
	}
	if place == (render.Place{}) {
		id, err = f.Draft.Attribute(body, name, text)
	} else {
		id, err = f.Draft.AttributeAt(body, place, name, text)
	}
	return id, ErrorAt(offset, err)
}

// PutBlock creates a block at a place. If the Place has no neighbour, the draft chooses a place.
func (f *File) PutBlock(body syntax.ItemID, place render.Place, typ string, labels []string) (syntax.ItemID, error) {
	if err := f.prepareNew(); err != nil {
		return syntax.NoItem, err
	}
	if place.Before == syntax.NoItem && place.After == syntax.NoItem {
		return f.Draft.BlockSpaced(body, place.Spacing, typ, labels)
	}
	return f.Draft.BlockAt(body, place, typ, labels)
}

// Graft is like render.Draft.Graft, but first gives a new file its licence and line ends.
func (f *File) Graft(text []byte, place render.Place) (syntax.ItemID, error) {
	if err := f.prepareNew(); err != nil {
		return syntax.NoItem, err
	}
	return f.Draft.Graft(text, place)
}

// ErrorAt converts a draft's error to an error about the edit at an offset of the JSON. It returns
// nil for nil.
func ErrorAt(at int, err error) error {
	if err != nil {
		return fault.At(at, fault.InvalidRequest, "%s", err)
	}
	return nil
}

// Excerpt returns the beginning of an item's current value, for a message.
func (f *File) Excerpt(id syntax.ItemID) string {
	if !f.Draft.EditedInside(id) {
		return excerpt.Line(f.Draft.At(f.Draft.Item(id).Content))
	}
	return excerpt.Line(f.Draft.AppendValue(nil, id))
}
