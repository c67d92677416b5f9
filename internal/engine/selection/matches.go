package selection

import (
	"unicode/utf8"

	"iacedit/address"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/regex"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Pattern is an attribute path and a regular expression for the text of the value there.
type Pattern struct {
	Attribute
	Regexp *regex.Regexp
}

// decodeMatches decodes the value of the selector "matches".
func (d *Decoder) decodeMatches(s *Scope, v *value.Value) ([]Pattern, error) {
	if v.Kind != value.Object {
		return nil, s.Refuse(v.At, `"matches" must be an object of attributes, found %s`, v.Kind)
	}
	patterns := make([]Pattern, len(v.Items))
	for i := range v.Items {
		item := &v.Items[i]
		if item.Value.Kind != value.String {
			return nil, s.Refuse(item.Value.At, `"matches" must have regular expressions, found %s`, item.Value.Kind)
		}
		if err := d.Attribute(&patterns[i].Attribute, s, item, ToName); err != nil {
			return nil, err
		}
		re, err := regex.Compile(s.String()+": matches", item.Value.At, item.Value.Text, d.Budget)
		if err != nil {
			return nil, err
		}
		patterns[i].Regexp = re
	}
	return patterns, nil
}

// Matches reports whether a block satisfies all patterns: each regular expression must match the
// text at its path.
func (f *View) Matches(block syntax.ItemID, patterns []Pattern, p *terraform.Body) bool {
	for i := range patterns {
		x := &patterns[i]
		f.Budget.Step(stepsPerSelector)
		found, schema, seen := f.ValueAt(block, &x.Attribute, p.Attribute(x.Name))
		if seen != address.There {
			return false
		}
		e, root := f.valueExpr(found)
		if !f.matchesPattern(x, e, root, schema) {
			return false
		}
	}
	return true
}

// Matching returns the elements whose text the regular expression matches, in all lists in an item's
// value. The argument p is the schema of the elements. The result any is false if the value contains
// no lists.
func (f *View) Matching(id syntax.ItemID, re *regex.Regexp, p *value.Schema) (found []syntax.ItemID, any bool) {
	lists, _ := address.Lists(Items{f}, id)
	for _, list := range lists {
		for c := range f.Tree.Elements(list) {
			f.Budget.Step(stepsPerSelector)
			e, root := f.valueExpr(c)
			if text, ok := f.textOf(e, root, p); ok && re.Match(text, f.Budget) {
				found = append(found, c)
			}
		}
	}
	return found, len(lists) > 0
}

// valueExpr returns the value of an item, with all edits so far, as an expression and its root
// node.
func (f *View) valueExpr(id syntax.ItemID) (*syntax.Expr, syntax.NodeID) {
	if !f.editedInside(id) {
		e := f.Expr(id)
		return e, e.Root
	}
	text := append(f.Edits.AppendValue(nil, id), '\n')
	f.Budget.Step(len(text) >> 2)
	e, _ := syntax.ParseExpression(f.expr, text, syntax.Span{To: int32(len(text) - 1)})
	return e, e.Root
}

// matchesPattern reports whether the regular expression of a pattern matches the text of an
// expression. This text is the value of a string, the code of a number or boolean, and otherwise
// the expression in JSON, such as "${var.name}". A list or object has no text.
func (f *View) matchesPattern(p *Pattern, e *syntax.Expr, id syntax.NodeID, place *value.Schema) bool {
	text, ok := f.textOf(e, id, place)
	return ok && p.Regexp.Match(text, f.Budget)
}

// textOf returns the text of an expression, as matchesPattern defines it. The text is valid until
// the next call.
func (f *View) textOf(e *syntax.Expr, id syntax.NodeID, place *value.Schema) ([]byte, bool) {
	id = e.Unwrapped(id)
	switch e.Node(id).Kind {
	case syntax.NodeTuple, syntax.NodeObject:
		return nil, false
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse:
		return e.Source(id), true
	}
	if text, ok := e.PlainString(id); ok {
		return []byte(text), true
	}
	source := e.Source(id)
	f.Budget.Step(len(source))
	if f.encoder == nil {
		f.encoder = new(value.Encoder)
	}
	code, ok := f.encoder.Append(f.text[:0], e, id, place)
	if !ok {
		code = jsontext.AppendQuote(code[:0], []byte("${"+string(source)+"}"))
	}
	f.text = code
	if len(code) < 2 || code[0] != '"' || !utf8.Valid(code) {
		return code, true // a signed number, or null
	}
	var r value.Reader
	r.Reset(code)
	v, err := r.Value()
	return []byte(v.Text), err == nil
}
