package reshape

import (
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/render"
	"iacedit/refs"
	"iacedit/syntax"
)

// dynamic adds a dynamic block. The arguments are the iterator, or "" for the usual one, the value of
// for_each, and the body of the content, whose lines are indented as those of the dynamic block.
func (v *values) dynamic(iterator string, each []render.Part, content syntax.Span) {
	d, inner, newline := v.w.f.Draft, v.l.deeper(1), v.l.newline
	parts := append([]render.Part{render.New("{" + newline + inner + "for_each = ")}, each...)
	if iterator != "" {
		parts = append(parts, render.New(newline+inner+"iterator = "+iterator))
	}
	parts = append(parts, render.New(newline+inner+"content "), render.Old(d.Shift(content, "", v.l.step)), render.New(newline+v.l.indent+"}"))
	v.made = append(v.made, madeBlock{
		gap: v.gap, above: v.above, typ: "dynamic", header: ` "` + v.form.To + `" `, body: d.Compose(parts...), tail: v.nothing(),
	})
	v.gap, v.above = syntax.Span{}, nil
}

// each returns the value of for_each for a span of the code.
func (v *values) each(at syntax.Span, indent string) render.Part {
	return render.Old(v.w.f.Draft.Shift(v.level(at, indent), "", v.l.step))
}

// choice adds the dynamic block of "C ? {…} : null". It returns false for another conditional.
func (v *values) choice(c *code) (done bool, err error) {
	condition := c.expr.Node(c.root).First
	yes := c.expr.Node(condition).Next
	no := c.expr.Node(yes).Next
	results := " ? [1] : []"
	if c.expr.Node(c.expr.Unwrapped(yes)).Kind == syntax.NodeNull {
		yes, no, results = no, yes, " ? [] : [1]"
	}
	if c.expr.Node(c.expr.Unwrapped(no)).Kind != syntax.NodeNull || c.expr.Node(c.expr.Unwrapped(yes)).Kind != syntax.NodeObject {
		return false, nil
	}
	object := c.expr.Node(c.expr.Unwrapped(yes)).Span()
	indent := c.indentAt(object.From)
	inner, err := v.parse(c.at(object), indent)
	if err != nil {
		return true, err
	}
	body, err := v.body(inner, "")
	if err != nil {
		return true, err
	}
	at := c.expr.Node(condition).Span()
	v.dynamic("", []render.Part{v.each(c.at(at), c.indentAt(at.From)), render.New(results)}, v.level(body, indent))
	return true, nil
}

// loop adds the dynamic block of a "for" expression.
func (v *values) loop(c *code, id syntax.NodeID) error {
	e := c.expr
	n := e.Node(id)
	var names []syntax.NodeID
	collection := n.First
	for ; e.Node(collection).Kind == syntax.NodeName; collection = e.Node(collection).Next {
		names = append(names, collection)
	}
	key, result := syntax.NodeID(0), e.Node(collection).Next
	if n.Kind == syntax.NodeForObject {
		key, result = result, e.Node(result).Next
	}
	if n.Flags&syntax.FlagExpanded != 0 {
		return v.refuse(`the "for" expression groups its results`)
	}
	iterator, taken := v.iterator(c, names)
	b := &bound{names, iterator}
	first := ""
	if key != 0 {
		first = v.form.Key + " = " + string(v.w.f.Draft.At(v.iterated(c, b, key)))
	}
	content, err := v.content(c, result, first, b)
	if err != nil {
		return err
	}
	at := e.Node(collection).Span()
	each := []render.Part{v.each(c.at(at), c.indentAt(at.From))}
	if n.Flags&syntax.FlagCondition != 0 {
		condition := string(e.Source(e.Node(result).Next))
		last := string(e.Source(names[len(names)-1]))
		opening, closing, what := "[for "+last+" in ", "]", last
		if len(names) > 1 {
			k := string(e.Source(names[0]))
			opening, closing, what = "{for "+k+", "+last+" in ", "}", k+" => "+last
		}
		each = []render.Part{render.New(opening), each[0], render.New(" : " + what + " if " + condition + closing)}
	}
	if !taken {
		iterator = ""
	}
	v.dynamic(iterator, each, content)
	return nil
}

