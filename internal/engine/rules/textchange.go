package rules

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/base/regex"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
	"iacedit/value"
)

// A TextChange replaces text inside a value by literal text (docs/edits.md, "Text inside
// values"). It is immutable, and several goroutines may use it at once.
type TextChange struct {
	rule Rule // has only the text or regular expression to find, and the replacement
}

// DecodeTextChange decodes {"text": …, "by": …} or {"pattern": …, "by": …}. The message of the
// error begins with noun.
func DecodeTextChange(noun string, v *value.Value, b *budget.Budget) (*TextChange, error) {
	refuse := func(at int, format string, args ...any) error {
		return fault.At(at, fault.InvalidRequest, "%s: "+format, append([]any{noun}, args...)...)
	}
	if v.Kind != value.Object {
		return nil, refuse(v.At, `expected an object of "text" or "pattern", and "by", found %s`, v.Kind)
	}
	var text, expression, by *value.Value
	known := map[string]**value.Value{"text": &text, "pattern": &expression, "by": &by}
	for i := range v.Items {
		item := &v.Items[i]
		to, ok := known[item.Key]
		switch {
		case !ok:
			return nil, refuse(item.Value.At, `unknown key %s; there are "text", "pattern" and "by"%s`, excerpt.Quote(item.Key), nearest.DidYouMean(item.Key, slices.Values([]string{"text", "pattern", "by"})))
		case item.Value.Kind != value.String:
			return nil, refuse(item.Value.At, "%q must be a string, found %s", item.Key, item.Value.Kind)
		}
		*to = &item.Value
	}
	switch {
	case text == nil && expression == nil:
		return nil, refuse(v.At, `neither "text" nor "pattern" says what is replaced`)
	case text != nil && expression != nil:
		return nil, refuse(v.At, `it has both "text" and "pattern"; one says what is replaced`)
	case by == nil:
		return nil, refuse(v.At, `it has no "by", the text to write in its place; "" removes the text`)
	}
	c := &TextChange{}
	groups := 0
	if text != nil {
		if text.Text == "" {
			return nil, refuse(text.At, `"text" is empty`)
		}
		c.rule.text = []byte(text.Text)
	} else {
		var err error
		if c.rule.regexp, err = regex.Compile(noun+": pattern", expression.At, expression.Text, b); err != nil {
			return nil, err
		}
		groups = c.rule.regexp.Groups()
	}
	var err error
	if c.rule.by, err = pattern.NewLiteral(by.Text, groups, expression != nil); err != nil {
		return nil, refuse(by.At, "by: %s %s", excerpt.Quote(by.Text), err)
	}
	if c.rule.regexp != nil {
		c.rule.regexp.Record(c.rule.by.Groups())
	}
	return c, nil
}

// stepsPerNode is the number of steps charged for each node of a value, because the search needs
// memory for each node.
const stepsPerNode = 16

// In implements selection.TextChange. It searches the strings, templates and heredocs of a value at
// any depth, but not keys, template sequences, or strings that stand for references or keywords.
func (c *TextChange) In(code []byte, p *value.Schema, b *budget.Budget) ([]byte, error) {
	e, err := syntax.ParseCode(code)
	if err != nil {
		return nil, err
	}
	b.Step(stepsPerNode * e.Len())
	r := pattern.Rewriter{}
	r.Budget = b
	stays := unchangedNodes(e, p)
	ask := func(id syntax.NodeID, _ func() []byte) bool { return !stays[id] }
	edits, err := r.RewriteText(nil, e, nil, c.rule.finder(b), c.rule.by, ask)
	if err != nil || len(edits) == 0 {
		return nil, err
	}
	var new []byte
	from := int32(0)
	for _, edit := range edits {
		new = append(append(new, code[from:edit.At.From]...), edit.Text...)
		from = edit.At.To
	}
	return append(new, code[from:]...), nil
}

// Plain makes the replacements in a text that is not code, such as a name. The result changed is
// false if the text does not occur.
func (c *TextChange) Plain(text string, b *budget.Budget) (new string, changed bool) {
	found := c.rule.finder(b)([]byte(text))
	if len(found) == 0 {
		return text, false
	}
	new = c.rule.by.Replace(text, found, b)
	return new, new != text
}

var _ selection.TextChange = (*TextChange)(nil)

// unchangedNodes returns, for each node of an expression, whether a TextChange must leave the node
// unchanged. It must not change nodes inside ${…}, or strings that stand for a reference or a
// keyword. p is the schema of the expression.
func unchangedNodes(e *syntax.Expr, p *value.Schema) []bool {
	stays := make([]bool, e.Len())
	inside := make([]bool, e.Len()) // for each node, whether it is in a template sequence
	schemas := make([]*value.Schema, e.Len())
	schemas[e.Root] = p
	for id := syntax.NodeID(e.Len() - 1); id > 0; id-- { // parents before children
		n := e.Node(id)
		for c := range e.Children(id) {
			of := schemas[id]
			switch n.Kind {
			case syntax.NodeTuple:
				of = of.Element()
			case syntax.NodePair:
				if key, ok := value.LiteralKey(e, n.First); ok && c != n.First {
					of = of.Member(key)
				}
			}
			schemas[c] = of
			inside[c] = inside[id] || n.Kind == syntax.NodeInterp || n.Kind == syntax.NodeDirective
		}
		stays[id] = inside[id] || schemas[id].StringMode() == value.Reference
	}
	return stays
}
