package value

import "fmt"

// As says how the text of a String, or the keys of an Object, are read. Go programs set it, so
// that text never becomes code by accident. For a value of a request, the schema of its place
// decides instead (AsPlaced).
type As uint8

// The ways to read a String's text.
const (
	AsPlaced     As = iota // in the mode of the place, as in a request
	AsText                 // literal text
	AsTemplate             // a template
	AsExpression           // an expression in native syntax
)

// Placed converts a value to the form that it has in a request, for a place with the schema p. Its
// strings keep their meaning. The error's text does not name the place.
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

// placedText converts a text to the string with the same meaning at a place of mode m. The As is
// the present meaning of the text.
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

// mark sets As in a value and its parts. p is the schema of the place at which the value was read.
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

// literalKey converts a literal key to the string that means it in the mode m.
func literalKey(key string, m Mode) string {
	if m == Template {
		return EscapeTemplate(key)
	}
	return key
}