// content returns the body of the content for the result of a "for" expression.
func (v *values) content(c *code, result syntax.NodeID, first string, b *bound) (syntax.Span, error) {
	object := c.expr.Unwrapped(result)
	indent := c.indentAt(c.expr.Node(object).Start)
	if v.form.Value != "" {
		return v.valueBody(first, v.level(v.iterated(c, b, result), c.indentAt(c.expr.Node(result).Start)), ""), nil
	}
	if c.expr.Node(object).Kind != syntax.NodeObject {
		return syntax.Span{}, v.refuse(`the "for" expression makes %s, which is no literal object`, excerpt.Line(c.expr.Source(result)))
	}
	inner, err := v.parse(v.iterated(c, b, object), indent)
	if err != nil {
		return syntax.Span{}, err
	}
	body, err := v.body(inner, first)
	return v.level(body, indent), err
}

// iterator returns the name of the iterator for a "for" expression: the type of the blocks, or
// another name if the type has another meaning inside the expression. Then the result other is set.
func (v *values) iterator(c *code, names []syntax.NodeID) (name string, other bool) {
	used := map[string]bool{}
	for node := range c.expr.All() {
		v.w.f.Budget.Step(1)
		switch c.expr.Node(node).Kind {
		case syntax.NodeVariable, syntax.NodeName:
			used[string(c.expr.Source(node))] = true
		}
	}
	for _, own := range names {
		if string(c.expr.Source(own)) == v.form.To {
			delete(used, v.form.To) // it is the value that the iterator stands for
		}
	}
	name = v.form.To
	for used[name] {
		name, other = name+"_item", true
	}
	return name, other
}

// bound has the names that a "for" expression defines, and the iterator that replaces them.
type bound struct {
	names    []syntax.NodeID
	iterator string
}

// iterated returns a copy of a part of a "for" expression in which the iterator replaces the names.
func (v *values) iterated(c *code, b *bound, part syntax.NodeID) syntax.Span {
	at := c.expr.Node(part).Span()
	var locals refs.Locals
	locals.Find(c.expr)
	parts, from := []render.Part{}, at.From
	plain := map[syntax.NodeID]bool{} // the keys of objects that are plain names
	for id := range c.expr.All() {
		v.w.f.Budget.Step(2)
		if n := c.expr.Node(id); n.Kind == syntax.NodePair {
			plain[n.First] = true
		}
	}
	for id := range c.expr.All() {
		n := c.expr.Node(id)
		if n.Kind != syntax.NodeVariable || n.Start < at.From || n.End > at.To {
			continue
		}
		for i, name := range b.names {
			if locals.Binder(id) != name {
				continue
			}
			text := b.iterator + ".value"
			if i < len(b.names)-1 {
				text = b.iterator + ".key"
			}
			if n.Start >= from && !plain[id] {
				parts = append(parts, render.Old(c.at(syntax.Span{From: from, To: n.Start})), render.New(text))
				from = n.End
			}
		}
	}
	if len(parts) == 0 {
		return c.at(at)
	}
	return v.w.f.Draft.Compose(append(parts, render.Old(c.at(syntax.Span{From: from, To: at.To})))...)
}

// computed adds the dynamic block of a value that is not literal.
func (v *values) computed(at syntax.Span, indent string) error {
	if v.form.Members == nil && v.form.Value == "" {
		return v.refuse(`%s is no literal %s; "members" in the form would name the arguments of the blocks, as in "members": ["name", "value"]`,
			excerpt.Line(v.w.f.Draft.At(at)), map[bool]string{true: "object", false: "list"}[v.form.As == plan.AsBlock])
	}
	inner := v.l.deeper(1)
	lines := []string{}
	if v.form.Key != "" {
		lines = append(lines, v.form.Key+" = "+v.form.To+".key")
	}
	if v.form.Value != "" {
		lines = append(lines, v.form.Value+" = "+v.form.To+".value")
	}
	for _, name := range v.form.Members {
		lines = append(lines, name+" = "+v.form.To+".value."+name)
	}
	content := "{" + v.l.newline + inner + strings.Join(lines, v.l.newline+inner) + v.l.newline + v.l.indent + "}"
	each := []render.Part{v.each(at, indent)}
	if v.form.As == plan.AsBlock {
		each = []render.Part{each[0], render.New("[*]")}
		if c, err := v.parse(at, indent); err == nil && !isPostfix(c.expr, c.expr.Root) {
			each = []render.Part{render.New("("), each[0], render.New(")[*]")}
		}
	}
	v.dynamic("", each, v.w.f.Draft.Compose(render.New(content)))
	return nil
}

// isPostfix reports whether an operator such as [*] can follow an expression directly.
func isPostfix(e *syntax.Expr, id syntax.NodeID) bool {
	switch e.Node(id).Kind {
	case syntax.NodeBinary, syntax.NodeUnary, syntax.NodeConditional:
		return false
	}
	return true
}
