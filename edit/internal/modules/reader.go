package modules

import (
	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// A reader parses the expressions that contain references. It caches the last expression, because
// the next reference is often in the same expression.
type reader struct {
	block  draft.Block
	values map[int32]syntax.Span // the values of the attributes in the block, by the offset of the attribute's name

	file   *draft.File
	name   int32 // the offset of the attribute's name
	e      *syntax.Expr
	parent []syntax.NodeID
	at     map[int32]syntax.NodeID           // the nodes of variables, by offset
	bound  map[syntax.NodeID][]syntax.NodeID // by node of a local name: the variables that refer to it
}

// find parses the expression of the attribute that contains a reference, and returns the node of
// the reference's root, or 0.
func (c *reader) find(f *draft.File, r *refs.Reference) syntax.NodeID {
	if block := (draft.Block{File: f, ID: r.Owner.Item}); c.block != block {
		c.block, c.values = block, map[int32]syntax.Span{}
		c.body(block)
	}
	if c.file != f || c.name != r.In.From || c.e == nil {
		c.file, c.name = f, r.In.From
		c.read(c.values[r.In.From])
	}
	return c.at[r.Root.From]
}

// body records the attributes of a block and of its nested blocks.
func (c *reader) body(b draft.Block) {
	for id := range b.Tree.Children(b.ID) {
		b.Budget.Step(2)
		switch b.Tree.Kind(id) {
		case syntax.KindAttribute:
			c.values[b.Tree.Item(id).Name.From] = b.Tree.Value(id)
		case syntax.KindBlock:
			c.body(draft.Block{File: b.File, ID: id})
		}
	}
}

// read parses the expression at a span of the file, and indexes its nodes.
func (c *reader) read(at syntax.Span) {
	c.e, c.parent, c.at, c.bound = new(syntax.Expr), nil, map[int32]syntax.NodeID{}, map[syntax.NodeID][]syntax.NodeID{}
	if at.Len() == 0 {
		return
	}
	c.file.Budget.Step(at.Len())
	e, err := syntax.ParseExpression(nil, c.file.Tree.Text(), at)
	if err != nil {
		return
	}
	c.e = e
	c.parent = make([]syntax.NodeID, e.Len())
	var locals refs.Locals
	locals.Find(e)
	for id := range e.All() {
		for child := range e.Children(id) {
			c.parent[child] = id
		}
		if n := e.Node(id); n.Kind == syntax.NodeVariable {
			c.at[n.Start] = id
			if name := locals.Binder(id); name != 0 {
				c.bound[name] = append(c.bound[name], id)
			}
		}
	}
}

// source returns the parent of a node if the parent takes an attribute or element from the value of
// the node, as x.id does for x. Otherwise it returns 0.
func (c *reader) source(id syntax.NodeID) syntax.NodeID {
	up := c.parent[id]
	switch n := c.e.Node(up); n.Kind {
	case syntax.NodeGetAttr, syntax.NodeIndex, syntax.NodeLegacyIndex, syntax.NodeFullSplat, syntax.NodeAttrSplat:
		if n.First == id {
			return up
		}
	}
	return 0
}

// codeOf returns the code of an attribute's value, or "".
func codeOf(b draft.Block, name string) string {
	if b.File == nil {
		return ""
	}
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return ""
	}
	return string(b.Tree.At(b.Tree.Value(id)))
}

// header returns the type and labels of a block, for messages.
func header(b draft.Block) string {
	return b.Module.Language.Header(b.Draft.File, syntax.Root, b.ID).String()
}

// isTrue reports whether an attribute of a block is the literal true.
func isTrue(b draft.Block, name string) bool {
	id := b.Index.Attribute(b.ID, name)
	return id != syntax.NoItem && string(b.Tree.At(b.Tree.Value(id))) == "true"
}
