package modules

import (
	"slices"

	"iacedit/refs"
	"iacedit/syntax"
)

// A usedPart describes how much of an object a reference uses: the whole object, one attribute, or
// only the keys of its instances.
type usedPart struct {
	attribute string        // the only attribute that the reference uses; "" for the whole object
	any       bool          // only the number or the keys of the instances are used, so that any attribute can be passed
	removed   []syntax.Span // the code to remove from the reference if only the attribute is passed
	dependsOn bool          // the reference is an entry of "depends_on"
	instance  instanceUse   // how the reference uses the only instance
}

// partOf returns what a reference uses of the instances of an object: everything, one attribute, or
// only the keys. For x[0].id it is the attribute id. The argument node is the expression for all
// instances, here x.
func (c *reader) partOf(u *use, r *refs.Reference, counted bool, node syntax.NodeID) (p usedPart) {
	if len(r.Steps) > 1 && r.Steps[1].Kind == refs.StepAttribute && !r.Steps[1].Joined {
		attribute, next := r.Steps[1], len(r.Steps) > 2 && !r.Steps[2].Joined
		name := string(u.file.Tree.At(attribute.Name))
		gone := syntax.Span{From: r.Steps[0].End, To: attribute.End}
		switch r.Steps[0].Kind {
		case refs.StepString, refs.StepLiteral, refs.StepDynamic:
			return usedPart{attribute: name, removed: []syntax.Span{gone}}
		case refs.StepSplat:
			if !counted {
				return p
			}
			if !next {
				gone.From = u.at.To
			}
			return usedPart{attribute: name, removed: []syntax.Span{gone}}
		}
		return p
	}
	if len(r.Steps) > 0 {
		return p
	}
	up := c.parent[node]
	switch n := c.e.Node(up); n.Kind {
	case syntax.NodeForTuple, syntax.NodeForObject:
		return c.partInFor(up, node, counted)
	case syntax.NodeCall:
		switch string(c.e.Source(n.First)) {
		case "length", "keys":
			return usedPart{any: true}
		case "values":
			return c.partOfValues(up)
		}
	}
	return p
}

// partOfValues is like partOf, but for code that applies a splat to a call of "values". For
// values(x)[*].id it is the attribute id.
func (c *reader) partOfValues(call syntax.NodeID) (p usedPart) {
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
	return usedPart{attribute: string(c.e.Source(name)), removed: []syntax.Span{gone}}
}

// partInFor is like partOf, but for a for expression that iterates over the instances. For [for v
// in x : v.id] it is the attribute id.
func (c *reader) partInFor(loop, collection syntax.NodeID, counted bool) (p usedPart) {
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
			return usedPart{}
		}
		attribute := string(c.e.Source(c.e.Node(id).Next))
		if p.attribute != "" && p.attribute != attribute {
			return usedPart{}
		}
		p.attribute = attribute
		p.removed = append(p.removed, syntax.Span{From: c.e.Node(id).End, To: c.e.Node(get).End})
	}
	if p.attribute == "" {
		p.any = true
	}
	if !counted && c.copiesAttribute(loop, collection) {
		p.removed = []syntax.Span{{From: n.Start, To: c.e.Node(collection).Start}, {From: c.e.Node(collection).End, To: n.End}}
	}
	return p
}

// copiesAttribute reports whether a for expression creates an object that maps the keys of the
// instances to one of their attributes: { for k, v in x : k => v.id }.
func (c *reader) copiesAttribute(loop, collection syntax.NodeID) bool {
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
