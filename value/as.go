package value

import "fmt"

// An As says how a string, or the keys of an object, are read: as literal text, as a template or as
// an expression. Values from Go programs have an As, so that text never becomes code by accident.
// In values from requests, the place decides instead (AsPlaced).
type As uint8

// The ways to read a String's text.
const (
	AsPlaced     As = iota // in the mode of the place, as in a request
	AsText                 // literal text
	AsTemplate             // a template
	AsExpression           // an expression in native syntax
)

// Placed returns the value as a request would contain it at a place with the schema p: with strings
// that mean the same there, although their As is AsPlaced. For example, the literal text "${"
// becomes "$${" where templates are expected. The error does not say where the place is.
func (v *Value) Placed(p *Schema) (Value, error) {
	out := *orNull(v)
	var err error
	switch out.Kind {
	case String:
		out.Text, err = placedText(out.Text, out.As, p.StringMode())
	case Array, Object:
		out.Items = make([]Item, len(v.Items))
		for i := range v.Items {
			item := &v.Items[i]
			of := p.Element()
			if v.Kind == Object {
				of = p.Member(item.Key)
			}
			out.Items[i].Key = item.Key
			if v.As == AsText && v.Kind == Object {
				out.Items[i].Key = literalKey(item.Key, p.KeyMode())
			}
			if out.Items[i].Value, err = item.Value.Placed(of); err != nil {
				return Value{}, err
			}
		}
	}
	out.As = AsPlaced
	return out, err
}

// placedText returns what a request must contain in the mode m instead of a text that is read as
// its As says.
func placedText(text string, as As, m Mode) (string, error) {
	switch {
	case as == AsPlaced:
	case as == AsText && m == Template:
		return EscapeTemplate(text), nil
	case as == AsText && m == Expression:
		return "", fmt.Errorf("an expression stands here, and a Go string is text: use edit.Expr(%q)", text)
	case as == AsTemplate && m == Literal && !plain(text):
		return "", fmt.Errorf("only literal text stands here, and %q is a template", text)
	case as == AsExpression && m == Literal:
		return "", fmt.Errorf("only literal text stands here, and %q is an expression", text)
	case as == AsExpression && m == Template:
		return "${" + text + "}", nil
	}
	return text, nil
}

// mark sets the field As of a value, and of all values inside it, to what the schema p says.
func (v *Value) mark(p *Schema) {
	switch v.Kind {
	case String:
		v.As = [...]As{Template: AsTemplate, Literal: AsText, Reference: AsExpression, Expression: AsExpression}[p.StringMode()]
	case Array, Object:
		if v.Kind == Object && p.KeyMode() == Literal {
			v.As = AsText
		}
		for i := range v.Items {
			of := p.Element()
			if v.Kind == Object {
				of = p.Member(v.Items[i].Key)
			}
			v.Items[i].Value.mark(of)
		}
	}
}

// literalKey returns what a request must contain in the mode m for a key that is literal text.
func literalKey(key string, m Mode) string {
	if m == Template {
		return EscapeTemplate(key)
	}
	return key
}
