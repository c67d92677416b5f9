package edit

import (
	"strings"

	"iacedit/render"
)

// value returns the expression for a value in a place.
func (a *applier) value(v *render.Value, p *render.Place, l render.Layout) ([]byte, error) {
	text, err := render.AppendValue(a.scratch[:0], v, p, l)
	if err != nil {
		fault := err.(*render.ValueError)
		return nil, errorAt(fault.At, InvalidRequest, "%s", fault.Message)
	}
	a.scratch = text
	return text, nil
}

// key returns an object's key as code.
func (a *applier) key(item *render.Item, p *render.Place) (string, error) {
	text, err := render.AppendKeyText(nil, item.Key, keyMode(p))
	if err != nil {
		return "", errorAt(item.Value.At, InvalidRequest, "the key %q %s", item.Key, err)
	}
	return string(text), nil
}

func mode(p *render.Place) render.Mode {
	if p == nil {
		return render.Template
	}
	return p.Mode
}

func keyMode(p *render.Place) render.Mode {
	if p == nil {
		return render.Template
	}
	return p.Keys
}

// inside returns the place that a step of a path leads to.
func inside(p *render.Place, s Step) *render.Place {
	if s.Kind == StepKey {
		return p.Member(s.Key)
	}
	return p.Element()
}

// isBare says whether strings in a mode stand for code rather than for text.
func isBare(m render.Mode) bool { return m == render.Reference || m == render.Expression }

// literalText returns the text that a string in a mode stands for, or the code in a
// mode where it stands for code. It returns false for a template that has to be
// parsed to know.
func literalText(s string, m render.Mode) (text string, ok bool) {
	switch {
	case isBare(m):
		return render.Unwrap(s), true
	case m == render.Literal, !strings.Contains(s, "${") && !strings.Contains(s, "%{"):
		return s, true
	}
	return "", false
}

// onlyLiterals says whether no string of a value is a template with sequences.
func onlyLiterals(v *render.Value, p *render.Place) bool {
	if v.Kind == render.String {
		m := mode(p)
		return m != render.Template || !hasSequence(v.Text)
	}
	for i := range v.Items {
		inner := p.Element()
		if v.Kind == render.Object {
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
func asTemplate(s string, m render.Mode) string {
	if m == render.Template {
		return s
	}
	return escapeKey(s)
}
