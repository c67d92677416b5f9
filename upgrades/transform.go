package upgrades

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/lexer"
	"iacedit/read"
	"iacedit/syntax"
)

// changesValue reports whether a rename gives the item another value, too, in the same block.
func (f *Fact) changesValue() bool {
	return f.Kind == Rename && f.Swaps == nil && !f.inPlace()
}

// transforms adds the edits of a fact that gives an argument another name and another value: the
// value in its place, the references, then the name.
func (u *unit) transforms(all object, f *Fact) object {
	if !f.changesValue() {
		return all
	}
	last := lastPart(f.Path)
	for _, b := range u.blocks {
		one := &unit{kindOf: u.kindOf, blocks: []*block{b}}
		seen := map[string]bool{}
		for _, it := range b.items(f.Path) {
			if it.shape.kind != syntax.KindAttribute {
				continue
			}
			old, new := it.json(last), f.newValue(it)
			if old != nil && new != nil {
				change := object{{"where", object{{last, old}}}, {"update", object{{"attributes", object{{last, new}}}}}}
				all = one.add(all, "update", one.targets(false), nested(it.shape.way, "update", change))
			}
			if !seen[it.shape.way] {
				seen[it.shape.way] = true
				name := object{{"has", []string{last}}, {"attributes", object{{last, lastPart(f.To)}}}}
				if f.Reference != "" {
					name = append(name, property{"references", false})
				}
				all = one.add(all, "rename", one.targets(true), nested(it.shape.way, "rename", name))
			}
		}
	}
	if f.Reference == "" {
		return all
	}
	for _, name := range u.referred(f) {
		all = rewritten(all, (&block{of: u.of, typ: u.typ, name: name}).rewrites(f)...)
	}
	return all
}

// referred returns the names of the unit's blocks to whose item code refers. Each rule searches the
// whole code, so there must be few.
func (u *unit) referred(f *Fact) (names []string) {
	owned := map[string]bool{}
	for _, b := range u.blocks {
		owned[b.name] = true
	}
	parts := strings.Split(f.Path, ".")
	for _, t := range u.trees {
		if !bytes.Contains(t.code, []byte(parts[0])) {
			continue
		}
		for _, use := range t.uses() {
			if use.kindOf == u.kindOf && owned[use.name] && len(use.names) >= len(parts) && slices.Equal(use.names[:len(parts)], parts) {
				owned[use.name] = false
				names = append(names, use.name)
			}
		}
	}
	return names
}

// rewritten adds rules to the operation "rewrite".
func rewritten(all object, rules ...object) object {
	for i := range all {
		if all[i].key == "rewrite" {
			all[i].value = append(all[i].value.([]object), rules...)
			return all
		}
	}
	return append(all, property{"rewrite", rules})
}

// rewrites returns the rules that change references to the item of a fact: those to the only
// instance of the block, and those with a key.
func (b *block) rewrites(f *Fact) (rules []object) {
	in := func(of string, path string) string {
		parts := strings.Split(path, ".")
		for i, name := range parts {
			of += "." + name
			if i < len(parts)-1 {
				of += fmt.Sprintf("[$block%d]", i)
			}
		}
		return of
	}
	for _, of := range []string{b.address(), b.address() + "[$key]"} {
		if f.Reference == "!$" { // no double negation
			rules = append(rules, object{{"match", "!" + in(of, f.Path)}, {"to", in(of, f.To)}})
		}
		to := strings.ReplaceAll(f.Reference, "$", in(of, f.To))
		rules = append(rules, object{{"match", in(of, f.Path)}, {"to", to}})
	}
	return rules
}

// json returns the value of an attribute in the form that it has in "where", or nil.
func (it item) json(name string) json.RawMessage {
	m := read.FileOf(it.f, address.Language{}).Match(it.f.Item(it.id).Parent, address.Path{Name: name})
	text, ok := m.AppendJSON(nil)
	if !ok {
		return nil
	}
	return text
}

// newValue returns the new value of an item as an edit has it, or nil if the value stays.
func (f *Fact) newValue(it item) json.RawMessage {
	e := it.f.ValueExpr(it.id)
	switch {
	case f.Values != nil:
		return asValue(f.mapped(it.block, e, e.Root))
	case f.Expr == "!$":
		return asValue(it.negated(e, e.Root))
	case f.Expr != "" && !it.isNull():
		return quoted("${" + f.Expr + "}")
	}
	return nil
}

// isNull reports whether the value of an item is null.
func (it item) isNull() bool {
	e := it.f.ValueExpr(it.id)
	return e.Node(e.Unwrapped(e.Root)).Kind == syntax.NodeNull
}

// asValue returns code as a value of an edit. A literal is the literal itself.
func asValue(code string) json.RawMessage {
	switch {
	case code == "":
		return nil
	case json.Valid([]byte(code)):
		return json.RawMessage(code)
	}
	return quoted("${" + code + "}")
}

