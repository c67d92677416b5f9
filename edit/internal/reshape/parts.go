package reshape

import (
	"bytes"
	"fmt"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	"iacedit/value"
	"strings"
)

// at returns the span in the text of the draft for a span in the tree.
func (c *code) at(s syntax.Span) syntax.Span {
	return syntax.Span{From: s.From + c.shift, To: s.To + c.shift}
}

// span returns the span of the value in the text of the draft.
func (c *code) span() syntax.Span { return c.at(c.tree.Item(c.id).Content) }

// indentAt returns the indentation of the line with an offset of the tree. It searches for the start
// of the line from the offset of the last call on, because the line may be long.
func (c *code) indentAt(offset int32) string {
	if offset < c.searched {
		c.searched, c.line = 0, 0
	}
	if i := bytes.LastIndexByte(c.tree.Text()[c.searched:offset], '\n'); i >= 0 {
		c.line = c.searched + int32(i) + 1
	}
	c.searched = offset
	if c.line == 0 {
		return c.first
	}
	rest := c.tree.Text()[c.line:]
	return string(rest[:len(rest)-len(bytes.TrimLeft(rest, " \t"))])
}

// stepsPerValue is the price of parsing the code of a value, and of the block that is made of it.
const stepsPerValue = 400

// parse parses the code of a value. first is the indentation of the line on which it begins.
func (v *values) parse(at syntax.Span, first string) (*code, error) {
	const before = "x = "
	text := v.w.f.Draft.At(at)
	v.w.f.Budget.Step(stepsPerValue)
	v.w.f.Budget.Parse(len(text))
	tree, err := syntax.Parse([]byte(before + string(text) + "\n"))
	if err != nil {
		return nil, v.refuse("%s", err)
	}
	c := &code{tree: tree, id: tree.Attribute(syntax.Root, "x"), shift: at.From - int32(len(before)), first: first}
	c.expr = tree.Expr(tree.Value(c.id))
	c.node = c.expr.Root
	c.root = c.expr.Unwrapped(c.node)
	return c, nil
}

// inside returns a value inside a value, given its item and its node.
func (v *values) inside(c *code, id syntax.ItemID, node syntax.NodeID) *code {
	v.w.f.Budget.Step(stepsPerValue)
	inner := *c
	inner.id, inner.node, inner.root = id, node, c.expr.Unwrapped(node)
	return &inner
}

// collection expands the list, object or call that is the value, and returns its item: that of the
// value or, if the value is in parentheses, of what is in them.
func (c *code) collection() syntax.ItemID {
	item, node := c.id, c.node
	for c.tree.ExpandNode(item, c.expr, node) && c.tree.Inside(item) == syntax.InsideParens {
		for item = range c.tree.Elements(item) {
			break
		}
		node = c.expr.Node(node).First
	}
	return item
}

func (v *values) refuse(format string, args ...any) error {
	return refused(v.w.f, v.form.At, fault.InvalidRequest, v.id, "the attribute %s: %s", v.form.Name, fmt.Sprintf(format, args...))
}

// nothing returns the tail of a block without a comment behind it.
func (v *values) nothing() syntax.Span { return v.w.f.Draft.Compose(render.New(v.l.newline)) }

// level returns code indented as if it began on a line of the attribute's body, given the
// indentation of the line on which it begins.
func (v *values) level(at syntax.Span, indent string) syntax.Span {
	if more, deeper := strings.CutPrefix(indent, v.l.indent); deeper {
		return v.w.f.Draft.Shift(at, more, "")
	}
	return at
}

// valueBody returns a body with the argument for a value that is no object. If first is not empty, it
// is the code of an attribute above.
func (v *values) valueBody(first string, value syntax.Span, comment string) syntax.Span {
	inner := v.l.deeper(1)
	if first != "" {
		first = v.l.newline + inner + first
	}
	text := v.w.f.Draft.Shift(value, "", v.l.step)
	parts := []render.Part{render.New("{" + first + v.l.newline + inner + v.form.Value + " = "), render.Old(text), render.New(comment)}
	return v.w.f.Draft.Compose(append(parts, render.New(v.l.newline+v.l.indent+"}"))...)
}

