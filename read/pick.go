package read

import (
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
)

// picked maps blocks, and the top levels of files, to their picks.
type picked map[ref]*pick

// A pick is the part of a block that is written.
type pick struct {
	whole bool
	any   bool                    // all attributes
	names map[string]bool         // these attributes and paths
	paths map[string][]pickedPath // the items that paths lead to, by attribute
}

// A pickedPath is a path and the item to which it leads.
type pickedPath struct {
	*selection.Attribute
	item syntax.ItemID
}

// orNil returns nil if the whole block is picked, as blockEntry.pick requires, and otherwise p.
func (p *pick) orNil() *pick {
	if p.whole {
		return nil
	}
	return p
}

// attribute reports whether an attribute is picked as a whole.
func (p *pick) attribute(name []byte) bool { return p.whole || p.any || p.names[string(name)] }

// pickOf returns the pick of a block, and adds it if necessary.
func (c *chooser) pickOf(b ref) *pick {
	p := c.picked[b]
	if p == nil {
		c.budget.Step(stepsPerPicked)
		p = &pick{}
		c.picked[b] = p
	}
	return p
}

// add adds an attribute to the pick, or a path into an attribute, with the item to which the path
// leads. It returns false if the path ends in [=] and is already in the pick, because the same path
// may then mean two different items.
func (p *pick) add(a *selection.Attribute, item syntax.ItemID) bool {
	if p.names == nil {
		p.names = map[string]bool{}
	}
	if p.names[a.Text] {
		return !a.EndsInEqual()
	}
	p.names[a.Text] = true
	if len(a.Path) == 0 {
		return true
	}
	if p.paths == nil {
		p.paths = map[string][]pickedPath{}
	}
	p.paths[a.Name] = append(p.paths[a.Name], pickedPath{a, item})
	return true
}
