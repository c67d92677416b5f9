package tidy

import (
	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/rules"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A part is an argument or a nested block of a selected block, at any depth.
type part struct {
	*target
	id      syntax.ItemID
	name    string
	path    address.Path    // for the report
	special *terraform.Body // the body that it is in
	known   schema.Item     // zero if the schemas do not describe it
	level   int             // the number of nested blocks around it
}

// stepsPerPart is the price of looking at an argument or nested block.
const stepsPerPart = 24

// bytesPerPart is the memory of a part, besides its path.
const bytesPerPart = 128

// parts returns the arguments and nested blocks of a block, what is in a block before the block. It
// leaves out what only Terraform reads, and what a comment excludes.
func (x *target) parts() []part {
	return x.addParts(nil, x.ID, x.special, x.Schema(x.ID), "", 0)
}

// addParts appends the parts in a body.
func (x *target) addParts(all []part, body syntax.ItemID, special *terraform.Body, known *schema.Body, path string, level int) []part {
	x.Expand(body)
	for id := x.Draft.FirstItem(body); id != syntax.NoItem; id = x.Draft.NextItem(id) {
		x.Budget.Step(stepsPerPart)
		p := part{target: x, id: id, name: string(x.Draft.Name(id)), special: special, level: level}
		if rules.Spares(x.Draft.At(x.Draft.Comments(id))) || special.IsArgument(p.name) {
			continue
		}
		p.known, _ = known.Find(p.name)
		p.path = address.Path{Name: path + p.name}
		x.Budget.Grow(bytesPerPart + len(p.path.Name))
		all = x.addPart(all, p, known)
	}
	return all
}

// addPart appends what is in a part, and then the part.
func (x *target) addPart(all []part, p part, known *schema.Body) []part {
	if x.Draft.Kind(p.id) != syntax.KindBlock {
		return append(all, p)
	}
	inside, body, special := p.known.Body, p.id, p.special.Block(p.name)
	switch {
	case p.name == "dynamic":
		labels := draft.Block{File: x.File, ID: p.id}.Labels()
		x.Expand(p.id)
		contents := x.Index.Blocks(nil, p.id, []string{"content"})
		if len(labels) != 1 || len(contents) != 1 {
			return all
		}
		inside, body, special = known.Inside(labels[0]), contents[0], special.Block("content")
		return x.addParts(all, body, special, inside, p.path.Name+".", p.level+1)
	case p.special.Knows(p.name) && (special == nil || !special.Plugin):
		return all
	}
	return append(x.addParts(all, body, special, inside, p.path.Name+".", p.level+1), p)
}
