// Package oldcode finds code that is commented out: lines that, without their comment signs, are an
// attribute, a block, a pair of an object or an element of a list.
//
//	oldcode.go  Code; Places and Find
//	lines.go    the lines of comments without their signs
//	extent.go   where code ends that begins on a line
package oldcode

import (
	"bytes"
	"iter"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

// A Code is code that is commented out.
type Code struct {
	Lines syntax.Span   // the comment lines, in the text of the file
	Child syntax.ItemID // the child of the parent in whose text the lines are: a gap, or the item below
	Tree  *syntax.File  // the code, parsed: its lines without comment signs, and brackets around a pair or element
	ID    syntax.ItemID
	Text  syntax.Span // the lines of the code in the tree's text
}

// Find yields the code that is commented out in a body, object or list, in order. It does not look
// inside the items there. The tree may have edits.
func Find(f *syntax.File, parent syntax.ItemID, b *budget.Budget) iter.Seq[*Code] {
	return func(yield func(*Code) bool) {
		if !f.Expand(parent) {
			return
		}
		inside := f.Inside(parent)
		if inside > syntax.InsideCall {
			return
		}
		for child := range f.Children(parent) {
			b.Step(1)
			at := Place(f, child)
			if at.Len() == 0 {
				continue
			}
			for group := range commentLines(f.At(at), b) {
				if !group.each(inside, b, func(c *Code) bool {
					c.Child = child
					c.Lines.From += at.From
					c.Lines.To += at.From
					return yield(c)
				}) {
					return
				}
			}
		}
	}
}

// Place returns the span of the whole lines in a child that may be comments: all of a gap, and the
// lines above an item.
func Place(f *syntax.File, child syntax.ItemID) syntax.Span {
	it := f.Item(child)
	switch {
	case it.Kind == syntax.KindGap:
		return it.Head
	case it.Kind < syntax.KindAttribute:
		return syntax.Span{}
	case it.Name.Len() > 0:
		it.Head.To = it.Name.From
	}
	lines := bytes.LastIndexByte(f.At(it.Head), '\n') + 1
	return syntax.Span{From: it.Head.From, To: it.Head.From + int32(lines)}
}

// before and after are the brackets that are put around code, to parse it as what is inside them.
var before, after = map[syntax.Inside]string{
	syntax.InsideBody:   "\n", // so that the first comment is not taken for a licence
	syntax.InsideObject: "x = {\n",
	syntax.InsideList:   "x = [\n",
	syntax.InsideCall:   "x = f(\n",
}, map[syntax.Inside]string{
	syntax.InsideObject: "}\n",
	syntax.InsideList:   "]\n",
	syntax.InsideCall:   ")\n",
}

// stepsPerParse is the price of parsing code, however short.
const stepsPerParse = 100

// parse returns the code in a text, or nil if the text is not one item with all its lines.
func parse(text []byte, inside syntax.Inside, b *budget.Budget) *Code {
	b.Step(stepsPerParse)
	b.Parse(len(text))
	open := before[inside]
	if len(open)+len(text)+len(after[inside]) > tree.Limit {
		budget.Refuse(budget.Bytes, int64(tree.Limit))
	}
	code := append(append(append(make([]byte, 0, len(open)+len(text)+2), open...), text...), after[inside]...)
	f, err := syntax.ParseWithin(code, syntax.Top, b)
	if err != nil {
		return nil
	}
	parent := syntax.Root
	if inside != syntax.InsideBody {
		if parent = f.Attribute(syntax.Root, "x"); !f.Expand(parent) || f.Inside(parent) != inside {
			return nil
		}
	}
	c := &Code{Tree: f, Text: syntax.Span{From: int32(len(open)), To: int32(len(open) + len(text))}}
	for id := range f.Children(parent) {
		it := f.Item(id)
		switch {
		case it.Kind < syntax.KindAttribute:
			continue
		case c.ID != syntax.NoItem, it.Head.From != c.Text.From, it.Tail.To != c.Text.To:
			return nil
		}
		c.ID = id
	}
	if c.ID == syntax.NoItem {
		return nil
	}
	if inside != syntax.InsideBody {
		e := f.ValueExpr(parent)
		first := e.Node(e.Root).First
		if inside == syntax.InsideCall {
			first = e.Node(first).Next
		}
		if !IsCode(e, first) {
			return nil
		}
	}
	return c
}

// IsCode reports whether a pair or element in a comment is code, and not a word such as "default"
// or "todo: this". A reference or number counts if a comma follows it.
func IsCode(e *syntax.Expr, n syntax.NodeID) bool {
	node := e.Node(n)
	if node.Kind == syntax.NodePair {
		key := e.Node(node.First)
		between := e.Text[key.Span().To:e.Node(key.Next).Span().From]
		return bytes.IndexByte(between, '=') >= 0 || e.Node(key.Next).Kind != syntax.NodeVariable
	}
	switch node.Kind {
	case syntax.NodeTemplate, syntax.NodeTuple, syntax.NodeObject, syntax.NodeCall:
		return true
	}
	return bytes.HasPrefix(bytes.TrimLeft(e.Text[node.Span().To:], " \t"), []byte{','})
}
