package reshape

import (
	"bytes"
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	"iacedit/value"
)

// A madeBlock is a nested block that a value becomes. Its lines are indented as those of a block in
// the body of the attribute.
type madeBlock struct {
	gap    syntax.Span   // the lines between the block and the one before it; empty for the usual ones
	above  []render.Part // whole lines: the comments above it
	typ    string
	header string      // the labels, and the blank before the brace
	body   syntax.Span // with the braces
	tail   syntax.Span // the comment behind it, and the line end
}

// values turns a value into blocks.
type values struct {
	w    *writer
	form *plan.NewForm
	id   syntax.ItemID // the attribute
	l    *layout
	made []madeBlock

	above []render.Part // the comments above the next block
	gap   syntax.Span   // the lines above the next block
}

// A code is the code of a value, parsed by itself, or a value inside it.
type code struct {
	tree  *syntax.File
	id    syntax.ItemID // the attribute, pair, element or argument with the value in the tree
	expr  *syntax.Expr
	node  syntax.NodeID // the value
	root  syntax.NodeID // the value, without parentheses
	shift int32         // what to add to an offset in the tree, for an offset in the text of the draft
	first string        // the indentation of the line on which the value begins

	// What indentAt last searched up to, and the start of the line there.
	searched, line int32
}

// read adds the blocks that a value makes. indent is the indentation of the line on which the value
// begins.
func (v *values) read(c *code, indent string) error {
	n := c.expr.Node(c.root)
	one := v.form.As == plan.AsBlock
	switch {
	case n.Kind == syntax.NodeNull:
		return nil
	case n.Kind == syntax.NodeObject && one:
		return v.object(c, c.tree.Item(c.id).Content, "", v.nothing())
	case n.Kind == syntax.NodeObject && v.form.Key != "", n.Kind == syntax.NodeTuple && !one && v.form.Key == "":
		return v.items(c)
	case n.Kind == syntax.NodeForTuple && !one && v.form.Key == "", n.Kind == syntax.NodeForObject && v.form.Key != "":
		alone, err := v.parse(c.span(), indent) // loop looks at all nodes of the code
		if err != nil {
			return err
		}
		return v.loop(alone, alone.root)
	case n.Kind == syntax.NodeConditional && one:
		if done, err := v.choice(c); done || err != nil {
			return err
		}
	case n.Kind == syntax.NodeCall && n.Flags&syntax.FlagExpanded == 0:
		switch name := string(c.expr.Source(n.First)); {
		case name == "one" && one:
			argument := c.expr.Node(n.First).Next
			if argument != 0 && c.expr.Node(argument).Kind == syntax.NodeForTuple && c.expr.Node(argument).Next == 0 {
				return v.loop(c, argument)
			}
		case name == "concat" && !one && v.form.Key == "", name == "merge" && v.form.Key != "":
			return v.items(c)
		}
	}
	return v.computed(c.span(), indent)
}

// items adds the blocks of the elements of a list, the pairs of an object, or the arguments of a
// call.
func (v *values) items(c *code) error {
	d := v.w.f.Draft
	item := c.collection()
	next := c.expr.Node(c.root).First
	if c.expr.Node(c.root).Kind == syntax.NodeCall {
		next = c.expr.Node(next).Next // behind the name of the function
	}
	first := true
	for child := range c.tree.Children(item) {
		v.w.f.Budget.Step(4)
		it := c.tree.Item(child)
		if it.Kind != syntax.KindPair && it.Kind != syntax.KindElement {
			v.between(c, it, first)
			continue
		}
		first = false
		start := it.Content.From
		if it.Name.Len() > 0 {
			start = it.Name.From
		}
		v.above = append(v.above, v.shifted(c, v.linesOf(c.at(syntax.Span{From: it.Head.From, To: start})), start)...)
		before := len(v.made)
		if err := v.item(c, child, it, next); err != nil {
			return err
		}
		next = c.expr.Node(next).Next
		if comment := strings.Trim(string(c.tree.At(it.Tail)), ", \t\r\n"); comment != "" && len(v.made) > before {
			v.made[len(v.made)-1].tail = d.Compose(render.New(" " + comment + v.l.newline))
		}
	}
	return nil
}

// rest returns the lines with the comments below the last item of a list, or nothing.
func (v *values) rest() []render.Part {
	if v.gap.Len() > 0 {
		return append([]render.Part{render.Old(v.gap)}, v.above...)
	}
	return v.above
}