// body returns the code of an object as the body of a block. Its lines keep their indentation.
func (v *values) body(c *code, first string) (syntax.Span, error) {
	d := v.w.f.Draft
	item := c.collection()
	indent := c.indentAt(c.tree.Item(item).Content.From)
	inner := indent + v.l.step
	n, lines := 0, false
	for id := range c.tree.Children(item) {
		v.w.f.Budget.Step(2)
		if it := c.tree.Item(id); it.Kind == syntax.KindPair {
			n++
		} else {
			lines = lines || bytes.IndexByte(c.tree.At(it.Head), '\n') >= 0
		}
	}
	opening, closing := c.tree.Brackets(item)
	if !lines && first == "" && n == 0 {
		return c.at(c.tree.Item(item).Content), nil
	}
	spread := !lines && (n > 1 || first != "")
	parts := []render.Part{render.Old(c.at(opening))}
	if spread {
		parts = append(parts, render.New(v.l.newline))
	}
	if first != "" && spread {
		parts = append(parts, render.New(inner+first+v.l.newline))
	}
	fresh := spread // the next item begins a line
	seen := map[string]bool{}
	for id := range c.tree.Children(item) {
		it := c.tree.Item(id)
		if it.Kind != syntax.KindPair {
			if text := c.tree.At(it.Head); !spread || len(bytes.TrimSpace(text)) > 0 {
				parts = append(parts, render.Old(c.at(it.Head)))
			}
			if it.Kind == syntax.KindOpen && first != "" {
				parts = append(parts, render.New(inner+first+v.l.newline))
			}
			fresh = true
			continue
		}
		pair, err := v.argument(c, id, it, seen)
		if err != nil {
			return syntax.Span{}, err
		}
		lead := syntax.Span{From: it.Head.From, To: it.Name.From}
		text := c.tree.At(lead)
		switch {
		case (spread || !fresh) && len(bytes.TrimSpace(text)) == 0:
			parts = append(parts, render.New(inner))
		default:
			parts = append(parts, render.Old(c.at(lead)))
		}
		parts = append(parts, pair...)
		tail := c.tree.At(it.Tail)
		switch ends := bytes.HasSuffix(tail, []byte{'\n'}); {
		case ends:
			parts = append(parts, v.tailOf(c.at(it.Tail))...)
		case spread || lines:
			parts = append(parts, render.New(strings.TrimRight(strings.Trim(string(tail), ", \t"), " ")+v.l.newline))
		default:
			parts = append(parts, render.New(strings.TrimRight(strings.ReplaceAll(string(tail), ",", ""), " ")+" "))
		}
		fresh = bytes.HasSuffix(tail, []byte{'\n'}) || spread || lines
	}
	if spread {
		parts = append(parts, render.New(indent))
	}
	return d.Compose(append(parts, render.Old(c.at(closing)))...), nil
}

// argument returns the code of a pair as an attribute, up to its value's end. The map seen has the
// names so far.
func (v *values) argument(c *code, id syntax.ItemID, it syntax.Item, seen map[string]bool) ([]render.Part, error) {
	key, literal := c.tree.Key(id)
	switch {
	case !literal || !value.IsIdentifier(key):
		return nil, v.refuse("the key %s is no identifier, so it cannot be the name of an argument", excerpt.Line(c.tree.At(it.Name)))
	case seen[key] || key == v.form.Key:
		return nil, v.refuse("the key %s would be there twice", key)
	}
	seen[key] = true
	between := c.at(syntax.Span{From: it.Name.To, To: it.Head.To})
	parts := []render.Part{render.New(key), render.Old(between)}
	if key == string(c.tree.At(it.Name)) {
		parts[0] = render.Old(c.at(it.Name))
	}
	if strings.TrimSpace(string(v.w.f.Draft.At(between))) == ":" {
		parts[1] = render.New(" = ")
	}
	return append(parts, render.Old(c.at(it.Content))), nil
}

// tailOf returns the rest of a pair's last line without the comma.
func (v *values) tailOf(at syntax.Span) []render.Part {
	text := v.w.f.Draft.At(at)
	if comma := bytes.IndexByte(text, ','); comma >= 0 && len(bytes.TrimLeft(text[:comma], " \t")) == 0 {
		return []render.Part{render.Old(syntax.Span{From: at.From + int32(comma) + 1, To: at.To})}
	}
	return []render.Part{render.Old(at)}
}
