package value

import "fmt"

// As says what the text of a String is, and what the keys of an Object are. Values of Go
// programs say it, so that text never becomes code; those of requests leave it to the place
// where they stand.
type As uint8

// What a String's text is.
const (
	AsPlaced     As = iota // what the place where it stands makes of it, as in a request
	AsText                 // literal text
	AsTemplate             // a template
	AsExpression           // an expression in native syntax
)

// Placed returns a value as a request has it at a place: with strings that the place reads
// as what v says they are. The error completes a sentence that starts with the place.
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

// placedText returns the text of a string as a place of a mode reads it.
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

// mark notes what the strings in a value are that the code at a place was read as.
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

// literalKey returns a literal key as a place reads it whose keys are of a mode.
func literalKey(key string, m Mode) string {
	if m == Template {
		return EscapeTemplate(key)
	}
	return key
}