// commentIn returns the comment behind an item, with a blank before it, or "".
func commentIn(c *code, tail syntax.Span) string {
	comment := strings.Trim(string(c.tree.At(tail)), ", \t\r\n")
	if comment != "" {
		comment = " " + comment
	}
	return comment
}

// item adds the blocks of an element, pair or argument, which is a node of the code.
func (v *values) item(c *code, child syntax.ItemID, it syntax.Item, node syntax.NodeID) error {
	if it.Kind == syntax.KindPair {
		node = c.expr.Node(c.expr.Node(node).First).Next
	}
	at, indent := c.at(it.Content), c.indentAt(it.Content.From)
	inner := v.inside(c, child, node)
	switch {
	case it.Kind == syntax.KindPair:
		key := string(c.tree.At(it.Name))
		if text, literal := c.tree.Key(child); literal {
			key = string(value.AppendString(nil, text))
		} else if strings.HasPrefix(key, "(") {
			key = key[1 : len(key)-1]
		}
		return v.pair(key, inner, indent, commentIn(c, it.Tail))
	case c.tree.Inside(c.tree.Item(child).Parent) == syntax.InsideCall:
		return v.read(inner, indent)
	case v.form.Value != "":
		return v.put(v.valueBody("", v.level(at, indent), ""), v.nothing())
	}
	if inner.expr.Node(inner.root).Kind == syntax.NodeObject {
		return v.object(inner, inner.tree.Item(inner.id).Content, "", v.nothing())
	}
	return v.computed(v.w.f.Draft.Compose(render.New("["), render.Old(at), render.New("]")), indent)
}

// pair adds the block of a pair with a key and a value, which are code, and with a comment.
func (v *values) pair(key string, c *code, indent, comment string) error {
	first := v.form.Key + " = " + key
	if v.form.Value != "" {
		return v.put(v.valueBody(first, v.level(c.span(), indent), comment), v.nothing())
	}
	if c.expr.Node(c.root).Kind != syntax.NodeObject {
		return v.refuse("the value of the key %s is no literal object", excerpt.Quote(key))
	}
	return v.object(c, c.tree.Item(c.id).Content, first, v.nothing())
}

// put adds a block with a body.
func (v *values) put(body, tail syntax.Span) error {
	v.made = append(v.made, madeBlock{gap: v.gap, above: v.above, typ: v.form.To, header: " ", body: body, tail: tail})
	v.gap, v.above = syntax.Span{}, nil
	return nil
}

// between notes the comments between items, or before the first.
func (v *values) between(c *code, it syntax.Item, first bool) {
	if len(bytes.TrimSpace(c.tree.At(it.Head))) == 0 {
		return
	}
	lines := v.w.f.Draft.Shift(c.at(it.Head), v.indentBelow(c, it), "")
	switch {
	case it.Kind == syntax.KindGap && !first:
		v.gap = lines
	case it.Kind == syntax.KindOpen:
		v.above = append(v.above, v.w.commentLine(c.at(it.Head), v.l)...)
	default:
		v.above = append(v.above, render.Old(lines))
	}
}

// indentBelow returns by how much the lines of a gap are deeper than the body of the attribute.
func (v *values) indentBelow(c *code, it syntax.Item) string {
	text := c.tree.At(it.Head)
	text = bytes.TrimLeft(text, "\r\n")
	return strings.TrimPrefix(string(text[:len(text)-len(bytes.TrimLeft(text, " \t"))]), v.l.indent)
}

// linesOf returns the comments in front of code as whole lines.
func (v *values) linesOf(at syntax.Span) []render.Part { return v.w.linesAbove(at.From, at.To, v.l) }

// shifted returns lines with the indentation of the body of the attribute, given an offset in the
// code below them.
func (v *values) shifted(c *code, lines []render.Part, offset int32) []render.Part {
	for i := range lines {
		lines[i] = render.Old(v.level(v.w.f.Draft.Compose(lines[i]), c.indentAt(offset)))
	}
	return lines
}

// object adds the block of an object literal. If the argument first is not empty, it is the code of
// the first attribute.
func (v *values) object(c *code, at syntax.Span, first string, tail syntax.Span) error {
	body, err := v.body(c, first)
	if err != nil {
		return err
	}
	return v.put(v.level(body, c.indentAt(at.From)), tail)
}
