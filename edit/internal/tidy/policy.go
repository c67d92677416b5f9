package tidy

import (
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/grow"
	"iacedit/syntax"
	"iacedit/value"
)

// stepsPerByte is the price of a byte of a string that may be JSON: it is parsed, decoded and written.
const stepsPerByte = 4

// policy makes a call of jsonencode of an argument whose string is a JSON object or list, unless this
// would change what the provider gets. It reports whether it has.
func (t *tidier) policy(p *part) bool {
	it := p.Draft.Item(p.id)
	text := p.Draft.At(it.Content)
	if !p.Has(plan.Policies) || it.Kind == syntax.KindBlock || len(text) < len(`"{}"`) || text[0] != '"' && text[0] != '<' {
		return false
	}
	p.Budget.Step(stepsPerByte * len(text))
	e, err := p.ParseCode(text)
	if err != nil || e.Node(e.Root).Kind != syntax.NodeTemplate {
		return false
	}
	v, same, ok := t.read(p.Folder, e)
	if !ok || !same && !p.isCompared() {
		return false
	}
	d := p.Draft
	body := d.Item(p.id).Parent
	indent := d.ChildIndent(body)
	code := p.name + " = jsonencode("
	l := value.Layout{
		Indent: indent, Step: d.Step(body), Newline: d.Newline(), Column: len(indent) + len(code), OneLine: p.JSON != nil || d.OneLine(body), Usual: p.Styler().Usual,
	}
	made, err := t.m.Expression(&v, nil, &l)
	if err != nil {
		return false // an interpolation that cannot stand in quotes
	}
	made = grow.Text(p.Budget, grow.Text(p.Budget, []byte("jsonencode("), made), ")")
	return d.SetValue(p.id, made) == nil
}

// isCompared reports whether providers compare the values of an argument as JSON, so that its layout
// says nothing.
func (p *part) isCompared() bool {
	switch {
	case p.typ == "module":
		return false // what a module does with it is unknown
	case p.name == "policy", p.name == "container_definitions":
		return true
	}
	return strings.HasSuffix(p.name, "_policy") || strings.HasSuffix(p.name, "_policy_document")
}
