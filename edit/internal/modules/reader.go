package modules

import (
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/refs"
	"iacedit/syntax"
)

// A part is what a reference uses of an object.
type part struct {
	attribute string        // the one that it uses of each instance; "" for all of the object
	any       bool          // or it uses no attribute, so that any will do
	gone      []syntax.Span // the code that goes where the attribute is passed alone
}

// A reader reads the expressions that references stand in. It keeps the last one, since
// references come in the order of the code.
type reader struct {
	block  draft.Block
	values map[int32]syntax.Span // of the attributes in the block, by where their names begin

	file   *draft.File
	name   int32 // where the attribute's name begins
	e      *syntax.Expr
	parent []syntax.NodeID
	at     map[int32]syntax.NodeID           // the variables, by where they begin
	bound  map[syntax.NodeID][]syntax.NodeID // the variables that a local name stands for, by the name
}

// find reads the expression of the attribute that a reference stands in, and returns the node
// of its root; 0 where there is none.
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

// body notes the attributes of a block, and of the blocks in it.
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

// read reads an expression.
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

// source returns the node that accesses something of a node, 0 where none does.
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

// read notes what a reference uses of what is passed.
func (t *taker) read(u *use, r *refs.Reference) {
	of := r.Address(u.file.Tree)
	t.noteID(u.file, r, of)
	if r.Place == refs.InDependsOn {
		u.part.any = true
		return
	}
	root := t.reader.find(u.file, r)
	if root == 0 {
		u.of.exposed = true
		return
	}
	node := root
	for up := t.reader.source(node); up != 0 && t.reader.e.Node(node).End < u.at.To; up = t.reader.source(node) {
		node = up
	}
	if u.root == "var" && t.isExposed(u, r, node) {
		u.of.exposed = true
	}
	if t.isWide(u.of) && t.repeated[of] {
		u.part = t.partOf(u, r, of, node)
	}
}

// noteID notes that a type has the attribute "id".
func (t *taker) noteID(f *draft.File, r *refs.Reference, of refs.Address) {
	if of.Kind != refs.Resource {
		return
	}
	for i, step := range r.Steps {
		if i < 2 && step.Kind == refs.StepAttribute {
			if string(f.Tree.At(step.Name)) == "id" {
				if t.hasID == nil {
					t.hasID = map[string]bool{}
				}
				t.hasID[of.Type] = true
			}
			return
		}
	}
}

// partOf returns what a reference uses of the instances of something; node is all of them.
func (t *taker) partOf(u *use, r *refs.Reference, of refs.Address, node syntax.NodeID) (p part) {
	counted := t.counted[of]
	if len(r.Steps) > 1 && r.Steps[1].Kind == refs.StepAttribute && !r.Steps[1].Joined {
		attribute, next := r.Steps[1], len(r.Steps) > 2 && !r.Steps[2].Joined
		name := string(u.file.Tree.At(attribute.Name))
		gone := syntax.Span{From: r.Steps[0].End, To: attribute.End}
		switch r.Steps[0].Kind {
		case refs.StepString, refs.StepLiteral, refs.StepDynamic:
			return part{attribute: name, gone: []syntax.Span{gone}}
		case refs.StepSplat:
			if !counted {
				return p
			}
			if !next {
				gone.From = u.at.To
			}
			return part{attribute: name, gone: []syntax.Span{gone}}
		}
		return p
	}
	if len(r.Steps) > 0 {
		return p
	}
	c := &t.reader
	up := c.parent[node]
	switch n := c.e.Node(up); n.Kind {
	case syntax.NodeForTuple, syntax.NodeForObject:
		return c.partInFor(up, node, counted)
	case syntax.NodeCall:
		switch string(c.e.Source(n.First)) {
		case "length", "keys":
			return part{any: true}
		case "values":
			return c.partOfValues(up)
		}
	}
	return p
}

// partOfValues returns what is used of the values in a call of "values".
func (c *reader) partOfValues(call syntax.NodeID) (p part) {
	splat := c.source(call)
	if n := c.e.Node(splat); splat == 0 || n.Kind != syntax.NodeFullSplat {
		return p
	}
	each := c.e.Node(c.e.Node(splat).First).Next
	for c.e.Node(each).Kind != syntax.NodeEach {
		if each = c.e.Node(each).First; each == 0 {
			return p
		}
	}
	get := c.source(each)
	if c.e.Node(get).Kind != syntax.NodeGetAttr || get == 0 {
		return p
	}
	name := c.e.Node(each).Next
	gone := syntax.Span{From: c.e.Node(call).End, To: c.e.Node(get).End}
	if up := c.source(get); up != 0 && up != splat {
		gone.From = c.e.Node(each).End
	}
	return part{attribute: string(c.e.Source(name)), gone: []syntax.Span{gone}}
}

// partInFor returns what a for expression uses of the instances that it goes through.
func (c *reader) partInFor(loop, collection syntax.NodeID, counted bool) (p part) {
	n := c.e.Node(loop)
	name := n.First
	if n.Flags&syntax.FlagKeyName != 0 {
		name = c.e.Node(name).Next
	}
	if c.e.Node(name).Next != collection {
		return p
	}
	for _, id := range c.bound[name] {
		get := c.source(id)
		if get == 0 || c.e.Node(get).Kind != syntax.NodeGetAttr {
			return part{}
		}
		attribute := string(c.e.Source(c.e.Node(id).Next))
		if p.attribute != "" && p.attribute != attribute {
			return part{}
		}
		p.attribute = attribute
		p.gone = append(p.gone, syntax.Span{From: c.e.Node(id).End, To: c.e.Node(get).End})
	}
	if p.attribute == "" {
		p.any = true
	}
	if !counted && c.copies(loop, collection) {
		p.gone = []syntax.Span{{From: n.Start, To: c.e.Node(collection).Start}, {From: c.e.Node(collection).End, To: n.End}}
	}
	return p
}

// copies reports whether a for expression makes an object of the keys and of one attribute
// of the instances: { for k, v in x : k => v.id }.
func (c *reader) copies(loop, collection syntax.NodeID) bool {
	n := c.e.Node(loop)
	if n.Kind != syntax.NodeForObject || n.Flags != syntax.FlagKeyName {
		return false
	}
	name := c.e.Node(n.First).Next
	key := c.e.Node(collection).Next
	result := c.e.Node(key).Next
	return slices.Contains(c.bound[n.First], key) && slices.Contains(c.bound[name], c.e.Node(result).First) &&
		c.e.Node(result).Kind == syntax.NodeGetAttr && c.e.Node(result).Next == 0
}
