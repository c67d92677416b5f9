package value

import "fmt"

// As is the way in which a string, or the keys of an object, are read: as literal text, as a
// template or as an expression. Go programs set the field As of each string, so that text never
// becomes code by accident. In values from requests (AsPlaced), the place of a string decides how
// the string is read.
type As uint8

// The ways to read a String's text.
const (
	AsPlaced     As = iota // in the mode of the place, as in a request
	AsText                 // literal text
	AsTemplate             // a template
	AsExpression           // an expression in native syntax
)

// Placed converts the value to the form that a request would contain at a place with the schema p.
// All strings in this form are AsPlaced, but have the same meaning as before. For example, the
// literal text "${" becomes "$${" where templates are expected. The error does not say where in the
// request the place is.
func (v *Value) Placed(p *Schema) (Value, error) {
	v = orNull(v)
	out := *v
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

// placedText returns how a request must write a string at a place, given the text and the As of the
// string, and the mode m in which strings are read at that place.
func placedText(text string, as As, m Mode) (string, error) {
	switch {
	case as == AsPlaced:
	case as == AsText && m == Template:
		return EscapeTemplate(text), nil
	case as == AsText && m == Expression:
		return "", fmt.Errorf("an expression is expected here, and a Go string is text: use edit.Expr(%q)", text)
	case as == AsTemplate && m == Literal && !hasNoSequence(text):
		return "", fmt.Errorf("only literal text is allowed here, and %q is a template", text)
	case as == AsExpression && m == Literal:
		return "", fmt.Errorf("only literal text is allowed here, and %q is an expression", text)
	case as == AsExpression && m == Template:
		return "${" + text + "}", nil
	}
	return text, nil
}

// setAs sets the field As of a value, and of all values inside it, as the schema p requires.
func (v *Value) setAs(p *Schema) {
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
			v.Items[i].Value.setAs(of)
		}
	}
}

// literalKey returns how a request must write a key that is literal text, in a place where keys are
// read in the mode m.
func literalKey(key string, m Mode) string {
	if m == Template {
		return EscapeTemplate(key)
	}
	return key
}
