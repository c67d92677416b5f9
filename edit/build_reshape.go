package edit

import (
	"fmt"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/value"
)

// Reshape turns nested blocks into attributes, and attributes into nested blocks (docs/reshape.md).
// The parts ReshapeBlocks and ReshapeAttr say which. References to what changes are changed, too,
// unless KeepReferences is among the parts.
func Reshape(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Reshape, block, parts)
}

// A Shape is what nested blocks or an attribute become. Only As must be set, and for nested blocks
// that stay blocks not even As.
type Shape struct {
	As      string   // nested blocks: "object", "list" or "map"; an attribute: "block" or "blocks"
	Name    string   // the new name; "" keeps the name
	Key     string   // with "map" and "blocks": the argument of a block that is the key in the map
	Value   string   // with Key: the argument of a block whose value is the value in the map
	Members []string // with "block" and "blocks": the arguments of the blocks that a value makes if it is not literal
}

// ReshapeBlocks gives the nested blocks of a type another shape. The parts inside reshape what is in
// these blocks. Use it in Reshape.
func ReshapeBlocks(typ string, shape Shape, inside ...Part) Part {
	return part(func(c *content) { c.addShape("blockTypes", typ, shape, inside) })
}

// ReshapeAttr makes nested blocks of an attribute. The parts inside reshape what is in these blocks.
// Use it in Reshape.
func ReshapeAttr(name string, shape Shape, inside ...Part) Part {
	return part(func(c *content) { c.addShape("attributes", name, shape, inside) })
}

// ReshapeTo gives the nested blocks or the attribute at the address that At returned another shape. The
// parts inside reshape what is in these blocks. Use it in Reshape.
func ReshapeTo(shape Shape, inside ...Part) Part {
	return part(func(c *content) {
		c.entry.Items = append(c.entry.Items, c.form("the address", shape, inside).Items...)
	})
}

// addShape adds the shape of what has a name to the member "blockTypes" or "attributes" of the
// entry.
func (c *content) addShape(key, name string, s Shape, inside []Part) {
	form := c.form(excerpt.Quote(name), s, inside)
	forms := memberOf(&c.entry, key, value.Object)
	forms.Items = append(forms.Items, value.Item{Key: name, Value: form})
}

// form returns a shape as in the JSON of a request. The argument of is its name in errors.
func (c *content) form(of string, s Shape, inside []Part) value.Value {
	inner, form := content{action: c.action}, value.Value{Kind: value.Object}
	for _, p := range inside {
		if p == nil {
			c.refuse(fmt.Errorf("a part of the shape of %s is nil", of))
			return form
		}
		p.addTo(&inner)
	}
	c.refuse(inner.err)
	for _, member := range []struct{ key, text string }{{"as", s.As}, {"name", s.Name}, {"key", s.Key}, {"value", s.Value}} {
		if member.text != "" {
			form.Items = append(form.Items, value.Item{Key: member.key, Value: textOf(member.text)})
		}
	}
	if len(s.Members) > 0 {
		members := memberOf(&form, "members", value.Array)
		for _, m := range s.Members {
			members.Items = append(members.Items, value.Item{Value: textOf(m)})
		}
	}
	form.Items = append(form.Items, inner.entry.Items...)
	return form
}
