package edit

import (
	"strings"

	"iacedit/value"
)

// value returns the expression for a value in a place.
func (a *applier) value(v *value.Value, p *value.Schema, l value.Layout) ([]byte, error) {
	text, err := value.AppendValue(a.scratch[:0], v, p, l)
	if err != nil {
		fault := err.(*value.ValueError)
		return nil, errorAt(fault.At, InvalidRequest, "%s", fault.Message)
	}
	a.scratch = text
	return text, nil
}

// key returns an object's key as code.
func (a *applier) key(item *value.Item, p *value.Schema) (string, error) {
	text, err := value.AppendKeyText(nil, item.Key, keyMode(p))
	if err != nil {
		return "", errorAt(item.Value.At, InvalidRequest, "the key %q %s", item.Key, err)
	}
	return string(text), nil
}

func mode(p *value.Schema) value.Mode {
	if p == nil {
		return value.Template
	}
	return p.Mode
}

func keyMode(p *value.Schema) value.Mode {
	if p == nil {
		return value.Template
	}
	return p.Keys
}

// inside returns the place that a step of a path leads to.
func inside(p *value.Schema, s Step) *value.Schema {
	if s.Kind == StepKey {
		return p.Member(s.Key)
	}
	return p.Element()
}

// isBare says whether strings in a mode stand for code rather than for text.
func isBare(m value.Mode) bool { return m == value.Reference || m == value.Expression }

// literalText returns the text that a string in a mode stands for, or the code in a
// mode where it stands for code. It returns false for a template that has to be
// parsed to know.
func literalText(s string, m value.Mode) (text string, ok bool) {
	switch {
	case isBare(m):
		return value.Unwrap(s), true
	case m == value.Literal, !strings.Contains(s, "${") && !strings.Contains(s, "%{"):
		return s, true
	}
	return "", false
}

// onlyLiterals says whether no string of a value is a template with sequences.
func onlyLiterals(v *value.Value, p *value.Schema) bool {
	if v.Kind == value.String {
		m := mode(p)
		return m != value.Template || !hasSequence(v.Text)
	}
	for i := range v.Items {
		inner := p.Element()
		if v.Kind == value.Object {
			inner = p.Member(v.Items[i].Key)
		}
		if hasSequence(v.Items[i].Key) || !onlyLiterals(&v.Items[i].Value, inner) {
			return false
		}
	}
	return true
}

// hasSequence says whether a template has an interpolation or directive; "$${" and
// "%%{" are none.
func hasSequence(s string) bool {
	s = strings.NewReplacer("$${", "", "%%{", "").Replace(s)
	return strings.Contains(s, "${") || strings.Contains(s, "%{")
}

// asTemplate returns what a template must be to stand for a string in a mode.
func asTemplate(s string, m value.Mode) string {
	if m == value.Template {
		return s
	}
	return escapeKey(s)
}