// mapped returns the code that replaces an expression, by the fact's table of literals. The results
// of a conditional are mapped each. If the table has both booleans, any other expression becomes
// the condition of a conditional. The result is "" if the expression stays.
func (f *Fact) mapped(b *block, e *syntax.Expr, id syntax.NodeID) string {
	id = e.Unwrapped(id)
	n := e.Node(id)
	switch n.Kind {
	case syntax.NodeNull:
		return ""
	case syntax.NodeConditional:
		yes := e.Node(n.First).Next
		no := e.Node(yes).Next
		return f.either(b, e, n.First, yes, no)
	}
	text, literal := e.PlainString(id)
	if !literal && (n.Kind == syntax.NodeTrue || n.Kind == syntax.NodeFalse || n.Kind == syntax.NodeNumber) {
		text, literal = string(e.Source(id)), true
	}
	if literal {
		to, _ := f.literal(text)
		return to
	}
	yes, hasYes := f.literal("true")
	no, hasNo := f.literal("false")
	if !hasYes || !hasNo || yes == "" || no == "" {
		return ""
	}
	return b.unlessNull(e, id, fmt.Sprintf("%s ? %s : %s", operand(e, id), yes, no))
}

// either returns a conditional with mapped results.
func (f *Fact) either(b *block, e *syntax.Expr, condition, yes, no syntax.NodeID) string {
	results := []string{f.mapped(b, e, yes), f.mapped(b, e, no)}
	for i, id := range []syntax.NodeID{yes, no} {
		switch {
		case results[i] == "" && e.Node(e.Unwrapped(id)).Kind == syntax.NodeNull:
			results[i] = "null"
		case results[i] == "":
			return ""
		}
	}
	return fmt.Sprintf("%s ? %s : %s", e.Source(condition), results[0], results[1])
}

// literal returns the code that replaces an old literal.
func (f *Fact) literal(text string) (code string, ok bool) {
	for _, p := range f.Values {
		if literalText(p.Old) == text {
			return string(p.New), true
		}
	}
	return "", false
}

// negated returns the code of the opposite of a boolean.
func (b *block) negated(e *syntax.Expr, id syntax.NodeID) string {
	id = e.Unwrapped(id)
	n := e.Node(id)
	text, plain := e.PlainString(id)
	switch {
	case n.Kind == syntax.NodeTrue || plain && text == "true":
		return "false"
	case n.Kind == syntax.NodeFalse || plain && text == "false":
		return "true"
	case n.Kind == syntax.NodeNull:
		return ""
	case n.Kind == syntax.NodeUnary && n.Op == lexer.Bang:
		return string(e.Source(e.Unwrapped(n.First)))
	case n.Kind == syntax.NodeBinary && (n.Op == lexer.EqualOp || n.Op == lexer.NotEqual):
		operator := " != "
		if n.Op == lexer.NotEqual {
			operator = " == "
		}
		return string(e.Source(n.First)) + operator + string(e.Source(e.Node(n.First).Next))
	case n.Kind == syntax.NodeConditional:
		yes := e.Node(n.First).Next
		results := []string{b.negated(e, yes), b.negated(e, e.Node(yes).Next)}
		for i := range results {
			if results[i] == "" {
				results[i] = "null"
			}
		}
		return fmt.Sprintf("%s ? %s : %s", e.Source(n.First), results[0], results[1])
	}
	return b.unlessNull(e, id, "!"+operand(e, id))
}

// operand returns the code of an expression as an operand, in parentheses if it needs them.
func operand(e *syntax.Expr, id syntax.NodeID) string {
	switch text := string(e.Source(id)); e.Node(id).Kind {
	case syntax.NodeUnary, syntax.NodeBinary, syntax.NodeConditional:
		return "(" + text + ")"
	default:
		return text
	}
}

// unlessNull returns code that is null where an expression is null, if the expression is a variable
// of the module whose default is null.
func (b *block) unlessNull(e *syntax.Expr, id syntax.NodeID, code string) string {
	text := string(e.Source(id))
	if name, ok := strings.CutPrefix(text, "var."); ok && b.nullable[name] {
		return fmt.Sprintf("%s == null ? null : (%s)", text, code)
	}
	return code
}

// readNullable records the variables of a file whose default is null.
func (t *tree) readNullable(names map[string]bool) {
	for id := range t.f.Blocks(syntax.Root, "variable") {
		if a := t.f.Attribute(id, "default"); a != syntax.NoItem {
			if e := t.f.ValueExpr(a); e.Node(e.Root).Kind == syntax.NodeNull {
				for label := range t.f.Labels(id) {
					names[string(label)] = true
				}
			}
		}
	}
}
